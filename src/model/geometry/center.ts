import { isRecord } from '../fields.ts';
import { isPosition } from './geometryTypes.ts';
import { wrappedLongitude } from './sphere.ts';

/**
 * [longitude, latitude] of the center of the bounds of a geometry, the longitude within ±180. Parts on both sides of
 * the antimeridian count as neighbors. `undefined` if it has no positions.
 */
export function centerOf(geometry: unknown): [number, number] | undefined {
  let origin: number | undefined;
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const visit = (part: unknown) => {
    if (isPosition(part)) {
      const [longitude = 0, latitude = 0] = part;
      origin ??= longitude;
      const x = longitude - 360 * Math.round((longitude - origin) / 360);
      [west, south] = [Math.min(west, x), Math.min(south, latitude)];
      [east, north] = [Math.max(east, x), Math.max(north, latitude)];
    } else if (Array.isArray(part)) part.forEach(visit);
    else if (isRecord(part)) visit(part.coordinates ?? part.geometries);
  };
  visit(geometry);
  return origin === undefined ? undefined : [wrappedLongitude((west + east) / 2), (south + north) / 2];
}
