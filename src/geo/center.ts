import { eastward, halfTurn } from './antimeridian.ts';
import { boundingBox, type Box } from './box.ts';
import { wrappedLongitude } from './sphere.ts';

/**
 * [longitude, latitude] of the center of the bounds of a geometry, the longitude from -180 to just below 180. Parts on
 * both sides of the antimeridian count as neighbors. `undefined` if it has no positions.
 */
export function geometryCenter(geometry: unknown): [number, number] | undefined {
  const [west, south, east, north] = nearBox(geometry);
  return west > east ? undefined : [wrappedLongitude((west + east) / 2), (south + north) / 2];
}

/** Its east is beyond 180° if parts are on both sides of the antimeridian. */
function nearBox(geometry: unknown): Box {
  const written = boundingBox(geometry);
  if (isNarrow(written)) return written;
  const moved = boundingBox(eastward(geometry));
  // The corners of the whole Earth all have the same longitude there.
  return isNarrow(moved) && moved[0] < moved[2] ? moved : written;
}

function isNarrow([west, , east]: Box): boolean {
  return east - west < halfTurn;
}
