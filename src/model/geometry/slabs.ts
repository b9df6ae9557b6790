/** Areas cut into slabs between parallels: what any polygons cover, as pieces that do not overlap. */
import type { FlatRing } from './flatRing.ts';

interface Edge {
  /** The lower end. */
  x: number;
  y: number;
  /** The upper end. */
  upperX: number;
  upperY: number;
  owner: number;
}

/** Where an edge meets the lower and the upper end of a slab. */
interface Placed {
  low: number;
  high: number;
}

/** Thinner slabs are what rounding leaves. Degrees. */
const thinnest = 1e-12;

/**
 * Convex pieces, counter-clockwise, of the places that are wanted. Where the outline of a polygon crosses itself, places
 * count by the even-odd rule.
 *
 * @param polygons rings of each, in any direction
 * @param isWanted told in which of the polygons a place lies
 */
export function slabPieces(
  polygons: readonly (readonly FlatRing[])[],
  isWanted: (inside: readonly boolean[]) => boolean,
): number[][] {
  const edges = polygons.flatMap((rings, owner) => rings.flatMap(ring => edgesOf(ring, owner)));
  const levels = levelsOf(edges);
  const sorted = edges.toSorted((one, other) => one.y - other.y);
  const pieces: number[][] = [];
  let active: Edge[] = [];
  let next = 0;
  for (let level = 1; level < levels.length; level++) {
    const [bottom = 0, top = 0] = [levels[level - 1], levels[level]];
    for (let edge = sorted[next]; edge && edge.y <= bottom; edge = sorted[++next]) active.push(edge);
    active = active.filter(({ upperY }) => upperY > bottom);
    if (top - bottom > thinnest) addPieces(pieces, active, bottom, top, polygons.length, isWanted);
  }
  return pieces;
}

function edgesOf(ring: FlatRing, owner: number): Edge[] {
  const edges: Edge[] = [];
  let [x = 0, y = 0] = ring.slice(-2);
  for (let at = 0; at < ring.length; at += 2) {
    const [nextX = 0, nextY = 0] = [ring[at], ring[at + 1]];
    if (nextY > y) edges.push({ x, y, upperX: nextX, upperY: nextY, owner });
    else if (nextY < y) edges.push({ x: nextX, y: nextY, upperX: x, upperY: y, owner });
    [x, y] = [nextX, nextY];
  }
  return edges;
}

/** The latitudes of all corners and of all places where edges cross. */
function levelsOf(edges: readonly Edge[]): number[] {
  const levels = new Set<number>();
  edges.forEach((edge, index) => {
    levels.add(edge.y).add(edge.upperY);
    for (let at = index + 1; at < edges.length; at++) {
      const other = edges[at];
      const crossing = other && crossingOf(edge, other);
      if (crossing !== undefined) levels.add(crossing);
    }
  });
  return [...levels].toSorted((one, other) => one - other);
}

function crossingOf(edge: Edge, other: Edge): number | undefined {
  const bottom = Math.max(edge.y, other.y);
  const top = Math.min(edge.upperY, other.upperY);
  if (bottom >= top) return undefined;
  const below = xAt(edge, bottom) - xAt(other, bottom);
  const above = xAt(edge, top) - xAt(other, top);
  return below * above < 0 ? bottom + (below / (below - above)) * (top - bottom) : undefined;
}

function xAt({ x, y, upperX, upperY }: Edge, latitude: number): number {
  if (latitude === y) return x;
  if (latitude === upperY) return upperX;
  return x + ((latitude - y) / (upperY - y)) * (upperX - x);
}

function addPieces(
  pieces: number[][],
  active: readonly Edge[],
  bottom: number,
  top: number,
  owners: number,
  isWanted: (inside: readonly boolean[]) => boolean,
): void {
  const placed = active
    .map(edge => ({ owner: edge.owner, low: xAt(edge, bottom), high: xAt(edge, top) }))
    .toSorted((one, other) => one.low + one.high - other.low - other.high);
  const inside = Array.from({ length: owners }, () => false);
  let start: Placed | undefined;
  for (const edge of placed) {
    inside[edge.owner] = !inside[edge.owner];
    const wanted = isWanted(inside);
    if (wanted && !start) start = edge;
    if (wanted || !start) continue;
    const piece = pieceOf(start, edge, bottom, top);
    if (piece.length >= 6) pieces.push(piece);
    start = undefined;
  }
}

/** Between two edges; where they meet, one corner alone stands. */
function pieceOf(left: Placed, right: Placed, bottom: number, top: number): number[] {
  const piece = [left.low, bottom];
  if (right.low > left.low) piece.push(right.low, bottom);
  if (right.high > left.high) piece.push(right.high, top);
  piece.push(left.high, top);
  return piece;
}
