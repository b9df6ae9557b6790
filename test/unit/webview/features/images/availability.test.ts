import { describe, expect, it } from 'vitest';
import { spanText } from '../../../../../src/features/images/rules/listFilters.ts';
import {
  binsWithin,
  binText,
  measureAvailability,
  spanOfBins,
} from '../../../../../webview/features/images/availability.ts';

const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const iso = (time: number) => new Date(time).toISOString().slice(0, 10);

describe('measureAvailability', () => {
  it.each([
    ['2026-01-01', '2026-03-01', 'days', 60],
    ['2026-01-01', '2026-03-02', 'weeks', 10],
    ['2025-01-01', '2026-03-01', 'months', 15],
    ['2014-01-01', '2026-03-01', 'quarters', 49],
    ['2001-01-01', '2026-03-01', 'years', 26],
  ])('from %s to %s counts by %s', (from, to, _unit, count) => {
    const { bins } = measureAvailability([day(to), NaN, day(from), day(from)]);
    expect(bins).toHaveLength(count);
    expect(bins[0]?.count).toBe(2);
    expect(bins.at(-1)?.count).toBe(1);
    expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(3);
    bins.forEach((bin, index) => expect(bin.from).toBe(bins[index - 1]?.to ?? bin.from));
    expect(bins[0]?.from).toBeLessThanOrEqual(day(from));
    expect(bins.at(-1)?.to).toBeGreaterThan(day(to));
  });

  it('starts weeks on Monday and months on the first, even before 1970', () => {
    expect(
      new Date(measureAvailability([day('2026-01-01'), day('2026-04-01')]).bins[0]?.from ?? 0).getUTCDay(),
    ).toBe(1);
    expect(iso(measureAvailability([day('1968-05-17'), day('1970-02-03')]).bins[0]?.from ?? 0)).toBe(
      '1968-05-01',
    );
  });
});

describe('spans', () => {
  const { bins } = measureAvailability([day('2026-03-01'), day('2026-03-10')]);

  it('are made from bins in either direction, and map back to them', () => {
    const span = spanOfBins(bins, 4, 2);
    expect(span && spanText(span)).toBe('2026-03-03 – 2026-03-05');
    expect(span && binsWithin(bins, span)).toEqual([2, 4]);
    expect(spanOfBins(bins, 0, 99)).toBeUndefined();
  });

  it('are displayed with their last day included', () => {
    expect(spanText({ from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 2, 2) })).toBe('2026-03-01');
    const march = { from: Date.UTC(2026, 2, 1), to: Date.UTC(2026, 3, 1), count: 1 };
    const months = measureAvailability([day('2025-01-01'), day('2026-03-01')]).unit;
    expect(binText(months, march)).toBe('March 2026: 1 image');
    const quarters = measureAvailability([day('2014-01-01'), day('2026-03-01')]).unit;
    expect(binText(quarters, { ...march, count: 12 })).toBe('2026-03-01 – 2026-03-31: 12 images');
  });
});
