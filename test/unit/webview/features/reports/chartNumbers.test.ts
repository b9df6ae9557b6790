import { describe, expect, it } from 'vitest';
import { numberDistribution } from '../../../../../webview/features/reports/chartNumbers.ts';
import { withProperties } from './packed.ts';

const range = (count: number) => Array.from({ length: count }, (_none, index) => index);

function distributionIn(values: readonly unknown[]) {
  const column = withProperties(values.map(value => ({ value }))).column('value');
  return column && numberDistribution(column, () => true);
}

function distribution(values: readonly unknown[]) {
  const found = distributionIn(values);
  if (!found) throw new Error('No numbers');
  // Each number is in one bin.
  const places = found.bins.flatMap(bin => bin.places).sort((a, b) => a - b);
  expect(places).toEqual([...values.keys()].filter(place => typeof values[place] === 'number'));
  return found;
}

describe('numberDistribution', () => {
  it('has a bin for each of a few whole numbers', () => {
    const { bins, median, mean, shareAt } = distribution([3, 7, 3, 4, 'x', null]);
    expect(bins.map(({ from, to, places }) => [from, to, places.length])).toEqual([
      [3, 3, 2],
      [4, 4, 1],
      [5, 5, 0],
      [6, 6, 0],
      [7, 7, 1],
    ]);
    expect([median, mean]).toEqual([3.5, 4.25]);
    // In the middle of the first of five bars.
    expect(shareAt(3)).toBeCloseTo(0.1);
  });

  it.each([
    // IQR / ∛n: 499.5 · 2 / 10.
    ['evenly spread numbers', range(1000).map(value => value + 0.5), 100, 10],
    ['many numbers', range(100_000).map(value => (value % 1000) / 1000 + 0.0001), 0.05, 20],
    ['numbers with outliers', [...range(500).map(value => value / 1000), 900.5], 25, 37],
    ['numbers that are mostly the same', [...Array<number>(90).fill(0.25), 0.5, 4.2], 0.2, 20],
  ])('has 8 to 40 bins of a round width for %s', (_what, values, width, count) => {
    const { bins, edges } = distribution(values);
    expect(bins.length).toBe(count);
    expect((bins[1]?.from ?? 0) - (bins[0]?.from ?? 0)).toBeCloseTo(width);
    expect(edges[2]).toBeCloseTo(bins.at(-1)?.to ?? 0);
  });

  it('includes the greatest value in the last bin, and rounded values in their own', () => {
    const { bins } = distribution(range(21).map(value => value * 0.05));
    expect(bins.map(({ places }) => places.length)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
    expect(bins.at(-1)?.to).toBeCloseTo(1);
  });

  it('has one bin for equal numbers, and none without numbers', () => {
    expect(distribution([0.55, 0.55]).bins).toHaveLength(1);
    expect(distribution([-4]).bins).toMatchObject([{ from: -4, to: -4 }]);
    expect(distributionIn(['1', undefined, false])).toBeUndefined();
  });
});
