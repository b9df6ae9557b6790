import { boundingBox } from './box.ts';
import { landCells } from './landCells.ts';

/** Areas that are larger are nobody's mistake, degrees. */
const widest = 10;

let known: Uint8Array | undefined;

/**
 * Whether an area is in the sea, in degrees without any land, and its center in a degree with land once longitude and
 * latitude are swapped.
 */
export function isOnLandIfSwapped(geometry: unknown): boolean {
  const [west, south, east, north] = boundingBox(geometry);
  const isOnEarth = west >= -90 && east <= 90 && south >= -90 && north <= 90;
  if (!isOnEarth || east - west > widest || north - south > widest) return false;
  for (let longitude = Math.floor(west); longitude <= east; longitude += 1)
    for (let latitude = Math.floor(south); latitude <= north; latitude += 1)
      if (hasLand(longitude, latitude)) return false;
  return hasLand((south + north) / 2, (west + east) / 2);
}

/** Whether there is land in the degree around a place. */
function hasLand(longitude: number, latitude: number): boolean {
  const row = Math.min(179, Math.max(0, Math.floor(latitude + 90)));
  const column = Math.min(359, Math.max(0, Math.floor(longitude + 180)));
  return (known ??= readCells())[row * 360 + column] === 1;
}

/** 1 where there is land, row by row from the south. */
function readCells(): Uint8Array {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const cells = new Uint8Array(180 * 360);
  let at = 0;
  let isLand = 0;
  let length = 0;
  let unit = 1;
  for (const letter of landCells) {
    const digit = digits.indexOf(letter);
    length += (digit % 32) * unit;
    unit *= 32;
    if (digit >= 32) continue;
    cells.fill(isLand, at, (at += length));
    isLand = 1 - isLand;
    length = 0;
    unit = 1;
  }
  return cells;
}
