import { wrappedLongitude } from '../../../src/geo/sphere.ts';
import type { Bounds, Circle } from '../../../src/service/rules/searchQuery.ts';
import { worldLatitude, worldY } from '../../ground/worldPoint.ts';
import { metersOf } from '../areas/index.ts';

export { metersOf };

export type SearchPlace = { bounds: Bounds } | { circle: Circle };

/** A view of the map in the API's format: within ±180, with west greater than east if it crosses the antimeridian. */
export function searchBox([west, south, east, north]: Bounds): Bounds {
  const low = validLatitude(south);
  const high = validLatitude(north);
  if (east - west >= 360) return [-180, low, 180, high];
  return [wrapped(west), low, wrapped(east), high];
}

/** @param meters radius */
export function viewCircle(view: Bounds, meters: number): Circle {
  const [west, south, east, north] = view;
  // The center of the map is the center of its picture, not the average of its latitudes.
  const latitude = worldLatitude((worldY(south) + worldY(north)) / 2);
  return { longitude: wrapped((west + east) / 2), latitude: roundedPlace(latitude), radius: meters };
}

/** @param meters `undefined` for no radius */
export function radiusFields(meters: number | undefined): { radius: string; unit: string } {
  if (meters === undefined) return { radius: '', unit: 'km' };
  const isWhole = meters >= 1000 && metersOf(String(meters / 1000), 'km') === meters;
  return isWhole ? { radius: String(meters / 1000), unit: 'km' } : { radius: String(meters), unit: 'm' };
}

/** "west,south,east,north" for a box, "longitude,latitude,radius" for a circle, empty for neither. */
export function searchPlaceText({ bounds, circle }: { bounds?: Bounds; circle?: Circle }): string {
  if (bounds) return bounds.join(',');
  return circle ? [circle.longitude, circle.latitude, circle.radius].join(',') : '';
}

/** The inverse of {@link searchPlaceText}. */
export function readSearchPlace(text: string): SearchPlace | undefined {
  const numbers = text.split(',').map(part => (part === '' ? Number.NaN : Number(part)));
  const [a, b, c, d, ...more] = numbers;
  if (numbers.some(number => !Number.isFinite(number)) || more.length > 0) return undefined;
  if (a === undefined || b === undefined || c === undefined) return undefined;
  return d === undefined ? { circle: { longitude: a, latitude: b, radius: c } } : { bounds: [a, b, c, d] };
}

/** Six digits are a tenth of a meter. */
function roundedPlace(degrees: number): number {
  return Number(degrees.toFixed(6));
}

function validLatitude(degrees: number): number {
  return Math.max(-90, Math.min(90, roundedPlace(degrees)));
}

function wrapped(longitude: number): number {
  if (Math.abs(longitude) <= 180) return roundedPlace(longitude);
  return roundedPlace(wrappedLongitude(longitude));
}
