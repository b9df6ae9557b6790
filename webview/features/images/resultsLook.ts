import { serviceOrder } from '../../../src/features/images/rules/imageFacts.ts';
import { type ColumnId, columnIds, columns } from './columns.ts';

export interface ResultsSort {
  by: ColumnId;
  descending: boolean;
}

export const groupings = ['none', 'day', 'strip'] as const;

export type ResultsGrouping = (typeof groupings)[number];

/** How the results are displayed; kept for the next search and the next window. */
export interface ResultsLook {
  layout: 'cards' | 'table' | 'area';
  /** Least width of a chip, CSS pixels. */
  chipWidth: number;
  columns: readonly ColumnId[];
  /** `undefined`: in the service's order. Of the service itself too, if it can sort so: see {@link serviceSort}. */
  sort: ResultsSort | undefined;
  group: ResultsGrouping;
  /** Whether an acquisition that was found twice is listed twice. */
  showsDuplicates: boolean;
  /** Whether the histogram above the list is open; `undefined`: if there is room for it. */
  showsAvailability: boolean | undefined;
  /** Whether a calendar is below the histogram. */
  showsCalendar?: boolean;
}

export const defaultSettings: ResultsLook = {
  layout: 'cards',
  chipWidth: 128,
  columns: columnIds.filter(id => columns[id].isShown),
  sort: undefined,
  group: 'none',
  showsDuplicates: false,
  showsAvailability: undefined,
};

/** What clicking a column header does: sort by it, then reverse, then back to the service's order. */
export function nextSort(sort: ResultsSort | undefined, by: ColumnId): ResultsSort | undefined {
  if (sort?.by !== by) return { by, descending: startsDescending(by) };
  return sort.descending === startsDescending(by) ? { by, descending: !sort.descending } : undefined;
}

/** The service's default, which is requested by naming no order. */
const newestFirst = '-acquisitionDate,cloudCover';

/** The same order as the service requests it; `undefined` if it can't. An empty text is its default. */
export function serviceSort(sort: ResultsSort | undefined): string | undefined {
  if (!sort) return '';
  const { sortField } = columns[sort.by];
  if (sortField === undefined) return undefined;
  const order = serviceOrder(sortField, sort.descending);
  return order === newestFirst ? '' : order;
}

/** For most columns, the lowest values come first. */
export function startsDescending(by: ColumnId): boolean {
  return columns[by].startsDescending ?? false;
}

/** Shows or hides a column; the last one can't be hidden. */
export function withColumn(
  columns: readonly ColumnId[],
  id: ColumnId,
  isShown: boolean,
): readonly ColumnId[] {
  const next = columnIds.filter(column => (column === id ? isShown : columns.includes(column)));
  return next.length > 0 ? next : columns;
}
