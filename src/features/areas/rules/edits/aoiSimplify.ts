/** Simplifies a polygon: which positions stay, the effect, and the edits. */
import type { Polygon, Position } from 'geojson';
import { itemAt, noItem } from '../../../../base/itemAt.ts';
import { checkRings, isPolygon } from '../../../../geo/aoiRings.ts';
import { polygonAreaKm2 } from '../../../../geo/polygonArea.ts';
import { degree, metersPerDegree } from '../../../../geo/sphere.ts';
import { removeWhere } from '../../../../geo/text/geojsonEdit.ts';
import { readJson } from '../../../../geo/text/geojsonSource.ts';
import { plainPositions, type PolygonFix, readRings } from './geojsonGeometryFixes.ts';

/** Keeps the positions that shape the outline most, up to a given number, if the rings then don't cross. */
export function simplifyTo(positions: number): PolygonFix {
  return (text, rings) => {
    const written = readRings(rings);
    const kept = written && keptWhenSimplified(written.map(plainPositions), positions);
    if (!kept) return [];
    return (rings.children ?? []).flatMap((ring, index) =>
      removeWhere(text, ring, (_position, at) => !itemAt(kept, index).has(at)),
    );
  };
}

/**
 * The positions of each ring that stay when a polygon is simplified; `undefined` if it already has no more than that,
 * or can't be simplified that far without an error.
 *
 * @param rings closed
 */
function keptWhenSimplified(
  rings: readonly (readonly Position[])[],
  positions: number,
): Set<number>[] | undefined {
  const total = rings.reduce((sum, ring) => sum + ring.length, 0);
  if (total <= positions) return undefined;
  for (let limit = positions; limit >= 4 * rings.length; limit = Math.floor(limit * 0.9)) {
    const kept = simplifiedRings(rings, limit);
    if (checkRings(remaining(rings, kept), []).every(({ severity }) => severity !== 'error')) return kept;
  }
  return undefined;
}

function remaining(rings: readonly (readonly Position[])[], kept: readonly Set<number>[]): Position[][] {
  return rings.map((ring, index) => ring.filter((_position, at) => itemAt(kept, index).has(at)));
}

export interface SimplifyEffect {
  /** Positions left: fewer than requested if rings would cross otherwise. */
  positions: number;
  /** Maximum distance that the outline moves, meters. */
  movedMeters: number;
  /** Relative change of the area: negative if it shrinks. */
  areaChange: number;
}

/**
 * @param text of a single Polygon
 * @returns `undefined` if the polygon has no more positions than that, or can't be simplified that far
 */
export function simplifyEffect(text: string, positions: number): SimplifyEffect | undefined {
  const polygon: unknown = readJson(text)?.value;
  if (!isPolygon(polygon)) return undefined;
  const rings = polygon.coordinates;
  const kept = keptWhenSimplified(rings, positions);
  if (!kept) return undefined;
  const simpler: Polygon = { type: 'Polygon', coordinates: remaining(rings, kept) };
  return {
    positions: kept.reduce((sum, ring) => sum + ring.size, 0),
    movedMeters: Math.max(0, ...rings.map((ring, index) => farthestMove(ring, itemAt(kept, index)))),
    areaChange: polygonAreaKm2(simpler) / polygonAreaKm2(polygon) - 1,
  };
}

/** The longest distance from a removed position to the edge that replaces it, meters. */
function farthestMove(ring: readonly Position[], kept: ReadonlySet<number>): number {
  const flat = flattened(ring);
  let farthest = 0;
  let from = 0;
  for (let to = 1; to < flat.length; to++) {
    if (!kept.has(to)) continue;
    for (let at = from + 1; at < to; at++) {
      farthest = Math.max(farthest, distance(itemAt(flat, at), itemAt(flat, from), itemAt(flat, to)));
    }
    from = to;
  }
  return farthest * metersPerDegree;
}

type Point = readonly [x: number, y: number];

function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const ux = bx - ax;
  const uy = by - ay;
  const length = ux * ux + uy * uy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / length));
  return Math.hypot(x - ax - share * ux, y - ay - share * uy);
}

/**
 * The positions of a polygon's rings that shape it most: indexes of those to keep, at most the given number in total,
 * at least four per ring. The weight of a position is the distance at which the Douglas–Peucker algorithm ("Algorithms
 * for the reduction of the number of points", 1973) would drop it.
 *
 * @param rings closed
 */
function simplifiedRings(rings: readonly (readonly Position[])[], limit: number): Set<number>[] {
  const weights = rings.map(vertexWeights);
  const order = weights
    .flatMap((ofRing, ring) => [...ofRing].map((weight, index) => ({ ring, index, weight })))
    .toSorted((a, b) => b.weight - a.weight);
  const kept = rings.map(() => new Set<number>());
  order.slice(0, limit).forEach(({ ring, index }) => kept[ring]?.add(index));
  // The positions that every ring keeps have infinite weight, and so come first.
  return kept;
}

/** In degrees of latitude: degrees of longitude shrink toward the poles. */
function flattened(ring: readonly Position[]): [number, number][] {
  const [, latitude] = itemAt(ring, 0);
  const shrink = Math.cos(latitude * degree);
  return ring.map(([x, y]) => [x * shrink, y]);
}

/** The distance of each position from the line between its neighbors, degrees of latitude. */
function vertexWeights(ring: readonly Position[]): Float64Array {
  if (ring.length === 0) return new Float64Array();
  const last = ring.length - 1;
  const flat = flattened(ring);
  const weights = new Float64Array(ring.length);
  const far = farthest(flat, 0, last, Infinity).index;
  const vertex = [farthest(flat, 0, far, Infinity), farthest(flat, far, last, Infinity)].reduce((a, b) =>
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
  // Three vertices and the closing position: a ring.
  for (const index of [0, far, vertex, last]) weights[index] = Infinity;
  return weights;
}

/** The position between two others that is farthest from the line through them, up to the limit. */
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
