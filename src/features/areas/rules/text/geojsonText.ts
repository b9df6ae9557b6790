/** The areas in a JSON text: their types and ranges. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { isRecord } from '../../../../base/fields.ts';
import { plainJson } from '../../../../base/json/jsoncText.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { withoutAltitude } from '../../../../geo/aoi.ts';
import { checkCoordinates, checkShape, isPolygon } from '../../../../geo/aoiRings.ts';
import { isGeometryObject, uncheckedPolygons, visitObjects } from '../../../../geo/geometryTypes.ts';
import { joinedAtAntimeridian } from '../../../../geo/overlap.ts';
import { polygonAreaKm2 } from '../../../../geo/polygonArea.ts';
import { type JsonText, readJson, type TextRange } from '../../../../geo/text/geojsonSource.ts';

export interface AreaPlace {
  /** Path of the Polygon or MultiPolygon object in the document. */
  path: JsonPath;
  /** Start of the object that users see as the area: its feature, or the bare geometry. */
  offset: number;
  length: number;
  geometry: TextRange;
  /** The feature's `name`, `title` or `id`, or a saved search's `areaName`; `undefined` if it has none. */
  name: string | undefined;
}

export interface PolygonInText extends AreaPlace {
  polygon: Polygon;
  areaKm2: number;
  /** Written as a MultiPolygon that was cut at the antimeridian. `polygon` is the area before that. */
  isCut?: true;
}

/** A polygon that can't be drawn, for the reason in the message, or several polygons in one geometry. */
export type UnusableArea = AreaPlace &
  ({ kind: 'broken'; message: string } | { kind: 'multi'; polygons: number; areaKm2: number; isCut?: true });

/** Both lists are in text order. */
export interface AreasInText {
  areas: PolygonInText[];
  unusable: UnusableArea[];
  /** The text isn't complete JSON; comments, trailing commas and an empty text are allowed. */
  isBroken: boolean;
  adds: PlaceForArea;
}

/**
 * Where one more area goes: into the collection that the text is, or beside the one object that it is, which makes a
 * collection of it. `undefined` if there is no place for it, as in an order.
 */
export type PlaceForArea = 'inside' | 'beside' | undefined;

export function placeForArea(value: unknown): PlaceForArea {
  if (!isRecord(value)) return undefined;
  if (value.type === 'FeatureCollection' && Array.isArray(value.features)) return 'inside';
  return value.type === 'Feature' || isGeometryObject(value) ? 'beside' : undefined;
}

export type ListedArea = (AreaPlace & { kind: 'polygon'; areaKm2: number }) | UnusableArea;

/** Several areas that start on one line. */
export interface AreasOnLine {
  kind: 'line';
  /** Where the first one starts. */
  offset: number;
  count: number;
  /** How many of them are polygons. */
  polygons: number;
}

/**
 * Everything in a JSON document that is or was meant to be an area, at any depth. Broken JSON is read as far as
 * possible.
 */
export function findAreas(text: string): AreasInText {
  const json = readJson(text);
  if (!json) {
    const isBroken = !plainJson(text).isEmpty;
    return { areas: [], unusable: [], isBroken, adds: isBroken ? undefined : 'inside' };
  }
  const areas: PolygonInText[] = [];
  const unusable: UnusableArea[] = [];
  for (const { place, geometry } of everyArea(json)) {
    const usable = usableIn(geometry);
    if (usable) areas.push({ ...place, ...usable });
    else unusable.push({ ...place, ...describeUnusable(geometry) });
  }
  return { areas, unusable, isBroken: json.isBroken, adds: placeForArea(json.value) };
}

export interface AreaList {
  /** An area, or those of one line. */
  rows: (ListedArea | AreasOnLine)[];
  /** Number of areas in the rows. */
  listed: number;
  /** Number of all areas. */
  count: number;
}

/** The areas of the first lines that have any, without their positions, and the total number. */
export function listAreas(text: string, maxLines: number): AreaList {
  const json = readJson(text);
  if (!json) return { rows: [], listed: 0, count: 0 };
  const all = everyArea(json);
  const lines = byLine(text, all).slice(0, maxLines);
  return {
    rows: lines.map(areasRow),
    listed: lines.reduce((sum, { length }) => sum + length, 0),
    count: all.length,
  };
}

type Area = ReturnType<typeof everyArea>[number];

/** Areas that start on the same line. */
function byLine(text: string, all: readonly Area[]): [Area, ...Area[]][] {
  const lines: [Area, ...Area[]][] = [];
  let lineEnd = -1;
  for (const area of all) {
    const { offset } = area.place;
    const line = lines.at(-1);
    if (line && offset <= lineEnd) {
      line.push(area);
      continue;
    }
    lines.push([area]);
    const end = text.indexOf('\n', offset);
    lineEnd = end < 0 ? text.length : end;
  }
  return lines;
}

function areasRow(areas: [Area, ...Area[]]): ListedArea | AreasOnLine {
  const [{ place, geometry }] = areas;
  if (areas.length > 1) {
    const polygons = areas.filter(area => isPolygon(area.geometry)).length;
    return { kind: 'line', offset: place.offset, count: areas.length, polygons };
  }
  if (isPolygon(geometry)) return { ...place, kind: 'polygon', areaKm2: polygonAreaKm2(geometry) };
  return { ...place, ...describeUnusable(geometry), ...(usableIn(geometry)?.isCut && { isCut: true }) };
}

/** The area at a path from {@link findAreas}, in a text that may have changed since. */
export function polygonAt(text: string, path: JsonPath): PolygonInText | undefined {
  const json = readJson(text);
  if (!json) return undefined;
  const only = everyGeometry(json.value, path).filter(({ path: { length } }) => length === path.length);
  for (const { place, geometry } of placed(json, only)) {
    const usable = usableIn(geometry);
    if (usable) return { ...place, ...usable };
  }
  return undefined;
}

/** The object of a Polygon or MultiPolygon, or of something meant to be one. */
type Geometry = Record<string, unknown>;

/** In text order. */
export function everyArea(json: JsonText): { place: AreaPlace; geometry: Geometry }[] {
  return placed(json, everyGeometry(json.value));
}

interface Found {
  path: JsonPath;
  geometry: Geometry;
  feature: { path: JsonPath; value: Geometry } | undefined;
  /** Of the area of a saved search. */
  areaName: string | undefined;
}

/** Polygons and MultiPolygons in a value, at any depth, or only those along a path. */
function everyGeometry(value: unknown, along?: JsonPath): Found[] {
  const found: Found[] = [];
  const features = new Map<object | undefined, Found['feature']>();
  visitObjects(value, (object, path, around) => {
    if (along && path.some((part, depth) => part !== along[depth])) return false;
    const feature = features.get(around);
    features.set(object, object.type === 'Feature' ? { path, value: object } : feature);
    if (isArea(object, path)) {
      found.push({ path, geometry: object, feature, areaName: searchAreaName(path, around) });
    }
    return object.type !== 'Polygon';
  });
  return found;
}

/** What a saved search calls the area at a path in it. @param around the object that contains it */
export function searchAreaName(path: JsonPath, around: unknown): string | undefined {
  const { areaName } = path.at(-1) === 'aoi' && isRecord(around) ? around : {};
  return typeof areaName === 'string' && areaName.trim() !== '' ? areaName : undefined;
}

/** Other JSON has members called `type` too. */
function isArea({ type, coordinates }: Geometry, path: JsonPath): boolean {
  const isMeant = coordinates !== undefined || path.at(-1) === 'geometry';
  return isMeant && (type === 'Polygon' || type === 'MultiPolygon');
}

/** Sorted by text order: parsed values lose it if member names are numbers or repeated. */
function placed(json: JsonText, found: readonly Found[]): { place: AreaPlace; geometry: Geometry }[] {
  const ranges = json.rangesAt(found.flatMap(({ path, feature }) => [path, feature?.path ?? path]));
  return found
    .flatMap(({ path, geometry, feature, areaName }, index) => {
      const range = ranges[2 * index];
      const owner = ranges[2 * index + 1];
      if (!range || !owner) return [];
      const { offset, length } = owner;
      const place = {
        path,
        offset,
        length,
        geometry: range,
        name: feature ? featureName(feature.value) : areaName,
      };
      return [{ place, geometry }];
    })
    .sort((a, b) => a.place.geometry.offset - b.place.geometry.offset);
}

function usableIn(geometry: Geometry): Omit<PolygonInText, keyof AreaPlace> | undefined {
  if (isPolygon(geometry)) return measured(geometry);
  const polygons = uncheckedPolygons(geometry);
  if (geometry.type !== 'MultiPolygon' || polygons.length < 2 || !polygons.every(isPolygon)) return undefined;
  const coordinates = polygons.map(polygon => withoutAltitude(polygon).coordinates);
  const joined = joinedAtAntimeridian({ type: 'MultiPolygon', coordinates });
  return joined && { ...measured(joined), isCut: true };
}

function measured(polygon: Polygon): { polygon: Polygon; areaKm2: number } {
  return { polygon: withoutAltitude(polygon), areaKm2: polygonAreaKm2(polygon) };
}

function describeUnusable(geometry: Geometry) {
  const broken = (message: string) => ({ kind: 'broken', message }) as const;
  if (geometry.type === 'Polygon') return broken(firstError(checkShape(geometry)));
  const polygons = uncheckedPolygons(geometry);
  if (polygons.length === 0) return broken(l10n.t('The MultiPolygon has no polygon. Write its rings.'));
  const fault = polygons.find(polygon => !isPolygon(polygon));
  if (fault) return broken(firstError(checkCoordinates(fault.coordinates, ['coordinates'])));
  const areaKm2 = polygons.filter(isPolygon).reduce((sum, polygon) => sum + polygonAreaKm2(polygon), 0);
  return { kind: 'multi', polygons: polygons.length, areaKm2 } as const;
}

function firstError(problems: ReturnType<typeof checkShape>): string {
  return problems.find(({ severity }) => severity === 'error')?.message ?? '';
}

export function featureName({ properties, id }: Geometry): string | undefined {
  const { name, title } = isRecord(properties) ? properties : {};
  for (const value of [name, title, id]) {
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}
