import * as l10n from '@vscode/l10n';
import { typedNumber } from '../../../src/base/words/typedNumber.ts';
import type { ClearHere } from '../../../src/features/images/rules/clearHere.ts';
import {
  type FactLimit,
  type FactName,
  factNamed,
  factNames,
  factValue,
  type imageFacts,
} from '../../../src/features/images/rules/imageFacts.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';

/** Limits for the images in the list. The service has no criteria for them, so the page applies them itself. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** What isn't in the image itself but depends on the area. */
export interface Fitness {
  limits: Limits;
  /** The share of the AOI that an image covers, 0 to 1; `undefined` while it is unknown. */
  shareOf: (row: ImageRow) => number | undefined;
  clearOf: (id: string) => ClearHere | undefined;
}

interface ListFilter extends FactLimit {
  /** What is limited. */
  column: () => string;
  /** Of its field. */
  label: () => string;
  /** `undefined` while it is unknown. */
  valueOf: (row: ImageRow, fitness: Fitness) => number | undefined;
}

type Limited = Extract<(typeof imageFacts)[FactName], { limit: object }>;
export type LimitName = Limited['limit']['id'];

const filters = factNames.flatMap(name => {
  const fact = factNamed(name);
  const limit = fact.type === 'number' ? fact.limit : undefined;
  if (!limit) return [];
  const { isMinimum = false, read = (value: number) => value } = limit;
  const valueOf: ListFilter['valueOf'] = (row, { shareOf, clearOf }) => {
    const inArea = limit.needsArea ? { share: shareOf(row), clear: clearOf(row.id) } : {};
    const value = factValue(name, row, inArea);
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
export function obstacleOf(
  row: ImageRow,
  fitness: Fitness,
): { name: LimitName; isUnknown: boolean } | undefined {
  for (const name of inTurn) {
    const limit = fitness.limits[name];
    if (limit === undefined) continue;
    const { valueOf, isMinimum = false } = listFilters[name];
    const value = valueOf(row, fitness);
    // The page measures how much of the area an image covers, in a moment.
    if (value === undefined && name === 'minCover') continue;
    if (value === undefined || (isMinimum ? value < limit : value > limit)) {
      const isWaiting = name === 'minClear' && fitness.clearOf(row.id) !== 'unknown';
      return { name, isUnknown: value === undefined && !isWaiting };
    }
  }
  return undefined;
}

/**
 * Reads the text of a field; an empty one is no limit.
 *
 * @returns a text that says what to enter if it is no number of the field's range
 */
export function typedLimit(
  name: LimitName,
  text: string,
): { limit: number | undefined } | { problem: string } {
  if (text.trim() === '') return { limit: undefined };
  const { max } = listFilters[name];
  const limit = typedNumber(text) ?? Number.NaN;
  return limit >= 0 && limit <= max ? { limit } : { problem: l10n.t('Enter 0 to {0}.', max) };
}
