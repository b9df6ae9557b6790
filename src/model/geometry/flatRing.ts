/** Rings as flat lists of numbers, for work on many thousands of them. */
import type { Position } from 'geojson';
import { noItem } from '../itemAt.ts';
import { degree } from './sphere.ts';

/**
 * An open ring: longitude and latitude of one corner after another in degrees, the first not repeated. Its area counts
 * as positive where it runs counter-clockwise.
 */
export type FlatRing = readonly number[];

/** West, south, east, north, degrees. */
export type FlatBounds = readonly [west: number, south: number, east: number, north: number];

/** @param shift degrees to add to each longitude */
export function flatRing(ring: readonly Position[], shift = 0): number[] {
  const flat: number[] = [];
  for (const [x = 0, y = 0] of ring) {
    const moved = x + shift;
    if (flat.length > 0 && flat[flat.length - 2] === moved && flat[flat.length - 1] === y) continue;
    flat.push(moved, y);
  }
  while (flat.length > 2 && flat[0] === flat[flat.length - 2] && flat[1] === flat[flat.length - 1]) {
    flat.length -= 2;
  }
  return flat;
}

/** What {@link flatRing} was made of, closed. */
export function closedRing(ring: FlatRing): Position[] {
  const positions: Position[] = [];
  for (let at = 0; at < ring.length; at += 2)
    positions.push([ring[at] ?? noItem(ring, at), ring[at + 1] ?? noItem(ring, at + 1)]);
  return [...positions, ...positions.slice(0, 1)];
}

export function flatBounds(ring: FlatRing): FlatBounds {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    const x = ring[at] ?? noItem(ring, at);
    const y = ring[at + 1] ?? noItem(ring, at + 1);
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}

export function boundsApart(one: FlatBounds, other: FlatBounds): boolean {
  return one[0] >= other[2] || other[0] >= one[2] || one[1] >= other[3] || other[1] >= one[3];
}

/** Turned round. */
export function reversedRing(ring: FlatRing): number[] {
  const reversed: number[] = [];
  for (let at = ring.length - 2; at >= 0; at -= 2)
    reversed.push(ring[at] ?? noItem(ring, at), ring[at + 1] ?? noItem(ring, at + 1));
  return reversed;
}

/** In the plane of longitude and latitude, square degrees; its sign tells which way a ring runs. */
export function planeArea(ring: FlatRing): number {
  if (ring.length < 6) return 0;
  const x0 = ring[0] ?? noItem(ring, 0);
  const y0 = ring[1] ?? noItem(ring, 1);
  let beforeX = x0;
  let beforeY = y0;
  let twice = 0;
  for (let at = 2; at < ring.length; at += 2) {
    const x = ring[at] ?? noItem(ring, at);
    const y = ring[at + 1] ?? noItem(ring, at + 1);
    twice += (beforeX - x0) * (y - y0) - (x - x0) * (beforeY - y0);
    beforeX = x;
    beforeY = y;
  }
  return twice / 2;
}

/**
 * Signed area on the unit sphere (times the squared radius it is an area), of a ring whose edges are straight in
 * longitude and latitude, as GeoJSON wants. The strip between an edge and a parallel is integrated exactly: so areas do
 * not change when edges are divided, and parts add up to the whole.
 */
export function sphereArea(ring: FlatRing): number {
  const { length } = ring;
  if (length < 6) return 0;
  // Relative to a parallel nearby, so that small rings keep their digits.
  const base = Math.sin((ring[1] ?? noItem(ring, 1)) * degree);
  let beforeX = ring[length - 2] ?? noItem(ring, length - 2);
  let beforeY = ring[length - 1] ?? noItem(ring, length - 1);
  let sum = 0;
  for (let at = 0; at < length; at += 2) {
    const x = ring[at] ?? noItem(ring, at);
    const y = ring[at + 1] ?? noItem(ring, at + 1);
    if (x !== beforeX) {
      const half = ((y - beforeY) / 2) * degree;
      sum += (beforeX - x) * (Math.sin(((y + beforeY) / 2) * degree) * sineRatio(half) - base);
    }
    beforeX = x;
    beforeY = y;
  }
  return sum * degree;
}

/** sin(x) / x */
function sineRatio(x: number): number {
  const square = x * x;
  if (square > 0.01) return Math.sin(x) / x;
  return 1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72)));
}
