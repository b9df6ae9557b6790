import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ranking } from '../../../src/sandbox/catalogue/ranking.ts';

const ascending = (a: number, b: number): number => a - b;

test('the best of any items, in order, whenever it is asked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(5_000), { maxLength: 4_000 }),
      fc.integer({ min: 1, max: 900 }),
      (items, most) => {
        const ranking = new Ranking(ascending, most);
        items.forEach((item, at) => {
          if (ranking.admits(item)) ranking.add(item);
          if (at % 997 === 0)
            expect(ranking.best()).toEqual(
              items
                .slice(0, at + 1)
                .sort(ascending)
                .slice(0, most),
            );
        });
        expect(ranking.best()).toEqual(items.toSorted(ascending).slice(0, most));
      },
    ),
    { numRuns: 60 },
  );
});

test('refuses what comes after all of its items once it is full', () => {
  const ranking = new Ranking(ascending, 3);
  for (const item of [5, 1, 3]) ranking.add(item);
  expect(ranking.best()).toEqual([1, 3, 5]);
  expect([ranking.admits(5), ranking.admits(6), ranking.admits(4)]).toEqual([false, false, true]);
});

test('counts the best items that are settled, up to the first that is not', () => {
  const ranking = new Ranking(ascending, 10);
  for (const item of [4, 2, 8, 6]) ranking.add(item);
  expect(ranking.settled).toBe(0);
  expect(ranking.settle(item => item < 5 || item === 8)).toBe(2);
  expect(ranking.settle(() => true)).toBe(4);
  expect(ranking.settled).toBe(4);
});
