import type { Position } from 'geojson';
import { noItem } from '../base/itemAt.ts';

/** Planar area of a closed ring, square degrees: positive if it runs counterclockwise (the shoelace formula). */
export function signedArea(ring: readonly Position[]): number {
  const [first] = ring;
  if (!first) return 0;
  const [originX, originY] = first;
  let double = 0;
  for (let index = 1; index < ring.length; index++) {
    // Destructuring would create an iterator for each position.
    const a = ring[index - 1] ?? noItem(ring, index - 1);
    const b = ring[index] ?? noItem(ring, index);
    // Relative to a vertex, so that small rings far from the origin keep their precision.
    double += (a[0] - originX) * (b[1] - originY) - (b[0] - originX) * (a[1] - originY);
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

/** Even-odd rule over the rings of a polygon, so that a position in a hole is outside, and one on an edge of it. */
export function isInRings(position: Position, rings: readonly (readonly Position[])[]): boolean {
  return rings.filter(ring => sideOfRing(position, ring) !== 'outside').length % 2 === 1;
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
  const edges = collectEdges(rings);
  const [low, high, lowAside, highAside] = edgeBounds(edges);
  const found: Meeting[] = [];
  // Edges whose bounds contain the sweep position: the first `open` entries.
  const active = new Uint32Array(edges.length);
  let open = 0;
  let pairs = 0;
  for (const current of sortedEdges(low)) {
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
      const meeting = edgeMeeting(edgeAt(edges, candidate), edgeAt(edges, current), edges.counts);
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

/** All edges of some rings, as numbers: a ring can have a hundred thousand, and documents thousands of small rings. */
interface Edges {
  length: number;
  /** How many each ring has. */
  counts: readonly number[];
  /** Start and end of each: x, y, x, y. */
  ends: Float64Array;
  ringIndexes: Uint32Array;
  /** The position that each starts at, an index of its ring. */
  startIndexes: Uint32Array;
}

function collectEdges(rings: readonly (readonly Position[])[]): Edges {
  const positions = rings.reduce((sum, { length }) => sum + length, 0);
  const ends = new Float64Array(4 * positions);
  const ringIndexes = new Uint32Array(positions);
  const startIndexes = new Uint32Array(positions);
  let length = 0;
  const counts = rings.map((ring, number) => {
    const first = length;
    for (let index = 0; index + 1 < ring.length; index++) {
      // Destructuring would create an iterator for each position.
      const start = ring[index] ?? noItem(ring, index);
      const end = ring[index + 1] ?? noItem(ring, index + 1);
      if (start[0] === end[0] && start[1] === end[1]) continue;
      ends[4 * length] = start[0];
      ends[4 * length + 1] = start[1];
      ends[4 * length + 2] = end[0];
      ends[4 * length + 3] = end[1];
      ringIndexes[length] = number;
      startIndexes[length] = index;
      length++;
    }
    return length - first;
  });
  return { length, counts, ends, ringIndexes, startIndexes };
}

function edgeAt({ counts, ends, ringIndexes, startIndexes }: Edges, edge: number): Edge {
  const ring = at(ringIndexes, edge);
  let place = edge;
  for (let before = 0; before < ring; before++) place -= counts[before] ?? 0;
  return {
    ring,
    index: at(startIndexes, edge),
    place,
    ax: at(ends, 4 * edge),
    ay: at(ends, 4 * edge + 1),
    bx: at(ends, 4 * edge + 2),
    by: at(ends, 4 * edge + 3),
  };
}

/** For each edge, the minimum and maximum coordinate along the sweep, then across it. */
function edgeBounds({ length, ends }: Edges): [Float64Array, Float64Array, Float64Array, Float64Array] {
  const all = new Float64Array(4 * length);
  const lowsX = all.subarray(0, length);
  const highsX = all.subarray(length, 2 * length);
  const lowsY = all.subarray(2 * length, 3 * length);
  const highsY = all.subarray(3 * length);
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
  let across = 0;
  let along = 0;
  for (let edge = 0; edge < length; edge++) {
    const ax = at(ends, 4 * edge);
    const ay = at(ends, 4 * edge + 1);
    const bx = at(ends, 4 * edge + 2);
    const by = at(ends, 4 * edge + 3);
    lowsX[edge] = Math.min(ax, bx);
    highsX[edge] = Math.max(ax, bx);
    lowsY[edge] = Math.min(ay, by);
    highsY[edge] = Math.max(ay, by);
    west = Math.min(west, ax, bx);
    south = Math.min(south, ay, by);
    east = Math.max(east, ax, bx);
    north = Math.max(north, ay, by);
    across += Math.abs(ax - bx);
    along += Math.abs(ay - by);
  }
  // Whether fewer edges overlap in a sweep from west to east than in one from south to north.
  const isAcross = across * (north - south) <= along * (east - west);
  return isAcross ? [lowsX, highsX, lowsY, highsY] : [lowsY, highsY, lowsX, highsX];
}

/**
 * All edges in the order of the sweep. In a list, not in a typed array: its sort is faster where the order already
 * rises or falls for long, as along a ring.
 */
function sortedEdges(low: Float64Array): number[] {
  const order = Array.from(low, (_low, edge) => edge);
  return order.sort((a, b) => at(low, a) - at(low, b));
}

function edgeMeeting(a: Edge, b: Edge, counts: readonly number[]): Meeting | undefined {
  const isBefore = a.ring < b.ring || (a.ring === b.ring && a.index < b.index);
  const [first, second] = isBefore ? [a, b] : [b, a];
  if (first.ring === second.ring) {
    const steps = second.place - first.place;
    if (steps === 1) return edgeFold(first, second, first, second);
    if (steps === (counts[first.ring] ?? noItem(counts, first.ring)) - 1)
      return edgeFold(second, first, first, second);
  }
  return edgeCrossing(first, second);
}

/** An edge that runs back over the one before it. Edges rarely turn back: the exact check is only needed for those. */
function edgeFold(before: Edge, after: Edge, first: Edge, second: Edge): Meeting | undefined {
  const onward =
    (before.bx - before.ax) * (after.bx - after.ax) + (before.by - before.ay) * (after.by - after.ay);
  if (onward >= 0 || edgeSide(before, after.bx, after.by) !== 0) return undefined;
  return { first, second, kind: 'overlap', at: [after.ax, after.ay] };
}

function edgeCrossing(first: Edge, second: Edge): Meeting | undefined {
  const toC = edgeSide(first, second.ax, second.ay);
  const toD = edgeSide(first, second.bx, second.by);
  if (toC === toD && toC !== 0) return undefined;
  const toA = edgeSide(second, first.ax, first.ay);
  const toB = edgeSide(second, first.bx, first.by);
  if (toA === toB && toA !== 0) return undefined;
  if (toC * toD < 0 && toA * toB < 0)
    return { first, second, kind: 'cross', at: crossingPoint(first, second) };
  const ends = [
    { side: toC, edge: first, x: second.ax, y: second.ay },
    { side: toD, edge: first, x: second.bx, y: second.by },
    { side: toA, edge: second, x: first.ax, y: first.ay },
    { side: toB, edge: second, x: first.bx, y: first.by },
  ];
  const shared = ends.filter(({ side, edge, x, y }) => side === 0 && isInEdgeBox(edge, x, y));
  const [start] = shared;
  if (!start) return undefined;
  const isOverlap = shared.some(({ x, y }) => x !== start.x || y !== start.y);
  return { first, second, kind: isOverlap ? 'overlap' : 'touch', at: [start.x, start.y] };
}

function edgeSide(edge: Edge, x: number, y: number): -1 | 0 | 1 {
  return orientation(edge.ax, edge.ay, edge.bx, edge.by, x, y);
}

/** For a point on the line of an edge: whether it is on the edge itself. */
function isInEdgeBox(edge: Edge, x: number, y: number): boolean {
  const { ax, ay, bx, by } = edge;
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}

function crossingPoint(a: Edge, b: Edge): [number, number] {
  const dx = a.bx - a.ax;
  const dy = a.by - a.ay;
  const ex = b.bx - b.ax;
  const ey = b.by - b.ay;
  const share = ((b.ax - a.ax) * ey - (b.ay - a.ay) * ex) / (dx * ey - dy * ex);
  return [a.ax + share * dx, a.ay + share * dy];
}
