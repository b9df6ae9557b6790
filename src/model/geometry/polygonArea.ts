import { area } from '@turf/area';
import type { MultiPolygon, Polygon } from 'geojson';

const squareMetresPerKm2 = 1_000_000;

/** Geodesic area on the sphere in km², holes taken out. */
export function polygonAreaKm2(polygon: Polygon | MultiPolygon): number {
  return area(polygon) / squareMetresPerKm2;
}
