import type { MultiPolygon, Polygon } from 'geojson';
import { continuousPolygon } from './antimeridian.ts';
import { sizeOfParts } from './flatRing.ts';
import { polygonsOf } from './geometryTypes.ts';
import { earthRadius } from './sphere.ts';

const squareMetersPerKm2 = 1_000_000;

/**
 * Area on the sphere in km², without holes. By the rule of the shares: edges are straight in longitude and latitude, as
 * RFC 7946 draws them (3.1.1), so that the area doesn't change when an edge is divided, and parts add up to the whole.
 */
export function polygonAreaKm2(polygon: Polygon | MultiPolygon): number {
  const parts = polygonsOf(polygon).map(
    coordinates => continuousPolygon({ type: 'Polygon', coordinates }).coordinates,
  );
  return (sizeOfParts(parts) * earthRadius ** 2) / squareMetersPerKm2;
}
