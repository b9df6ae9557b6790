/** Features with typed columns: what files of other programs are made of. */
import type { Geometry, Position } from 'geojson';
import { type FeatureId, isRecord } from '../../base/fields.ts';
import { compactJson } from '../../base/json/exactJson.ts';
import { parseMoment } from '../../base/words/moment.ts';
import { continuousPolygon, halfTurn } from '../antimeridian.ts';
import { boundingBox, type Box, emptyBox, growBox } from '../box.ts';
import { hasHeight, heightsIn, isPosition } from '../geometryTypes.ts';
import { cutAtAntimeridian } from '../overlap.ts';
import { closed } from '../ring.ts';
import { wrappedLongitude } from '../sphere.ts';

/** A feature of any origin: nothing of it is checked. */
export interface ExportFeature {
  id?: FeatureId;
  geometry: unknown;
  properties: Readonly<Record<string, unknown>>;
  /** The values of the columns; absent: the properties. */
  cells?: Readonly<Record<string, unknown>>;
  /** The same as a STAC Item; absent: there is none. */
  item?: () => object;
}

/** Reads all features, some at a time, whenever it is called. */
export type Features = () => AsyncIterable<readonly ExportFeature[]> | Iterable<readonly ExportFeature[]>;

/** `integer` has 32 bits, `long` 64, `time` is a time of a day with at most milliseconds. */
export type ColumnType = 'boolean' | 'integer' | 'long' | 'number' | 'time' | 'text';

export interface Column {
  name: string;
  type: ColumnType;
}

/** Its name is not empty and no other column has it: readers refuse such files, or drop what is in them. */
interface TableColumn extends Column {
  read: (feature: ExportFeature) => unknown;
}

export interface ExportTable {
  columns: readonly TableColumn[];
  /** Whether the columns also say where a feature is, for formats without geometries. */
  hasPlaces: boolean;
  count: number;
  /** Of the features with a valid geometry: their number, types, and bounds in degrees. */
  placed: number;
  /** With heights such as `Point Z`. */
  geometryTypes: readonly string[];
  box: Box;
  /** Lowest and highest height, meters; `undefined` if no position has one. */
  heights: readonly [lowest: number, highest: number] | undefined;
  /** Number of features whose geometry has invalid parts, which are left out. */
  reduced: number;
  features: Features;
}

/**
 * Reads all features once. Ids of features get a column of their own, unless a property has the same values.
 *
 * @param known columns that also say where a feature is; absent: all properties, each with the narrowest type that fits
 */
export async function readExportTable(features: Features, known?: readonly Column[]): Promise<ExportTable> {
  const types = new Map<string, FoundType | undefined>();
  let idType: FoundType | undefined;
  let hasOwnIds = false;
  const geometryTypes = new Set<string>();
  const box = emptyBox();
  let heights: [number, number] | undefined;
  let count = 0;
  let placed = 0;
  let reduced = 0;
  for await (const some of features()) {
    count += some.length;
    for (const { id, geometry, properties } of some) {
      const { shape, isReduced } = exportedGeometry(geometry);
      if (isReduced) reduced += 1;
      if (shape) {
        placed += 1;
        geometryTypes.add(`${shape.type}${hasHeight(shape) ? ' Z' : ''}`);
        growBox(box, shape);
        for (const height of heightsIn(shape))
          heights = [Math.min(height, heights?.[0] ?? height), Math.max(height, heights?.[1] ?? height)];
      }
      if (known) continue;
      for (const name of Object.keys(properties)) types.set(name, wider(types.get(name), properties[name]));
      if (id === undefined) continue;
      idType = wider(idType, id);
      hasOwnIds ||= ownValue(properties, 'id') !== id;
    }
  }
  const hasPlaces = known !== undefined;
  const columns = known?.map(knownColumn) ?? propertyColumns(types, hasOwnIds ? idType : undefined);
  return {
    columns,
    hasPlaces,
    count,
    placed,
    geometryTypes: [...geometryTypes],
    box,
    heights,
    reduced,
    features,
  };
}

function propertyColumns(
  types: ReadonlyMap<string, FoundType | undefined>,
  idType: FoundType | undefined,
): TableColumn[] {
  const taken = new Set(types.keys());
  const columns = [...types].map(([key, type = 'text']) => {
    const name = columnName(key);
    const free = name === key ? name : freeName(name, taken);
    taken.add(free);
    return { ...knownColumn({ name: key, type: columnType(type) }), name: free };
  });
  if (idType === undefined) return columns;
  const id = { name: freeName('id', taken), type: columnType(idType), read: ({ id }: ExportFeature) => id };
  return [id, ...columns];
}

function knownColumn(column: Column): TableColumn {
  return { ...column, read: ({ cells, properties }) => ownValue(cells ?? properties, column.name) };
}

/** A name such as "constructor" would find what every object has. */
function ownValue(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** A name that programs take: with text, and without control characters, at which some of them end it. */
function columnName(key: string): string {
  const name = key
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return name === '' ? 'unnamed' : name;
}

/** The name, with underscores if it is taken. */
export function freeName(name: string, taken: { has: (name: string) => boolean }): string {
  let free = name;
  while (taken.has(free)) free += '_';
  return free;
}

/** `huge`: integers that only a `long` keeps. */
type FoundType = ColumnType | 'huge';

function columnType(type: FoundType): ColumnType {
  return type === 'huge' ? 'long' : type;
}

/** Each can be written as the next one. */
const numeric: readonly FoundType[] = ['integer', 'long', 'number'];

/** The narrowest type for the earlier values and this one; `undefined` if all are missing. */
function wider(before: FoundType | undefined, value: unknown): FoundType | undefined {
  if (before === 'text' || value === null) return before;
  const type = valueType(value);
  if (before === undefined || before === type) return type;
  const pair = [before, type];
  if (pair.includes('huge') && pair.every(kind => kind === 'huge' || kind === 'integer' || kind === 'long'))
    return 'huge';
  const [min = -1, max = -1] = pair.map(kind => numeric.indexOf(kind)).sort((a, b) => a - b);
  return (min >= 0 && numeric[max]) || 'text';
}

function valueType(value: unknown): FoundType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? 'huge' : 'text';
  if (typeof value === 'number') {
    if ((value | 0) === value) return 'integer';
    return Number.isSafeInteger(value) ? 'long' : 'number';
  }
  const isTime = typeof value === 'string' && parseMoment(value)?.isDay === false && !/\.\d{4}/.test(value);
  return isTime ? 'time' : 'text';
}

/** Times are as received, lists and objects are JSON, missing values are `undefined`. */
export type Value = boolean | number | bigint | string | undefined;

export interface Row {
  shape: Geometry | undefined;
  /** One per column. */
  values: readonly Value[];
}

/** @param hasHeights absent: whether a position of the feature has a height */
export function exportRow({ columns }: ExportTable, feature: ExportFeature, hasHeights?: boolean): Row {
  const values = columns.map(({ type, read }) => cellValue(type, read(feature)));
  return { shape: exportedGeometry(feature.geometry, hasHeights).shape, values };
}

function cellValue(type: ColumnType, value: unknown): Value {
  if (value === null || value === undefined) return undefined;
  if (type !== 'text') return value as Value;
  return typeof value === 'string' ? value : compactJson(value);
}

export function cellDate(value: Value): Date | undefined {
  const time = parseMoment(String(value))?.time;
  return time === undefined ? undefined : new Date(time);
}

/** For texts. */
export function exportedField(value: Value): string | number | bigint | undefined {
  return typeof value === 'boolean' ? String(value) : value;
}

/** How deep the positions of each type are nested. */
const depths = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 };

/** Positions that a part at each depth needs at least: of a line, and of a closed ring. */
const minLinePositions = 2;
const minRingPositions = 4;

export interface ExportedGeometry {
  /** `undefined` if nothing of it is valid. */
  shape: Geometry | undefined;
  /** Whether something invalid was left out. */
  isReduced: boolean;
}

/**
 * A geometry of any origin as other programs expect it: rings are closed, polygons within ±180° and cut at the
 * antimeridian (RFC 7946, 3.1.9), and all positions have a height or none. As in GDAL, a missing one is 0.
 *
 * @param hasHeights absent: whether a position has one
 */
export function exportedGeometry(value: unknown, hasHeights = hasHeight(value)): ExportedGeometry {
  if (!isRecord(value)) return { shape: undefined, isReduced: value !== null && value !== undefined };
  const { type, coordinates, geometries } = value;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const parts = geometries.map(part => exportedGeometry(part, hasHeights));
    const shapes = parts.flatMap(({ shape }) => shape ?? []);
    const shape: Geometry | undefined = shapes.length > 0 ? { type, geometries: shapes } : undefined;
    return { shape, isReduced: parts.some(part => part.isReduced || !part.shape) };
  }
  const broken = { shape: undefined, isReduced: true };
  if (typeof type !== 'string' || !Object.hasOwn(depths, type)) return broken;
  const isArea = type === 'Polygon' || type === 'MultiPolygon';
  const isPoints = type === 'Point' || type === 'MultiPoint';
  const reader: PartReader = {
    hasHeights,
    minPositions: isPoints ? 1 : isArea ? minRingPositions : minLinePositions,
    isArea,
    isReduced: false,
  };
  const whole = validPart(coordinates, depths[type as keyof typeof depths], reader);
  if (!whole) return broken;
  const { isReduced } = reader;
  if (!isArea) return { shape: { type, coordinates: whole } as Geometry, isReduced };
  const polygons = (type === 'Polygon' ? [whole] : whole) as Position[][][];
  const [first, ...others] = polygons.flatMap(partsInWorld);
  if (!first) return broken;
  if (others.length === 0 && type === 'Polygon') return { shape: { type, coordinates: first }, isReduced };
  return { shape: { type: 'MultiPolygon', coordinates: [first, ...others] }, isReduced };
}

interface PartReader {
  readonly hasHeights: boolean;
  /** Positions of a line or ring. */
  readonly minPositions: number;
  readonly isArea: boolean;
  /** Becomes true when something is left out. */
  isReduced: boolean;
}

/** What is valid of a position (depth 0), of a line or ring (1), of a list of them, and so on. */
function validPart(part: unknown, depth: number, reader: PartReader): unknown[] | undefined {
  const valid = validParts(part, depth, reader);
  if (!valid) reader.isReduced = true;
  return valid;
}

function validParts(part: unknown, depth: number, reader: PartReader): unknown[] | undefined {
  if (depth === 0) return isPosition(part) ? exportedPosition(part, reader) : undefined;
  if (!Array.isArray(part)) return undefined;
  const valid: unknown[] = [];
  for (const [index, inner] of part.entries()) {
    const validInner = validPart(inner, depth - 1, reader);
    // A hole without its outer ring would become an area.
    if (!validInner && index === 0 && depth === 2 && reader.isArea) return undefined;
    if (validInner) valid.push(validInner);
  }
  if (depth > 1) return valid.length > 0 ? valid : undefined;
  const line = reader.isArea ? closed(valid as Position[]) : valid;
  return line.length >= reader.minPositions ? line : undefined;
}

function exportedPosition([longitude, latitude, height]: Position, { hasHeights }: PartReader): unknown[] {
  if (!hasHeights) return [longitude, latitude];
  return [longitude, latitude, Number.isFinite(height) ? height : 0];
}

function partsInWorld(coordinates: Position[][]): Position[][][] {
  const rings = continuousPolygon({ type: 'Polygon', coordinates }).coordinates;
  const [west, , east] = boundingBox(rings);
  if (west >= -halfTurn && east <= halfTurn) return [withHeights(rings, coordinates)];
  return (cutAtAntimeridian(rings) ?? [rings]).map(part => withHeights(part, coordinates));
}

/** The rings with the heights of the positions they are made of; between two, by their distance. */
function withHeights(rings: Position[][], before: readonly Position[][]): Position[][] {
  const hasAll = rings.every(ring => ring.every(position => position.length > 2));
  if (hasAll || !before.some(ring => ring.some(position => position.length > 2))) return rings;
  const heights = new Map(before.flat().map(position => [wktPosition(position), position[2] ?? 0]));
  return rings.map(ring =>
    ring.map(position => {
      const [x, y] = position;
      return [x, y, heights.get(wktPosition(position)) ?? heightBetween(position, before)];
    }),
  );
}

/** The same for a place at any turn: to about a millimeter, because clipping rounds. */
function wktPosition([x, y]: Position): string {
  return [wrappedLongitude(x), y].map(degrees => degrees.toFixed(8).replace(/^-180\./, '180.')).join(' ');
}

/** The height on the nearest edge. */
function heightBetween([x, y]: Position, rings: readonly Position[][]): number {
  let nearest = Infinity;
  let height = 0;
  for (const ring of rings) {
    for (const [index, [toX, toY, toHeight = 0]] of ring.entries()) {
      const [fromX = toX, fromY = toY, fromHeight = toHeight] = ring[index - 1] ?? [];
      const ahead = eastTo(fromX, toX);
      const up = toY - fromY;
      const length = ahead ** 2 + up ** 2;
      const part = length > 0 ? (eastTo(fromX, x) * ahead + (y - fromY) * up) / length : 0;
      const share = Math.min(1, Math.max(0, part));
      const distance = Math.hypot(eastTo(fromX, x) - share * ahead, y - fromY - share * up);
      if (distance >= nearest) continue;
      nearest = distance;
      height = fromHeight + share * (toHeight - fromHeight);
    }
  }
  return height;
}

/** Degrees to the east by the shorter way. */
function eastTo(from: number, to: number): number {
  return wrappedLongitude(to - from);
}
