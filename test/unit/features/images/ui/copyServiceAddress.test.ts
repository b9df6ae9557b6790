import { beforeEach, describe, expect, it } from 'vitest';
import type { Links } from '../../../../../src/service/rules/links.ts';
import { copyServiceAddress } from '../../../../../src/features/images/ui/copyServiceAddress.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { portImage, searchSetup } from './searchSetup.ts';

beforeEach(newUser);

const tiles = 'https://access.test/api/v1/items/a/wmts/tiles/1.0.0/default/rgb/EPSG3857/{z}/{x}/{y}.png';

async function copy(links: Links) {
  const { session, catalog, service } = await searchSetup();
  service.images = [portImage('a', 1, 1, { links })];
  await catalog.search({ filters: { bounds: [5, 43, 6, 44] } });
  await copyServiceAddress(session, catalog, { imageId: 'a' });
}

describe('the addresses of the OGC services of an image', () => {
  it('are listed by protocol, and the chosen one is copied as the service sent it', async () => {
    user.answers.push(say('WMTS'));
    await copy({
      quicklook: [{ href: 'https://access.test/q' }],
      imagesWms: [{ href: 'https://access.test/wms?SERVICE=WMS' }],
      imagery: [{ href: 'https://access.test/wcs', type: 'WCS' }],
      wmts: [{ href: tiles, name: 'WMTS', type: 'WMTS' }],
      imagesWmts: [{ href: tiles }],
    });
    expect(user.prompts[0]).toMatchObject({ choices: ['WMTS', 'WMS', 'WCS'] });
    expect(editor.clipboard).toBe(tiles);
  });

  it.each<[string, string]>([
    ['https://access.test/wms?SERVICE=WMS&access_token=abc', 'https://access.test/wms?SERVICE=WMS'],
    ['https://access.test/wms?apikey=abc', 'https://access.test/wms'],
    ['https://access.test/wms?map=a&X-Amz-Signature=abc#token=abc', 'https://access.test/wms?map=a'],
  ])('contain no secret: %s', async (href, copied) => {
    user.answers.push(say('WMS'));
    await copy({ wms: [{ href }] });
    expect(editor.clipboard).toBe(copied);
  });

  it.each<[string, Links]>([
    ['there are none', { quicklook: [{ href: 'https://access.test/q' }] }],
    ['they need a password', { wms: [{ href: 'https://user:password@access.test/wms' }] }],
    ['they lead to a file', { wms: [{ href: 'file:///etc/wms' }] }],
  ])('are not listed where %s, and that is said', async (_what, links) => {
    await expect(copy(links)).rejects.toThrow(
      'The service lists no WMTS, WMS or WCS address for this image.',
    );
    expect(user.prompts).toEqual([]);
  });
});
