import { describe, expect, it } from 'vitest';
import { bestPairs, type Candidates } from '../../../../src/model/report/bestPairs.ts';
import { stopwatch } from '../../growth.ts';

/** A repeatable source of numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** By trying all ways. */
function greatestWorth(candidates: readonly Candidates[], row = 0, taken = new Set<number>()): number {
  const own = candidates[row];
  if (!own) return 0;
  let best = greatestWorth(candidates, row + 1, taken);
  own.places.forEach((place, index) => {
    if (taken.has(place)) return;
    taken.add(place);
    best = Math.max(best, (own.worth[index] ?? 0) + greatestWorth(candidates, row + 1, taken));
    taken.delete(place);
  });
  return best;
}

function worthOf(candidates: readonly Candidates[], partners: Int32Array): number {
  return candidates.reduce((sum, { places, worth }, row) => {
    const at = places.indexOf(partners[row] ?? -1);
    return at < 0 ? sum : sum + (worth[at] ?? 0);
  }, 0);
}

describe('bestPairs', () => {
  it('gives up the best pair for two that are worth more together', () => {
    const candidates = [
      { places: [0, 1], worth: [0.9, 0.8] },
      { places: [0], worth: [0.85] },
    ];
    expect([...bestPairs(candidates, 2)]).toEqual([1, 0]);
  });

  it('leaves alone what is worth more alone', () => {
    const candidates = [
      { places: [0], worth: [0.3] },
      { places: [0], worth: [1] },
      { places: [], worth: [] },
    ];
    expect([...bestPairs(candidates, 1)]).toEqual([-1, 0, -1]);
  });

  it('takes more pairs where the worth is the same', () => {
    const candidates = [
      { places: [0, 1], worth: [1, 0.5] },
      { places: [0], worth: [0.5] },
    ];
    expect([...bestPairs(candidates, 2)]).toEqual([1, 0]);
  });

  it('finds the greatest worth of all ways, and takes nothing twice', () => {
    const next = random(7);
    for (let round = 0; round < 400; round++) {
      const others = 1 + Math.floor(next() * 6);
      const candidates = Array.from({ length: 1 + Math.floor(next() * 6) }, (): Candidates => {
        const places = Array.from({ length: others }, (_none, place) => place).filter(() => next() < 0.5);
        return { places, worth: places.map(() => (next() < 0.3 ? 1 : next() + 0.01)) };
      });
      const partners = bestPairs(candidates, others);
      const taken = [...partners].filter(partner => partner >= 0);
      expect(new Set(taken).size).toBe(taken.length);
      partners.forEach((partner, row) => {
        if (partner >= 0) expect(candidates[row]?.places).toContain(partner);
      });
      expect(worthOf(candidates, partners)).toBeCloseTo(greatestWorth(candidates), 5);
    }
  });

  it('pairs a chain of a hundred thousand in a moment', () => {
    const length = 100_000;
    const candidates = Array.from({ length }, (_none, row) => ({
      places: row + 1 < length ? [row, row + 1] : [row],
      worth: [1, 1.2],
    }));
    const took = stopwatch();
    const partners = bestPairs(candidates, length);
    expect(took()).toBeLessThan(5000);
    // Shifting them all for the last one would cost more than it is worth.
    expect([...partners]).toEqual([...candidates.keys()].map(row => (row + 1 < length ? row + 1 : -1)));
  });
});
