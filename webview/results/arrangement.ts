import type { ImageRow } from '../../src/shared/protocol.ts';
import { dayMs, isoDay } from '../../src/model/words/moment.ts';
import { acquiredAt, columns, type Column } from './columns.ts';
import type { Grouping, Sort } from './resultsLook.ts';

/** From `from` up to and without `to`, epoch ms. */
export interface Span {
  from: number;
  to: number;
}

export interface Wanted {
  sort: Sort | undefined;
  group: Grouping;
  showsDuplicates: boolean;
  /** Percent of the AOI; 0 hides none. */
  minCover: number;
  span: Span | undefined;
  /** The share of the AOI that an image covers, 0 to 1; `undefined` while it is not known. */
  shareOf: (row: ImageRow) => number | undefined;
}

export interface RowGroup {
  at: number;
  count: number;
  /** A day or a strip; `undefined` for the rows that have none. */
  key: string | undefined;
}

export interface Arrangement {
  rows: readonly ImageRow[];
  ids: readonly string[];
  /** Empty when nothing is grouped. */
  groups: readonly RowGroup[];
  hidden: ReadonlySet<string>;
  filteredCount: number;
  /** How many more are hidden because the same acquisition is shown already. */
  duplicateCount: number;
}

/** Filters, sorts and groups; images that are alike stay in the order in which they were found. */
export function arrange(images: readonly ImageRow[], wanted: Wanted): Arrangement {
  const hidden = new Set<string>();
  let filteredCount = 0;
  const kept: ImageRow[] = [];
  for (const row of images) {
    const isFiltered = !isWithin(row, wanted.span) || coversTooLittle(row, wanted);
    if (isFiltered) filteredCount += 1;
    if (isFiltered || (row.twinOf !== undefined && !wanted.showsDuplicates)) hidden.add(row.id);
    else kept.push(row);
  }
  const sorted = sortRows(kept, wanted.sort, wanted.shareOf);
  const { rows, groups } = groupRows(sorted, wanted.group);
  const ids = rows.map(row => row.id);
  return { rows, ids, groups, hidden, filteredCount, duplicateCount: hidden.size - filteredCount };
}

function isWithin(row: ImageRow, span: Span | undefined): boolean {
  if (!span) return true;
  const time = acquiredAt(row);
  return time >= span.from && time < span.to;
}

export function coversTooLittle(
  row: ImageRow,
  { minCover, shareOf }: Pick<Wanted, 'minCover' | 'shareOf'>,
): boolean {
  if (minCover <= 0) return false;
  const share = shareOf(row);
  return share !== undefined && share * 100 < minCover;
}

/** What is not known comes last, whichever way is sorted. */
function sortRows(
  rows: readonly ImageRow[],
  sort: Sort | undefined,
  shareOf: Wanted['shareOf'],
): readonly ImageRow[] {
  if (!sort) return rows;
  const { value } = columns[sort.by];
  const values = rows.map(row => value(row, sort.by === 'cover' ? shareOf(row) : undefined));
  // Texts are compared once: numbers are sorted, of which a hundred thousand take a fifth of a second.
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
  keyed.sort((one, other) => one.key - other.key);
  return [...keyed.map(({ row }) => row), ...unknown];
}

type Value = ReturnType<Column['value']>;

/** Groups stand in the order of their first rows. */
function groupRows(
  rows: readonly ImageRow[],
  grouping: Grouping,
): { rows: readonly ImageRow[]; groups: readonly RowGroup[] } {
  if (grouping === 'none') return { rows, groups: [] };
  const members = new Map<string | number | undefined, ImageRow[]>();
  for (const row of rows) {
    const key = grouping === 'strip' ? row.strip : dayOf(row);
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
function dayOf(row: ImageRow): number | undefined {
  const time = acquiredAt(row);
  return Number.isNaN(time) ? undefined : Math.floor(time / dayMs);
}
