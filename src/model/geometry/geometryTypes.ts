import type { MultiPolygon, Polygon, Position } from 'geojson';
import { isRecord } from '../fields.ts';
import type { JsonPath } from '../problem.ts';

/** The types of GeoJSON that have coordinates of their own. */
export const geometryTypes: readonly unknown[] = [
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
];

/** Whether a value begins with two finite numbers. */
export function isPosition(value: unknown): value is Position {
  return Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);
}

/** The rings of each polygon. */
export function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** Whether it is a geometry of any type. Other JSON has members called `type` too. */
export function isGeometryObject(value: Record<string, unknown>): boolean {
  return value.type === 'GeometryCollection'
    ? Array.isArray(value.geometries)
    : geometryTypes.includes(value.type) && 'coordinates' in value;
}

/** Deeper nesting is not GeoJSON that somebody wrote, and would cost without use. */
const deepest = 32;

/**
 * Goes through the objects of a JSON value, in the order of the value and the outer ones first; positions are passed over.
 *
 * @param visit is told the object around as well; returns whether to go on inside
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
