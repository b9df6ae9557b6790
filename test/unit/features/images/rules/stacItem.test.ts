import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readExportTable } from '../../../../../src/geo/export/exportTable.ts';
import { stacPieces } from '../../../../../src/geo/export/textFormats.ts';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import { imageColumns, imageFeatures } from '../../../../../src/features/images/rules/exportImages.ts';
import { deliveryCatalog, imageItem } from '../../../../../src/features/images/rules/stacItem.ts';
import { stacFaults } from '../../deliveries/rules/stacFaults.ts';
import { bareImage } from '../../../fixtures.ts';

interface Item {
  type: string;
  stac_extensions: string[];
  bbox: number[];
  geometry: { coordinates: unknown[] };
  properties: Record<string, unknown>;
}
const whole = bareImage({
  id: 'i1',
  acquisitionDate: '2026-03-01T10:00:00.123000000Z',
  constellation: 'PHR',
  platform: 'PHR1A',
  processingLevel: 'SENSOR',
  productType: 'bundle',
  resolution: 0.5,
  cloudCover: 12.5,
  snowCover: 0,
  incidenceAngle: -3.25,
  links: {
    thumbnail: [{ href: 'https://access.test/i1/thumbnail?token=secret' }],
  } as unknown as Image['links'],
  properties: { illuminationElevationAngle: 40.5, illuminationAzimuthAngle: 160, azimuthAngle: 180.1 },
});

async function exported(images: readonly Image[]) {
  const written = await text(stacPieces(await readExportTable(imageFeatures(images), imageColumns(images))));
  return JSON.parse(written) as { type: string; features: Item[] };
}

describe('images as STAC items', () => {
  it('are an ItemCollection that the official schemas accept, without links that need a token', async () => {
    const { type, features } = await exported([whole, bareImage()]);
    expect(type).toBe('FeatureCollection');
    expect(features.map(stacFaults)).toEqual([[], []]);
    expect(features[0]).toMatchObject({
      stac_version: '1.1.0',
      id: 'i1',
      bbox: [5, 43, 6, 44],
      geometry: whole.footprint,
      properties: {
        datetime: '2026-03-01T10:00:00.123Z',
        platform: 'PHR1A',
        constellation: 'PHR',
        gsd: 0.5,
        'eo:cloud_cover': 12.5,
        'eo:snow_cover': 0,
        'view:incidence_angle': 3.25,
        'view:sun_elevation': 40.5,
        'view:sun_azimuth': 160,
        processingLevel: 'SENSOR',
      },
      assets: {},
    });
    expect(JSON.stringify(features)).not.toMatch(/secret|180\.1/);
  });

  it('leave out what the service does not report, with its extension', async () => {
    const [item] = (await exported([bareImage({ cloudCover: 101, incidenceAngle: 0 })])).features;
    expect(item?.stac_extensions).toEqual(['https://stac-extensions.github.io/view/v1.1.0/schema.json']);
    const times = ['datetime', 'start_datetime', 'end_datetime'];
    expect(Object.keys(item?.properties ?? {})).toEqual([...times, 'view:incidence_angle']);
  });

  const cut = [[box(178, 1, 180, 2)], [box(-180, 1, -179, 2)]];
  it.each([
    ['beyond 180°', polygon(box(179, 1, 181, 2)), [179, 1, -179, 2]],
    ['wholly beyond it', polygon(box(181, 1, 182, 2)), [-179, 1, -178, 2]],
    ['across it', polygon(box(179, 1, -179, 2)), [179, 1, -179, 2]],
    ['cut at it', { type: 'MultiPolygon' as const, coordinates: cut }, [178, 1, -179, 2]],
  ])('have a box within ±180°: %s', (_where, footprint, bbox) => {
    const item = imageItem(bareImage({ footprint })) as Item;
    expect(item).toMatchObject({ bbox });
    const longitudes = item.geometry.coordinates.flat(3).filter((_x, at) => at % 2 === 0);
    expect(longitudes.every(x => Math.abs(Number(x)) <= 180)).toBe(true);
  });

  it.each(['./items/a.json', 'items/a.json', '././items/a.json'])(
    'are linked once in a catalog where another program wrote %s',
    href => {
      const other = { rel: 'item', href: '../other/items/a.json' };
      const catalog = deliveryCatalog(['a', 'b'], { links: [other, { rel: 'item', href }] });
      expect(catalog).toMatchObject({
        links: [other, { href: './items/a.json' }, { href: './items/b.json' }],
      });
    },
  );
});
