import { isoDay, parseMoment } from '../../../base/words/moment.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import type { ClearHere } from './clearHere.ts';
import {
  type FactLimit,
  type FactName,
  factNamed,
  factNames,
  factValue,
  type imageFacts,
  type Known,
  withFacts,
} from './imageFacts.ts';

/**
 * Filters of the list of images, for which the service has no criteria. The host has them, the page applies them, and so does
 * the host wherever it lists or chooses images. A saved search has the limits under the same names.
 */

/** What is limited, each by its number. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** From `from` to `to` (exclusive), epoch ms. */
export interface Span {
  from: number;
  to: number;
}

/** What a person limits the list by. */
export interface ListFilters {
  limits: Limits;
  /** Only images of this time are listed; until the next search. */
  span?: Span | undefined;
}

/** What isn't in the image itself but depends on the area. */
export interface Fitness<Each extends Known> {
  limits: Limits;
  /** The share of the AOI that an image covers, 0 to 1; `undefined` while it is unknown. */
  aoiShare: (image: Each) => number | undefined;
  clearById: (id: string) => ClearHere | undefined;
}

interface ListFilter extends FactLimit {
  /** What is limited. */
  column: () => string;
  /** Of its field. */
  label: () => string;
  /** `undefined` while it is unknown. */
  filterValue: <Each extends Known>(image: Each, fitness: Fitness<Each>) => number | undefined;
}

type Limited = Extract<(typeof imageFacts)[FactName], { limit: object }>;
export type LimitName = Limited['limit']['id'];

const filters = factNames.flatMap(name => {
  const fact = factNamed(name);
  const limit = fact.type === 'number' ? fact.limit : undefined;
  if (!limit) return [];
  const { isMinimum = false, read = (value: number) => value } = limit;
  const filterValue: ListFilter['filterValue'] = (image, { aoiShare, clearById }) => {
    const inArea = limit.needsArea ? { share: aoiShare(image), clear: clearById(image.id) } : {};
    const value = factValue(name, image, inArea);
    return typeof value === 'number' ? read(value) : undefined;
  };
  const column = () => (fact.column === 'none' ? name : fact.column.label());
  const label = () => `${column()} ${isMinimum ? '≥' : '≤'}`;
  return [{ ...limit, column, label, filterValue }];
});

export const listFilters = Object.fromEntries(filters.map(filter => [filter.id, filter])) as Readonly<
  Record<LimitName, ListFilter>
>;

// `Object.keys` returns string[], because an object can have more keys than its type.
export const limitNames = Object.keys(listFilters) as LimitName[];

/** The limits that apply: without an area, those that need one keep their values but hide nothing. */
export function applicableLimits(limits: Limits, hasArea: boolean): Limits {
  const applicable = limitNames.filter(name => hasArea || listFilters[name].needsArea !== true);
  return Object.fromEntries(applicable.map(name => [name, limits[name]]));
}

/** Estimates come only for images that no other limit hides. */
const inTurn = [...limitNames.filter(name => name !== 'minClear'), 'minClear'] as const;

/**
 * The limit that hides an image, because it is beyond it, or because what is limited isn't known. `isUnknown`: nor will it be
 * estimated.
 */
export function hidingLimit<Each extends Known>(
  image: Each,
  fitness: Fitness<Each>,
): { name: LimitName; isUnknown: boolean } | undefined {
  for (const name of inTurn) {
    const limit = fitness.limits[name];
    if (limit === undefined) continue;
    const { filterValue, isMinimum = false } = listFilters[name];
    const value = filterValue(image, fitness);
    // The page measures how much of the area an image covers, in a moment.
    if (value === undefined && name === 'minCoverage') continue;
    if (value === undefined || (isMinimum ? value < limit : value > limit)) {
      const isWaiting = name === 'minClear' && fitness.clearById(image.id) !== 'unknown';
      return { name, isUnknown: value === undefined && !isWaiting };
    }
  }
  return undefined;
}

/** As they apply to the active area. */
export interface AppliedFilters extends ListFilters {
  /** By id: how clear the area is, where the page has estimated it. */
  clear: ReadonlyMap<string, ClearHere>;
}

/**
 * Whether the list on the map hides an image. One that the page hasn't estimated may be clear.
 *
 * @param share of the AOI that it covers, 0 to 1, if it is known
 */
export function isHidden(
  image: Image,
  { limits, span, clear }: AppliedFilters,
  share: number | undefined,
): boolean {
  if (span && !isWithin(parseMoment(image.acquisitionDate)?.time ?? Number.NaN, span)) return true;
  if (limitNames.every(name => limits[name] === undefined)) return false;
  const estimated = clear.get(image.id);
  const obstacle = hidingLimit(withFacts(image), {
    limits: estimated === undefined ? { ...limits, minClear: undefined } : limits,
    aoiShare: () => share,
    clearById: () => estimated,
  });
  return obstacle !== undefined;
}

/** @param time epoch ms; NaN, if it is unknown, is in no span */
export function isWithin(time: number, span: Span | undefined): boolean {
  return !span || (time >= span.from && time < span.to);
}

/** What filters the list, in words. */
export function filterTexts({ limits, span }: ListFilters): string[] {
  const texts = limitNames.flatMap(name => {
    const limit = limits[name];
    return limit === undefined ? [] : [listFilters[name].chip(limit)];
  });
  return span ? [...texts, spanText(span)] : texts;
}

/** "2025-03-14", or "2025-03-01 – 2025-03-31": the last day is included. */
export function spanText({ from, to }: Span): string {
  const first = isoDay(from);
  const last = isoDay(to - 1);
  return first === last ? first : `${first} – ${last}`;
}

export function isSameFilters(a: ListFilters, b: ListFilters): boolean {
  return (
    a.span?.from === b.span?.from &&
    a.span?.to === b.span?.to &&
    limitNames.every(name => a.limits[name] === b.limits[name])
  );
}

/** Without those that aren't set. */
export function limitsIn(limits: Limits): Limits {
  return Object.fromEntries(
    limitNames.flatMap(name => (limits[name] === undefined ? [] : [[name, limits[name]]])),
  );
}
