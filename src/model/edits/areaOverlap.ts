/** What footprints cover of an AOI. */
import type { Node } from 'jsonc-parser';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import type { ClipParts } from './aoiFixChoice.ts';
import { readRings } from './aoiPolygonFixes.ts';
import { checkRings } from '../aoi/aoiRings.ts';
import { partsEdits } from './geojsonGeometryFixes.ts';
import { nodeAt } from '../geojson/geojsonSource.ts';
import type { TextEdit } from './geojsonEdit.ts';
import { polygonBounds } from '../geometry/bounds.ts';
import { overlapOf, type Overlap } from '../geometry/overlap.ts';
import { positionsOf } from './ringText.ts';
import { createInsideTest } from '../geometry/insideTest.ts';
import { orientation } from '../geometry/ringOrientation.ts';
import { noItem } from '../itemAt.ts';

/**
 * What a footprint covers of a valid polygon; both in degrees. Near the antimeridian they can be spelt in different
 * copies of the world: each part of the footprint is moved by whole turns to where the polygon is.
 */
export function overlapWith(polygon: Polygon, footprint: Polygon | MultiPolygon): Overlap {
  const parts = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  const [west, south, east, north] = polygonBounds(polygon);
  const near = parts.flatMap(coordinates =>
    [0, -360, 360].flatMap(turn => {
      const bounds = polygonBounds({ type: 'Polygon', coordinates });
      const isNear =
        bounds[0] + turn <= east && bounds[2] + turn >= west && bounds[1] <= north && bounds[3] >= south;
      return isNear ? [moved(coordinates, turn)] : [];
    }),
  );
  const clear = boxOverlap([west, south, east, north], near.flat());
  return clear ? { kind: clear } : overlapOf(polygon.coordinates, near);
}

function moved(rings: Polygon['coordinates'], turn: number): Polygon['coordinates'] {
  return turn === 0 ? rings : rings.map(ring => ring.map(([x = 0, y = 0]) => [x + turn, y]));
}

/** Keeps of a Polygon what a footprint covers: a MultiPolygon then, where that has several parts that all stay. */
export function clipGeometry(
  text: string,
  geometry: Node,
  footprint: Polygon | MultiPolygon,
  parts: ClipParts,
): TextEdit[] {
  const coordinates = nodeAt(geometry, ['coordinates']);
  const isPolygon = nodeAt(geometry, ['type'])?.value === 'Polygon';
  const rings = coordinates && isPolygon ? readRings(coordinates)?.map(positionsOf) : undefined;
  if (!rings || checkRings(rings, []).some(({ severity }) => severity === 'error')) return [];
  const overlap = overlapWith({ type: 'Polygon', coordinates: rings }, footprint);
  if (overlap.kind !== 'parts') return [];
  return partsEdits(text, geometry, parts === 'all' ? overlap.parts : overlap.parts.slice(0, 1));
}

type Rings = readonly (readonly Position[])[];

/**
 * Whether an area covers a polygon whole or not at all, where the extent of the polygon tells: no edge of the area then
 * comes near it. `undefined` where a closer look is needed. Cheap however long the polygon is.
 *
 * @param extent west, south, east, north of the polygon, degrees
 * @param b closed rings of the area
 */
export function boxOverlap(
  [west, south, east, north]: readonly [number, number, number, number],
  b: Rings,
): 'whole' | 'none' | undefined {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  for (const ring of b) {
    for (let index = 1; index < ring.length; index++) {
      const [ax = 0, ay = 0] = ring[index - 1] ?? noItem(ring, index - 1);
      const [bx = 0, by = 0] = ring[index] ?? noItem(ring, index);
      const isBeside =
        Math.max(ax, bx) < west ||
        Math.min(ax, bx) > east ||
        Math.max(ay, by) < south ||
        Math.min(ay, by) > north;
      if (isBeside) continue;
      const sides = corners.map(([x, y]) => orientation(ax, ay, bx, by, x, y));
      if (sides.some(side => side !== sides[0] || side === 0)) return undefined;
    }
  }
  return createInsideTest(b)((west + east) / 2, (south + north) / 2) ? 'whole' : 'none';
}
