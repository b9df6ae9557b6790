import { hash, stream } from '../../src/sandbox/http/random.ts';

/** Everything that happens in a world is drawn from one row of numbers. */
export interface Chance {
  /** In [0, 1). */
  number(): number;
  /** A whole number, both ends included. */
  between(min: number, max: number): number;
  is(probability: number): boolean;
  of<T>(items: readonly T[]): T;
  /** A name, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

export function createChance(seed: number): Chance {
  const number = stream(hash(seed, 45));
  const between = (min: number, max: number) => min + Math.floor(number() * (max - min + 1));
  return {
    number,
    between,
    is: probability => number() < probability,
    of(items) {
      if (items.length === 0) throw new Error('There is nothing to choose from.');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let left = number() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      throw new Error('There is nothing to choose from.');
    },
  };
}
