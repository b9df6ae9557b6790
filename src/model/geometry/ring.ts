import type { Position, Polygon } from 'geojson';
import { noItem } from '../itemAt.ts';

/** Planar area of a closed ring, square degrees: positive if it runs counterclockwise (the shoelace formula). */
export function signedArea(ring: readonly Position[]): number {
  const [first] = ring;
  if (!first) return 0;
  const [originX = 0, originY = 0] = first;
  let double = 0;
  for (let index = 1; index < ring.length; index++) {
    const [ax = 0, ay = 0] = ring[index - 1] ?? noItem(ring, index - 1);
    const [bx = 0, by = 0] = ring[index] ?? noItem(ring, index);
    // Relative to a vertex, so that small rings far from the origin keep their precision.
    double += (ax - originX) * (by - originY) - (bx - originX) * (ay - originY);
  }
  return double / 2;
}

/** Where a position is relative to a closed ring, by the edges that a ray to the east crosses. */
export function sideOfRing(position: Position, ring: readonly Position[]): 'inside' | 'outside' | 'on' {
  const [x = 0, y = 0] = position;
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [ax = 0, ay = 0] = ring[index - 1] ?? noItem(ring, index - 1);
    const [bx = 0, by = 0] = ring[index] ?? noItem(ring, index);
    if (Math.max(ay, by) < y || Math.min(ay, by) > y || Math.max(ax, bx) < x) continue;
    const side = orientation(ax, ay, bx, by, x, y);
    if (side === 0 && x >= Math.min(ax, bx)) return 'on';
    if (ay <= y !== by <= y && side === (by > ay ? 1 : -1)) isInside = !isInside;
  }
  return isInside ? 'inside' : 'outside';
}

/**
 * The side of the line from a to b that c is on: 1 on the left, -1 on the right, 0 exactly on it. Exact for all finite
 * numbers, so that an edge that only touches another never counts as crossing it. Error bound: Shewchuk, "Adaptive
 * Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997.
 */
export function orientation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
): -1 | 0 | 1 {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const difference = left - right;
  if (Math.abs(difference) > errorBound * (Math.abs(left) + Math.abs(right))) return difference > 0 ? 1 : -1;
  // A product of zero is exact if it comes from a difference of zero, as it usually does with edges of a grid.
  if ((ax === cx || by === cy) && (ay === cy || bx === cx)) return 0;
  return exactOrientation(ax, ay, bx, by, cx, cy);
}

const errorBound = (3 + 16 * 2 ** -53) * 2 ** -53;

/** The same with integer multiples of 2⁻¹⁰⁷⁴, the unit of every finite number. */
function exactOrientation(...coordinates: [number, number, number, number, number, number]): -1 | 0 | 1 {
  const [ax, ay, bx, by, cx, cy] = coordinates.map(wholeUnits) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const difference = (ax - cx) * (by - cy) - (ay - cy) * (bx - cx);
  if (difference === 0n) return 0;
  return difference > 0n ? 1 : -1;
}

const bits = new DataView(new ArrayBuffer(8));

function wholeUnits(value: number): bigint {
  bits.setFloat64(0, value);
  const raw = bits.getBigUint64(0);
  const exponent = Number((raw >> 52n) & 0x7ffn);
  const fraction = raw & 0xfffffffffffffn;
  const size = exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
  return value < 0 ? -size : size;
}

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
