/** Rings as flat lists of numbers, for computing with many thousands of them. */
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { itemAt, noItem } from '../base/itemAt.ts';
import { turn } from './antimeridian.ts';
import { polygonParts } from './geometryTypes.ts';
import { degree } from './sphere.ts';

/**
 * An open ring: longitude and latitude of one vertex after another in degrees, the first not repeated. Its area is
 * positive if it runs counterclockwise.
 */
export type FlatRing = readonly number[];

/** West, south, east, north, degrees. */
export type FlatBounds = readonly [west: number, south: number, east: number, north: number];

/** @param shift degrees to add to each longitude */
export function flatRing(ring: readonly Position[], shift = 0): number[] {
  const flat: number[] = [];
  for (const position of ring) {
    // Destructuring would create an iterator for each position.
    const moved = position[0] + shift;
    const y = position[1];
    if (flat.length > 0 && flat[flat.length - 2] === moved && flat[flat.length - 1] === y) continue;
    flat.push(moved, y);
  }
  while (flat.length > 2 && flat[0] === flat[flat.length - 2] && flat[1] === flat[flat.length - 1]) {
    flat.length -= 2;
  }
  return flat;
}

/** Converts back to closed positions; the inverse of {@link flatRing}. */
export function closedRing(ring: FlatRing): Position[] {
  const positions: Position[] = [];
  for (let at = 0; at < ring.length; at += 2)
    positions.push([ring[at] ?? noItem(ring, at), ring[at + 1] ?? noItem(ring, at + 1)]);
  return [...positions, ...positions.slice(0, 1)];
}

export function flatBounds(ring: FlatRing): FlatBounds {
  let west = Infinity;
  let south = Infinity;
  let east = -Infinity;
  let north = -Infinity;
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

export function boundsApart(a: FlatBounds, b: FlatBounds): boolean {
  return a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
}

export function reversedRing(ring: FlatRing): number[] {
  const reversed: number[] = [];
  for (let at = ring.length - 2; at >= 0; at -= 2)
    reversed.push(ring[at] ?? noItem(ring, at), ring[at + 1] ?? noItem(ring, at + 1));
  return reversed;
}

/** In the plane of longitude and latitude, square degrees; the sign shows the direction of the ring. */
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
 * Signed area on the ellipsoid of WGS 84, in km², of a ring whose edges are straight in longitude and latitude, as in
 * GeoJSON. The strip between an edge and a parallel is integrated exactly: areas don't change when edges are divided, and
 * parts add up to the whole.
 */
export function ringAreaKm2(ring: FlatRing): number {
  const { length } = ring;
  if (length < 6) return 0;
  // Relative to a nearby parallel, so that small rings keep their precision.
  const base = stripKm2((ring[1] ?? noItem(ring, 1)) * degree, 0);
  let beforeX = ring[length - 2] ?? noItem(ring, length - 2);
  let beforeY = ring[length - 1] ?? noItem(ring, length - 1);
  let sum = 0;
  for (let at = 0; at < length; at += 2) {
    const x = ring[at] ?? noItem(ring, at);
    const y = ring[at + 1] ?? noItem(ring, at + 1);
    if (x !== beforeX)
      sum += (beforeX - x) * (stripKm2(((y + beforeY) / 2) * degree, ((y - beforeY) / 2) * degree) - base);
    beforeX = x;
    beforeY = y;
  }
  return sum * degree;
}

/** Area of polygons without their holes, km². @param parts closed rings of each, with either winding */
export function sizeOfParts(parts: readonly (readonly (readonly Position[])[])[]): number {
  let sum = 0;
  for (const rings of parts) {
    rings.forEach((ring, index) => (sum += (index === 0 ? 1 : -1) * Math.abs(ringAreaKm2(flatRing(ring)))));
  }
  return sum;
}

/**
 * The ellipsoid's surface between the equator and a latitude φ, per radian of longitude, is the series Σ n·sₙ·sin nφ over
 * odd n. These are its sₙ, km². It is that of a²/2·q(φ), with
 *
 *     q(φ) = (1 − e²)·(sin φ / (1 − e²·sin² φ) + artanh(e·sin φ) / e)
 *
 * for the a and e of WGS 84. The first term that is left out changes areas by a ten-millionth of a percent at most.
 */
const surfaceSeries = [
  40_544_237.135_322_81, -15_142.193_885_539_098, 13.734_463_127_033_484, -0.015_691_438_243_768_42,
];

/**
 * The surface between the equator and an edge, per radian of longitude: the mean of its series along the edge, km². The
 * mean of sin nφ is sin nm · sin nh / nh, and both sines follow from the two before.
 *
 * @param middle m, the mean latitude of the edge, radians
 * @param half h, half of the difference between its latitudes, radians
 */
function stripKm2(middle: number, half: number): number {
  let sine = Math.sin(middle);
  let ratio = sineRatio(half);
  const sineTurn = 2 - 4 * sine * sine;
  const ratioTurn = 2 - 4 * (half * ratio) ** 2;
  let sineBefore = -sine;
  let ratioBefore = -ratio;
  let sum = 0;
  for (const size of surfaceSeries) {
    sum += size * sine * ratio;
    [sineBefore, sine] = [sine, sineTurn * sine - sineBefore];
    [ratioBefore, ratio] = [ratio, ratioTurn * ratio - ratioBefore];
  }
  return sum;
}

function sineRatio(x: number): number {
  const square = x * x;
  if (square > 0.01) return Math.sin(x) / x;
  return 1 - (square / 6) * (1 - (square / 20) * (1 - (square / 42) * (1 - square / 72)));
}

// Footprints as convex parts, in the copy of the world that contains an area.

/**
 * Non-overlapping convex rings, counterclockwise, that together are the part of a footprint around an area. Outlines
 * can be any number of full turns away from the area, and extend beyond ±180°.
 *
 * @param bounds of the area
 */
export function convexParts(footprint: Polygon | MultiPolygon, bounds: FlatBounds): FlatRing[] {
  const polygons = placedPolygons(footprint, bounds);
  const parts: FlatRing[] = [];
  const places: FlatBounds[] = [];
  for (const rings of polygons) {
    const [outer = []] = rings;
    const part = rings.length === 1 ? convexRing(outer) : undefined;
    const place = flatBounds(outer);
    // Overlapping parts would count twice.
    if (!part || places.some(earlier => !boundsApart(place, earlier))) return slabPieces(polygons);
    parts.push(part);
    places.push(place);
  }
  return parts;
}

/**
 * The rings of every copy of polygons that can intersect an area, outer ones counterclockwise, holes clockwise. Empty if
 * the polygons are elsewhere.
 *
 * @param bounds of the area
 */
export function placedRings(polygons: Polygon | MultiPolygon, bounds: FlatBounds): FlatRing[] {
  return placedPolygons(polygons, bounds).flatMap(wound);
}

/** Rings of a polygon with its outer one counterclockwise, holes clockwise: their signed areas add up to its area. */
export function wound(rings: readonly FlatRing[]): FlatRing[] {
  return rings.map((ring, index) => (planeArea(ring) > 0 === (index === 0) ? ring : reversedRing(ring)));
}

/** Every copy of every polygon that can intersect the area: its rings, the outer one first. */
function placedPolygons(footprint: Polygon | MultiPolygon, bounds: FlatBounds): FlatRing[][] {
  const placed: FlatRing[][] = [];
  for (const rings of polygonParts(footprint)) {
    const [west, south, east, north] = flatBounds(flatRing(itemAt(rings, 0)));
    if (south >= bounds[3] || north <= bounds[1]) continue;
    const last = Math.floor((bounds[2] - west) / turn);
    for (let turns = Math.ceil((bounds[0] - east) / turn); turns <= last; turns++) {
      placed.push(rings.map(ring => flatRing(ring, turns * turn)));
    }
  }
  return placed;
}

/** The ring counterclockwise; `undefined` if it isn't convex, or crosses itself. */
function convexRing(ring: FlatRing): FlatRing | undefined {
  const { length } = ring;
  if (length < 6) return undefined;
  let isLeft = true;
  let isRight = true;
  let turnsX = 0;
  let turnsY = 0;
  let dx = (ring[0] ?? noItem(ring, 0)) - (ring[length - 2] ?? noItem(ring, length - 2));
  let dy = (ring[1] ?? noItem(ring, 1)) - (ring[length - 1] ?? noItem(ring, length - 1));
  let beforeX = ring[0] ?? noItem(ring, 0);
  let beforeY = ring[1] ?? noItem(ring, 1);
  let lastX = 0;
  let lastY = 0;
  // Once around plus the first two edges, to include the last turns.
  for (let at = 2; at <= length + 2; at += 2) {
    const here = at % length;
    const x = ring[here] ?? noItem(ring, here);
    const y = ring[here + 1] ?? noItem(ring, here + 1);
    const nextX = x - beforeX;
    const nextY = y - beforeY;
    [beforeX, beforeY] = [x, y];
    const cross = dx * nextY - dy * nextX;
    if (cross < 0) isLeft = false;
    else if (cross > 0) isRight = false;
    if (!isLeft && !isRight) return undefined;
    [dx, dy] = [nextX, nextY];
    if (dx !== 0) {
      if (dx * lastX < 0) turnsX++;
      lastX = dx;
    }
    if (dy !== 0) {
      if (dy * lastY < 0) turnsY++;
      lastY = dy;
    }
  }
  // More reversals: a star, which also turns left all the time.
  if (turnsX > 2 || turnsY > 2) return undefined;
  return planeArea(ring) < 0 ? reversedRing(ring) : ring;
}

// Cuts any polygons into slabs between parallels.

interface Edge {
  x: number;
  y: number;
  upperX: number;
  upperY: number;
  owner: number;
}

/** Where an edge intersects the lower and the upper end of a slab. */
interface Placed {
  low: number;
  high: number;
}

/** Thinner slabs are rounding errors. Degrees. */
const thinnest = 1e-12;

/**
 * Convex pieces, counterclockwise, of the places inside any of the polygons. If an outline crosses itself, the even-odd
 * rule applies.
 *
 * @param polygons rings of each, in any direction
 */
function slabPieces(polygons: readonly (readonly FlatRing[])[]): number[][] {
  const edges = polygons.flatMap((rings, owner) => rings.flatMap(ring => ringEdges(ring, owner)));
  const levels = sweepLevels(edges);
  const sorted = edges.toSorted((a, b) => a.y - b.y);
  const pieces: number[][] = [];
  let active: Edge[] = [];
  let next = 0;
  for (let level = 1; level < levels.length; level++) {
    const bottom = itemAt(levels, level - 1);
    const top = itemAt(levels, level);
    for (let edge = sorted[next]; edge && edge.y <= bottom; edge = sorted[++next]) active.push(edge);
    active = active.filter(({ upperY }) => upperY > bottom);
    if (top - bottom > thinnest) addPieces(pieces, active, bottom, top);
  }
  return pieces;
}

function ringEdges(ring: FlatRing, owner: number): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const x = itemAt(ring, before);
    const y = itemAt(ring, before + 1);
    const nextX = itemAt(ring, at);
    const nextY = itemAt(ring, at + 1);
    if (nextY > y) edges.push({ x, y, upperX: nextX, upperY: nextY, owner });
    else if (nextY < y) edges.push({ x: nextX, y: nextY, upperX: x, upperY: y, owner });
  }
  return edges;
}

/** The latitudes of all vertices and of all crossings of edges. */
function sweepLevels(edges: readonly Edge[]): number[] {
  const levels = new Set<number>();
  edges.forEach((edge, index) => {
    levels.add(edge.y).add(edge.upperY);
    for (let at = index + 1; at < edges.length; at++) {
      const otherEdge = edges[at];
      const crossing = otherEdge && crossingLatitude(edge, otherEdge);
      if (crossing !== undefined) levels.add(crossing);
    }
  });
  return [...levels].toSorted((a, b) => a - b);
}

function crossingLatitude(edge: Edge, otherEdge: Edge): number | undefined {
  const bottom = Math.max(edge.y, otherEdge.y);
  const top = Math.min(edge.upperY, otherEdge.upperY);
  if (bottom >= top) return undefined;
  const below = xAt(edge, bottom) - xAt(otherEdge, bottom);
  const above = xAt(edge, top) - xAt(otherEdge, top);
  return below * above < 0 ? bottom + (below / (below - above)) * (top - bottom) : undefined;
}

function xAt({ x, y, upperX, upperY }: Edge, latitude: number): number {
  if (latitude === y) return x;
  if (latitude === upperY) return upperX;
  return x + ((latitude - y) / (upperY - y)) * (upperX - x);
}

function addPieces(pieces: number[][], active: readonly Edge[], bottom: number, top: number): void {
  const placed = active
    .map(edge => ({ owner: edge.owner, low: xAt(edge, bottom), high: xAt(edge, top) }))
    .toSorted((a, b) => a.low + a.high - b.low - b.high);
  /** The polygons that contain a place between two edges. */
  const inside = new Set<number>();
  let start: Placed | undefined;
  for (const edge of placed) {
    if (!inside.delete(edge.owner)) inside.add(edge.owner);
    start ??= edge;
    if (inside.size > 0) continue;
    const piece = pieceBetween(start, edge, bottom, top);
    if (piece.length >= 6) pieces.push(piece);
    start = undefined;
  }
}

/** The piece between two edges; where they meet, only one vertex. */
function pieceBetween(left: Placed, right: Placed, bottom: number, top: number): number[] {
  const piece = [left.low, bottom];
  if (right.low > left.low) piece.push(right.low, bottom);
  if (right.high > left.high) piece.push(right.high, top);
  piece.push(left.high, top);
  return piece;
}

/**
 * The part of a ring to the left of the line from a to b. A ring that falls apart is returned as one, its parts joined
 * by edges back and forth along the line: its signed area is still exact, also after further cuts.
 *
 * @returns the same ring if all of it is on the left; an empty one if nothing is
 */
export function leftPart(ring: FlatRing, ax: number, ay: number, bx: number, by: number): FlatRing {
  const { length } = ring;
  const ux = bx - ax;
  const uy = by - ay;
  let isLeft = true;
  let isRight = true;
  for (let at = 0; at < length; at += 2) {
    const side =
      ux * ((ring[at + 1] ?? noItem(ring, at + 1)) - ay) - uy * ((ring[at] ?? noItem(ring, at)) - ax);
    if (side < 0) isLeft = false;
    else if (side > 0) isRight = false;
    if (!isLeft && !isRight) return cut(ring, ax, ay, ux, uy);
  }
  return isLeft ? ring : nothing;
}

const nothing: FlatRing = [];

/** The part of a ring inside a convex ring that runs counterclockwise. */
export function within(ring: FlatRing, convex: FlatRing): FlatRing {
  let rest = ring;
  let ax = convex.at(-2) ?? noItem(convex, -2);
  let ay = convex.at(-1) ?? noItem(convex, -1);
  for (let at = 0; at < convex.length && rest.length > 0; at += 2) {
    const bx = convex[at] ?? noItem(convex, at);
    const by = convex[at + 1] ?? noItem(convex, at + 1);
    rest = leftPart(rest, ax, ay, bx, by);
    ax = bx;
    ay = by;
  }
  return rest;
}

function cut(ring: FlatRing, ax: number, ay: number, ux: number, uy: number): number[] {
  const { length } = ring;
  const kept: number[] = [];
  let beforeX = ring[length - 2] ?? noItem(ring, length - 2);
  let beforeY = ring[length - 1] ?? noItem(ring, length - 1);
  let before = ux * (beforeY - ay) - uy * (beforeX - ax);
  for (let at = 0; at < length; at += 2) {
    const x = ring[at] ?? noItem(ring, at);
    const y = ring[at + 1] ?? noItem(ring, at + 1);
    const side = ux * (y - ay) - uy * (x - ax);
    if ((side > 0 && before < 0) || (side < 0 && before > 0)) {
      // The same to the last digit on both sides of the line: both cuts start from the same end of the edge.
      const share = before / (before - side);
      kept.push(beforeX + share * (x - beforeX), beforeY + share * (y - beforeY));
    }
    if (side >= 0) kept.push(x, y);
    beforeX = x;
    beforeY = y;
    before = side;
  }
  return kept;
}
