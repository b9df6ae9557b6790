/** Features with typed columns: what files of other programs are made of. */
import type { Geometry, Position } from 'geojson';
import { boxOf, emptyBox, growBox, type Box } from '../geometry/box.ts';
import { momentOf } from '../words/moment.ts';
import { isRecord } from '../fields.ts';
import { continuousPolygon, halfTurn } from '../geometry/antimeridian.ts';
import { cutAtAntimeridian } from '../geometry/overlap.ts';
import { isPosition } from '../geometry/geometryTypes.ts';

/** A feature of any origin: nothing of it is checked. */
export interface ExportFeature {
  id?: string;
  geometry: unknown;
  properties: Readonly<Record<string, unknown>>;
  /** The values of the columns; absent: the properties. */
  cells?: Readonly<Record<string, unknown>>;
  /** The same as a STAC Item; absent: there is none. */
  item?: () => object;
}

/** Reads all features, some at a time, whenever it is called. */
export type Features = () => AsyncIterable<readonly ExportFeature[]> | Iterable<readonly ExportFeature[]>;

/** `integer` has 32 bits, `time` is a time of a day with at most milliseconds. */
export type ColumnType = 'boolean' | 'integer' | 'number' | 'time' | 'text';

export interface Column {
  name: string;
  type: ColumnType;
}

export interface ExportTable {
  columns: readonly Column[];
  /** Whether the columns also say where a feature is, for formats without geometries. */
  hasPlaces: boolean;
  count: number;
  /** Of the features with a valid geometry: their number, types, and bounds in degrees. */
  placed: number;
  geometryTypes: readonly string[];
  box: Box;
  features: Features;
}

/**
 * Reads all features once.
 *
 * @param known columns that also say where a feature is; absent: all properties, each with the narrowest type that fits
 */
export async function tableOf(features: Features, known?: readonly Column[]): Promise<ExportTable> {
  const types = new Map<string, ColumnType | undefined>();
  const geometryTypes = new Set<string>();
  const box = emptyBox();
  let [count, placed] = [0, 0];
  for await (const some of features()) {
    count += some.length;
    for (const { geometry, properties } of some) {
      const shape = exportedGeometry(geometry);
      if (shape) {
        placed += 1;
        geometryTypes.add(shape.type);
        growBox(box, shape);
      }
      if (known) continue;
      for (const name of Object.keys(properties)) types.set(name, wider(types.get(name), properties[name]));
    }
  }
  const columns = known ?? [...types].map(([name, type = 'text']) => ({ name, type }));
  const hasPlaces = known !== undefined;
  return { columns, hasPlaces, count, placed, geometryTypes: [...geometryTypes], box, features };
}

/** The narrowest type for the earlier values and this one; `undefined` if all are missing. */
function wider(before: ColumnType | undefined, value: unknown): ColumnType | undefined {
  if (before === 'text' || value === null) return before;
  const type = typeOf(value);
  if (before === undefined || before === type) return type;
  return [before, type].every(one => one === 'integer' || one === 'number') ? 'number' : 'text';
}

function typeOf(value: unknown): ColumnType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return (value | 0) === value ? 'integer' : 'number';
  const isTime = typeof value === 'string' && momentOf(value)?.isDay === false && !/\.\d{4}/.test(value);
  return isTime ? 'time' : 'text';
}

/** Times are as received, lists and objects are JSON, missing values are `undefined`. */
export type Value = boolean | number | string | undefined;

export interface Row {
  shape: Geometry | undefined;
  /** One per column. */
  values: readonly Value[];
}

export function rowOf({ columns }: ExportTable, feature: ExportFeature): Row {
  const cells = feature.cells ?? feature.properties;
  // A name such as "constructor" would find what every object has.
  const cellOf = (name: string) => (Object.hasOwn(cells, name) ? cells[name] : undefined);
  const values = columns.map(({ name, type }) => valueOf(type, cellOf(name)));
  return { shape: exportedGeometry(feature.geometry), values };
}

function valueOf(type: ColumnType, value: unknown): Value {
  if (value === null || value === undefined) return undefined;
  if (type !== 'text') return value as Value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function dateOf(value: Value): Date | undefined {
  const time = momentOf(String(value))?.time;
  return time === undefined ? undefined : new Date(time);
}

/** For texts. */
export function fieldOf(value: Value): string | number | undefined {
  return typeof value === 'boolean' ? String(value) : value;
}

/** How deep the positions of each type are nested. */
const depths = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 };

/**
 * A geometry of any origin as other programs expect it: [longitude, latitude] without heights, polygons within ±180°
 * and cut at the antimeridian (RFC 7946, 3.1.9). `undefined` if no position is valid.
 */
export function exportedGeometry(value: unknown): Geometry | undefined {
  if (!isRecord(value)) return undefined;
  const { type, coordinates, geometries } = value;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const parts = geometries.flatMap(one => exportedGeometry(one) ?? []);
    return parts.length > 0 ? { type, geometries: parts } : undefined;
  }
  if (typeof type !== 'string' || !Object.hasOwn(depths, type)) return undefined;
  const [valid] = validParts([coordinates], depths[type as keyof typeof depths]);
  if (!valid) return undefined;
  if (type !== 'Polygon' && type !== 'MultiPolygon') return { type, coordinates: valid } as Geometry;
  const polygons = (type === 'Polygon' ? [valid] : valid) as Position[][][];
  const [first, ...others] = polygons.flatMap(partsInWorld);
  if (first && others.length === 0 && type === 'Polygon') return { type, coordinates: first };
  return first && { type: 'MultiPolygon', coordinates: [first, ...others] };
}

function validParts(parts: readonly unknown[], depth: number): unknown[][] {
  if (depth === 0) return parts.filter(isPosition).map(position => position.slice(0, 2));
  return parts
    .map(part => validParts(Array.isArray(part) ? part : [], depth - 1))
    .filter(part => part.length > 0);
}

function partsInWorld(coordinates: Position[][]): Position[][][] {
  const rings = continuousPolygon({ type: 'Polygon', coordinates }).coordinates;
  const [west, , east] = boxOf(rings);
  if (west >= -halfTurn && east <= halfTurn) return [rings];
  return cutAtAntimeridian(rings) ?? [rings];
}
