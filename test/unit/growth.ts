import { expect } from 'vitest';

/** Less than that is noise of the clock and of the compiler, ms. */
const noise = 0.5;

/** Starts to measure how much of the machine is used from now on, and tells it when asked, ms. */
export function stopwatch(): () => number {
  const start = now();
  return () => {
    const end = now();
    // The clock also counts what other processes take, processor time also what helper threads do.
    return Math.min(end.clock - start.clock, end.processor - start.processor);
  };
}

function now(): { clock: number; processor: number } {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), processor: (user + system) / 1000 };
}

/** The least time of a few runs, ms: what else the machine does only adds to it. */
function leastMs(run: () => unknown): number {
  const times = Array.from({ length: 4 }, () => {
    const took = stopwatch();
    run();
    return took();
  });
  return Math.max(noise, Math.min(...times));
}

/** Other work on the machine can spoil a measurement; what grows too fast does so each time. */
const attempts = 4;

/**
 * Expects that time grows with the length of what is given: from n over 2n to 4n by about four, where the square would
 * grow by sixteen. Whatever `run` does with it, it must not throw.
 *
 * @param n of the shortest, long enough that the square of it would be seen
 */
export function expectLinear<T>(n: number, make: (length: number) => T, run: (given: T) => unknown): void {
  const measure = () =>
    [n, 2 * n, 4 * n].map(length => {
      const given = make(length);
      return leastMs(() => run(given));
    });
  const tried: string[] = [];
  while (tried.length < attempts) {
    const times = measure();
    const [short = noise, , long = noise] = times;
    if (long / short < 9) return;
    tried.push(times.map(ms => ms.toFixed(1)).join(', '));
  }
  expect.fail(`The time grows faster than the length: ${tried.join('; ')} ms`);
}
