import { wktToGeoJSON } from '@terraformer/wkt';
import fc from 'fast-check';
import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import { plainNumber } from '../../../src/base/words/plainNumber.ts';
import { wktText } from '../../../src/geo/wkt.ts';
import { anyPolygon, box, polygon } from './polygons.ts';

describe('WKT', () => {
  it.each<[Geometry, string]>([
    [{ type: 'Point', coordinates: [1e-7, -2.5e-9] }, 'POINT (0.0000001 -0.0000000025)'],
    [{ type: 'LineString', coordinates: [] }, 'LINESTRING EMPTY'],
    [
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
      'MULTIPOINT ((1 2), (3 4))',
    ],
    [{ type: 'GeometryCollection', geometries: [] }, 'GEOMETRYCOLLECTION EMPTY'],
    [
      { type: 'MultiPolygon', coordinates: [[box(0, 0, 1, 1)]] },
      'MULTIPOLYGON (((0 0, 1 0, 1 1, 0 1, 0 0)))',
    ],
  ])('of %j', (shape, text) => {
    expect(wktText(shape)).toBe(text);
  });

  it('of a polygon is read by another reader as the same numbers', () => {
    fc.assert(
      fc.property(anyPolygon, area => {
        expect(wktToGeoJSON(wktText(area))).toEqual(area);
      }),
    );
    expect(wktToGeoJSON(wktText(polygon(box(0, 0, 1e-7, 1))))).toEqual(polygon(box(0, 0, 1e-7, 1)));
  });

  it('has numbers without exponents', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), value => {
        expect(plainNumber(value)).toMatch(/^-?\d+(?:\.\d+)?$/);
        expect(Number(plainNumber(value))).toBe(value + 0);
      }),
    );
  });
});
