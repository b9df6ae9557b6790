import { expect, test, vi } from 'vitest';
import type { Found } from '../../../src/sandbox/catalogue/imageFeature.ts';
import { Ranking } from '../../../src/sandbox/catalogue/ranking.ts';
import { invalid } from '../../../src/sandbox/http/refusal.ts';
import { SearchRun } from '../../../src/sandbox/catalogue/searchRun.ts';
import type { Outcome } from '../../../src/sandbox/catalogue/sweep.ts';
import { Turns } from '../../../src/sandbox/http/turns.ts';

const tooBroad = invalid('Narrow it');
const patient = new AbortController().signal;
const compare = (a: Found, b: Found): number => a.acquisitionDate - b.acquisitionDate;
const result = (acquisitionDate: number): Found => ({ acquisitionDate }) as Found;

function runOf(
  search: (ranking: Ranking<Found>) => Generator<void, Outcome, undefined>,
  others: Found[] = [],
  turns = new Turns(),
): SearchRun {
  const ranking = new Ranking(compare, 10_001);
  return new SearchRun({ steps: search(ranking), ranking, others, compare, tooBroad }, turns);
}

const datesOf = async (run: SearchRun, count: number): Promise<number[]> =>
  (await run.reach(count, patient)).results.map(({ acquisitionDate }) => acquisitionDate);

test('goes no further than it is asked for', async () => {
  let last = 0;
  const run = runOf(function* (ranking) {
    for (; last < 1_000_000; last++) {
      ranking.add(result(last));
      ranking.settle(() => true);
      yield;
    }
    return 'complete';
  });
  expect((await datesOf(run, 3)).slice(0, 3)).toEqual([0, 1, 2]);
  expect((await run.reach(3, patient)).complete).toBe(false);
  const reached = last;
  expect(reached).toBeLessThan(1_000_000);
  await run.reach(2, patient);
  expect(last).toBe(reached);
});

test('adds what is found without a search in its place, and counts it to what can be reached', async () => {
  const few = runOf(
    function* (ranking) {
      for (const date of [1, 3, 5]) ranking.add(result(date));
      yield;
      return 'complete';
    },
    [result(4), result(0)],
  );
  expect(await datesOf(few, 10_001)).toEqual([0, 1, 3, 4, 5]);
  expect((await few.reach(10_001, patient)).complete).toBe(true);

  const many = runOf(
    function* (ranking) {
      for (let date = 0; date < 10_000; date++) ranking.add(result(date));
      yield;
      return 'complete';
    },
    [result(-1)],
  );
  const { results, complete } = await many.reach(10_001, patient);
  expect([results.length, results[0]?.acquisitionDate, complete]).toEqual([10_000, -1, false]);
});

test('that gave up answers what is certain, and refuses the rest each time', async () => {
  const run = runOf(function* (ranking) {
    for (const date of [1, 2, 3]) ranking.add(result(date));
    ranking.settle(({ acquisitionDate }) => acquisitionDate < 3);
    yield;
    return 'tooBroad';
  });
  await expect(run.reach(3, patient)).rejects.toBe(tooBroad);
  await expect(run.reach(3, patient)).rejects.toBe(tooBroad);
  expect((await datesOf(run, 2)).slice(0, 2)).toEqual([1, 2]);
});

test('that failed tells everybody why', async () => {
  const failure = new Error('A fault of the search');
  const run = runOf(function* () {
    yield;
    throw failure;
  });
  const both = await Promise.allSettled([run.reach(1, patient), run.reach(2, patient)]);
  expect(both).toEqual([1, 2].map(() => ({ status: 'rejected', reason: failure })));
  await expect(run.reach(1, patient)).rejects.toBe(failure);
});

test('takes one turn at a time for all who wait, and none for those who left', async () => {
  const turns = new Turns();
  const next = vi.spyOn(turns, 'next');
  const run = runOf(
    function* () {
      while (next.mock.calls.length < 4) yield;
      return 'complete';
    },
    [],
    turns,
  );
  const leaving = new AbortController();
  const all = Array.from({ length: 10 }, (_, at) => run.reach(1, at < 5 ? leaving.signal : patient));
  const ends = Promise.allSettled(all);
  expect(next).toHaveBeenCalledTimes(1);
  leaving.abort(new Error('Left'));
  const statuses = (await ends).map(({ status }) => status);
  expect(statuses).toEqual([...Array<string>(5).fill('rejected'), ...Array<string>(5).fill('fulfilled')]);
  expect(next).toHaveBeenCalledTimes(4);
});
