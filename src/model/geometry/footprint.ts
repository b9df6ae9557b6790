import { booleanIntersects } from '@turf/boolean-intersects';
import type { MultiPolygon, Polygon } from 'geojson';
import { polygonBounds } from './ring.ts';

/**
 * Whether an area and an image's footprint have a point in common; both in degrees, WGS 84. Footprints run on beyond
 * ±180° at the antimeridian and areas do not, so that the footprint is also looked at a whole turn to either side.
 */
export function footprintMeets(footprint: Polygon | MultiPolygon, area: Polygon): boolean {
  const parts = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  return parts.some(coordinates =>
    [0, -360, 360].some(degrees => {
      const part = shifted({ type: 'Polygon', coordinates }, degrees);
      // Bounds are cheap, and edges are not: an area can have tens of thousands.
      return boundsMeet(part, area) && booleanIntersects(part, area);
    }),
  );
}

function shifted(polygon: Polygon, degrees: number): Polygon {
  if (degrees === 0) return polygon;
  return {
    type: 'Polygon',
    coordinates: polygon.coordinates.map(ring =>
      ring.map(([longitude = 0, latitude = 0]) => [longitude + degrees, latitude]),
    ),
  };
}

function boundsMeet(a: Polygon, b: Polygon): boolean {
  const [west, south, east, north] = polygonBounds(a);
  const [otherWest, otherSouth, otherEast, otherNorth] = polygonBounds(b);
  return west <= otherEast && otherWest <= east && south <= otherNorth && otherSouth <= north;
}
