import type { Position } from 'geojson';
import type { AreaRings } from '../../../src/model/edits/areaChange.ts';
import { itemAt } from '../../../src/model/itemAt.ts';

/** A corner on the map, degrees; the longitude lies in the copy of the world that is drawn. */
export interface Corner {
  lat: number;
  lng: number;
}

/** What a corner stands for in the text, as long as it stays where it was put. */
export interface Exact extends Corner {
  position: Position;
}

/** More positions cannot be told apart by hand, and their handles cost the page its ease. */
export const mostHandles = 1000;

/** Decimals of a degree that a hand can place at a zoom level: a pixel of the map, rounded down. */
export function decimalsAt(zoom: number): number {
  const pixel = 360 / (256 * 2 ** zoom);
  return Math.min(7, Math.max(3, Math.ceil(-Math.log10(pixel))));
}

/** A ring without the position that closes it. */
export function openRing(ring: readonly Position[]): readonly Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first && last && samePlace(first, last) ? ring.slice(0, -1) : ring;
}

export function positionCount(rings: AreaRings): number {
  return rings.reduce((sum, ring) => sum + openRing(ring).length, 0);
}

/**
 * The rings of an area that was reshaped. Corners that were not moved keep the very position of the text; one that was
 * moved keeps what its position has beside longitude and latitude.
 *
 * @param exactOf what a corner stood for when it was opened; `undefined` for one that was put in
 * @param shift how far the area is drawn from where the text has it, a multiple of 360 degrees
 */
export function reshapedRings(
  corners: readonly (readonly Corner[])[],
  exactOf: (corner: Corner) => Exact | undefined,
  shift: number,
  decimals: number,
): Position[][] {
  return corners.map(ring =>
    closed(
      ring.map(corner => {
        const exact = exactOf(corner);
        if (exact && exact.lat === corner.lat && exact.lng === corner.lng) return exact.position;
        const further = exact?.position.slice(2) ?? [];
        return [rounded(corner.lng - shift, decimals), rounded(corner.lat, decimals), ...further];
      }),
    ),
  );
}

/**
 * The rings of an area that was drawn: closed, counter-clockwise, its longitudes within ±180 wherever the whole of it
 * can be. `undefined` when the corners enclose nothing.
 */
export function drawnRings(corners: readonly Corner[], decimals: number): Position[][] | undefined {
  const west = Math.min(...corners.map(({ lng }) => lng));
  const east = Math.max(...corners.map(({ lng }) => lng));
  const shift = -360 * Math.floor((west + 180) / 360);
  // Across the antimeridian no spelling is within: the one that most of it lies in is the least surprising.
  const turns = east + shift <= 180 ? shift : -360 * Math.round((west + east) / 720);
  const positions = corners
    .map(({ lng, lat }): Position => [rounded(lng + turns, decimals), rounded(lat, decimals)])
    .filter((position, index, all) => !samePlace(position, itemAt(all, (index || all.length) - 1)));
  const area = turningArea(positions);
  if (positions.length < 3 || area === 0) return undefined;
  if (area < 0) positions.reverse();
  return [closed(positions)];
}

/** Whether two spellings of an area have the same corners; a ring may begin anywhere, and be closed or not. */
export function sameRings(a: AreaRings, b: AreaRings): boolean {
  return a.length === b.length && a.every((ring, index) => sameRing(ring, itemAt(b, index)));
}

function sameRing(a: readonly Position[], b: readonly Position[]): boolean {
  const [one, other] = [openRing(a), openRing(b)];
  if (one.length !== other.length) return false;
  return other.some(
    (_, start) =>
      samePlace(itemAt(other, start), itemAt(one, 0)) &&
      one.every((position, index) => samePlace(position, itemAt(other, (start + index) % other.length))),
  );
}

function samePlace(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function closed(ring: Position[]): Position[] {
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

/** Never a minus zero, which no text should hold. */
function rounded(degrees: number, decimals: number): number {
  const value = Number(degrees.toFixed(decimals));
  return value === 0 ? 0 : value;
}

/** Twice the area in square degrees, positive when the ring runs counter-clockwise. */
function turningArea(ring: readonly Position[]): number {
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [nextX = 0, nextY = 0] = itemAt(ring, (index + 1) % ring.length);
    return sum + x * nextY - nextX * y;
  }, 0);
}
