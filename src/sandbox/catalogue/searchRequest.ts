/** Reads the parameters of a search, from a query string or a JSON body. */
import { wktToGeoJSON } from '@terraformer/wkt';
import { isRecord } from '../../base/fields.ts';
import { type Dialect, invalid, iso, positiveInteger, refuseOutlier } from '../http/service.ts';
import { type Area, areaAround, areaOfBox, readPolygon, readRings } from './shapes.ts';

export type Relation = 'intersects' | 'contains' | 'within' | 'disjoint';

/** Bounds of a range; a missing one is open. */
export interface Range {
  min: number;
  max: number;
  minIncluded: boolean;
  maxIncluded: boolean;
}

export interface SortKey {
  field: (typeof sortFields)[number];
  descending: boolean;
}

export interface SearchRequest {
  areas: Area[] | undefined;
  relation: Relation;
  /** Epoch ms. */
  acquired: Range;
  cloud: Range;
  /** Each list holds what is allowed; undefined allows everything. */
  ids: string[] | undefined;
  constellations: string[] | undefined;
  platforms: string[] | undefined;
  levels: string[] | undefined;
  productTypes: string[] | undefined;
  /** Names of public catalogues, names or ids of private workspaces. */
  workspaces: string[] | undefined;
  sort: SortKey[];
  itemsPerPage: number;
  startPage: number;
}

/** Specification: Limits, results per search page. */
const defaultItems = 50;
const maxItems = 500;
/** Specification: Limits, results reachable per search request. */
export const maxResults = 10_000;

const sortFields = [
  'id',
  'acquisitionDate',
  'publicationDate',
  'cloudCover',
  'snowCover',
  'incidenceAngle',
  'illuminationElevationAngle',
  'resolution',
  'constellation',
  'platform',
  'processingLevel',
] as const;

const words = {
  constellation: ['PNEO', 'SPOT', 'PHR'],
  processingLevel: ['SENSOR', 'ALBUM'],
} as const;

/** Specification: Search, the table of query parameters. */
const specified: Readonly<Record<string, readonly string[] | undefined>> = {
  ...words,
  ...Object.fromEntries(
    ['workspaceid', 'lat', 'lon', 'radius', 'bbox', 'geometry', 'acquisitionDate', 'cloudCover']
      .concat('sortBy', 'itemsPerPage', 'startPage')
      .map(name => [name, undefined]),
  ),
  relation: ['intersects'],
  workspace: ['public', 'public-pneo'],
  productType: ['mono', 'stereo', 'tristereo', 'bundle'],
};

/** Specification, Image: the fields of the properties. The others can't be sorted by. */
const specifiedFields: readonly string[] = [
  'id',
  'acquisitionDate',
  'cloudCover',
  'snowCover',
  'incidenceAngle',
  'resolution',
  'constellation',
  'platform',
  'processingLevel',
];

export function readSearch(parameters: Record<string, unknown>, dialect: Dialect): SearchRequest {
  const isStrict = dialect === 'specification';
  const text = (name: string): string | undefined => {
    const value = parameters[name];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'number') return String(value);
    if (typeof value !== 'string') throw invalid(`${name} must be a string`);
    return value;
  };
  if (isStrict) {
    refuseOutlier(parameters, specified);
    for (const name of ['constellation', 'processingLevel', 'productType', 'workspace'])
      if (text(name)?.includes(',')) throw invalid(`${name} must be one word`);
  }
  const list = (name: string): string[] | undefined => text(name)?.split(',');
  const itemsPerPage = positiveInteger('itemsPerPage', text('itemsPerPage'), defaultItems);
  if (itemsPerPage > maxItems) throw invalid(`itemsPerPage must be at most ${maxItems}`);
  const startPage = positiveInteger('startPage', text('startPage'), 1);
  const last = isStrict ? startPage * itemsPerPage : (startPage - 1) * itemsPerPage + 1;
  if (last > maxResults) {
    throw invalid(`Only the first ${maxResults} results can be reached`, 'Narrow the search.');
  }
  const workspace = list('workspace');
  const constellations = list('constellation');
  const levels = list('processingLevel');
  refuseOutlier({ constellation: text('constellation'), processingLevel: text('processingLevel') }, words);
  const privateOne = text('workspaceid');
  return {
    areas: readAreas(parameters, text, isStrict),
    relation: readRelation(text('relation'), parameters['geometry'] !== undefined, isStrict),
    acquired: readRange(
      'acquisitionDate',
      text('acquisitionDate'),
      isStrict,
      isStrict ? readExactTime : readTime,
    ),
    cloud: readRange('cloudCover', text('cloudCover'), isStrict, isStrict ? readPercent : readNumber),
    ids: list('id'),
    constellations,
    platforms: list('platform'),
    levels,
    productTypes: list('productType'),
    workspaces: privateOne === undefined ? workspace : [...(workspace ?? []), privateOne],
    sort: readSort(text('sortBy'), isStrict),
    itemsPerPage,
    startPage,
  };
}

function readRelation(value: string | undefined, hasGeometry: boolean, isStrict: boolean): Relation {
  if (isStrict && value !== undefined && !hasGeometry) throw invalid('relation needs a geometry');
  if (value === undefined || !hasGeometry) return 'intersects';
  const relation = (['intersects', 'contains', 'within', 'disjoint'] as const).find(known => known === value);
  if (!relation) throw invalid('relation must be intersects, contains, within or disjoint');
  return relation;
}

function readAreas(
  parameters: Record<string, unknown>,
  text: (name: string) => string | undefined,
  isStrict: boolean,
): Area[] | undefined {
  const furthest = isStrict ? 180 : 360;
  const geometry = parameters['geometry'];
  const bbox = text('bbox');
  const lat = text('lat');
  const lon = text('lon');
  const radius = text('radius');
  const provided = [geometry, bbox, lat ?? lon ?? radius].filter(part => part !== undefined);
  if (provided.length > 1) throw invalid('Give one of geometry, bbox or lat, lon and radius');
  if (geometry !== undefined && geometry !== '') return readGeometry(geometry, isStrict);
  if (bbox !== undefined) return [readBox(bbox, furthest, isStrict)];
  if (lat === undefined && lon === undefined && radius === undefined) return undefined;
  return [readCircle(furthest, lat, lon, radius)];
}

function readCircle(furthest: number, lat = '', lon = '', radius = ''): Area {
  const latitude = readNumber(lat, 'lat');
  const longitude = readNumber(lon, 'lon');
  const meters = readNumber(radius, 'radius');
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > furthest)
    throw invalid('lat must be within ±90, lon within ±180');
  if (meters <= 0 || meters > 10_000_000)
    throw invalid('radius must be more than 0 and at most 10,000,000 meters');
  return areaAround([longitude, latitude], meters);
}

function readBox(value: string, furthest: number, isStrict: boolean): Area {
  const parts = value.split(',').map(part => readNumber(part, 'bbox'));
  const [west, south, east, north] = parts;
  if (
    parts.length !== 4 ||
    west === undefined ||
    south === undefined ||
    east === undefined ||
    north === undefined
  ) {
    throw invalid('bbox must be west,south,east,north');
  }
  if (south > north || Math.abs(south) > 90 || Math.abs(north) > 90) {
    throw invalid('bbox: latitudes must be within ±90, south before north');
  }
  if (Math.abs(west) > furthest || Math.abs(east) > furthest)
    throw invalid('bbox: longitudes are out of range');
  if (isStrict && west > east) throw invalid('bbox: west must not be greater than east');
  // A box whose west lies east of its east crosses the antimeridian.
  return areaOfBox({ west, south, east: east < west ? east + 360 : east, north });
}

function readGeometry(value: unknown, isStrict: boolean): Area[] {
  if (isStrict && typeof value !== 'string') throw invalid('geometry must be WKT');
  let geometry: unknown = value;
  if (typeof value === 'string') {
    if (!(isStrict ? /^POLYGON\b/ : /^(MULTI)?POLYGON\b/).test(value.trim()))
      throw invalid('geometry must be a WKT POLYGON or MULTIPOLYGON');
    try {
      geometry = wktToGeoJSON(value.trim());
    } catch {
      throw invalid('geometry is not well-formed WKT');
    }
  }
  if (isRecord(geometry) && geometry['type'] === 'MultiPolygon') {
    const polygons: unknown = geometry['coordinates'];
    if (!Array.isArray(polygons) || polygons.length === 0)
      throw invalid('geometry.coordinates must list polygons');
    return polygons.map((rings, index) => readRings(rings, `geometry.coordinates[${index}]`, isStrict));
  }
  return [readPolygon(geometry, 'geometry', isStrict)];
}

function readNumber(value: string, name: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw invalid(`${name} must be a number`);
  return number;
}

function readTime(value: string, name: string): number {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(value)) {
    throw invalid(`${name} must hold ISO 8601 times`);
  }
  // A time without a zone is UTC.
  const time = Date.parse(
    !value.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`,
  );
  if (Number.isNaN(time)) throw invalid(`${name}: ${value} is not a time`);
  return time;
}

/** Specification: Search, acquisitionDate: UTC, with milliseconds. */
function readExactTime(value: string, name: string): number {
  const time = Date.parse(value);
  // No 31 February either.
  if (Number.isNaN(time) || iso(time) !== value)
    throw invalid(`${name} must hold UTC times with milliseconds`);
  return time;
}

function readPercent(value: string, name: string): number {
  const percent = readNumber(value, name);
  if (percent < 0 || percent > 100) throw invalid(`${name} must be within 0 and 100`);
  return percent;
}

/** `[a,b]`, with the half-open and one-sided forms that are met too: `[5`, `20]`, `[a,b[`, `]a,b]`. */
function readRange(
  name: string,
  value: string | undefined,
  isStrict: boolean,
  read: (part: string, name: string) => number,
): Range {
  const open: Range = { min: -Infinity, max: Infinity, minIncluded: true, maxIncluded: true };
  if (value === undefined) return open;
  if (isStrict && !/^\[[^\s,[\]]+,[^\s,[\]]+\]$/.test(value)) throw invalid(`${name} must be [min,max]`);
  const both = /^([[\]])([^,[\]]*),([^,[\]]*)([[\]])$/.exec(value);
  if (both) {
    const [, left, min = '', max = '', right] = both;
    const range = {
      min: min === '' ? -Infinity : read(min, name),
      max: max === '' ? Infinity : read(max, name),
      minIncluded: left === '[',
      maxIncluded: right === ']',
    };
    if (range.min > range.max) throw invalid(`${name}: the range ends before it begins`);
    return range;
  }
  const [, bound, min] = /^([[\]])([^,[\]]+)$/.exec(value) ?? [];
  if (min !== undefined) return { ...open, min: read(min, name), minIncluded: bound === '[' };
  const [, max, end] = /^([^,[\]]+)([[\]])$/.exec(value) ?? [];
  if (max !== undefined) return { ...open, max: read(max, name), maxIncluded: end === ']' };
  throw invalid(`${name} must be a range [min,max]`);
}

export function inRange(value: number, { min, max, minIncluded, maxIncluded }: Range): boolean {
  return (minIncluded ? value >= min : value > min) && (maxIncluded ? value <= max : value < max);
}

function readSort(value: string | undefined, isStrict: boolean): SortKey[] {
  // Specification: a field name, with `-` before it.
  if (isStrict && value !== undefined && !specifiedFields.includes(value.replace(/^-/, '')))
    throw invalid(`sortBy must be one of ${specifiedFields.join(', ')}`);
  // Specification: default sort, acquisition date newest first, then cloud cover lowest first.
  return (value ?? '-acquisitionDate,cloudCover').split(',').map(part => {
    const descending = part.startsWith('-');
    const name = descending ? part.slice(1) : part;
    const field = sortFields.find(known => known === name);
    if (!field) throw invalid(`Results cannot be sorted by ${name}`);
    return { field, descending };
  });
}
