import * as l10n from '@vscode/l10n';
import { dateWords } from '../../../src/base/words/displayLanguage.ts';
import { dayMs } from '../../../src/base/words/moment.ts';
import { type Span, spanText } from '../../../src/features/images/rules/listFilters.ts';
import { imageCount } from './words.ts';

export interface BinUnit {
  /** The index of the bin with a day. @param day since 1970, UTC */
  placeOf: (day: number) => number;
  /** Epoch ms. */
  startOf: (place: number) => number;
  nameOf: (span: Span) => string;
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
  placeOf: number => number,
  startOf: place => place * dayMs,
  nameOf: named({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }),
};

export const dateUnits = {
  day,
  week: {
    placeOf: number => Math.floor((number + mondayShift) / 7),
    startOf: place => (place * 7 - mondayShift) * dayMs,
    nameOf: spanText,
  },
  month: { ...ofMonths(1), nameOf: named({ year: 'numeric', month: 'long' }) },
} satisfies Record<string, BinUnit>;

const year: BinUnit = { ...ofMonths(12), nameOf: named({ year: 'numeric' }) };

/** The finest unit that doesn't need too many bins is used. */
const units: readonly BinUnit[] = [...Object.values(dateUnits), { ...ofMonths(3), nameOf: spanText }, year];

function ofMonths(months: number): Pick<BinUnit, 'placeOf' | 'startOf'> {
  return {
    placeOf: number => {
      const date = new Date(number * dayMs);
      return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
    },
    // Counted from 2000, because `Date.UTC` interprets years below 100 differently.
    startOf: place => Date.UTC(2000, place * months - 2000 * 12),
  };
}

function named(options: Intl.DateTimeFormatOptions): BinUnit['nameOf'] {
  const text = dateWords({ ...options, timeZone: 'UTC' });
  return ({ from }) => text(new Date(from));
}

/** @param times epoch ms; NaN is skipped */
export function availabilityOf(times: readonly number[]): Availability {
  // Many images share a day, so dates are computed per day.
  const countOf = new Map<number, number>();
  let first = Infinity;
  let last = -Infinity;
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    const number = Math.floor(time / dayMs);
    countOf.set(number, (countOf.get(number) ?? 0) + 1);
    if (number < first) first = number;
    if (number > last) last = number;
  }
  if (countOf.size === 0) return { unit: day, bins: [] };
  const unit = units.find(({ placeOf }) => placeOf(last) - placeOf(first) < maxBins) ?? year;
  const start = unit.placeOf(first);
  const bins: Bin[] = Array.from({ length: unit.placeOf(last) - start + 1 }, (_, index) => ({
    from: unit.startOf(start + index),
    to: unit.startOf(start + index + 1),
    count: 0,
  }));
  for (const [number, count] of countOf) {
    const bin = bins[unit.placeOf(number) - start];
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
  return l10n.t('{0}: {1}', unit.nameOf(bin), imageCount(bin.count));
}
