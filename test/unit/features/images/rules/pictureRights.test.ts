import { describe, expect, it } from 'vitest';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { type PictureKind, whyNoPicture } from '../../../../../src/features/images/rules/pictureLinks.ts';
import { bareImage } from '../../../fixtures.ts';

const item = 'https://access.test/api/v1/items/i1';
const links = {
  thumbnail: [{ href: `${item}/thumbnail` }],
  quicklook: [{ href: `${item}/quicklook` }],
  wmts: [{ href: `${item}/wmts/{z}/{x}/{y}.png` }],
};
/** Node says that it can parse it, and then can't. */
const hostTooLong = `https://A${'example.com'.repeat(2000)}/a`;
const sensor = bareImage({ processingLevel: 'SENSOR', links, rights: ['browse', 'wmts'] });

describe('pictures of an image', () => {
  it.each<[string, PictureKind, Partial<Image>, RegExp]>([
    ['thumbnail without a link', 'thumbnail', { links: {} }, /has no preview/],
    ['stream without a link', 'stream', { links: {} }, /^This image can't be streamed/],
    ['thumbnail without the right', 'thumbnail', { rights: ['wmts'] }, /have permission \("browse"\)/],
    ['stream without the right', 'stream', { rights: ['browse', 'wms'] }, /have permission \("wmts"\)/],
    ['stream of level ALBUM', 'stream', { processingLevel: 'ALBUM' }, /ALBUM images can't be streamed/],
    ['address of a file', 'quicklook', { links: { quicklook: [{ href: 'file:///q' }] } }, /can't follow/],
    ['host that is too long', 'quicklook', { links: { quicklook: [{ href: hostTooLong }] } }, /can't follow/],
    ['stream of a form unknown', 'stream', { links: { wmts: [{ href: `${item}/tiles` }] } }, /can't follow/],
  ])('are not available: %s', (_what, kind, rest, reason) => {
    expect(whyNoPicture({ ...sensor, ...rest }, kind)).toMatch(reason);
  });

  it('are refused without showing a link that cannot be followed: it may contain a secret', () => {
    const href = 'ftp://user:password@access.test/secret/path?token=1';
    const reason = whyNoPicture({ ...sensor, links: { quicklook: [{ href }] } }, 'quicklook');
    expect(reason).toMatch(/can't follow/);
    expect(reason).not.toMatch(/user|password|secret|token/);
  });
});
