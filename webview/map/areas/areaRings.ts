import type { Position } from 'geojson';
import { isSamePlace } from '../../../src/model/aoi/aoiRings.ts';
import type { AreaRings } from '../../../src/model/edits/areaChange.ts';
import { signedArea } from '../../../src/model/geometry/ring.ts';
import { itemAt } from '../../../src/model/itemAt.ts';
import type { AreaRow } from '../../../src/shared/protocol.ts';

/** A place on the map, degrees; the longitude lies in the copy of the world that is drawn. */
export interface MapPlace {
  lat: number;
  lng: number;
}

/** More positions cannot be told apart by hand, and their handles cost the page its ease. */
export const mostHandles = 1000;

/** Decimals of a degree that a hand can place at a zoom level: a pixel of the map, rounded down. */
function decimalsAt(zoom: number): number {
  const pixel = 360 / (256 * 2 ** zoom);
  return Math.min(7, Math.max(3, Math.ceil(-Math.log10(pixel))));
}

/**
 * Where a vertex goes in the text, as exactly as a hand can place it.
 *
 * @param shift how far the area is drawn from where the text has it, a multiple of 360 degrees
 */
export function placeOf({ lat, lng }: MapPlace, shift: number, zoom: number): [number, number] {
  const decimals = decimalsAt(zoom);
  // Never a minus zero, which no text should hold.
  return [Number((lng - shift).toFixed(decimals)) + 0, Number(lat.toFixed(decimals)) + 0];
}

/** Vertices of closed rings. */
export function positionCount(rings: AreaRings): number {
  return rings.reduce((sum, ring) => sum + ring.length - 1, 0);
}

/**
 * The ring of an area that was drawn: closed, counter-clockwise (RFC 7946, 3.1.6), its longitudes within ±180 wherever the
 * whole of it can be. `undefined` when the points enclose nothing.
 */
export function drawnRing(points: readonly MapPlace[], zoom: number): Position[] | undefined {
  const west = Math.min(...points.map(({ lng }) => lng));
  const east = Math.max(...points.map(({ lng }) => lng));
  const shift = 360 * Math.floor((west + 180) / 360);
  // Across the antimeridian no spelling is within: the one that most of it lies in is the least surprising.
  const turns = east - shift <= 180 ? shift : 360 * Math.round((west + east) / 720);
  const open = points
    .map(point => placeOf(point, turns, zoom))
    .filter((place, index, all) => !isSamePlace(place, itemAt(all, (index || all.length) - 1)));
  const ring = [...open, ...open.slice(0, 1)];
  const area = signedArea(ring);
  if (open.length < 3 || area === 0) return undefined;
  return area < 0 ? ring.toReversed() : ring;
}

/** Whether two areas have the same positions, by longitude and latitude. */
export function sameRings(a: AreaRings, b: AreaRings): boolean {
  return a.length === b.length && a.every((ring, index) => sameRing(ring, itemAt(b, index)));
}

function sameRing(a: AreaRings[number], b: AreaRings[number]): boolean {
  return a.length === b.length && a.every((position, index) => isSamePlace(position, b[index]));
}

/** An area in another reading of the text: one that has its rings, at its place first, else the one at its place. */
export function areaAgain(rows: readonly AreaRow[], key: string, rings: AreaRings): AreaRow | undefined {
  const isAlike = ({ polygon }: AreaRow) => sameRings(polygon.coordinates, rings);
  const there = rows.find(row => row.key === key);
  return there && isAlike(there) ? there : (rows.find(isAlike) ?? there);
}
