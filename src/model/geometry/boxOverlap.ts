import type { Position } from 'geojson';
import { createInsideTest } from './insideTest.ts';
import { orientation } from './ringOrientation.ts';

type Rings = readonly (readonly Position[])[];

/**
 * Whether an area covers a polygon whole or not at all, where the extent of the polygon tells: no edge of the area then
 * comes near it. `undefined` where a closer look is needed. Cheap however long the polygon is.
 *
 * @param extent west, south, east, north of the polygon, degrees
 * @param b closed rings of the area
 */
export function boxOverlap(
  [west, south, east, north]: readonly [number, number, number, number],
  b: Rings,
): 'whole' | 'none' | undefined {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  for (const ring of b) {
    for (let index = 1; index < ring.length; index++) {
      const [ax = 0, ay = 0] = ring[index - 1] ?? [];
      const [bx = 0, by = 0] = ring[index] ?? [];
      const isBeside =
        Math.max(ax, bx) < west ||
        Math.min(ax, bx) > east ||
        Math.max(ay, by) < south ||
        Math.min(ay, by) > north;
      if (isBeside) continue;
      const sides = corners.map(([x, y]) => orientation(ax, ay, bx, by, x, y));
      if (sides.some(side => side !== sides[0] || side === 0)) return undefined;
    }
  }
  return createInsideTest(b)((west + east) / 2, (south + north) / 2) ? 'whole' : 'none';
}
