import type { MultiPolygon, Polygon } from 'geojson';
import { coveredShare } from './coverage.ts';

/** Whether an image's footprint intersects a valid area; both in degrees, the footprint in any copy of the world. */
export function footprintMeets(footprint: Polygon | MultiPolygon, area: Polygon): boolean {
  return coveredShare(area, footprint) > 0;
}
