import * as l10n from '@vscode/l10n';
import { dateWords } from '../../../src/base/words/displayLanguage.ts';
import { dayMs } from '../../../src/base/words/moment.ts';
import { type Span, spanText } from '../../../src/features/images/rules/listFilters.ts';
import { imageCount } from './words.ts';

export interface BinUnit {
  /** The index of the bin with a day. @param day since 1970, UTC */
  binIndex: (day: number) => number;
  /** Epoch ms. */
  binStart: (place: number) => number;
  spanName: (span: Span) => string;
}

export interface Bin extends Span {
  count: number;
}

/** How many images there are over time. Bins are contiguous, including empty ones. */
export interface Availability {
  unit: BinUnit;
  bins: readonly Bin[];
}

/** More bars can't be distinguished. */
const maxBins = 60;

/** January 1, 1970 was a Thursday; weeks start on Monday. */
const mondayShift = 3;

const day: BinUnit = {
  binIndex: number => number,
  binStart: place => place * dayMs,
  spanName: named({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }),
};

export const dateUnits = {
  day,
  week: {
    binIndex: number => Math.floor((number + mondayShift) / 7),
    binStart: place => (place * 7 - mondayShift) * dayMs,
    spanName: spanText,
  },
  month: { ...ofMonths(1), spanName: named({ year: 'numeric', month: 'long' }) },
} satisfies Record<string, BinUnit>;

const year: BinUnit = { ...ofMonths(12), spanName: named({ year: 'numeric' }) };

/** The finest unit that doesn't need too many bins is used. */
const units: readonly BinUnit[] = [...Object.values(dateUnits), { ...ofMonths(3), spanName: spanText }, year];

function ofMonths(months: number): Pick<BinUnit, 'binIndex' | 'binStart'> {
  return {
    binIndex: number => {
      const date = new Date(number * dayMs);
      return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
    },
    // Counted from 2000, because `Date.UTC` interprets years below 100 differently.
    binStart: place => Date.UTC(2000, place * months - 2000 * 12),
  };
}

function named(options: Intl.DateTimeFormatOptions): BinUnit['spanName'] {
  const text = dateWords({ ...options, timeZone: 'UTC' });
  return ({ from }) => text(new Date(from));
}

/** @param times epoch ms; NaN is skipped */
export function measureAvailability(times: readonly number[]): Availability {
  // Many images share a day, so dates are computed per day.
  const countByDay = new Map<number, number>();
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    const number = Math.floor(time / dayMs);
    countByDay.set(number, (countByDay.get(number) ?? 0) + 1);
    if (number < first) first = number;
    if (number > last) last = number;
  }
  if (countByDay.size === 0) return { unit: day, bins: [] };
  const unit = units.find(({ binIndex }) => binIndex(last) - binIndex(first) < maxBins) ?? year;
  const start = unit.binIndex(first);
  const bins: Bin[] = Array.from({ length: unit.binIndex(last) - start + 1 }, (_, index) => ({
    from: unit.binStart(start + index),
    to: unit.binStart(start + index + 1),
    count: 0,
  }));
  for (const [number, count] of countByDay) {
    const bin = bins[unit.binIndex(number) - start];
    if (bin) bin.count += count;
  }
  return { unit, bins };
}

/** The bins that overlap a span: first and last index; `undefined` if none does. */
export function binsWithin(bins: readonly Bin[], span: Span): [first: number, last: number] | undefined {
  const first = bins.findIndex(bin => bin.to > span.from);
  const last = bins.findLastIndex(bin => bin.from < span.to);
  return first < 0 || last < first ? undefined : [first, last];
}

export function spanOfBins(bins: readonly Bin[], a: number, b: number): Span | undefined {
  const from = bins[Math.min(a, b)]?.from;
  const to = bins[Math.max(a, b)]?.to;
  return from === undefined || to === undefined ? undefined : { from, to };
}

export function binText(unit: BinUnit, bin: Bin): string {
  return l10n.t('{0}: {1}', unit.spanName(bin), imageCount(bin.count));
}
