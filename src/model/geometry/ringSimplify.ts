import type { Position } from 'geojson';
import { itemAt, noItem } from '../itemAt.ts';
import { degree } from './sphere.ts';

/**
 * Which positions of the rings of a polygon shape it most: the places of those to keep, at most as many as given in all,
 * four a ring at least. How much a position matters is the distance at which Douglas and Peucker ("Algorithms for the
 * reduction of the number of points", 1973) would let it go.
 *
 * @param rings closed
 */
export function simplifiedRings(rings: readonly (readonly Position[])[], most: number): Set<number>[] {
  const weights = rings.map(weightsOf);
  const order = weights
    .flatMap((ofRing, ring) => [...ofRing].map((weight, index) => ({ ring, index, weight })))
    .toSorted((a, b) => b.weight - a.weight);
  const kept = rings.map(() => new Set<number>());
  order.slice(0, most).forEach(({ ring, index }) => kept[ring]?.add(index));
  // The positions that every ring keeps weigh endlessly, and so come first.
  return kept;
}

/** Of each position how far from the line between its neighbours it would be, degrees of latitude. */
function weightsOf(ring: readonly Position[]): Float64Array {
  if (ring.length === 0) return new Float64Array();
  const last = ring.length - 1;
  // Degrees of longitude shrink towards the poles.
  const [, latitude = 0] = itemAt(ring, 0);
  const shrink = Math.cos(latitude * degree);
  const flat = ring.map(([x = 0, y = 0]): [number, number] => [x * shrink, y]);
  const weights = new Float64Array(ring.length);
  const far = farthest(flat, 0, last, Infinity).index;
  const corner = [farthest(flat, 0, far, Infinity), farthest(flat, far, last, Infinity)].reduce((a, b) =>
    a.distance >= b.distance ? a : b,
  ).index;
  const spans: [number, number, number][] = [
    [0, far, Infinity],
    [far, last, Infinity],
  ];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to, limit] = span;
    if (to - from < 2) continue;
    const { index, distance } = farthest(flat, from, to, limit);
    weights[index] = distance;
    spans.push([from, index, distance], [index, to, distance]);
  }
  // Three corners and the end: a ring.
  for (const index of [0, far, corner, last]) weights[index] = Infinity;
  return weights;
}

/** The position between two that is farthest from the line through them, no farther than the limit. */
function farthest(
  flat: readonly (readonly [number, number])[],
  from: number,
  to: number,
  limit: number,
): { index: number; distance: number } {
  const [ax, ay] = itemAt(flat, from);
  const [bx, by] = itemAt(flat, to);
  const length = Math.hypot(bx - ax, by - ay);
  let found = { index: Math.min(from + 1, to), distance: -1 };
  for (let index = from + 1; index < to; index++) {
    const [x, y] = flat[index] ?? noItem(flat, index);
    const distance =
      length === 0
        ? Math.hypot(x - ax, y - ay)
        : Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
    if (distance > found.distance) found = { index, distance };
  }
  return { index: found.index, distance: Math.min(found.distance, limit) };
}
