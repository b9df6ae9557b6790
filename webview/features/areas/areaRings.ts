import type { Position } from 'geojson';
import { itemAt } from '../../../src/base/itemAt.ts';
import { typedNumber } from '../../../src/base/words/typedNumber.ts';
import { isSamePlace } from '../../../src/geo/aoiRings.ts';
import { signedArea } from '../../../src/geo/ring.ts';
import type { AreaRings } from '../../../src/features/areas/rules/edits/areaChange.ts';
import type { AreaRow } from '../../../src/protocol/protocol.ts';

/** A place on the map, degrees; the longitude is in the copy of the world that is drawn. */
export interface MapPlace {
  lat: number;
  lng: number;
}

/** Editing more positions by hand makes no sense, and their handles would slow down the page. */
export const maxHandles = 1000;

/** Decimals of a degree that can be set by hand at a zoom level: one pixel of the map, rounded down. */
function decimalsAt(zoom: number): number {
  const pixel = 360 / (256 * 2 ** zoom);
  return Math.min(7, Math.max(3, Math.ceil(-Math.log10(pixel))));
}

/**
 * The position of a vertex in the text, as exactly as it can be set by hand.
 *
 * @param shift how far the area is drawn from its position in the text, a multiple of 360 degrees
 */
export function roundedPosition({ lat, lng }: MapPlace, shift: number, zoom: number): [number, number] {
  const decimals = decimalsAt(zoom);
  // `+ 0` because -0 must not get into the text.
  return [Number((lng - shift).toFixed(decimals)) + 0, Number(lat.toFixed(decimals)) + 0];
}

/** `longitude, latitude` in degrees, as in the text; a longitude may be in the next copy of the world. */
export function typedPosition(text: string): [number, number] | undefined {
  const [longitude, latitude] = typedPair(text) ?? [NaN, NaN];
  const isPlace = Math.abs(longitude) <= 360 && Math.abs(latitude) <= 90;
  return isPlace ? [longitude, latitude] : undefined;
}

function typedPair(text: string): [number, number] | undefined {
  const numbers = text
    .replaceAll(/[[\],;]/g, ' ')
    .trim()
    .split(/\s+/)
    .map(Number);
  const [first = NaN, second = NaN] = numbers;
  return numbers.length === 2 ? [first, second] : undefined;
}

/** What is more than this many times the size of an area away from it was hardly meant for one of its vertices. */
const farInSizes = 10;

/**
 * `longitude, latitude` of numbers that were most likely typed the other way round: as typed they are no place or one far
 * from the area, and swapped one near it.
 */
export function swappedPosition(text: string, rings: AreaRings): [number, number] | undefined {
  const [first, second] = typedPair(text) ?? [];
  const [outer = []] = rings;
  const longitudes = outer.map(([longitude]) => longitude);
  const latitudes = outer.map(([, latitude]) => latitude);
  const west = Math.min(...longitudes);
  const east = Math.max(...longitudes);
  const south = Math.min(...latitudes);
  const north = Math.max(...latitudes);
  const size = Math.max(east - west, north - south);
  if (first === undefined || second === undefined || !(size > 0)) return undefined;
  const isNear = (longitude: number, latitude: number) => {
    const turned = longitude - 360 * Math.round((longitude - (west + east) / 2) / 360);
    const away = Math.hypot(
      Math.max(west - turned, turned - east, 0),
      Math.max(south - latitude, latitude - north, 0),
    );
    return away <= farInSizes * size;
  };
  return !isNear(first, second) && isNear(second, first) ? [second, first] : undefined;
}

/** `undefined` for an invalid radius, and for one that isn't clear. */
export function metersOf(radius: string, unit: string): number | undefined {
  const size = typedNumber(radius) ?? Number.NaN;
  const meters = unit === 'km' ? size * 1000 : size;
  return meters > 0 && meters < Infinity ? meters : undefined;
}

/** Meters of a radius with its unit, such as "1.5 km"; `undefined` for other texts. */
export function typedRadius(text: string): number | undefined {
  const [, radius = '', unit = ''] = /^(.*\d) ?(km|m)$/i.exec(text.trim()) ?? [];
  return metersOf(radius, unit.toLowerCase());
}

export function positionCount(rings: AreaRings): number {
  return rings.reduce((sum, ring) => sum + ring.length - 1, 0);
}

/**
 * The ring of a drawn area: closed, counter-clockwise (RFC 7946, 3.1.6), with longitudes within ±180 if the whole ring
 * fits there. `undefined` if the points enclose nothing.
 *
 * @param zoom of the map where the points were set by hand; `Infinity` for computed ones
 */
export function drawnRing(points: readonly MapPlace[], zoom: number): Position[] | undefined {
  const west = Math.min(...points.map(({ lng }) => lng));
  const east = Math.max(...points.map(({ lng }) => lng));
  const shift = 360 * Math.floor((west + 180) / 360);
  // Across the antimeridian the ring can't be within ±180: use the copy of the world that contains most of it.
  const turns = east - shift <= 180 ? shift : 360 * Math.round((west + east) / 720);
  const open = points
    .map(point => roundedPosition(point, turns, zoom))
    .filter((place, index, all) => !isSamePlace(place, itemAt(all, (index || all.length) - 1)));
  const ring = [...open, ...open.slice(0, 1)];
  const area = signedArea(ring);
  if (open.length < 3 || area === 0) return undefined;
  return area < 0 ? ring.toReversed() : ring;
}

/** Whether two areas have the same positions, ignoring altitudes. */
export function sameRings(a: AreaRings, b: AreaRings): boolean {
  return a.length === b.length && a.every((ring, index) => sameRing(ring, itemAt(b, index)));
}

function sameRing(a: AreaRings[number], b: AreaRings[number]): boolean {
  return a.length === b.length && a.every((position, index) => isSamePlace(position, b[index]));
}

/**
 * An area in another revision of the text: with the same rings, preferably at the same index, or else at that index.
 */
export function areaAgain(rows: readonly AreaRow[], key: string, rings: AreaRings): AreaRow | undefined {
  const isAlike = ({ polygon }: AreaRow) => sameRings(polygon.coordinates, rings);
  const there = rows.find(row => row.key === key);
  return there && isAlike(there) ? there : (rows.find(isAlike) ?? there);
}
