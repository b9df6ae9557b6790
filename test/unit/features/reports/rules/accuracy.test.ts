import { describe, expect, it } from 'vitest';
import {
  type Estimate,
  estimateSum,
  missedIn,
  moreFor,
  recallEstimate,
  rightIn,
  type Stratum,
} from '../../../../../src/features/reports/rules/accuracy.ts';
import { scoreInterval } from '../../../../../src/features/reports/rules/review.ts';

const looked = (size: number, values: readonly number[]): Stratum => ({
  size,
  looked: values.length,
  found: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value ** 2, 0),
});
const share = (size: number, found: number, of: number): Stratum => ({
  size,
  looked: of,
  found,
  squares: found,
});
const known = (value: number): Estimate => ({ value, min: value, max: value });
const total = (parts: readonly Estimate[]) => estimateSum(parts.map(part => [part, 1]));

/** The linear congruential generator of "Numerical Recipes", 0 to 1. */
function seeded(state: number): () => number {
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

describe("precision and recall are the user's and producer's accuracy of published examples", () => {
  // Pixels of each map class, and the reference classes of those that were sampled.
  it.each([
    [
      // P. Olofsson et al., "Making better use of accuracy data in land change studies", Remote Sensing of Environment 129
      // (2013), 122–131, table 4: deforestation, stable forest, stable non-forest.
      [22_353, 1_122_543, 610_228],
      [
        [97, 0, 3],
        [3, 279, 18],
        [2, 1, 97],
      ],
      [0.97, 0.93, 0.97],
      [0.48, 0.99, 0.9],
    ],
    [
      // Olofsson et al. (2014), table 8: deforestation, forest gain, stable forest, stable non-forest.
      [200_000, 150_000, 3_200_000, 6_450_000],
      [
        [66, 0, 5, 4],
        [0, 55, 8, 12],
        [1, 0, 153, 11],
        [2, 1, 9, 313],
      ],
      [0.88, 0.73, 0.93, 0.96],
      [0.75, 0.85, 0.93, 0.96],
    ],
  ])('of %j pixels', (sizes, counts, users, producers) => {
    const parts = (column: number) =>
      sizes.map((size, row) => {
        const line = counts[row] ?? [];
        const of = line.reduce((sum, count) => sum + count, 0);
        return share(size, line[column] ?? NaN, of);
      });
    const found = sizes.map((_size, column) => parts(column)[column] ?? share(NaN, NaN, NaN));
    const precision = found.map(part => rightIn(part, 0).value / part.size);
    const recall = found.map((part, column) => {
      const missed = parts(column).filter((_part, row) => row !== column);
      return recallEstimate(rightIn(part, 0), total(missed.map(missedIn))).value;
    });
    for (const [index, user] of users.entries()) expect(precision[index]).toBeCloseTo(user, 2);
    for (const [index, producer] of producers.entries()) expect(recall[index]).toBeCloseTo(producer, 2);
  });
});

describe('the limits of a sum', () => {
  // Newcombe (1998), table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
  ])('are those of the difference of %i/%i and %i/%i', (a, m, b, n, min, max) => {
    const infinite = 1e12;
    const difference = estimateSum([
      [rightIn(share(infinite, a, m), 0), 1 / infinite],
      [rightIn(share(infinite, b, n), 0), -1 / infinite],
    ]);
    expect(difference.value).toBeCloseTo(a / m - b / n, 6);
    expect(difference.min).toBeCloseTo(min, 4);
    expect(difference.max).toBeCloseTo(max, 4);
  });

  it('of one stratum are the score interval, and narrow down to what is known', () => {
    const [min, max] = scoreInterval(0.8, 10, 1);
    const whole = total([rightIn(share(1e12, 8, 10), 0)]);
    expect([whole.min / 1e12, whole.max / 1e12]).toEqual([
      expect.closeTo(min, 6) as number,
      expect.closeTo(max, 6) as number,
    ]);
    const half = rightIn(share(20, 8, 10), 0);
    expect(half.max - half.min).toBeLessThan(20 * (max - min));
    expect(rightIn(share(10, 8, 10), 0)).toEqual(known(8));
    expect(missedIn(looked(3, [0, 2, 1]))).toEqual(known(3));
    expect(rightIn(share(7, 0, 0), 0.5)).toEqual({ value: 3.5, min: 0, max: 7 });
  });
});

describe('the limits of a recall', () => {
  it('are open where places without missed objects are few', () => {
    // The upper limit of a Poisson mean without an event is the squared quantile, 3.84; three objects may lie together.
    const { value, min, max } = missedIn(looked(1e12, [0, 0, 0, 0]));
    expect([value, min]).toEqual([0, 0]);
    expect(max / 1e12).toBeCloseTo((3 * 3.8415) / 4, 3);
    const recall = recallEstimate(known(50), missedIn(looked(400, Array<number>(20).fill(0))));
    expect(recall.value).toBe(1);
    expect(recall.max).toBe(1);
    expect(recall.min).toBeLessThan(0.5);
  });

  it('are the closed form of a ratio', () => {
    const right = { value: 80, min: 66, max: 90 };
    const missed = { value: 20, min: 9, max: 41 };
    const recall = recallEstimate(right, missed);
    const root = (low: number, high: number) =>
      Math.sqrt((20 * 80) ** 2 - low * high * (2 * 20 - low) * (2 * 80 - high));
    const least = (20 * 80 - root(9, 90)) / (90 * (2 * 80 - 90));
    const greatest = (20 * 80 + root(41, 66)) / (66 * (2 * 80 - 66));
    expect(recall.max).toBeCloseTo(1 / (1 + least), 9);
    expect(recall.min).toBeCloseTo(1 / (1 + greatest), 9);
  });

  it('contain the true one in 19 of 20 samples, also where missed objects lie together', () => {
    // Detections with a high and a low score; places where most are empty, and a few have many missed objects.
    const detections = [
      [180, 0.95],
      [70, 0.4],
    ] as const;
    const places = Array.from({ length: 300 }, (_place, index) => (index % 20 === 0 ? (index % 3) + 1 : 0));
    const random = seeded(20_261_126);
    const draw = (values: readonly number[], count: number) =>
      values
        .map(value => [random(), value] as const)
        .sort(([a], [b]) => a - b)
        .slice(0, count)
        .map(([, value]) => value);
    const truth = detections.map(([size, right]) =>
      Array.from({ length: size }, (_item, index) => Number(index < size * right)),
    );
    const all = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
    const right = all(truth.flat());
    const precision = right / 250;
    const recall = right / (right + all(places));
    const runs = 600;
    let within = 0;
    let recalled = 0;
    for (let run = 0; run < runs; run++) {
      const found = total(
        truth.map((values, index) => rightIn(looked(values.length, draw(values, [30, 15][index] ?? 0)), 0)),
      );
      if (found.min <= 250 * precision && 250 * precision <= found.max) within += 1;
      const missed = missedIn(looked(places.length, draw(places, 60)));
      const estimate = recallEstimate(found, missed);
      if (estimate.min <= recall && recall <= estimate.max) recalled += 1;
    }
    expect(within / runs).toBeGreaterThan(0.93);
    expect(recalled / runs).toBeGreaterThan(0.93);
  });
});

describe('how many more to look at', () => {
  const precision = (strata: readonly Stratum[]) => {
    const sum = strata.reduce((size, stratum) => size + stratum.size, 0);
    return estimateSum(strata.map(stratum => [rightIn(stratum, 0.8), 1 / sum]));
  };

  it('is enough for ±5 points, and not much more than that', () => {
    const strata = [share(900, 16, 20), share(300, 0, 0)];
    const more = moreFor(strata, 0.8, precision);
    expect(more).toBeGreaterThan(100);
    // As many as the formula of the normal distribution says, with its finite population.
    const infinite = (1.96 ** 2 * 0.16) / 0.05 ** 2;
    expect(20 + more).toBeLessThan(1.3 * (infinite / (1 + infinite / 1200)));
    expect(moreFor([share(900, 800, 880)], 0.9, precision)).toBe(0);
  });

  it('is all of them where nothing less will do', () => {
    expect(moreFor([share(6, 2, 3)], 0.6, precision)).toBe(3);
  });
});
