import { area } from '@turf/area';
import type { MultiPolygon, Polygon } from 'geojson';

const squareMetresPerKm2 = 1_000_000;

/** Area on the sphere in km², without holes. */
export function polygonAreaKm2(polygon: Polygon | MultiPolygon): number {
  return area(polygon) / squareMetresPerKm2;
}
