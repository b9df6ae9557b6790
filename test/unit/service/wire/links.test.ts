import { describe, expect, it } from 'vitest';
import { mayDo } from '../../../../src/service/rules/imagery.ts';
import { downloadLink, type Links } from '../../../../src/service/rules/links.ts';
import { readLinks, readRights } from '../../../../src/service/wire/wire.ts';
import { findPictureLink } from '../../../../src/features/images/rules/pictureLinks.ts';

describe('links', () => {
  it('are read as lists, whether one is sent or several', () => {
    const quicklook = { href: 'q', name: 'quicklook', type: 'HTTP' };
    const wmts = { href: 'w', name: 'WMTS', type: 'WMTS', method: 'GET' };
    expect(readLinks({ quicklook, imagesWmts: [wmts, { href: 'v' }] })).toStrictEqual({
      quicklook: [quicklook],
      imagesWmts: [wmts, { href: 'v' }],
    });
  });

  it('leave out what is no link, and what a link does not say', () => {
    const sent = {
      a: null,
      b: 'no address',
      c: [null, 7, { name: 'no address' }, { href: 'ok', name: 7 }],
      d: [],
    };
    expect(readLinks(sent)).toStrictEqual({ a: [], b: [], c: [{ href: 'ok' }], d: [] });
  });

  it.each<[string, unknown]>([
    ['a text', { quicklook: 'https://x.test/q', wmts: '/w' }],
    ['texts in a list', { quicklook: ['https://x.test/q'], wmts: ['/w'] }],
    [
      'an object with another name for the address',
      { quicklook: { url: 'https://x.test/q' }, wmts: { uri: '/w' } },
    ],
    ['a member of a group', { quicklook: 'https://x.test/q', ogc: { wmts: { href: '/w' } } }],
    [
      'an entry of a list that says what it is for',
      [
        { rel: 'quicklook', href: 'https://x.test/q' },
        { rel: 'wmts', href: '/w' },
      ],
    ],
  ])('can each be %s', (_what, sent) => {
    expect(readLinks(sent)).toMatchObject({
      quicklook: [{ href: 'https://x.test/q' }],
      wmts: [{ href: '/w' }],
    });
  });

  it.each(['quicklook', 'quicklooks', 'QuickLook', 'QUICKLOOKS'])('to a preview are found as %s', name => {
    const links = readLinks({ [name]: { href: 'https://x.test/q' } });
    expect(findPictureLink(links, 'quicklook')?.href).toBe('https://x.test/q');
    expect(findPictureLink(links, 'thumbnail')?.href).toBe('https://x.test/q');
  });

  it('to a stream are found by their protocol', () => {
    const imagery = [
      { href: 'https://x.test/wms', type: 'WMS' },
      { href: 'https://x.test/wmts', type: 'WMTS' },
    ];
    expect(findPictureLink(readLinks({ imagery }), 'stream')?.href).toBe('https://x.test/wmts');
  });

  it.each([undefined, null, 7, 'self', [{ href: 'a' }]])('are none in %j', sent => {
    expect(readLinks(sent)).toStrictEqual({});
  });
});

describe('a download', () => {
  const s3 = { href: 's3', name: 'download', type: 'S3' };
  const http = { href: 'http', name: 'Download', type: 'HTTP' };

  it.each<[string, Links, string | undefined]>([
    ['the only one, whatever it is called', { download: [{ href: 'd' }] }, 'd'],
    ['the one of several that speaks http', { download: [s3, http] }, 'http'],
    [
      'the one of several that is not said to be for another protocol',
      { download: [s3, { href: 'd' }] },
      'd',
    ],
    ['none of several for another protocol', { download: [s3, { ...s3, href: 's' }] }, undefined],
    ['none where there is none', { quicklook: [http], download: [] }, undefined],
  ])('is %s', (_what, links, href) => {
    expect(downloadLink(links)).toBe(href);
  });
});

describe('rights', () => {
  it('are the keys that are there, whatever they hold', () => {
    const rights = readRights({ browse: {}, download: { privileges: ['read'] } });
    expect(rights).toEqual(['browse', 'download']);
    expect([mayDo({ rights }, 'download'), mayDo({ rights }, 'wmts')]).toEqual([true, false]);
  });

  it.each([
    { browse: {}, wmts: false },
    { browse: true, wmts: 'false' },
    { browse: { granted: true }, wmts: { granted: false } },
    { browse: 'granted', wmts: null },
    { browse: 1, wmts: 0 },
    { browse: {}, wmts: 'none' },
    ['browse'],
    'browse',
    'browse, download',
    [{ name: 'browse' }, { name: 'wmts', allowed: false }],
  ])('are not granted by a key that denies them: %j', sent => {
    const rights = readRights(sent);
    expect([mayDo({ rights }, 'browse'), mayDo({ rights }, 'wmts')]).toEqual([true, false]);
  });

  it('are the same in another case', () => {
    expect(mayDo({ rights: readRights({ WMTS: {} }) }, 'wmts')).toBe(true);
  });

  it('are not known where none were sent, and none where an empty set was', () => {
    for (const sent of [undefined, null, '', 'All rights reserved ©', 7]) {
      expect(readRights(sent)).toBeUndefined();
      expect(mayDo({ rights: readRights(sent) }, 'browse')).toBeUndefined();
    }
    expect(mayDo({ rights: readRights({}) }, 'browse')).toBe(false);
  });
});
