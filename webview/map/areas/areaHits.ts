import type { AreaRow } from '../../../src/shared/protocol.ts';
import { worldShift, worldX, worldY } from '../base/worldPoint.ts';
import type { Corner } from './areaRings.ts';
import { noItem } from '../../../src/model/itemAt.ts';

/** What of an area lies under the pointer. */
export interface AreaHit {
  row: AreaRow;
  part: 'outline' | 'inside';
}

export interface AreaHits {
  /** @param zoom level of the map, which says how far `nearby` pixels reach */
  at: (place: Corner, zoom: number) => AreaHit | undefined;
}

/** An outline takes the pointer from this far away, CSS pixels. */
export const nearby = 6;

interface Target {
  row: AreaRow;
  /** West, north, east, south in the world of Web Mercator. */
  box: readonly [number, number, number, number];
  /** In turns x, y, x, y in the world of Web Mercator. */
  rings: readonly Float64Array[];
}

/** Finds areas by place: by their boxes first, so that thousands of them cost little. */
export function createAreaHits(rows: readonly AreaRow[], home: number): AreaHits {
  const targets = rows.map(row => targetOf(row, home));
  return {
    at: (place, zoom) => {
      const [x, y] = [worldX(place.lng), worldY(place.lat)];
      const reach = nearby / (256 * 2 ** zoom);
      let nearest: { row: AreaRow; distance: number } | undefined;
      let smallest: AreaRow | undefined;
      for (const { row, box, rings } of targets) {
        const [west, north, east, south] = box;
        if (x < west - reach || x > east + reach || y < north - reach || y > south + reach) continue;
        const distance = Math.min(...rings.map(ring => distanceTo(ring, x, y)));
        if (distance <= reach && distance < (nearest?.distance ?? Infinity)) nearest = { row, distance };
        const isCloser = row.areaKm2 < (smallest?.areaKm2 ?? Infinity);
        if (isCloser && rings.filter(ring => crossesOddly(ring, x, y)).length % 2 === 1) smallest = row;
      }
      if (nearest) return { row: nearest.row, part: 'outline' };
      return smallest && { row: smallest, part: 'inside' };
    },
  };
}

function targetOf(row: AreaRow, home: number): Target {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  const rings = row.polygon.coordinates.map(ring => {
    const line = new Float64Array(ring.length * 2);
    ring.forEach(([longitude = 0, latitude = 0], index) => {
      const [x, y] = [worldX(longitude), worldY(latitude)];
      line[index * 2] = x;
      line[index * 2 + 1] = y;
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    });
    return line;
  });
  const shift = worldShift((west + east) / 2, home);
  if (shift !== 0)
    for (const line of rings) for (let x = 0; x < line.length; x += 2) line[x] = at(line, x) + shift;
  return { row, box: [west + shift, north, east + shift, south], rings };
}

function at(line: Float64Array, index: number): number {
  return line[index] ?? noItem(line, index);
}

function distanceTo(line: Float64Array, x: number, y: number): number {
  let nearest = Infinity;
  if (line.length === 0) return nearest;
  let [fromX, fromY] = [at(line, line.length - 2), at(line, line.length - 1)];
  for (let index = 0; index < line.length; index += 2) {
    const [toX, toY] = [at(line, index), at(line, index + 1)];
    const [dx, dy] = [toX - fromX, toY - fromY];
    const along = ((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy || 1);
    const share = Math.max(0, Math.min(1, along));
    nearest = Math.min(nearest, Math.hypot(fromX + share * dx - x, fromY + share * dy - y));
    [fromX, fromY] = [toX, toY];
  }
  return nearest;
}

function crossesOddly(line: Float64Array, x: number, y: number): boolean {
  let odd = false;
  if (line.length === 0) return odd;
  let [fromX, fromY] = [at(line, line.length - 2), at(line, line.length - 1)];
  for (let index = 0; index < line.length; index += 2) {
    const [toX, toY] = [at(line, index), at(line, index + 1)];
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) odd = !odd;
    [fromX, fromY] = [toX, toY];
  }
  return odd;
}
