import type { MultiPolygon, Polygon, Position } from 'geojson';
import { type LatLng, latLng, type LatLngBounds, latLngBounds } from 'leaflet';
import { shiftToward } from '../../src/geo/antimeridian.ts';

/** Rings in Leaflet's format, polygon by polygon. */
export type MapRings = LatLng[][][];

/** The rings of a geometry in the copy of the world nearest to `home`; the geometry stays in one piece. */
export function ringsNear(geometry: Polygon | MultiPolygon, home: number): MapRings {
  const asSent = shiftedRings(geometry, 0);
  const shift = shiftToward(ringsBounds(asSent).getCenter().lng, home);
  return shift === 0 ? asSent : shiftedRings(geometry, shift);
}

export function ringsBounds(rings: MapRings): LatLngBounds {
  return latLngBounds(rings.flat(2));
}

/** Longitude of the center of a geometry, as received, degrees. */
export function middleLongitude(geometry: Polygon | MultiPolygon): number {
  return ringsBounds(shiftedRings(geometry, 0)).getCenter().lng;
}

function shiftedRings(geometry: Polygon | MultiPolygon, shift: number): MapRings {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const point = ([longitude, latitude]: Position) => latLng(latitude, longitude + shift);
  return polygons.map(rings => rings.map(ring => ring.map(point)));
}
