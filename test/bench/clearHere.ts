// npm run bench -- clearHere
//
// How far the estimate of the clear share of an area is from the truth, which only the sandbox knows.
import type { Measurement } from './benchRow.ts';
import { clearPairs, meanError } from './clearPairs.ts';

export function benchClearHere(): Promise<Measurement[]> {
  const pairs = clearPairs(200);
  const estimated = pairs.filter(({ estimate }) => estimate !== undefined);
  const runs = [meanError(pairs)];
  const snowy = pairs.filter(({ snowCover, cloudCover }) => snowCover === 100 && cloudCover >= 10);
  return Promise.resolve([
    {
      name: 'clear here: mean error',
      unit: 'points',
      runs,
      max: 5,
      holds: [
        ['two thirds can be judged', estimated.length >= (pairs.length * 2) / 3],
        ['clouds over snow are unknown', snowy.every(({ estimate }) => estimate === undefined)],
      ],
    },
  ]);
}
