import { eastward, halfTurn } from './antimeridian.ts';
import { boxOf } from './box.ts';
import { wrappedLongitude } from './sphere.ts';

/**
 * [longitude, latitude] of the center of the bounds of a geometry, the longitude from -180 to just below 180. Parts on
 * both sides of the antimeridian count as neighbors. `undefined` if it has no positions.
 */
export function centerOf(geometry: unknown): [number, number] | undefined {
  let [west, south, east, north] = boxOf(geometry);
  if (west > east) return undefined;
  if (east - west > halfTurn) {
    const [start, , end] = boxOf(eastward(geometry));
    // Corners of the whole Earth all have the same longitude.
    if (start < end && end - start < halfTurn) [west, east] = [start, end];
  }
  return [wrappedLongitude((west + east) / 2), (south + north) / 2];
}
