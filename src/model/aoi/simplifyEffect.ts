import type { Polygon, Position } from 'geojson';
import { isPolygon } from './aoiShape.ts';
import { keptWhenSimplified } from '../edits/aoiPolygonFixes.ts';
import { readJson } from '../geojson/geojsonSource.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { itemAt } from '../itemAt.ts';
import { degree, earthRadius } from '../geometry/sphere.ts';

/** What simplifying makes of a polygon. */
export interface SimplifyEffect {
  /** That it has then: fewer than asked for, where rings would cross otherwise. */
  positions: number;
  /** How far the outline moves at most, metres. */
  movedMetres: number;
  /** How much larger the area becomes, as a part of it: negative when it shrinks. */
  areaChange: number;
}

/**
 * @param text of one Polygon alone
 * @returns `undefined` when the polygon has no more positions than that, or cannot be so simple
 */
export function simplifyEffect(text: string, positions: number): SimplifyEffect | undefined {
  const polygon: unknown = readJson(text)?.value;
  if (!isPolygon(polygon)) return undefined;
  const rings = polygon.coordinates;
  const kept = keptWhenSimplified(rings, positions);
  if (!kept) return undefined;
  const simpler: Polygon = {
    type: 'Polygon',
    coordinates: rings.map((ring, index) => ring.filter((_position, at) => kept[index]?.has(at))),
  };
  return {
    positions: kept.reduce((sum, ring) => sum + ring.size, 0),
    movedMetres: Math.max(0, ...rings.map((ring, index) => farthestMove(ring, itemAt(kept, index)))),
    areaChange: polygonAreaKm2(simpler) / polygonAreaKm2(polygon) - 1,
  };
}

/** The longest way from a position that goes to the edge that takes its place, metres. */
function farthestMove(ring: readonly Position[], kept: ReadonlySet<number>): number {
  const metresPerDegree = earthRadius * degree;
  const [, latitude = 0] = itemAt(ring, 0);
  const shrink = Math.cos(latitude * degree);
  const flat = ring.map(([x = 0, y = 0]): [number, number] => [
    x * metresPerDegree * shrink,
    y * metresPerDegree,
  ]);
  let farthest = 0;
  let from = 0;
  for (let to = 1; to < flat.length; to++) {
    if (!kept.has(to)) continue;
    for (let at = from + 1; at < to; at++) {
      farthest = Math.max(farthest, distance(itemAt(flat, at), itemAt(flat, from), itemAt(flat, to)));
    }
    from = to;
  }
  return farthest;
}

type Point = readonly [x: number, y: number];

/** From a point to a segment. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [ux, uy] = [bx - ax, by - ay];
  const length = ux * ux + uy * uy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / length));
  return Math.hypot(x - ax - share * ux, y - ay - share * uy);
}
