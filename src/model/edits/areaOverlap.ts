/** What footprints cover of an AOI, in its text. */
import type { Node } from 'jsonc-parser';
import type { MultiPolygon, Polygon } from 'geojson';
import type { ClipParts } from './aoiFixChoice.ts';
import { readRings } from './aoiPolygonFixes.ts';
import { checkRings } from '../aoi/aoiRings.ts';
import { partsEdits } from './geojsonGeometryFixes.ts';
import { nodeAt } from '../geojson/geojsonSource.ts';
import type { TextEdit } from './geojsonEdit.ts';
import { overlapOf } from '../geometry/overlap.ts';
import { positionsOf } from './ringText.ts';

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
  const overlap = overlapOf({ type: 'Polygon', coordinates: rings }, footprint);
  if (overlap.kind !== 'parts') return [];
  return partsEdits(text, geometry, parts === 'all' ? overlap.parts : overlap.parts.slice(0, 1));
}
