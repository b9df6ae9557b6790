import type { MultiPolygon, Polygon, Position } from 'geojson';
import { isRecord } from '../base/fields.ts';
import type { JsonPath } from '../base/problem.ts';

/** The GeoJSON types with their own coordinates. */
export const geometryTypes: readonly unknown[] = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
];

export function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

/** Whether a position of a geometry has a height. */
export function hasHeight(value: unknown): boolean {
  return heightsIn(value).next().done !== true;
}

export function* heightsIn(part: unknown): Generator<number, void> {
  if (isRecord(part)) {
    yield* heightsIn(part.coordinates);
    yield* heightsIn(part.geometries);
  } else if (Array.isArray(part)) {
    if (!isPosition(part)) for (const inner of part) yield* heightsIn(inner);
    else if (Number.isFinite(part[2])) yield part[2] as number;
  }
}

export function polygonParts(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** The polygons of a Polygon or MultiPolygon, or of something meant to be one: their coordinates can be anything. */
export function uncheckedPolygons({
  type,
  coordinates,
}: Readonly<Record<string, unknown>>): { type: 'Polygon'; coordinates: unknown }[] {
  const parts = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  return Array.isArray(parts) ? parts.map((part: unknown) => ({ type: 'Polygon', coordinates: part })) : [];
}

/** Whether it is a geometry of any type. Other JSON also has members called `type`. */
export function isGeometryObject(value: Record<string, unknown>): boolean {
  return value.type === 'GeometryCollection'
    ? Array.isArray(value.geometries)
    : geometryTypes.includes(value.type) && 'coordinates' in value;
}

/** Hand-written GeoJSON is never nested deeper; more would only cost time. */
const deepest = 32;

/**
 * Visits the objects of a JSON value, in order, outer ones first; skips positions.
 *
 * @param visit also gets the enclosing object; returns whether to visit nested objects
 */
export function visitObjects(
  root: unknown,
  visit: (
    object: Record<string, unknown>,
    path: JsonPath,
    around: Record<string, unknown> | undefined,
  ) => boolean,
): void {
  const path: (string | number)[] = [];
  const goOn = (value: unknown, around: Record<string, unknown> | undefined) => {
    if (path.length > deepest) return;
    if (Array.isArray(value)) {
      value.forEach((child: unknown, index) => goInto(index, child, around));
    } else if (isRecord(value) && visit(value, [...path], around)) {
      const hasPositions = geometryTypes.includes(value.type);
      for (const key of Object.keys(value)) {
        if (!hasPositions || key !== 'coordinates') goInto(key, value[key], value);
      }
    }
  };
  const goInto = (key: string | number, child: unknown, around: Record<string, unknown> | undefined) => {
    if (typeof child !== 'object' || child === null) return;
    path.push(key);
    goOn(child, around);
    path.pop();
  };
  goOn(root, undefined);
}
