import type { Bounds, Circle } from '../../src/model/images/searchQuery.ts';
import { worldLatitude, worldY } from '../map/base/worldPoint.ts';
import { wrappedLongitude } from '../../src/model/geometry/sphere.ts';

export type SearchPlace = { bounds: Bounds } | { circle: Circle };

/** A view of the map on the wire: within ±180, west of it east of its east where it crosses the antimeridian. */
export function searchBox([west, south, east, north]: Bounds): Bounds {
  const [low, high] = [latitudeOf(south), latitudeOf(north)];
  if (east - west >= 360) return [-180, low, 180, high];
  return [wrapped(west), low, wrapped(east), high];
}

/** @param metres radius */
export function circleOf(view: Bounds, metres: number): Circle {
  const [west, south, east, north] = view;
  // The middle of the map lies in the middle of its picture, not halfway between its latitudes.
  const latitude = worldLatitude((worldY(south) + worldY(north)) / 2);
  return { longitude: wrapped((west + east) / 2), latitude: rounded(latitude), radius: metres };
}

/** `undefined` for what is no radius. */
export function metresOf(radius: string, unit: string): number | undefined {
  const size = Number(radius.trim().replace(',', '.'));
  const metres = unit === 'km' ? size * 1000 : size;
  return radius.trim() !== '' && metres > 0 && Number.isFinite(metres) ? metres : undefined;
}

/** @param metres `undefined` for no radius */
export function radiusFields(metres: number | undefined): { radius: string; unit: string } {
  if (metres === undefined) return { radius: '', unit: 'km' };
  const isWhole = metres >= 1000 && metresOf(String(metres / 1000), 'km') === metres;
  return isWhole ? { radius: String(metres / 1000), unit: 'km' } : { radius: String(metres), unit: 'm' };
}

/** "west,south,east,north" of a box, "longitude,latitude,radius" of a circle, empty for neither. */
export function placeText({ bounds, circle }: { bounds?: Bounds; circle?: Circle }): string {
  if (bounds) return bounds.join(',');
  return circle ? [circle.longitude, circle.latitude, circle.radius].join(',') : '';
}

/** What {@link placeText} wrote. */
export function placeOf(text: string): SearchPlace | undefined {
  const numbers = text.split(',').map(part => (part === '' ? Number.NaN : Number(part)));
  const [a, b, c, d, ...more] = numbers;
  if (numbers.some(number => !Number.isFinite(number)) || more.length > 0) return undefined;
  if (a === undefined || b === undefined || c === undefined) return undefined;
  return d === undefined ? { circle: { longitude: a, latitude: b, radius: c } } : { bounds: [a, b, c, d] };
}

/** Six digits are a tenth of a metre. */
function rounded(degrees: number): number {
  return Number(degrees.toFixed(6));
}

function latitudeOf(degrees: number): number {
  return Math.max(-90, Math.min(90, rounded(degrees)));
}

function wrapped(longitude: number): number {
  if (Math.abs(longitude) <= 180) return rounded(longitude);
  return rounded(wrappedLongitude(longitude));
}
