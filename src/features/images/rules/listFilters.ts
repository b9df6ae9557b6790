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
  knownOf,
} from './imageFacts.ts';

/**
 * Filters of the list of images, for which the service has no criteria. The page applies them, and the host wherever it lists
 * images for an order.
 */

/** What is limited, each by its number. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** What isn't in the image itself but depends on the area. */
export interface Fitness<Each extends Known> {
  limits: Limits;
  /** The share of the AOI that an image covers, 0 to 1; `undefined` while it is unknown. */
  shareOf: (image: Each) => number | undefined;
  clearOf: (id: string) => ClearHere | undefined;
}

interface ListFilter extends FactLimit {
  /** What is limited. */
  column: () => string;
  /** Of its field. */
  label: () => string;
  /** `undefined` while it is unknown. */
  valueOf: <Each extends Known>(image: Each, fitness: Fitness<Each>) => number | undefined;
}

type Limited = Extract<(typeof imageFacts)[FactName], { limit: object }>;
export type LimitName = Limited['limit']['id'];

const filters = factNames.flatMap(name => {
  const fact = factNamed(name);
  const limit = fact.type === 'number' ? fact.limit : undefined;
  if (!limit) return [];
  const { isMinimum = false, read = (value: number) => value } = limit;
  const valueOf: ListFilter['valueOf'] = (image, { shareOf, clearOf }) => {
    const inArea = limit.needsArea ? { share: shareOf(image), clear: clearOf(image.id) } : {};
    const value = factValue(name, image, inArea);
    return typeof value === 'number' ? read(value) : undefined;
  };
  const column = () => (fact.column === 'none' ? name : fact.column.label());
  const label = () => `${column()} ${isMinimum ? '≥' : '≤'}`;
  return [{ ...limit, column, label, valueOf }];
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
export function obstacleOf<Each extends Known>(
  image: Each,
  fitness: Fitness<Each>,
): { name: LimitName; isUnknown: boolean } | undefined {
  for (const name of inTurn) {
    const limit = fitness.limits[name];
    if (limit === undefined) continue;
    const { valueOf, isMinimum = false } = listFilters[name];
    const value = valueOf(image, fitness);
    // The page measures how much of the area an image covers, in a moment.
    if (value === undefined && name === 'minCoverage') continue;
    if (value === undefined || (isMinimum ? value < limit : value > limit)) {
      const isWaiting = name === 'minClear' && fitness.clearOf(image.id) !== 'unknown';
      return { name, isUnknown: value === undefined && !isWaiting };
    }
  }
  return undefined;
}

/** What the list on the map is filtered by. */
export interface ListFilters {
  limits: Limits;
  /** By id: the share without cloud of what an image shows of the area, 0 to 1, where the page has estimated it. */
  clear: ReadonlyMap<string, number>;
}

/**
 * Whether the list on the map hides an image. One that the page hasn't estimated may be clear.
 *
 * @param share of the AOI that it covers, 0 to 1, if it is known
 */
export function isHidden(image: Image, { limits, clear }: ListFilters, share: number | undefined): boolean {
  const estimated = clear.get(image.id);
  const obstacle = obstacleOf(knownOf(image), {
    limits: estimated === undefined ? { ...limits, minClear: undefined } : limits,
    shareOf: () => share,
    clearOf: () => (estimated === undefined ? undefined : { share: estimated }),
  });
  return obstacle !== undefined;
}

/** The filters that are set, in words. */
export function limitTexts(limits: Limits): string[] {
  return limitNames.flatMap(name => {
    const limit = limits[name];
    return limit === undefined ? [] : [listFilters[name].chip(limit)];
  });
}
