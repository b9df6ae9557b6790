import * as l10n from '@vscode/l10n';
import { dateWords } from '../../src/model/words/displayLanguage.ts';
import { dayMs, isoDay } from '../../src/model/words/moment.ts';
import { imageCount } from '../ui/format.ts';
import type { Span } from './arrangement.ts';

export type BinUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export interface Bin extends Span {
  count: number;
}

/** How many images there are over time. Bins follow one upon the other, those without images too. */
export interface Availability {
  unit: BinUnit;
  bins: readonly Bin[];
}

/** More bars cannot be told apart. */
const mostBins = 60;

/** The finest of which there are not too many is taken. */
const units: readonly BinUnit[] = ['day', 'week', 'month', 'quarter', 'year'];

/** @param times epoch ms; NaN is left out */
export function availabilityOf(times: readonly number[]): Availability {
  // Of many images, most share a day: only days are looked up in the calendar.
  const countOf = new Map<number, number>();
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    const day = Math.floor(time / dayMs);
    countOf.set(day, (countOf.get(day) ?? 0) + 1);
    if (day < first) first = day;
    if (day > last) last = day;
  }
  if (countOf.size === 0) return { unit: 'day', bins: [] };
  const unit =
    units.find(one => placeOf(one, last) - placeOf(one, first) < mostBins) ??
    units[units.length - 1] ??
    'year';
  const start = placeOf(unit, first);
  const bins: Bin[] = Array.from({ length: placeOf(unit, last) - start + 1 }, (_, index) => ({
    from: startOf(unit, start + index),
    to: startOf(unit, start + index + 1),
    count: 0,
  }));
  for (const [day, count] of countOf) {
    const bin = bins[placeOf(unit, day) - start];
    if (bin) bin.count += count;
  }
  return { unit, bins };
}

const monthsIn = { month: 1, quarter: 3, year: 12 } as const;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const mondayShift = 3;

/** @param day since 1970, UTC */
function placeOf(unit: BinUnit, day: number): number {
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return Math.floor((day + mondayShift) / 7);
    case 'month':
    case 'quarter':
    case 'year': {
      const date = new Date(day * dayMs);
      return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / monthsIn[unit]);
    }
  }
}

function startOf(unit: BinUnit, place: number): number {
  switch (unit) {
    case 'day':
      return place * dayMs;
    case 'week':
      return (place * 7 - mondayShift) * dayMs;
    case 'month':
    case 'quarter':
    case 'year':
      // Counted from a year that `Date.UTC` takes at its word, which it does not below 100.
      return Date.UTC(2000, place * monthsIn[unit] - 2000 * 12);
  }
}

/** The bins that overlap a span: their first and last index; `undefined` for none. */
export function binsWithin(bins: readonly Bin[], span: Span): [first: number, last: number] | undefined {
  const first = bins.findIndex(bin => bin.to > span.from);
  const last = bins.findLastIndex(bin => bin.from < span.to);
  return first < 0 || last < first ? undefined : [first, last];
}

export function spanOfBins(bins: readonly Bin[], one: number, other: number): Span | undefined {
  const from = bins[Math.min(one, other)]?.from;
  const to = bins[Math.max(one, other)]?.to;
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** "2025-03-14", or "2025-03-01 – 2025-03-31": the last day is a part of it. */
export function spanText({ from, to }: Span): string {
  const [first, last] = [isoDay(from), isoDay(to - 1)];
  return first === last ? first : l10n.t('{0} – {1}', first, last);
}

export function unitTitle(unit: BinUnit): string {
  switch (unit) {
    case 'day':
      return l10n.t('Availability by day');
    case 'week':
      return l10n.t('Availability by week');
    case 'month':
      return l10n.t('Availability by month');
    case 'quarter':
      return l10n.t('Availability by quarter');
    case 'year':
      return l10n.t('Availability by year');
  }
}

/** What a screen reader says of a bar. */
export function binText(unit: BinUnit, { from, to, count }: Bin): string {
  return l10n.t('{0}: {1}', binName(unit, { from, to }), imageCount(count));
}

const dayText = dateWords({
  timeZone: 'UTC',
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});
const monthText = dateWords({ timeZone: 'UTC', year: 'numeric', month: 'long' });
const yearText = dateWords({ timeZone: 'UTC', year: 'numeric' });

function binName(unit: BinUnit, span: Span): string {
  const start = new Date(span.from);
  switch (unit) {
    case 'day':
      return dayText(start);
    case 'month':
      return monthText(start);
    case 'year':
      return yearText(start);
    case 'week':
    case 'quarter':
      return spanText(span);
  }
}
