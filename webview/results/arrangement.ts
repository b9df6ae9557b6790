import type { ImageRow } from '../../src/shared/protocol.ts';
import { dayMs, isoDay } from '../../src/model/words/moment.ts';
import { columnOf } from './columns.ts';
import type { Grouping, Sort } from './resultsLook.ts';
import { acquiredAt } from './rowTime.ts';
import { noItem } from '../../src/model/itemAt.ts';

/** From `from` up to and without `to`, epoch ms. */
export interface Span {
  from: number;
  to: number;
}

export interface Wanted {
  sort: Sort | undefined;
  group: Grouping;
  showsTwins: boolean;
  /** Percent of the AOI; 0 hides none. */
  minCover: number;
  span: Span | undefined;
  /** The share of the AOI that an image covers, 0 to 1; `undefined` while it is not known. */
  shareOf: (row: ImageRow) => number | undefined;
}

export interface RowGroup {
  /** Index of its first row. */
  at: number;
  count: number;
  /** A day or a strip; `undefined` for the rows that have none. */
  key: string | undefined;
}

/** The images as the list shows them. */
export interface Arrangement {
  rows: readonly ImageRow[];
  ids: readonly string[];
  /** Empty when nothing is grouped. */
  groups: readonly RowGroup[];
  /** All that are not shown. */
  hidden: ReadonlySet<string>;
  filteredCount: number;
  /** How many more are hidden because the same acquisition is shown already. */
  twinCount: number;
}

/** Filters, sorts and groups; images that are alike stay in the order in which they were found. */
export function arrange(images: readonly ImageRow[], wanted: Wanted): Arrangement {
  const hidden = new Set<string>();
  let filteredCount = 0;
  const kept: ImageRow[] = [];
  for (const row of images) {
    const isFiltered = !isWithin(row, wanted.span) || isSliver(row, wanted);
    if (isFiltered) filteredCount += 1;
    if (isFiltered || (row.twinOf !== undefined && !wanted.showsTwins)) hidden.add(row.id);
    else kept.push(row);
  }
  const sorted = sortRows(kept, wanted.sort, wanted.shareOf);
  const { rows, groups } = groupRows(sorted, wanted.group);
  const ids = rows.map(row => row.id);
  return { rows, ids, groups, hidden, filteredCount, twinCount: hidden.size - filteredCount };
}

function isWithin(row: ImageRow, span: Span | undefined): boolean {
  if (!span) return true;
  const time = acquiredAt(row);
  return time >= span.from && time < span.to;
}

export function isSliver(
  row: ImageRow,
  { minCover, shareOf }: Pick<Wanted, 'minCover' | 'shareOf'>,
): boolean {
  if (minCover <= 0) return false;
  const share = shareOf(row);
  return share !== undefined && share * 100 < minCover;
}

function sortRows(
  rows: readonly ImageRow[],
  sort: Sort | undefined,
  shareOf: Wanted['shareOf'],
): readonly ImageRow[] {
  if (!sort) return rows;
  const { value } = columnOf(sort.by);
  const byShare = sort.by === 'cover';
  const values = rows.map(row => value(row, byShare ? shareOf(row) : undefined));
  const { count, rankOf } = ranks(values, sort.descending);
  // Rows of each rank are put one after another: no two rows are compared, and what is alike stays in its order.
  const places = new Uint32Array(count + 2);
  const rankAt = new Uint32Array(values.length);
  values.forEach((value, index) => (rankAt[index] = rankOf(value)));
  for (const rank of rankAt) places[rank + 1] = (places[rank + 1] ?? noItem(places, rank + 1)) + 1;
  let before = 0;
  for (const [rank, size] of places.entries()) places[rank] = before += size;
  const sorted = rows.slice();
  rows.forEach((row, index) => {
    const rank = rankAt[index] ?? noItem(rankAt, index);
    const place = places[rank] ?? noItem(places, rank);
    sorted[place] = row;
    places[rank] = place + 1;
  });
  return sorted;
}

type Value = number | string | undefined;

/** The place of each value among all, the same for equal ones, figures before texts; what is not known comes last. */
function ranks(
  values: readonly Value[],
  descending: boolean,
): { count: number; rankOf: (value: Value) => number } {
  const known = values.filter(value => typeof value === 'number' && !Number.isNaN(value));
  // Not looked up in a map: one of a hundred thousand figures takes longer to make than the rest of the sorting.
  const figures = Float64Array.from(known).sort();
  const texts = [...new Set(values.filter(value => typeof value === 'string'))].sort();
  const textRanks = new Map(texts.map((text, rank) => [text, figures.length + rank]));
  const count = figures.length + texts.length;
  const rankUp = (value: Value) =>
    typeof value === 'number'
      ? placeIn(figures, value)
      : value === undefined
        ? undefined
        : textRanks.get(value);
  return {
    count,
    rankOf: value => {
      const rank = rankUp(value);
      return rank === undefined ? count : descending ? count - 1 - rank : rank;
    },
  };
}

/** The first of those that are equal; `undefined` for a value that is not among them, as NaN. */
function placeIn(sorted: Float64Array, value: number): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? noItem(sorted, middle)) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value ? low : undefined;
}

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
