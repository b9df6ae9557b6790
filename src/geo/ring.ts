import type { Position } from 'geojson';
import { itemAt, noItem } from '../base/itemAt.ts';

/** Planar area of a closed ring, square degrees: positive if it runs counterclockwise (the shoelace formula). */
export function signedArea(ring: readonly Position[]): number {
  const [first] = ring;
  if (!first) return 0;
  const [originX, originY] = first;
  let double = 0;
  for (let index = 1; index < ring.length; index++) {
    const [ax, ay] = ring[index - 1] ?? noItem(ring, index - 1);
    const [bx, by] = ring[index] ?? noItem(ring, index);
    // Relative to a vertex, so that small rings far from the origin keep their precision.
    double += (ax - originX) * (by - originY) - (bx - originX) * (ay - originY);
  }
  return double / 2;
}

/** The ring with its first position repeated at the end, if it isn't yet. */
export function closed(ring: Position[]): Position[] {
  const [first] = ring;
  const last = ring.at(-1);
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, [...first]] : ring;
}

/** Where a position is relative to a closed ring, by the edges that a ray to the east crosses. */
export function sideOfRing(position: Position, ring: readonly Position[]): 'inside' | 'outside' | 'on' {
  const [x, y] = position;
  let isInside = false;
  for (let index = 1; index < ring.length; index++) {
    const [ax, ay] = ring[index - 1] ?? noItem(ring, index - 1);
    const [bx, by] = ring[index] ?? noItem(ring, index);
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

/** An edge of a ring, from the position at `index` to the next different one. */
export interface Edge {
  ring: number;
  index: number;
  /** Index among the edges of its ring. */
  place: number;
  ax: number;
  ay: number;
  bx: number;
  by: number;
}

export interface Meeting {
  first: Edge;
  second: Edge;
  /** `touch` if they have one point in common and don't cross there. */
  kind: 'cross' | 'touch' | 'overlap';
  /** [longitude, latitude], degrees. */
  at: [number, number];
}

/** More of them add no information about a polygon. */
const maxMeetings = 20;
/** Maximum number of edge pairs to compare: a fraction of a second, for pathological rings. */
const maxPairs = 10_000_000;

/**
 * Pairs of edges that meet other than end to end, at most 20. A sweep along the axis on which the edges are relatively
 * shorter: n log n for n edges of usual rings.
 */
export function findMeetings(rings: readonly (readonly Position[])[]): Meeting[] {
  const ofRings = rings.map(edgesOf);
  const counts = ofRings.map(edges => edges.length);
  const edges = ofRings.length === 1 ? itemAt(ofRings, 0) : ofRings.flat();
  const [low, high, lowAside, highAside] = boundsOf(edges);
  const found: Meeting[] = [];
  // Edges whose bounds contain the sweep position: the first `open` entries.
  const active = new Uint32Array(edges.length);
  let open = 0;
  let pairs = 0;
  for (const current of inOrder(low)) {
    const from = at(low, current);
    const bottom = at(lowAside, current);
    const top = at(highAside, current);
    pairs += open;
    if (pairs > maxPairs) return found;
    let kept = 0;
    for (let index = 0; index < open; index++) {
      const candidate = at(active, index);
      if (at(high, candidate) < from) continue;
      active[kept++] = candidate;
      if (at(highAside, candidate) < bottom || at(lowAside, candidate) > top) continue;
      const meeting = meetingOf(edges[candidate], edges[current], counts);
      if (meeting) found.push(meeting);
      if (found.length >= maxMeetings) return found;
    }
    active[kept] = current;
    open = kept + 1;
  }
  return found;
}

function at(list: Float64Array | Uint32Array, index: number): number {
  return list[index] ?? noItem(list, index);
}

/** For each edge, the minimum and maximum coordinate along the sweep, then across it. */
function boundsOf(edges: readonly Edge[]): [Float64Array, Float64Array, Float64Array, Float64Array] {
  const { length } = edges;
  // Allocated once and without iterators: documents have thousands of small rings.
  const all = new Float64Array(4 * length);
  const lows = all.subarray(0, length);
  const highs = all.subarray(length, 2 * length);
  const lowsAside = all.subarray(2 * length, 3 * length);
  const highsAside = all.subarray(3 * length);
  const isAcross = sweepsAcross(edges);
  edges.forEach((edge, index) => {
    lows[index] = isAcross ? lowX(edge) : lowY(edge);
    highs[index] = isAcross ? highX(edge) : highY(edge);
    lowsAside[index] = isAcross ? lowY(edge) : lowX(edge);
    highsAside[index] = isAcross ? highY(edge) : highX(edge);
  });
  return [lows, highs, lowsAside, highsAside];
}

/** Indexes of all edges in the order of the sweep. */
function inOrder(low: Float64Array): Uint32Array {
  const order = new Uint32Array(low.length);
  for (let index = 0; index < order.length; index++) order[index] = index;
  return order.sort((a, b) => at(low, a) - at(low, b));
}

const lowX = (edge: Edge) => Math.min(edge.ax, edge.bx);
const lowY = (edge: Edge) => Math.min(edge.ay, edge.by);
const highX = (edge: Edge) => Math.max(edge.ax, edge.bx);
const highY = (edge: Edge) => Math.max(edge.ay, edge.by);

function edgesOf(ring: readonly Position[], number: number): Edge[] {
  const edges: Edge[] = [];
  for (let index = 0; index + 1 < ring.length; index++) {
    const [ax, ay] = ring[index] ?? noItem(ring, index);
    const [bx, by] = ring[index + 1] ?? noItem(ring, index + 1);
    if (ax !== bx || ay !== by) edges.push({ ring: number, index, place: edges.length, ax, ay, bx, by });
  }
  return edges;
}

/** Whether fewer edges overlap in a sweep from west to east than in one from south to north. */
function sweepsAcross(edges: readonly Edge[]): boolean {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  let across = 0;
  let along = 0;
  for (const edge of edges) {
    west = Math.min(west, lowX(edge));
    south = Math.min(south, lowY(edge));
    east = Math.max(east, highX(edge));
    north = Math.max(north, highY(edge));
    across += Math.abs(edge.ax - edge.bx);
    along += Math.abs(edge.ay - edge.by);
  }
  return across * (north - south) <= along * (east - west);
}

function meetingOf(a: Edge | undefined, b: Edge | undefined, counts: readonly number[]): Meeting | undefined {
  if (!a || !b) return undefined;
  const isBefore = a.ring < b.ring || (a.ring === b.ring && a.index < b.index);
  const [first, second] = isBefore ? [a, b] : [b, a];
  if (first.ring === second.ring) {
    const steps = second.place - first.place;
    if (steps === 1) return foldOf(first, second, first, second);
    if (steps === (counts[first.ring] ?? noItem(counts, first.ring)) - 1)
      return foldOf(second, first, first, second);
  }
  return crossingOf(first, second);
}

/** An edge that runs back over the one before it. Edges rarely turn back: the exact check is only needed for those. */
function foldOf(before: Edge, after: Edge, first: Edge, second: Edge): Meeting | undefined {
  const onward =
    (before.bx - before.ax) * (after.bx - after.ax) + (before.by - before.ay) * (after.by - after.ay);
  if (onward >= 0 || sideOf(before, after.bx, after.by) !== 0) return undefined;
  return { first, second, kind: 'overlap', at: [after.ax, after.ay] };
}

function crossingOf(first: Edge, second: Edge): Meeting | undefined {
  const toC = sideOf(first, second.ax, second.ay);
  const toD = sideOf(first, second.bx, second.by);
  if (toC === toD && toC !== 0) return undefined;
  const toA = sideOf(second, first.ax, first.ay);
  const toB = sideOf(second, first.bx, first.by);
  if (toA === toB && toA !== 0) return undefined;
  if (toC * toD < 0 && toA * toB < 0) return { first, second, kind: 'cross', at: pointOf(first, second) };
  const ends = [
    { side: toC, edge: first, x: second.ax, y: second.ay },
    { side: toD, edge: first, x: second.bx, y: second.by },
    { side: toA, edge: second, x: first.ax, y: first.ay },
    { side: toB, edge: second, x: first.bx, y: first.by },
  ];
  const shared = ends.filter(({ side, edge, x, y }) => side === 0 && isWithin(edge, x, y));
  const [start] = shared;
  if (!start) return undefined;
  const isOverlap = shared.some(({ x, y }) => x !== start.x || y !== start.y);
  return { first, second, kind: isOverlap ? 'overlap' : 'touch', at: [start.x, start.y] };
}

function sideOf(edge: Edge, x: number, y: number): -1 | 0 | 1 {
  return orientation(edge.ax, edge.ay, edge.bx, edge.by, x, y);
}

/** For a point on the line of an edge: whether it is on the edge itself. */
function isWithin(edge: Edge, x: number, y: number): boolean {
  return x >= lowX(edge) && x <= highX(edge) && y >= lowY(edge) && y <= highY(edge);
}

function pointOf(a: Edge, b: Edge): [number, number] {
  const dx = a.bx - a.ax;
  const dy = a.by - a.ay;
  const ex = b.bx - b.ax;
  const ey = b.by - b.ay;
  const share = ((b.ax - a.ax) * ey - (b.ay - a.ay) * ex) / (dx * ey - dy * ex);
  return [a.ax + share * dx, a.ay + share * dy];
}
