import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { signal } from '@preact/signals-core';
import { DOMParser } from '@xmldom/xmldom';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { box, polygon } from '../../../geo/polygons.ts';
import { qgisProject } from '../../../../../src/features/deliveries/qgisProject.ts';
import { downloadReady } from '../../../../../src/features/deliveries/ui/downloadDelivery.ts';
import { openInQgis } from '../../../../../src/features/deliveries/ui/openInQgis.ts';
import {
  allDownloaded,
  catalogDownload,
  updateStacCatalog,
} from '../../../../../src/features/deliveries/ui/stacCatalog.ts';
import { editor } from '../../../../fake/editor.ts';
import { read, say, user } from '../../../../fake/user.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';
import { stacFaults } from '../rules/stacFaults.ts';
import { deliverySetup, newFolder } from './deliverySetup.ts';
import { madeZip } from './madeZip.ts';

let folder: string;
beforeEach(async () => void (folder = join(await newFolder(), 'reports')));

const aoiAt = (west: number) => polygon(box(west, 43, west + 0.1, 43.1));
const ordered = (id: string, kind: string, title: string, datas: object) => {
  const delivery = bareDelivery({ download: id, deliveredAt: '2026-11-21T08:00:00Z', datas: { ...datas } });
  return bareOrder({
    id,
    kind,
    title,
    status: 'delivered',
    createdAt: '2026-11-20T10:00:00Z',
    deliveries: [delivery],
  });
};
const crsCode = 'urn:ogc:def:crs:EPSG::32631';
const analytic = { aoi: aoiAt(5), analytic: 'ships', imageIds: ['img1'] };
const orders = [
  ordered('r1', 'order.analytics-toolbox.archive', 'Häfen <&"x"> ]]>', analytic),
  ordered('p1', 'order.data.product', 'Image', { id: 'img1', aoi: aoiAt(5.05), crsCode }),
  // Of the same place at another time.
  ordered('p2', 'order.data.product', 'Other', { id: 'img3', aoi: aoiAt(5), crsCode }),
];
const feature = (type: string, coordinates: unknown) => {
  const properties = { acquisitionDate: '2026-11-18T10:30:00Z' };
  return { type: 'Feature', properties, geometry: { type, coordinates } };
};
const features = [feature('Point', [5, 43]), feature('MultiPolygon', [[box(5, 43, 5.01, 43.01)]])];
const served = {
  r1: JSON.stringify({ type: 'FeatureCollection', features }),
  p1: madeZip([{ name: 'IMG/one.TIF', text: 'pixels' }, { name: 'readme.txt' }]),
  p2: madeZip([{ name: 'two.tif' }]),
};

/** All deliveries on the disk; their names by how they begin. */
async function downloaded() {
  const { parts } = await deliverySetup(orders, served);
  await downloadReady(parts);
  const names = await readdir(folder);
  const nameOf = (start: string) => names.find(name => name.startsWith(`2026-11-20-${start}`)) ?? '';
  return { parts, nameOf, update: () => updateStacCatalog(parts, vscode.Uri.file('/storage')) };
}

describe('the STAC catalog', () => {
  interface Stac {
    type: string;
    links: { rel: string; href: string }[];
    properties: Record<string, unknown>;
    assets: Record<string, Record<string, string | number>>;
  }
  const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Stac;
  const root = () => join(folder, 'stac/catalog.json');

  /** As other programs read a catalog: from the root along its links. */
  async function walked(): Promise<Stac[]> {
    const catalog = await readJson(root());
    const links = catalog.links.filter(({ rel }) => rel === 'item');
    const items = links.map(async ({ href }) => {
      const path = join(dirname(root()), href);
      const item = await readJson(path);
      for (const link of item.links) expect(join(dirname(path), link.href)).toBe(root());
      const bytes = await readFile(join(dirname(path), String(item.assets.delivery?.href)));
      const sum = createHash('sha256').update(bytes).digest('hex');
      expect(item.assets.delivery).toMatchObject({
        'file:size': bytes.length,
        'file:checksum': `1220${sum}`,
      });
      return item;
    });
    expect([catalog, ...(await Promise.all(items))].flatMap(stacFaults)).toEqual([]);
    return Promise.all(items);
  }

  it('leads to each delivery, with order, area, time and checksum, and has the same bytes again', async () => {
    const { update, nameOf } = await downloaded();
    await update();
    expect(editor.ran.map(([id]) => id)).toEqual(['revealFileInOS']);
    const items = await walked();
    expect(items).toHaveLength(3);
    expect(items.find(({ properties }) => properties['order:id'] === 'r1')).toMatchObject({
      geometry: aoiAt(5),
      bbox: [5, 43, 5.1, 43.1],
      properties: {
        datetime: '2026-11-18T10:30:00.000Z',
        created: '2026-11-21T08:00:00.000Z',
        'order:date': '2026-11-20T10:00:00.000Z',
        'order:status': 'succeeded',
        imageIds: ['img1'],
      },
      assets: { delivery: { type: 'application/geo+json', roles: ['data'] } },
    });
    // When it was acquired isn't known: before it was delivered.
    expect(items.find(({ properties }) => properties['order:id'] === 'p1')?.properties).toMatchObject({
      datetime: null,
      start_datetime: '1970-01-01T00:00:00.000Z',
      end_datetime: '2026-11-21T08:00:00.000Z',
    });
    const paths = ['catalog.json', `items/${nameOf('Image').replace('.zip', '.json')}`];
    const texts = () => Promise.all(paths.map(path => readFile(join(dirname(root()), path), 'utf8')));
    const before = await texts();
    await update();
    expect(await texts()).toEqual(before);
  });

  it('keeps what others added, and items whose files are not there', async () => {
    const { update, nameOf } = await downloaded();
    await update();
    await rm(join(folder, nameOf('Häfen')));
    const catalog = await readJson(root());
    const theirs = { rel: 'child', href: './theirs/catalog.json' };
    const links = [...catalog.links.slice(0, -1), theirs, { rel: 'item', href: './items/removed.json' }];
    await writeFile(root(), JSON.stringify({ ...catalog, title: 'Harbors', links }));
    await update();
    expect(await readJson(root())).toEqual({
      ...catalog,
      title: 'Harbors',
      links: [catalog.links[0], theirs, ...catalog.links.slice(1)],
    });
    expect(await readdir(join(dirname(root()), 'items'))).toHaveLength(3);
    await writeFile(root(), '["a list"]');
    await expect(update()).rejects.toThrow("isn't a STAC catalog");
    expect(await readFile(root(), 'utf8')).toBe('["a list"]');
  });

  it('gets each download, also of windows that write at the same time, unless the setting is off', async () => {
    const found = await allDownloaded((await downloaded()).parts);
    editor.settings = { ...editor.settings, 'swath.downloads.stacCatalog': false };
    await Promise.all(found.map(catalogDownload));
    await expect(stat(root())).rejects.toThrow('ENOENT');
    editor.settings = { 'swath.downloads.folder': 'reports' };
    await Promise.all(found.map(catalogDownload));
    expect(await walked()).toHaveLength(3);
  });

  it('is not written through a link out of the workspace', async () => {
    const { update } = await downloaded();
    const outside = await tempFolder();
    await symlink(outside, dirname(root()));
    await expect(update()).rejects.toThrow(/links outside the workspace/);
    expect(await readdir(outside)).toEqual([]);
  });
});

/** What a project contains, which throws if it isn't well-formed. */
async function projectAt(path: string) {
  const onError = (_level: string, message: string) => {
    throw new Error(message);
  };
  const xml = new DOMParser({ onError }).parseFromString(await readFile(path, 'utf8'), 'text/xml');
  const textsOf = (name: string) =>
    [...xml.getElementsByTagName(name)].map(element => element.textContent ?? '');
  const tree = [...xml.getElementsByTagName('layer-tree-layer')].map(element => element.getAttribute('id'));
  return { textsOf, tree, sources: textsOf('datasource') };
}

describe('Open in QGIS', () => {
  it('opens a project with the report, the area, and the images that it was made from', async () => {
    const { parts, nameOf } = await downloaded();
    await openInQgis(parts, 'r1');
    const stem = nameOf('Häfen').replace('.geojson', '');
    const area = join(folder, `${stem}_aoi.geojson`);
    expect(editor.openedOutside).toEqual([join(folder, `${stem}.qgs`)]);
    const { textsOf, tree, sources } = await projectAt(join(folder, `${stem}.qgs`));
    expect(sources).toEqual([
      `./${stem}.geojson|geometrytype=Point`,
      `./${stem}.geojson|geometrytype=Polygon`,
      `./${stem}_aoi.geojson`,
      `/vsizip/./${nameOf('Image')}/IMG/one.TIF`,
    ]);
    expect(textsOf('layername')[1]).toBe('Häfen <&"x"> ]]> · Polygon');
    expect(textsOf('authid').slice(-2)).toEqual(['EPSG:4326', 'EPSG:32631']);
    expect(tree).toEqual(textsOf('id'));
    expect(Number(textsOf('xmin')[0])).toBeCloseTo(4.994);
    for (const source of sources)
      await stat(join(folder, source.replace('/vsizip/', '').replace(/\|.*|\/IMG.*/, '')));
    expect(textsOf('title')).toEqual([`${stem}.qgs`]);
    expect(textsOf('ProjectionsEnabled')).toEqual(['1']);
    await writeFile(area, 'edited');
    await rm(join(folder, `${stem}.qgs`));
    await openInQgis(parts, 'r1');
    expect(await readFile(area, 'utf8')).toBe('edited');
  });

  it.each([
    ['reports', 'is no GeoJSON', 'edited'],
    ['reports', 'is empty', { type: 'FeatureCollection', features: [] }],
    ['reports', 'is moved', { type: 'Feature', geometry: aoiAt(5.01) }],
    ['reports', 'is larger', { type: 'Feature', geometry: polygon(box(5, 43, 5.1, 43.2)) }],
    [
      'takes',
      'QGIS saved unchanged',
      {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'MultiPolygon', coordinates: [[box(5, 43, 5.1, 43.1).reverse()]] },
          },
        ],
      },
    ],
    ['takes', 'is the ordered one', { type: 'Feature', geometry: aoiAt(5) }],
  ])('%s an area beside the project that %s', async (verb, _what, content) => {
    const { parts, nameOf } = await downloaded();
    const stem = nameOf('Häfen').replace('.geojson', '');
    await writeFile(
      join(folder, `${stem}_aoi.geojson`),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
    await openInQgis(parts, 'r1');
    await openInQgis(parts, 'r1');
    const text = `${stem}_aoi.geojson differs from the ordered area. To restore it, delete this file and ${stem}.qgs, and open the delivery in QGIS again.`;
    expect(user.messages).toEqual(verb === 'takes' ? [] : [text, text]);
  });

  it('frames an area across the antimeridian, not the whole Earth', async () => {
    const aoi = polygon(box(179.9, -17, -179.9, -16));
    const { parts } = await deliverySetup(
      [ordered('r1', 'order.analytics-toolbox.archive', 'Fiji', { ...analytic, aoi })],
      served,
    );
    user.answers = [say('Reveal File')];
    await downloadReady(parts);
    await openInQgis(parts, 'r1');
    const project = editor.openedOutside[0] ?? '';
    const { textsOf, sources } = await projectAt(project);
    const west = Number(textsOf('xmin')[0]);
    const east = Number(textsOf('xmax')[0]);
    expect([west > 179.8, east < 180.2]).toEqual([true, true]);
    const area = JSON.parse(await readFile(join(folder, sources.at(-1) ?? ''), 'utf8')) as object;
    expect(area).toMatchObject({ geometry: { coordinates: [box(179.9, -17, 180.1, -16)] } });
    await openInQgis(parts, 'r1');
    expect(user.messages).not.toContainEqual(expect.stringMatching('differs'));
  });

  it("says that a report's image isn't there", async () => {
    const { parts } = await downloaded();
    parts.orders = {
      ...parts.orders,
      current: signal({ kind: 'ready', orders: orders.slice(0, 1) } as const),
    };
    await openInQgis(parts, 'r1');
    expect((await projectAt(editor.openedOutside[0] ?? '')).sources.join()).not.toContain('vsizip');
    expect(user.messages).toEqual(["The report's image isn't in the project: it isn't downloaded."]);
  });

  it('shows the unzipped images of a product, with the reports that were made from it', async () => {
    const { parts, nameOf } = await downloaded();
    const unzipped = nameOf('Image').replace('.zip', '');
    await mkdir(join(folder, unzipped, 'IMG'), { recursive: true });
    await writeFile(join(folder, unzipped, 'IMG', 'one.TIF'), 'pixels');
    await openInQgis(parts, 'p1');
    const { sources } = await projectAt(editor.openedOutside[0] ?? '');
    expect(sources[0]).toContain('Häfen');
    expect(sources.at(-1)).toBe(`./${unzipped}/IMG/one.TIF`);
  });

  it('takes the projection of an image from its header, and stretches long values', async () => {
    const { parts, nameOf } = await downloaded();
    const unzipped = join(folder, nameOf('Image').replace('.zip', ''));
    await mkdir(unzipped);
    const images = join(import.meta.dirname, '../../../../data/images');
    for (const name of ['jp2-uint16-4.jp2', 'jp2-uint16.jp2', 'jp2-uint8-rgb.jp2'])
      await copyFile(join(images, name), join(unzipped, name));
    await openInQgis(parts, 'p1');
    const project = editor.openedOutside[0] ?? '';
    const { textsOf } = await projectAt(project);
    expect(textsOf('authid').slice(-3)).toEqual(['EPSG:3857', 'EPSG:3857', 'EPSG:3857']);
    const renderers = (await readFile(project, 'utf8')).match(
      /<rasterrenderer type="\w+"|jp2-[\w-]+\.jp2<\/data/g,
    );
    expect(renderers).toEqual([
      'jp2-uint16-4.jp2</data',
      '<rasterrenderer type="multibandcolor"',
      'jp2-uint16.jp2</data',
      '<rasterrenderer type="singlebandgray"',
      'jp2-uint8-rgb.jp2</data',
    ]);
  });

  it('opens a report of the Explorer, and a project that exists as it is', async () => {
    const { parts } = await deliverySetup([], {});
    const path = join(await tempFolder(), 'theirs-01234567.geojson');
    const open = () => openInQgis(parts, vscode.Uri.file(path));
    await writeFile(path, '{}');
    await expect(open()).rejects.toThrow('contains nothing that QGIS can show');
    await writeFile(path, served.r1);
    await open();
    const project = path.replace('.geojson', '.qgs');
    expect((await projectAt(project)).sources).toHaveLength(2);
    await writeFile(project, 'changed in QGIS');
    await open();
    expect(await readFile(project, 'utf8')).toBe('changed in QGIS');
  });

  it.each([
    ['a project', (project: string) => writeFile(project, '<qgis/>')],
    ['a link that leads nowhere', (project: string) => symlink('/nowhere/else.qgs', project)],
  ])('asks before it opens %s that Swath did not write', async (_what, plant) => {
    const { parts } = await deliverySetup([], {});
    const path = join(await tempFolder(), 'theirs-01234567.geojson');
    await writeFile(path, served.r1);
    const project = path.replace('.geojson', '.qgs');
    await plant(project);
    user.answers = [say(undefined), say('Open Project')];
    await openInQgis(parts, vscode.Uri.file(path));
    expect(editor.openedOutside).toEqual([]);
    await openInQgis(parts, vscode.Uri.file(path));
    expect(editor.openedOutside).toEqual([project]);
    expect(user.prompts[0]?.text).toContain("Swath didn't write it");
  });

  it.each([
    ['no program opens it', { opensNothing: true }],
    ['the window is remote', { remoteName: 'ssh-remote' }],
    ['the editor runs in a browser', { isWeb: true }],
  ])('says where the project is if %s', async (_why, state) => {
    const { parts } = await downloaded();
    Object.assign(editor, state);
    user.answers = [read(/^Swath can't start QGIS here\. The project is .*\.qgs\./, 'Copy Path')];
    await openInQgis(parts, 'r1');
    expect(editor.clipboard).toMatch(/Häfen.*\.qgs$/);
    expect(editor.openedOutside).toHaveLength('opensNothing' in state ? 1 : 0);
    // The files beside a delivery aren't taken for it.
    expect((await allDownloaded(parts))[0]?.path).toMatch(/[0-9a-f]\.geojson$/);
  });

  it('leaves out characters that XML cannot contain', () => {
    expect(qgisProject('\u0000\ud800\ufffe&', [], [0, 0, 1, 1])).toContain('projectname="\ufffd&#38;"');
  });
});
