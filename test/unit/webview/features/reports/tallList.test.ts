import { describe, expect, it } from 'vitest';
import { tallList } from '../../../../../webview/features/reports/tallList.ts';

describe('a list of rows', () => {
  it('is as tall as its rows where an element can be', () => {
    const { height, offsetAt, scrollTopFor, topOf } = tallList(1000, 24, 480, 2);
    expect(height).toBe(24_000);
    expect([offsetAt(96), scrollTopFor(96), topOf(7, 96), topOf(999, 0)]).toEqual([96, 96, 168, 23_976]);
  });

  it.each([1, 2, 3])('of a million rows is scrolled to its last row, with %d device pixels', ratio => {
    const { height, offsetAt, scrollTopFor, topOf } = tallList(1_000_000, 24, 480, ratio);
    expect(height * ratio).toBeLessThanOrEqual(16_000_000);
    const bottom = height - 480;
    expect(offsetAt(bottom)).toBeCloseTo(24_000_000 - 480);
    // The last row is at the lower end of the view, and the row after the middle one follows it.
    expect(topOf(999_999, bottom) - bottom).toBeCloseTo(480 - 24);
    const middle = scrollTopFor(500_000 * 24);
    expect(topOf(500_000, middle)).toBeCloseTo(middle);
    expect(topOf(500_001, middle) - middle).toBeCloseTo(24);
    // Near both ends, too, rows follow each other.
    for (const [scrollTop, row] of [
      [10, 0],
      [bottom - 10, 999_998],
    ] as const)
      expect(topOf(row + 1, scrollTop) - topOf(row, scrollTop)).toBeCloseTo(24);
  });
});
