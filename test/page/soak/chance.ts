/** Random choices that are repeatable with the same seed. */
export interface Chance {
  /** From 0 inclusive to 1 exclusive. */
  next(): number;
  /** From 0 inclusive to `limit` exclusive. */
  below(limit: number): number;
  of<T>(all: readonly [T, ...T[]]): T;
  /** A key, chosen by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
}

/** Marsaglia's xorshift with 32 bits. @param seed not 0 */
export function createChance(seed: number): Chance {
  let state = seed | 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    of: all => all[below(all.length)] ?? all[0],
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let at = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => (at -= weight) < 0);
      if (!found) throw new Error('There is nothing to choose from.');
      return found[0];
    },
  };
}
