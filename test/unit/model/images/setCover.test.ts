import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { setCover, type SetCoverProblem } from '../../../../src/model/images/setCover.ts';
import { runs } from '../../../randomRuns.ts';
import { stopwatch } from '../../growth.ts';

/** All choices tried. */
function bruteForce({
  weights,
  sets,
  penalties,
  need,
}: SetCoverProblem): { count: number; penalty: number } | undefined {
  let best: { count: number; penalty: number } | undefined;
  for (let choice = 0; choice < 2 ** sets.length; choice++) {
    const list = [...sets.keys()].filter(set => (choice >> set) % 2 === 1);
    const parts = new Set(list.flatMap(set => sets[set] ?? []));
    const covered = [...parts].reduce((sum, part) => sum + (weights[part] ?? 0), 0);
    if (covered < need - 1e-9) continue;
    const penalty = list.reduce((sum, set) => sum + (penalties[set] ?? 0), 0);
    const isBetter =
      !best || list.length - best.count < 0 || (list.length === best.count && penalty < best.penalty);
    if (isBetter) best = { count: list.length, penalty };
  }
  return best;
}

const anyProblem = fc
  .record({
    weights: fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 14 }),
    sets: fc.array(fc.uniqueArray(fc.nat(13), { maxLength: 8 }), { minLength: 1, maxLength: 9 }),
    penalties: fc.array(fc.nat(20), { minLength: 9, maxLength: 9 }),
    part: fc.constantFrom(0.5, 0.8, 0.95, 1),
  })
  .map(({ weights, sets, penalties, part }): SetCoverProblem => {
    const known = sets.map(parts => parts.filter(one => one < weights.length));
    const reachable = [...new Set(known.flat())].reduce((sum, one) => sum + (weights[one] ?? 0), 0);
    return { weights, sets: known, penalties: penalties.slice(0, sets.length), need: reachable * part };
  });

describe('the fewest sets', () => {
  it('are as few as all choices tried allow, and of as few those with the least penalties', () => {
    fc.assert(
      fc.property(anyProblem, problem => {
        const found = setCover(problem);
        const { chosen = [] } = found ?? {};
        expect(found?.isBest).toBe(true);
        const covered = [...new Set(chosen.flatMap(set => problem.sets[set] ?? []))].reduce(
          (sum, part) => sum + (problem.weights[part] ?? 0),
          0,
        );
        expect(covered).toBeGreaterThanOrEqual(problem.need - 1e-9);
        const penalty = chosen.reduce((sum, set) => sum + (problem.penalties[set] ?? 0), 0);
        expect({ count: chosen.length, penalty }).toEqual(bruteForce(problem));
      }),
      runs({ quick: 100, full: 400 }),
    );
  });

  it('are not found where all of them do not cover enough', () => {
    expect(setCover({ weights: [1, 1], sets: [[0]], penalties: [0], need: 2 })).toBeUndefined();
  });

  it('are found within bounded time, with a word that they may not be the fewest', () => {
    // Many sets of the same size that overlap at random: nothing bounds the search.
    let state = 1;
    const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    const parts = 120;
    const sets = Array.from({ length: 160 }, () => [...Array(parts).keys()].filter(() => random() < 0.12));
    const took = stopwatch();
    const cover = setCover({
      weights: Array<number>(parts).fill(1),
      sets,
      penalties: sets.map(() => 1),
      need: new Set(sets.flat()).size,
    });
    expect(took()).toBeLessThan(2000);
    expect(cover?.isBest).toBe(false);
    expect(new Set(cover?.chosen.flatMap(set => sets[set] ?? [])).size).toBe(new Set(sets.flat()).size);
  });
});
