import { describe, expect, test } from 'vitest';
import { sweep, type SweepRequest } from '../../../src/sandbox/catalogue/sweep.ts';

const world = { seed: 1, duplicates: false };
const [from, to] = [1_000, 1_000_000_000];
const firstStep = 6_000_000;

/** Where the intervals of a sweep over nothing end; `settled` tells how many results are certain at an edge. */
function edgesOf(
  direction: SweepRequest['direction'],
  settled: (edge: number) => number,
  effort = { spent: 0 },
  mostEffort = 1_000,
): { edges: number[]; outcome: string } {
  const edges: number[] = [];
  const steps = sweep(
    world,
    {
      ...{ from, to, direction, tracks: [] },
      sees: () => true,
      accepts: () => true,
      take: () => undefined,
      settle: edge => {
        edges.push(edge);
        return settled(edge);
      },
    },
    effort,
    mostEffort,
  );
  for (;;) {
    const step = steps.next();
    if (step.done) return { edges, outcome: step.value };
  }
}

describe('intervals', () => {
  test('lie side by side from the newest end to the oldest, and grow while nothing is found', () => {
    const { edges, outcome } = edgesOf('newestFirst', () => 0);
    const lengths = edges.map((edge, at) => (at === 0 ? to + 1 : (edges[at - 1] ?? NaN)) - edge);
    expect(lengths.slice(0, 4)).toEqual([1, 2, 4, 8].map(factor => factor * firstStep));
    expect(lengths.reduce((sum, length) => sum + length)).toBe(to + 1 - from);
    expect([edges.at(-1), outcome]).toEqual([from, 'complete']);
  });

  test('and from the oldest end to the newest', () => {
    const { edges, outcome } = edgesOf('oldestFirst', () => 0);
    expect(edges.slice(0, 3)).toEqual([1, 3, 7].map(factor => from + factor * firstStep));
    expect([edges.at(-1), outcome]).toEqual([to + 1, 'complete']);
  });

  test('end about where enough has been found', () => {
    // Four thousand in the time of the first interval: enough are found in two and a half of that.
    const { edges, outcome } = edgesOf('newestFirst', edge => Math.floor((4_000 * (to - edge)) / firstStep));
    expect(outcome).toBe('complete');
    const looked = (to - (edges.at(-1) ?? NaN)) / firstStep;
    expect(looked).toBeGreaterThan(2.5);
    expect(looked).toBeLessThan(3);
  });
});

describe('a sweep', () => {
  test('of no time at all is complete', () => {
    const steps = sweep(
      world,
      {
        ...{ from: 5, to: 4, direction: 'newestFirst', tracks: [] },
        sees: () => true,
        accepts: () => true,
        take: () => undefined,
        settle: () => 0,
      },
      { spent: 0 },
      10,
    );
    expect(steps.next()).toEqual({ done: true, value: 'complete' });
  });

  test('gives up as soon as it is plain that the rest is too much', () => {
    const effort = { spent: 0 };
    const { edges, outcome } = edgesOf(
      'newestFirst',
      () => {
        effort.spent += 200;
        return 0;
      },
      effort,
    );
    expect([edges.length, outcome]).toEqual([1, 'tooBroad']);
  });

  test('does not hold against it what was spent before', () => {
    const { outcome } = edgesOf('newestFirst', () => 0, { spent: 900 });
    expect(outcome).toBe('complete');
  });
});
