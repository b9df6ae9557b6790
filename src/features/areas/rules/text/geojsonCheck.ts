/** Checks the AOIs in a JSON document, depending on the document's purpose. */
import * as l10n from '@vscode/l10n';
import type { Polygon, Position } from 'geojson';
import { isRecord } from '../../../../base/fields.ts';
import { type JsonPath, placedBelow, type Problem } from '../../../../base/problem.ts';
import { areaCode } from '../../../../base/problemCodes.ts';
import { checkAoi } from '../../../../geo/aoi.ts';
import { checkCoordinates, checkRings, findWrongWinding } from '../../../../geo/aoiRings.ts';
import { checkBox } from '../../../../geo/bbox.ts';
import { boundingBox } from '../../../../geo/box.ts';
import { geometryCenter } from '../../../../geo/center.ts';
import { geometryTypes, visitObjects } from '../../../../geo/geometryTypes.ts';
import { isOnLandIfSwapped } from '../../../../geo/openSea.ts';
import { checkArea } from '../../../../geo/smallestAoi.ts';
import { perhapsSwappedText, swappedText } from '../../../../geo/swappedText.ts';
import { isDegreesCrs, writtenCrs } from './writtenCrs.ts';

/** `order` for an order document, whose geometries are all AOIs; `file` for any other JSON. */
export type AoiUse = 'file' | 'order';

/** Also reports non-errors, as information. */
export interface AoiProblem extends Omit<Problem, 'severity'> {
  severity: Problem['severity'] | 'information';
}

/** More in one document wouldn't help. */
const maxProblems = 1000;

/** More than that are no areas that somebody means to fix. */
const mostOthers = 20;

/** All problems of the geometries of a JSON value, up to 1,000 by default, in document order. */
export function checkGeojson(value: unknown, use: AoiUse, limit = maxProblems): AoiProblem[] {
  const found = use === 'order' ? checkOrderAois(value) : checkFile(value, limit);
  return found.slice(0, limit);
}

/** Specification: `aoi` of the Analytic order body, `products[].aoi` of the Product order body. */
function checkOrderAois(body: unknown): AoiProblem[] {
  if (!isRecord(body)) return [];
  const products: unknown[] = Array.isArray(body.products) ? body.products : [];
  const aois: [JsonPath, unknown][] = [
    [['aoi'], body.aoi],
    ...products.map((product, index): [JsonPath, unknown] => [
      ['products', index, 'aoi'],
      isRecord(product) ? product.aoi : undefined,
    ]),
  ];
  return aois.flatMap(([path, aoi]) => {
    // The order check reports a missing one.
    if (aoi === undefined) return [];
    const problems = checkAoi(aoi).map((problem): AoiProblem => ({ ...problem, severity: 'error' }));
    const more =
      problems.length === 0 ? checkSound(aoi as Polygon, path.length > 1 ? 'error' : undefined) : [];
    const all = [...problems, ...more];
    const hint = problems.length === 0 && isRecord(aoi) ? swappedOntoLand(aoi) : undefined;
    return (hint ? withHint(hint, [], all) : all).map(problem => placedBelow(problem, path));
  });
}

function checkFile(value: unknown, limit: number): AoiProblem[] {
  const areas: AoiProblem[] = [];
  const others: AoiProblem[] = [];
  const placed: { path: JsonPath; area: Record<string, unknown>; from: number; to: number }[] = [];
  visitObjects(value, (object, path, around) => {
    if (areas.length > limit) return false;
    for (const problem of checkBox(object)) areas.push(placedBelow(problem, path));
    if (hasCoordinates(object, around?.type === 'Feature' && path.at(-1) === 'geometry')) {
      const isArea = object.type === 'Polygon' || object.type === 'MultiPolygon';
      const into = isArea ? areas : others;
      const from = into.length;
      for (const problem of checkGeometry(object)) into.push(placedBelow(problem, path));
      if (isArea) placed.push({ path, area: object, from, to: into.length });
      return false;
    }
    for (const problem of checkCrs(object)) areas.push(placedBelow(problem, path));
    return true;
  });
  const centers = placed.length > fewestOthers ? placed.map(({ area }) => centerOnEarth(area)) : [];
  const odd = new Set(swappedAreas(centers));
  for (const [index, { path, area, from, to }] of [...placed.entries()].toReversed()) {
    const hint = odd.has(index) ? perhapsSwapped(swappedText()) : swappedOntoLand(area);
    if (hint) areas.splice(from, to - from, ...withHint(hint, path, areas.slice(from, to)));
  }
  // Points and lines beside areas are intended, and so are many, as in the copy of a report.
  const fewer = others.length > mostOthers ? others.slice(0, 1) : others;
  return (placed.length > 0 ? areas : [...areas, ...fewer]).map(inFile);
}

/** With the severity that its code has in files, unless that depends on more than the code. */
function inFile(problem: AoiProblem): AoiProblem {
  const { inFile: severity = 'decided by the check' } = areaCode(problem.code) ?? {};
  return severity === 'decided by the check' || severity === 'no problem'
    ? problem
    : { ...problem, severity };
}

function perhapsSwapped(message: string): AoiProblem {
  return { code: 'axes-perhaps-swapped', message, severity: 'information', path: ['coordinates'] };
}

function swappedOntoLand(area: Record<string, unknown>): AoiProblem | undefined {
  return isOnLandIfSwapped(area) ? perhapsSwapped(perhapsSwappedText()) : undefined;
}

/** Swapping mirrors an area, so its winding is checked only after the swap. */
function withHint(hint: AoiProblem, path: JsonPath, problems: readonly AoiProblem[]): AoiProblem[] {
  return [placedBelow(hint, path), ...problems.filter(({ code }) => code !== 'ring-winding')];
}

/** Other JSON has members called `type` too. */
function hasCoordinates(value: Record<string, unknown>, isGeometry: boolean): boolean {
  return geometryTypes.includes(value.type) && (isGeometry || 'coordinates' in value);
}

function checkGeometry(geometry: Record<string, unknown>): AoiProblem[] {
  const crs = checkCrs(geometry);
  if (geometry.type === 'Polygon') return [...crs, ...checkPolygon(geometry.coordinates, ['coordinates'])];
  const severity = geometry.type === 'MultiPolygon' ? 'warning' : 'information';
  const problems: AoiProblem[] = [
    ...crs,
    ...checkAoi(geometry).map(problem => ({ ...problem, severity }) as const),
  ];
  if (geometry.type !== 'MultiPolygon' || !Array.isArray(geometry.coordinates)) return problems;
  const parts = geometry.coordinates.flatMap((part: unknown, index) =>
    checkPolygon(part, ['coordinates', index]),
  );
  return problems.concat(parts);
}

function checkPolygon(rings: unknown, path: JsonPath): AoiProblem[] {
  const shape = checkCoordinates(rings, path);
  const isSound = shape.every(({ severity }) => severity !== 'error');
  const ofRings = isSound ? checkRings(rings as Position[][], path) : [];
  const problems: AoiProblem[] = [...shape, ...ofRings];
  if (!isSound || ofRings.some(({ severity }) => severity === 'error')) return problems;
  const polygon: Polygon = { type: 'Polygon', coordinates: rings as Position[][] };
  // Its paths start at the coordinates of a Polygon: adjust them to this place.
  const more = checkSound(polygon, 'warning').map(problem => ({
    ...problem,
    path: [...path, ...problem.path.slice(1)],
  }));
  return [...problems, ...more];
}

/** Remarks on a valid polygon, with a severity for a small one if size matters. */
function checkSound(polygon: Polygon, tooSmall: Problem['severity'] | undefined): AoiProblem[] {
  const winding = findWrongWinding(polygon.coordinates).map((ring): AoiProblem => ({
    code: 'ring-winding',
    message: l10n.t(
      'RFC 7946 requires outer rings counter-clockwise, holes clockwise. The area stays the same.',
    ),
    severity: 'information',
    path: ['coordinates', ring],
  }));
  if (!tooSmall) return winding;
  return [
    ...winding,
    ...checkArea(polygon).map(problem => ({ ...problem, severity: tooSmall, path: ['coordinates'] })),
  ];
}

/** GeoJSON before RFC 7946 could name another coordinate system in a `crs` member. */
function checkCrs({ type, crs }: Record<string, unknown>): AoiProblem[] {
  const name = typeof type === 'string' ? writtenCrs(crs) : undefined;
  if (name === undefined) return [];
  const isDegrees = isDegreesCrs(name);
  const message = isDegrees
    ? l10n.t('RFC 7946 has no "crs": coordinates are always WGS 84. Remove it.')
    : l10n.t('The file claims to be in {0}, but is read as WGS 84. Export it in EPSG:4326.', name);
  return [{ code: 'crs-member', message, severity: isDegrees ? 'information' : 'warning', path: ['crs'] }];
}

/** Center of the outer rings of an area, degrees. */
export type Center = readonly [longitude: number, latitude: number];

/** A swapped area must be this close to all others, degrees. */
const near = 10;
/** As written, the area must be farther than this from all others, degrees. */
const far = 30;
/** With fewer other areas, there is no evidence. */
const fewestOthers = 2;

/** The center of a geometry; `undefined` if it has no positions, or some that aren't on Earth. */
function centerOnEarth(geometry: unknown): Center | undefined {
  const [west, south, east, north] = boundingBox(geometry);
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return isOnEarth ? geometryCenter(geometry) : undefined;
}

/**
 * The areas of a document that may have longitude and latitude swapped: far from all others as written, and close to
 * all of them when swapped.
 *
 * @param centers of the areas, degrees; `undefined` for areas without one
 */
export function swappedAreas(centers: readonly (Center | undefined)[]): number[] {
  const known = centers.flatMap((center, index) => (center ? [{ index, center }] : []));
  if (known.length <= fewestOthers) return [];
  return known.flatMap(({ index, center }) => {
    const swapped = [center[1], center[0]] as const;
    if (Math.abs(swapped[1]) > 90) return [];
    // Both checks in one pass: usually the first other area decides.
    const isOdd = known.every(
      entry =>
        entry.index === index ||
        (distance(entry.center, center) > far && distance(entry.center, swapped) <= near),
    );
    return isOdd ? [index] : [];
  });
}

function distance([ax, ay]: Center, [bx, by]: Center): number {
  return Math.hypot(ax - bx, ay - by);
}
