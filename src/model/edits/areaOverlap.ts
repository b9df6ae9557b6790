/** What footprints cover of an AOI. */
import type { Node } from 'jsonc-parser';
import type { MultiPolygon, Polygon } from 'geojson';
import type { ClipParts } from './aoiFixChoice.ts';
import { readRings } from './aoiPolygonFixes.ts';
import { checkRings } from '../aoi/aoiRings.ts';
import { partsEdits } from './geojsonGeometryFixes.ts';
import { nodeAt } from '../geojson/geojsonSource.ts';
import type { TextEdit } from './geojsonEdit.ts';
import { polygonBounds } from '../geometry/bounds.ts';
import { boxOverlap } from '../geometry/boxOverlap.ts';
import { overlapOf, type Overlap } from '../geometry/overlap.ts';
import { positionsOf } from './ringText.ts';

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
