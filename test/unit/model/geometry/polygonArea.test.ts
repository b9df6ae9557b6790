import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { polygonAreaKm2 } from '../../../../src/model/geometry/polygonArea.ts';
import { itemAt } from '../../../../src/model/itemAt.ts';
import { anyPolygon, box, polygon, positions } from './polygons.ts';

describe('the area of a polygon', () => {
  const kilometersSquared = 6371.0088 ** 2;

  it('of a box is that between its parallels', () => {
    const sines = Math.sin((60 * Math.PI) / 180) - Math.sin((40 * Math.PI) / 180);
    expect(polygonAreaKm2(polygon(box(5, 40, 15, 60))) / kilometersSquared).toBeCloseTo(
      (sines * Math.PI) / 18,
      12,
    );
  });

  it('does not change when its edges are divided', () => {
    fc.assert(
      fc.property(anyPolygon, aoi => {
        const divided = aoi.coordinates.map(ring => [
          ...ring.slice(1).flatMap(([x, y], index): Position[] => {
            const [fromX, fromY] = itemAt(ring, index);
            return [
              [fromX, fromY],
              [(fromX + x) / 2, (fromY + y) / 2],
            ];
          }),
          ...ring.slice(0, 1),
        ]);
        const ratio = polygonAreaKm2({ type: 'Polygon', coordinates: divided }) / polygonAreaKm2(aoi);
        expect(Math.abs(ratio - 1)).toBeLessThan(1e-6);
      }),
    );
  });

  it('is the sum of its parts', () => {
    const triangle = polygon(positions('0 0, 40 60, 0 60'));
    const below = polygon(positions('0 0, 20 30, 0 30'));
    const above = polygon(positions('0 30, 20 30, 40 60, 0 60'));
    expect((polygonAreaKm2(below) + polygonAreaKm2(above)) / polygonAreaKm2(triangle)).toBeCloseTo(1, 12);
  });
});
