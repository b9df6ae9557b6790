/** Bounding boxes of GeoJSON objects (RFC 7946, 5), compared with their coordinates. */
import { halfTurn, turn } from './antimeridian.ts';
import * as l10n from '@vscode/l10n';
import { plainNumber } from '../words/plainNumber.ts';
import type { JsonPath, Problem } from '../problem.ts';
import { geometryTypes, isGeometryObject, visitObjects } from './geometryTypes.ts';
import { itemAt } from '../itemAt.ts';
import { isRecord } from '../fields.ts';

/** Degrees. */
export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

export type BoxFault =
  /** Some numbers of the bbox are wrong. */
  | { kind: 'off'; numbers: readonly { index: number; value: number }[]; wraps: boolean }
  /** Not a list of four or six numbers; without an extent, there is no replacement. */
  | { kind: 'malformed'; extent: Extent | undefined }
  | { kind: 'empty' };

/** Tolerance of a bbox: a tenth of a meter, to which many programs round. Degrees. */
const tolerance = 1e-6;
/** Hand-written GeoJSON is never nested deeper. */
const deepest = 32;

/** What is wrong with the bbox of a value; `undefined` if it is right or missing. */
export function boxFault(value: Record<string, unknown>): BoxFault | undefined {
  if (!('bbox' in value) || !isGeojson(value)) return undefined;
  const { bbox } = value;
  const reach = reachOf(value);
  if (!isBox(bbox)) return { kind: 'malformed', extent: extentOf(value) };
  if (!reach) return { kind: 'empty' };
  const half = bbox.length / 2;
  const wraps = itemAt(bbox, 0) > itemAt(bbox, half);
  const [plain, wrapped] = [reach.plain, wrappedExtent(reach)];
  // Across the antimeridian, west is greater than east (RFC 7946, 5.2).
  const extents = wraps ? [wrapped ?? plain] : wrapped ? [wrapped, plain] : [plain];
  const offs = extents.map(({ west, south, east, north }) =>
    // In a bbox of six numbers, each corner has an altitude.
    [
      { index: 0, value: west },
      { index: 1, value: south },
      { index: half, value: east },
      { index: half + 1, value: north },
    ].filter(({ index, value }) => Math.abs(itemAt(bbox, index) - value) > tolerance),
  );
  const [numbers] = offs;
  return !numbers || offs.some(one => one.length === 0) ? undefined : { kind: 'off', numbers, wraps };
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
  return [{ code: 'bbox-wrong', message: messageOf(fault, value.bbox), severity: 'warning', path: ['bbox'] }];
}

function messageOf(fault: Exclude<BoxFault, { kind: 'empty' }>, bbox: unknown): string {
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

interface Reach {
  plain: Extent;
  /** Minimum and maximum longitude, with the western hemisphere continued beyond 180°. */
  onward: [number, number];
}

function reachOf(value: unknown): Reach | undefined {
  const reach: Reach = {
    plain: { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity },
    onward: [Infinity, -Infinity],
  };
  widenBy(value, reach, 0);
  return Number.isFinite(reach.plain.west) ? reach : undefined;
}

function widenBy(value: unknown, reach: Reach, depth: number) {
  if (!isRecord(value) || depth > deepest) return;
  if (value.type === 'Feature') widenBy(value.geometry, reach, depth + 1);
  else if (value.type === 'FeatureCollection' || value.type === 'GeometryCollection') {
    const parts = value.type === 'FeatureCollection' ? value.features : value.geometries;
    if (Array.isArray(parts)) for (const part of parts) widenBy(part, reach, depth + 1);
  } else if (geometryTypes.includes(value.type)) widenByPositions(value.coordinates, reach, 0);
}

function widenByPositions(list: unknown, reach: Reach, depth: number) {
  if (!Array.isArray(list) || depth > deepest) return;
  const [x, y] = list as unknown[];
  if (typeof x !== 'number') {
    for (const inner of list) widenByPositions(inner, reach, depth + 1);
    return;
  }
  if (typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y)) return;
  const { plain, onward } = reach;
  if (x < plain.west) plain.west = x;
  if (x > plain.east) plain.east = x;
  if (y < plain.south) plain.south = y;
  if (y > plain.north) plain.north = y;
  const eastward = x < 0 ? x + turn : x;
  if (eastward < onward[0]) onward[0] = eastward;
  if (eastward > onward[1]) onward[1] = eastward;
}

/**
 * A geometry cut at the antimeridian extends from its west in the eastern hemisphere to its east in the western one
 * (RFC 7946, 5.2).
 */
function wrappedExtent({ plain, onward }: Reach): Extent | undefined {
  const [west, east] = onward;
  const isCut = plain.west === -halfTurn && plain.east === halfTurn;
  if (!isCut || east - west >= halfTurn) return undefined;
  return { ...plain, west, east: Number((east - turn).toFixed(12)) };
}

/** The extent of a GeoJSON object, west greater than east if it was cut; `undefined` without coordinates. */
export function extentOf(value: unknown): Extent | undefined {
  const reach = reachOf(value);
  return reach && (wrappedExtent(reach) ?? reach.plain);
}
