import { dayMs, isoDay } from '../../../src/base/words/moment.ts';
import {
  type Fitness,
  hidingLimit,
  isWithin,
  type LimitName,
  type Span,
} from '../../../src/features/images/rules/listFilters.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { acquiredAt, columns, type ImageColumn, type InArea } from './columns.ts';
import type { ResultsGrouping, ResultsSort } from './resultsLook.ts';

export interface Wanted extends Fitness<ImageRow> {
  sort: ResultsSort | undefined;
  group: ResultsGrouping;
  showsDuplicates: boolean;
  span: Span | undefined;
}

export interface RowGroup {
  at: number;
  count: number;
  /** A day or a strip; `undefined` for rows without one. */
  key: string | undefined;
}

export interface ResultsArrangement {
  rows: readonly ImageRow[];
  ids: readonly string[];
  /** Empty if there is no grouping. */
  groups: readonly RowGroup[];
  hidden: ReadonlySet<string>;
  filteredCount: number;
  /** How many of the filtered ones are hidden because what a filter limits isn't known of them. */
  unknown: ReadonlyMap<LimitName, number>;
  /** Those that only the limit of how clear the area is hides. */
  hiddenByClear: readonly ImageRow[];
  /** How many more are hidden because the same acquisition is already shown. */
  duplicateCount: number;
}

/** Filters, sorts and groups; equal images keep the order in which they were found. */
export function arrangeRows(images: readonly ImageRow[], criteria: Wanted): ResultsArrangement {
  const hidden = new Set<string>();
  let filteredCount = 0;
  const kept: ImageRow[] = [];
  const unknown = new Map<LimitName, number>();
  const hiddenByClear: ImageRow[] = [];
  for (const row of images) {
    const isOutside = !isWithin(acquiredAt(row), criteria.span);
    const obstacle = isOutside ? undefined : hidingLimit(row, criteria);
    const isFiltered = isOutside || obstacle !== undefined;
    if (isFiltered) filteredCount += 1;
    // A pinned image is wanted, even if there is a better entry of it.
    const isDuplicate = row.duplicateOf !== undefined && !criteria.showsDuplicates && !row.pin;
    if (obstacle?.isUnknown) unknown.set(obstacle.name, (unknown.get(obstacle.name) ?? 0) + 1);
    if (obstacle?.name === 'minClear' && !isDuplicate) hiddenByClear.push(row);
    if (isFiltered || isDuplicate) hidden.add(row.id);
    else kept.push(row);
  }
  const sorted = sortRows(kept, criteria);
  const { rows, groups } = groupRows(sorted, criteria.group);
  const ids = rows.map(row => row.id);
  const duplicateCount = hidden.size - filteredCount;
  return { rows, ids, groups, hidden, filteredCount, unknown, hiddenByClear, duplicateCount };
}

/** Whether the order depends on how clear the area is. */
export function sortsByClear(sort: ResultsSort | undefined): boolean {
  return sort?.by === 'clear' || sort?.by === 'rate';
}

/** Whether the order depends on how much of the AOI each image covers. */
export function sortsByShare(sort: ResultsSort | undefined): boolean {
  return (sort && columns[sort.by].needsShare) ?? false;
}

/** Unknown values come last in both directions. */
function sortRows(
  rows: readonly ImageRow[],
  { sort, aoiShare, clearById }: Pick<Wanted, 'sort' | 'aoiShare' | 'clearById'>,
): readonly ImageRow[] {
  if (!sort) return rows;
  const { value } = columns[sort.by];
  const inArea = (row: ImageRow): InArea => ({
    share: sortsByShare(sort) ? aoiShare(row) : undefined,
    clear: sortsByClear(sort) ? clearById(row.id) : undefined,
  });
  const values = rows.map(row => value(row, inArea(row)));
  // Texts are compared only once and sorted by rank: a hundred thousand numbers are sorted in a fifth of a second.
  const texts = [...new Set(values.filter(value => typeof value === 'string'))].sort();
  const places = new Map<Value, number>(texts.map((text, place) => [text, place]));
  const keyed: { row: ImageRow; key: number }[] = [];
  const unknown: ImageRow[] = [];
  rows.forEach((row, index) => {
    const value = values[index];
    const key = typeof value === 'number' ? value : places.get(value);
    if (key === undefined || Number.isNaN(key)) unknown.push(row);
    else keyed.push({ row, key: sort.descending ? -key : key });
  });
  keyed.sort((a, b) => a.key - b.key);
  return [...keyed.map(({ row }) => row), ...unknown];
}

type Value = ReturnType<ImageColumn['value']>;

/** Groups are in the order of their first rows. */
function groupRows(
  rows: readonly ImageRow[],
  grouping: ResultsGrouping,
): { rows: readonly ImageRow[]; groups: readonly RowGroup[] } {
  if (grouping === 'none') return { rows, groups: [] };
  const members = new Map<string | number | undefined, ImageRow[]>();
  for (const row of rows) {
    const key = grouping === 'strip' ? row.parentIdentifier : rowDay(row);
    const group = members.get(key);
    if (group) group.push(row);
    else members.set(key, [row]);
  }
  let at = 0;
  const groups = [...members].map(([key, { length: count }]) => {
    const group = { at, count, key: typeof key === 'number' ? isoDay(key * dayMs) : key };
    at += count;
    return group;
  });
  return { rows: [...members.values()].flat(), groups };
}

/** Days since 1970, UTC. */
function rowDay(row: ImageRow): number | undefined {
  const time = acquiredAt(row);
  return Number.isNaN(time) ? undefined : Math.floor(time / dayMs);
}
