/** A search saved as a file (`*.search.json`): the criteria by name, for the day on which it runs. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import { isRecord } from '../../../base/fields.ts';
import { type JsonPath, placedBelow, type Problem } from '../../../base/problem.ts';
import type { SearchCode } from '../../../base/problemCodes.ts';
import { dayMs, firstDaysUntil, isoDay, parseMoment } from '../../../base/words/moment.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { checkShape } from '../../../geo/aoiRings.ts';
import { geometryCenter } from '../../../geo/center.ts';
import { polygonParts } from '../../../geo/geometryTypes.ts';
import { eitherText } from '../../../service/rules/acquisitionInterval.ts';
import { boundsForm, circleForm, criteriaFaults, emptyText } from '../../../service/rules/criteriaFaults.ts';
import { type Image, isConstellation } from '../../../service/rules/imagery.ts';
import type { SearchCriteria } from '../../../service/rules/searchCriteria.ts';
import { limitNames, type Limits, limitsIn } from './listFilters.ts';
import { criterionNames, namesInFiles, type SavedSearch, searchCriteria } from './searchCriteria.ts';

export type SearchFileReading =
  | { kind: 'search'; search: SavedSearch }
  | { kind: 'problems'; problems: Problem[] };

/** @param value the parsed JSON of the file */
export function readSearchFile(value: unknown): SearchFileReading {
  if (!isRecord(value)) {
    const message = l10n.t('A search is a JSON object of criteria, such as { "maxCloudCover": 20 }.');
    return { kind: 'problems', problems: [error([], message)] };
  }
  const problems = Object.keys(value).flatMap(name => checkMember(name, value[name]));
  if (problems.length > 0) return { kind: 'problems', problems };
  const search = { ...value } as SavedSearch;
  delete (search as { $schema?: unknown }).$schema;
  return checkWhole(search) ?? { kind: 'search', search };
}

/**
 * The criteria on a given day.
 *
 * @param today `YYYY-MM-DD`, UTC
 */
export function criteriaOn(search: SavedSearch, today: string): SearchCriteria {
  const { lastDays, areaName: _name, ...rest } = search;
  const criteria: SearchCriteria = Object.fromEntries(
    Object.entries(rest).filter(([name]) => !isLimit(name)),
  );
  if (lastDays !== undefined) {
    criteria.acquiredFrom = isoDay(Date.parse(today) - (lastDays - 1) * dayMs);
  }
  return criteria;
}

/** What the list of its images is limited by. */
export function searchedLimits(search: SavedSearch): Limits {
  return limitsIn(search);
}

function isLimit(name: string): boolean {
  return (limitNames as readonly string[]).includes(name);
}

/** The criteria to save: a span until today that is offered by name stays one until the day of each run. */
export function withRelativeSpan(criteria: SearchCriteria, today: string): SavedSearch {
  const { acquiredFrom, ...others } = criteria;
  const isOpen = criteria.acquiredTo === undefined && criteria.acquiredBefore === undefined;
  if (!isOpen || acquiredFrom === undefined) return criteria;
  if (!Object.values(firstDaysUntil(today)).includes(acquiredFrom)) return criteria;
  return { ...others, lastDays: Math.round((Date.parse(today) - Date.parse(acquiredFrom)) / dayMs) + 1 };
}

/** Meters around the middle of a footprint. */
const nearby = 1000;

/** Finds an image again by its day, sensor and place: services don't have to support IDs as a criterion. */
export function searchForImage({ footprint, acquisitionDate, constellation }: Image): SavedSearch {
  const center = geometryCenter(polygonParts(footprint)[0]);
  const day = parseMoment(acquisitionDate);
  // About a meter.
  const rounded = (degrees: number) => Number(degrees.toFixed(5));
  return {
    ...(day ? { acquiredFrom: isoDay(day.time), acquiredTo: isoDay(day.time) } : {}),
    ...(isConstellation(constellation) ? { constellation } : {}),
    ...(center && {
      circle: { longitude: rounded(center[0]), latitude: rounded(center[1]), radius: nearby },
    }),
  };
}

/** What a search is for, in a line: area, span, filters. */
export function searchSummary(search: SavedSearch): string {
  const { areaName, aoi, circle, bounds, lastDays } = search;
  const first = search.acquiredFrom ?? search.acquiredAfter?.slice(0, 10);
  const last = search.acquiredTo ?? search.acquiredBefore?.slice(0, 10);
  const parts = [
    areaName ?? (aoi && l10n.t('Area of interest')),
    circle && l10n.t('circle of {0}', `${circle.radius} m`),
    bounds && l10n.t('Map view'),
    lastDays !== undefined && l10n.t('last {0} days', lastDays),
    first !== undefined &&
      (last === undefined ? l10n.t('since {0}', first) : l10n.t('{0} to {1}', first, last)),
    first === undefined && last !== undefined && l10n.t('until {0}', last),
    ...criterionNames.map(name => criterionSummary(name, search[name])),
  ];
  return parts
    .filter((part): part is string => typeof part === 'string' && part !== '')
    .map(part => safeLine(part))
    .join(' · ');
}

function criterionSummary(name: keyof SavedSearch, value: unknown): string | undefined {
  const { display } = searchCriteria[name];
  if (typeof display === 'function') return typeof value === 'number' ? display(value) : undefined;
  return display === 'asWritten' && typeof value === 'string' ? value : undefined;
}

/** The criteria that the summary leaves out because they would make it long, each with its name. */
export function furtherCriteria(search: SavedSearch): [label: string, text: string][] {
  return criterionNames.flatMap((name): [string, string][] => {
    const { display } = searchCriteria[name];
    const value = search[name];
    const isWord = typeof value === 'string' || typeof value === 'number';
    return typeof display === 'object' && isWord ? [[display.label(), String(value)]] : [];
  });
}

/** The text of a file: the criteria that are set, the short ones first. */
export function writeSearchFile(search: SavedSearch): string {
  const { aoi, ...rest } = search;
  return `${stringify({ ...rest, ...(aoi ? { aoi: bareAoi(aoi) } : {}) })}\n`;
}

/** Equal for two searches that find the same images, whatever the order of their criteria, and what their lists hide. */
export function searchKey(search: SavedSearch): string {
  const entries = Object.entries(search).filter(
    ([name]) => !isLimit(name) && !['sortBy', 'areaName'].includes(name),
  );
  return JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function checkMember(name: string, value: unknown): Problem[] {
  if (name === '$schema') return [];
  if (!namesInFiles.includes(name)) {
    return [error([name], l10n.t('Unknown "{0}". Available: {1}.', name, namesInFiles.join(', ')))];
  }
  const { form } = searchCriteria[name as keyof SavedSearch];
  switch (form.kind) {
    case 'choice': {
      if (typeof value === 'string' && form.of.includes(value)) return [];
      return [error([name], l10n.t('"{0}" must be {1}.', name, form.of.join(' / ')))];
    }
    case 'number': {
      const { min, max, isWhole = false } = form;
      const isInRange = typeof value === 'number' && value >= min && value <= max;
      if (isInRange && (!isWhole || Number.isInteger(value))) return [];
      if (isWhole)
        return [error([name], l10n.t('"{0}" must be a whole number from {1} to {2}.', name, min, max))];
      return [error([name], l10n.t('"{0}" must be a number from {1} to {2}.', name, min, max))];
    }
    case 'text':
      return typeof value === 'string' && value !== '' ? [] : [error([name], emptyText(name))];
    case 'own':
      return checkOwn(name, value);
  }
}

function checkOwn(name: string, value: unknown): Problem[] {
  if (name === 'circle') return isCircle(value) ? [] : [error([name], circleForm())];
  if (name === 'bounds') return isBox(value) ? [] : [error([name], boundsForm())];
  return checkShape(value).map(problem => placedBelow(problem, [name]));
}

function isCircle(value: unknown): boolean {
  const { longitude, latitude, radius } = isRecord(value) ? value : {};
  return [longitude, latitude, radius].every(field => typeof field === 'number');
}

function isBox(value: unknown): boolean {
  return Array.isArray(value) && value.length === 4 && value.every(Number.isFinite);
}

/** Criteria that contradict each other, or that the request itself would refuse. */
function checkWhole(search: SavedSearch): SearchFileReading | undefined {
  const { lastDays, acquiredFrom, acquiredTo, acquiredAfter, acquiredBefore } = search;
  const dates = { acquiredFrom, acquiredTo, acquiredAfter, acquiredBefore };
  const date = Object.entries(dates).find(([, text]) => text !== undefined)?.[0];
  if (lastDays !== undefined && date !== undefined) {
    const conflict = error(['lastDays'], eitherText('lastDays', date), 'search-conflict');
    return { kind: 'problems', problems: [conflict] };
  }
  const problems = criteriaFaults(criteriaOn(search, '2026-01-01')).map(({ name, message, isConflict }) =>
    error([name], message, isConflict ? 'search-conflict' : 'search-criterion'),
  );
  return problems.length > 0 ? { kind: 'problems', problems } : undefined;
}

function error(path: JsonPath, message: string, code: SearchCode = 'search-criterion'): Problem {
  return { code, message, severity: 'error', path };
}

function bareAoi({ coordinates }: Polygon): Polygon {
  return { type: 'Polygon', coordinates };
}
