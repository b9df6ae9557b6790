import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReview, scoreInterval } from '../../../../../src/features/reports/rules/review.ts';

const wilsonInterval = (successes: number, trials: number) => scoreInterval(successes / trials, trials, 1);

describe('the interval of a precision', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is %f to %f', (successes, trials, min, greatest) => {
    const found = wilsonInterval(successes, trials);
    expect(found[0]).toBeCloseTo(min, 4);
    expect(found[1]).toBeCloseTo(greatest, 4);
  });

  it('contains the share, and mirrors that of its complement', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (trials, count) => {
        const successes = Math.min(count, trials);
        const [min, greatest] = wilsonInterval(successes, trials);
        expect(min).toBeLessThanOrEqual(successes / trials + 1e-12);
        expect(greatest).toBeGreaterThanOrEqual(successes / trials - 1e-12);
        expect(wilsonInterval(trials - successes, trials)[0]).toBeCloseTo(1 - greatest, 10);
      }),
    );
  });
});

describe('a review file', () => {
  const decision = { feature: 0, decision: 'accepted', at: '2026-11-23T15:00:00Z' };
  const review = { version: 1, report: 'r.geojson', sha256: 'ab', reviewer: 'Ada', decisions: [decision] };

  it.each<[string, unknown]>([
    ['another version', { ...review, version: 2 }],
    ['no decisions', { ...review, decisions: undefined }],
    ['an unknown decision', { ...review, decisions: [{ ...decision, decision: 'maybe' }] }],
    ['no feature', { ...review, decisions: [{ ...decision, feature: -1 }] }],
    ['no design of its sample', { ...review, sample: { seed: 1 } }],
    ['no cell', { ...review, cells: [{ cell: 'x', at: decision.at }] }],
    ['half a missed object', { ...review, cells: [{ cell: 1, missed: 0.5, at: decision.at }] }],
  ])('is refused with %s', (_what, value) => {
    expect(readReview(JSON.stringify(value))).toBeUndefined();
    expect(readReview(`\uFEFF${JSON.stringify({ ...review, team: 'A' })}`)).toEqual({ ...review, team: 'A' });
    const ring = [
      [4, 52],
      [5, 52],
      [5, 53],
      [4, 52],
    ];
    const area = { type: 'Polygon', coordinates: [ring] };
    const cells = [
      { cell: 3, missed: 2, note: 'two vans', at: decision.at },
      { cell: 4, at: decision.at },
    ];
    const sampled = { ...review, sample: { seed: 7, classBy: 'class', side: 120, area }, cells };
    expect(readReview(JSON.stringify(sampled))).toEqual(sampled);
  });
});
