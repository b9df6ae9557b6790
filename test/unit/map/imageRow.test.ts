import { describe, expect, it } from 'vitest';
import { toRow } from '../../../src/map/mapState.ts';
import { bareImage } from '../model/fixtures.ts';

const link = (relation: string) => ({ [relation]: [{ href: 'https://example.com/picture' }] });

describe('a row for the page', () => {
  it('has what the service sent, and nothing of what it left out', () => {
    const image = bareImage({ id: 'a', cloudCover: 0, snowCover: 3, parentIdentifier: 'DS_1' });
    expect(toRow(image, undefined, false)).toEqual({
      id: 'a',
      footprint: image.footprint,
      cloudCover: 0,
      snowCover: 3,
      strip: 'DS_1',
      whyNo: {
        thumbnail: expect.stringContaining('no thumbnail') as unknown,
        quicklook: expect.stringContaining('no quicklook') as unknown,
        stream: expect.stringContaining("can't be streamed") as unknown,
      },
    });
  });

  it('says why a picture cannot be had, where it cannot', () => {
    const links = { ...link('thumbnail'), ...link('quicklook') };
    expect(Object.keys(toRow(bareImage({ links }), undefined, false).whyNo)).toEqual(['stream']);
    const denied = toRow(bareImage({ links, rights: ['wmts'] }), undefined, false);
    expect(denied.whyNo.thumbnail).toContain('browse');
  });

  it('tells of its twin, of what is new, and of what was delivered', () => {
    expect(toRow(bareImage({}), 'better', true)).toMatchObject({ twinOf: 'better', isNew: true });
    expect(toRow(bareImage({ links: link('download') }), undefined, false).isDelivered).toBe(true);
    const vector = bareImage({ properties: { productCategory: 'vector' } });
    expect(toRow(vector, undefined, false).isDelivered).toBe(true);
    expect(toRow(bareImage({}), undefined, false)).not.toHaveProperty('isDelivered');
  });
});
