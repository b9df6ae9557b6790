import type { Polygon } from 'geojson';

/** West, south, east, north of the outer ring, degrees. */
export function polygonBounds(polygon: Polygon): [number, number, number, number] {
  const ring = polygon.coordinates[0] ?? [];
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = 0, latitude = 0] of ring) {
    bounds[0] = Math.min(bounds[0], longitude);
    bounds[1] = Math.min(bounds[1], latitude);
    bounds[2] = Math.max(bounds[2], longitude);
    bounds[3] = Math.max(bounds[3], latitude);
  }
  return bounds;
}
