import { describe, expect, it } from 'vitest';
import type { Links } from '../../../../../src/service/rules/links.ts';
import {
  findPictureLink,
  type PictureKind,
  thumbnailAddress,
  tileAddress,
} from '../../../../../src/features/images/rules/pictureLinks.ts';

const item = 'https://access.test/api/v1/items/i1';
const usual = `${item}/wmts/tiles/1.0.0/default/rgb/EPSG3857`;

describe('the link to a picture', () => {
  const http = { href: 'h', type: 'HTTP' };
  const s3 = { href: 's', type: 'S3' };
  const wmts = { href: 'w', type: 'WMTS' };
  const part = { href: 'p', name: 'panchromatic' };

  it.each<[string, PictureKind, Links, string | undefined]>([
    ['the one that speaks http', 'quicklook', { quicklook: [s3, http] }, 'h'],
    ['the only one, which says nothing of it', 'thumbnail', { thumbnail: [{ href: 't' }] }, 't'],
    ['the one that speaks WMTS', 'stream', { wmts: [http, wmts] }, 'w'],
    ['the stream of the item before those of its parts', 'stream', { imagesWmts: [part], wmts: [wmts] }, 'w'],
    ['the stream of its only part', 'stream', { imagesWmts: [part] }, 'p'],
    ['none of several parts', 'stream', { imagesWmts: [part, part] }, undefined],
    ['none of another protocol', 'stream', { wms: [{ href: 'm' }] }, undefined],
  ])('is %s', (_what, kind, links, href) => {
    expect(findPictureLink(links, kind)?.href).toBe(href);
  });
});

describe("a thumbnail's address", () => {
  it.each<[string, string, number | undefined, string]>([
    ['is the link', `${item}/thumbnail`, undefined, `${item}/thumbnail`],
    ['asks for a width', `${item}/thumbnail`, 300, `${item}/thumbnail?width=300`],
    ['leaves a width of the link alone', `${item}/thumbnail?width=150`, 300, `${item}/thumbnail?width=150`],
    ['asks for no less than there is', `${item}/thumbnail`, 64, `${item}/thumbnail?width=128`],
    ['asks for whole pixels', `${item}/thumbnail`, 255.5, `${item}/thumbnail?width=256`],
    ['is the link where that is no address', 'thumbnail', 300, 'thumbnail'],
  ])('%s', (_what, link, width, address) => {
    expect(thumbnailAddress(link, width)).toBe(address);
  });
});

describe("a tile's address", () => {
  it.each<[string, string, string]>([
    ['fills in what the sandbox sends', `${usual}/{z}/{x}/{y}.png`, `${usual}/5/16/11.png`],
    ['in any order', `${item}/{y}-{x}-{z}`, `${item}/11-16-5`],
    ['in any case and encoded', `${item}/%7BZ%7D/%7bx%7d/{Y}`, `${item}/5/16/11`],
    [
      'as OGC names them',
      `${item}/wmts/default/{TileMatrix}/{TileRow}/{TileCol}.jpg`,
      `${item}/wmts/default/5/11/16.jpg`,
    ],
    [
      'also in a query',
      `${item}/wmts?request=GetTile&tilematrix={TileMatrix}&tilerow={TileRow}&tilecol={TileCol}`,
      `${item}/wmts?request=GetTile&tilematrix=5&tilerow=11&tilecol=16`,
    ],
    ['is below a WMTS without placeholders', `${item}/wmts`, `${usual}/5/16/11.png`],
    ['whether it ends with a slash', `${item}/wmts/`, `${usual}/5/16/11.png`],
  ])('%s', (_what, link, address) => {
    expect(tileAddress(link, 5, 16, 11)).toBe(address);
  });

  it.each<[string, string]>([
    ['a placeholder is unknown', `${item}/{s}/{z}/{x}/{y}.png`],
    ['one of the three is missing', `${item}/{z}/{x}.png`],
    ['rows count from the south', `${item}/{z}/{x}/{-y}.png`],
    ['the grid is of degrees', `${item}/wmts/tiles/1.0.0/default/rgb/EPSG4326/{z}/{x}/{y}.png`],
    ['it leads to something else', `${item}/wms`],
    ['it is no address', '{z}/{x}/{y}'],
  ])('is unknown if %s', (_what, link) => {
    expect(tileAddress(link, 5, 16, 11)).toBeUndefined();
  });

  it.each<[number, number, number, boolean]>([
    [0, 0, 0, true],
    [30, 2 ** 30 - 1, 0, true],
    [0, 1, 0, false],
    [1, -1, 0, false],
    [-1, 0, 0, false],
    [1.5, 0, 0, false],
    [NaN, 0, 0, false],
  ])('%d/%d/%d exists: %j', (z, x, y, isTile) => {
    expect(tileAddress(`${usual}/{z}/{x}/{y}.png`, z, x, y) !== undefined).toBe(isTile);
  });
});
