/** Bounding boxes of GeoJSON objects (RFC 7946, 5), compared with their coordinates. */
import * as l10n from '@vscode/l10n';
import { isRecord } from '../base/fields.ts';
import { itemAt } from '../base/itemAt.ts';
import type { JsonPath, Problem } from '../base/problem.ts';
import { plainNumber } from '../base/words/plainNumber.ts';
import { eastward, halfTurn, turn } from './antimeridian.ts';
import { boundingBox, type Box } from './box.ts';
import { geometryTypes, isGeometryObject, visitObjects } from './geometryTypes.ts';

export type BoxFault =
  /** Some numbers of the bbox are wrong. */
  | { kind: 'off'; numbers: readonly { index: number; value: number }[]; wraps: boolean }
  /** Not a list of four or six numbers; without an extent, there is no replacement. */
  | { kind: 'malformed'; extent: Box | undefined }
  | { kind: 'empty' };

/** Tolerance of a bbox: a tenth of a meter, to which many programs round. Degrees. */
const tolerance = 1e-6;
/** Hand-written GeoJSON is never nested deeper. */
const deepest = 32;

/** What is wrong with the bbox of a value; `undefined` if it is right or missing. */
export function boxFault(value: Record<string, unknown>): BoxFault | undefined {
  if (!('bbox' in value) || !isGeojson(value)) return undefined;
  const { bbox } = value;
  const boxes = possibleBoxes(value);
  if (!isBox(bbox)) return { kind: 'malformed', extent: boxes[0] };
  if (boxes.length === 0) return { kind: 'empty' };
  const half = bbox.length / 2;
  // Across the antimeridian, west is greater than east (RFC 7946, 5.2).
  const wraps = itemAt(bbox, 0) > itemAt(bbox, half);
  const offs = (wraps ? boxes.slice(0, 1) : boxes).map(([west, south, east, north]) =>
    // In a bbox of six numbers, each corner has an altitude.
    [
      { index: 0, value: west },
      { index: 1, value: south },
      { index: half, value: east },
      { index: half + 1, value: north },
    ].filter(({ index, value }) => Math.abs(itemAt(bbox, index) - value) > tolerance),
  );
  const [numbers] = offs;
  return !numbers || offs.some(list => list.length === 0) ? undefined : { kind: 'off', numbers, wraps };
}

export function boxFaults(value: unknown): { path: JsonPath; fault: BoxFault }[] {
  const found: { path: JsonPath; fault: BoxFault }[] = [];
  visitObjects(value, (object, path) => {
    const fault = boxFault(object);
    if (fault) found.push({ path, fault });
    return true;
  });
  return found;
}

/** A wrong bbox as a problem of its object. Boxes across the antimeridian are accepted as they are. */
export function checkBox(value: Record<string, unknown>): Problem[] {
  const fault = boxFault(value);
  if (!fault || fault.kind === 'empty' || (fault.kind === 'off' && fault.wraps)) return [];
  return [
    { code: 'bbox-wrong', message: bboxFaultText(fault, value.bbox), severity: 'warning', path: ['bbox'] },
  ];
}

function bboxFaultText(fault: Exclude<BoxFault, { kind: 'empty' }>, bbox: unknown): string {
  if (fault.kind === 'malformed') {
    return l10n.t('"bbox" must be four numbers, [west, south, east, north], or six with altitudes.');
  }
  const expected = Array.isArray(bbox) ? bbox.map(Number) : [];
  for (const { index, value } of fault.numbers) expected[index] = value;
  return l10n.t('"bbox" is not the extent of the coordinates, [{0}].', expected.map(plainNumber).join(', '));
}

/** Other JSON has members called `type` and `bbox` too. */
function isGeojson(value: Record<string, unknown>): boolean {
  if (value.type === 'Feature') return 'geometry' in value;
  if (value.type === 'FeatureCollection') return Array.isArray(value.features);
  return isGeometryObject(value);
}

function isBox(value: unknown): value is number[] {
  return Array.isArray(value) && (value.length === 4 || value.length === 6) && value.every(Number.isFinite);
}

/** The coordinates of each geometry. */
function coordinatesIn(value: unknown, depth = 0): unknown[] {
  if (!isRecord(value) || depth > deepest) return [];
  if (value.type === 'Feature') return coordinatesIn(value.geometry, depth + 1);
  if (value.type === 'FeatureCollection' || value.type === 'GeometryCollection') {
    const parts = value.type === 'FeatureCollection' ? value.features : value.geometries;
    return Array.isArray(parts) ? parts.flatMap(part => coordinatesIn(part, depth + 1)) : [];
  }
  return geometryTypes.includes(value.type) ? [value.coordinates] : [];
}

/**
 * The boxes that a GeoJSON object can have, the best one first; none without coordinates. A geometry cut at the
 * antimeridian extends from its west in the eastern hemisphere to its east in the western one (RFC 7946, 5.2).
 */
function possibleBoxes(value: unknown): Box[] {
  const coordinates = coordinatesIn(value);
  const plain = boundingBox(coordinates);
  if (plain[0] > plain[2]) return [];
  if (plain[0] !== -halfTurn || plain[2] !== halfTurn) return [plain];
  const [west, south, east, north] = boundingBox(eastward(coordinates));
  if (east - west >= halfTurn) return [plain];
  return [[west, south, Number((east - turn).toFixed(12)), north], plain];
}

/** The box around a GeoJSON object, west greater than east if it was cut; `undefined` without coordinates. */
export function geojsonExtent(value: unknown): Box | undefined {
  return possibleBoxes(value)[0];
}
