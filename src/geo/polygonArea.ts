import type { MultiPolygon, Polygon } from 'geojson';
import { continuousPolygon } from './antimeridian.ts';
import { sizeOfParts } from './flatRing.ts';
import { polygonParts } from './geometryTypes.ts';

/**
 * Area on the ellipsoid of WGS 84 in km², without holes. By the rule of the shares: edges are straight in longitude and
 * latitude, as RFC 7946 draws them (3.1.1), so that the area doesn't change when an edge is divided, and parts add up to
 * the whole.
 */
export function polygonAreaKm2(polygon: Polygon | MultiPolygon): number {
  return sizeOfParts(
    polygonParts(polygon).map(coordinates => continuousPolygon({ type: 'Polygon', coordinates }).coordinates),
  );
}
