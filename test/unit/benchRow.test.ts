import { describe, expect, it } from 'vitest';
import { exitCode, judge, tableText, type Measurement } from '../bench/benchRow.ts';

const measured = (changes: Partial<Measurement>): Measurement => ({
  ...{ name: 'row', unit: 'ms', runs: [9, 30, 10] },
  ...changes,
});
const verdictOf = (changes: Partial<Measurement>) => judge(measured(changes)).verdict;
const baseline = (...runs: number[]) => ({ what: 'other', runs });

describe('the verdict on a figure', () => {
  it('is of the median, and of its share of the baseline', () => {
    expect(judge(measured({ most: 10, baseline: baseline(20, 5, 40) }))).toMatchObject({
      ...{ value: 10, baselineValue: 20, ratio: 0.5, verdict: 'kept', faults: [] },
    });
  });

  it.each<[string, Partial<Measurement>, string]>([
    ['no promise', {}, 'no promise'],
    ['at the limit', { most: 10 }, 'kept'],
    ['above the limit', { most: 9.9 }, 'missed'],
    ['a share at the limit', { mostRatio: 0.5, baseline: baseline(20) }, 'kept'],
    ['a share above the limit', { mostRatio: 0.49, baseline: baseline(20) }, 'missed'],
    ['a share kept and a limit missed', { mostRatio: 1, most: 5, baseline: baseline(20) }, 'missed'],
    ['what holds', { holds: [['so', true]] }, 'kept'],
    ['what does not hold', { most: 10, holds: [['so', false]] }, 'missed'],
  ])('%s: %s', (_name, changes, verdict) => {
    expect(verdictOf(changes)).toBe(verdict);
  });

  it.each<[string, Partial<Measurement>]>([
    ['nothing was measured', { runs: [], most: 10 }],
    ['nothing was measured, without a promise', { runs: [] }],
    ['one run gave no number', { runs: [1, NaN, 2], most: 10 }],
    ['one run never ended', { runs: [1, 2, Infinity], most: 10 }],
    ['a figure is below nothing', { runs: [-1], most: 10 }],
    ['the baseline was not measured', { mostRatio: 2, baseline: baseline() }],
    ['the baseline gave no number', { mostRatio: 2, baseline: baseline(NaN) }],
    ['the baseline took no time', { mostRatio: 2, baseline: baseline(0) }],
    ['there is no baseline', { mostRatio: 2 }],
  ])('is that the promise is missed where %s', (_name, changes) => {
    expect(verdictOf(changes)).toBe('missed');
  });
});

describe('a bench', () => {
  const kept = judge(measured({ most: 10 }));
  const missed = judge(measured({ most: 1 }));

  it('ends with 1 when a promise is missed, or nothing was measured', () => {
    expect(exitCode([kept, judge(measured({}))])).toBe(0);
    expect(exitCode([kept, missed])).toBe(1);
    expect(exitCode([])).toBe(1);
  });

  it('shows promise, figure, baseline, share, spread and verdict in one line', () => {
    const row = judge(measured({ mostRatio: 0.6, baseline: baseline(20, 19) }));
    expect(tableText([row]).split('\n')[2]?.replaceAll(/ +/g, ' ')).toBe(
      '| row | ≤ 0.6 × baseline | 10.0 ms | 9.00 … 30.0 | 3 | other: 20.0 ms | 19.0 … 20.0 | 0.50 | kept |',
    );
    expect(tableText([missed])).toContain('MISSED row: 10.0 ms instead of 1 ms at most');
  });
});
