import { expect } from 'vitest';

/** Less than that is noise of the clock and of the compiler, ms. */
const noise = 0.5;

/** The least time of a few runs, ms: what else the machine does only adds to it. */
function leastMs(run: () => unknown): number {
  const times = Array.from({ length: 4 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.max(noise, Math.min(...times));
}

/**
 * Expects that time grows with the length of what is given: from n over 2n to 4n by about four, where the square would
 * grow by sixteen. Whatever `run` does with it, it must not throw.
 *
 * @param n of the shortest, long enough that the square of it would be seen
 */
export function expectLinear<T>(n: number, make: (length: number) => T, run: (given: T) => unknown): void {
  const times = [n, 2 * n, 4 * n].map(length => {
    const given = make(length);
    return leastMs(() => run(given));
  });
  const [short = noise, , long = noise] = times;
  expect(long / short, `${times.map(ms => ms.toFixed(1)).join(', ')} ms`).toBeLessThan(9);
}
