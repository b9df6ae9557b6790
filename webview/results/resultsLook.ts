import { columnIds, type ColumnId } from './columns.ts';

export interface Sort {
  by: ColumnId;
  descending: boolean;
}

export const groupings = ['none', 'day', 'strip'] as const;

export type Grouping = (typeof groupings)[number];

/** How a person wants the results to be shown; kept for the next search and the next window. */
export interface ResultsLook {
  layout: 'cards' | 'table';
  /** In the order of `columnIds`, at least one. */
  columns: readonly ColumnId[];
  /** `undefined`: as the service found them. */
  sort: Sort | undefined;
  group: Grouping;
  /** Whether an acquisition that was found twice is shown twice. */
  showsDuplicates: boolean;
  /** Whether the parts above the list are open; `undefined`: where there is room for them. */
  showsAvailability: boolean | undefined;
  showsTools: boolean | undefined;
}

export const firstLook: ResultsLook = {
  layout: 'cards',
  columns: ['time', 'sensor', 'cloud', 'incidence', 'cover', 'level'],
  sort: undefined,
  group: 'none',
  showsDuplicates: false,
  showsAvailability: undefined,
  showsTools: undefined,
};

/** What a press on a column's header does: sorted by it, then the other way round, then as found. */
export function nextSort(sort: Sort | undefined, by: ColumnId): Sort | undefined {
  if (sort?.by !== by) return { by, descending: startsDescending(by) };
  return sort.descending === startsDescending(by) ? { by, descending: !sort.descending } : undefined;
}

/** The newest and those that cover most are wanted first, of all else the least. */
export function startsDescending(by: ColumnId): boolean {
  return by === 'time' || by === 'cover';
}

/** Shows or hides a column; the last one stays. */
export function withColumn(
  columns: readonly ColumnId[],
  id: ColumnId,
  isShown: boolean,
): readonly ColumnId[] {
  const next = columnIds.filter(column => (column === id ? isShown : columns.includes(column)));
  return next.length > 0 ? next : columns;
}
