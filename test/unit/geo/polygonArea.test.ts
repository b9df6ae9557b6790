import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../src/base/itemAt.ts';
import { polygonAreaKm2 } from '../../../src/geo/polygonArea.ts';
import { geodesicAreaKm2 } from './geodesicArea.ts';
import { anyPolygon, box, fromEquatorTo80, polygon, positions } from './polygons.ts';

/** Area in km² by adding up the ellipsoid's surface along each edge, in steps of latitude. */
function addedAreaKm2({ coordinates }: Polygon): number {
  return coordinates.reduce((sum, ring, index) => sum + (index === 0 ? 1 : -1) * Math.abs(added(ring)), 0);
}

function added(ring: readonly Position[]): number {
  const [west] = itemAt(ring, 0);
  return ring.slice(1).reduce((sum, [toX, toY], index) => {
    const [x, y] = itemAt(ring, index);
    // Simpson's rule.
    const steps = 2 * Math.max(4, Math.ceil(10 * Math.abs(toY - y)));
    const step = (toY - y) / steps;
    let edge = 0;
    for (let at = 0; at <= steps; at++) {
      const weight = at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2;
      edge += weight * (x - west + ((toX - x) * at) / steps) * squareDegree(y + at * step);
    }
    return sum + (edge * step) / 3;
  }, 0);
}

/** Surface per square degree at a latitude, km²: the radii of curvature along the meridian and across it. */
function squareDegree(latitude: number): number {
  const flattening = 1 / 298.257223563;
  const square = flattening * (2 - flattening);
  const radian = Math.PI / 180;
  const bend = 1 - square * Math.sin(latitude * radian) ** 2;
  return ((6378.137 ** 2 * (1 - square)) / bend ** 2) * Math.cos(latitude * radian) * radian ** 2;
}

describe('the area of a polygon', () => {
  it.each(fromEquatorTo80)('at %d° is what GeographicLib measures on the ellipsoid', (_south, area) => {
    expect(polygonAreaKm2(area) / geodesicAreaKm2(area)).toBeCloseTo(1, 7);
  });

  it('is the surface of the ellipsoid within it, whatever its size', () => {
    fc.assert(
      fc.property(anyPolygon, area => {
        expect(polygonAreaKm2(area) / addedAreaKm2(area)).toBeCloseTo(1, 7);
      }),
    );
  });

  it('around the whole Earth is its surface', () => {
    expect(polygonAreaKm2(polygon(box(-180, -90, 180, 90)))).toBeCloseTo(510_065_621.724, 2);
  });

  it('across the antimeridian is that of the same polygon elsewhere, with its holes on either side', () => {
    const holes = Array.from({ length: 14 }, (_none, index) => 0.05 + index * 0.14);
    const at = (west: number, written = (longitude: number) => longitude) =>
      polygon(
        ...[box(west, 10, west + 2, 11), ...holes.map(x => box(west + x, 10.2, west + x + 0.05, 10.8))].map(
          ring => ring.map(([x, y]): Position => [written(x), y]),
        ),
      );
    const across = at(179, longitude => (longitude > 180 ? longitude - 360 : longitude));
    expect(polygonAreaKm2(across) / polygonAreaKm2(at(20))).toBeCloseTo(1, 9);
  });

  it('of a hectare keeps its precision', () => {
    const hectare = polygon(box(10, 60, 10.001793, 60.000898));
    expect(polygonAreaKm2(hectare) / addedAreaKm2(hectare)).toBeCloseTo(1, 9);
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
