import { area } from '@turf/area';
import type { MultiPolygon, Polygon } from 'geojson';
import { continuousPolygon } from './antimeridian.ts';

const squareMetersPerKm2 = 1_000_000;

/** Area on the sphere in km², without holes. */
export function polygonAreaKm2(polygon: Polygon | MultiPolygon): number {
  return area(polygon.type === 'Polygon' ? continuousPolygon(polygon) : polygon) / squareMetersPerKm2;
}
