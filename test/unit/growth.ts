import { expect } from 'vitest';

/** Less than that is noise of the clock and of the compiler, milliseconds. */
const noise = 0.5;

/** Starts to measure the machine time used from now on; the returned function reports it, milliseconds. */
export function stopwatch(): () => number {
  const start = now();
  return () => {
    const end = now();
    // The clock also counts the time of other processes, and processor time that of helper threads.
    return Math.min(end.clock - start.clock, end.processor - start.processor);
  };
}

function now(): { clock: number; processor: number } {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), processor: (user + system) / 1000 };
}

/** The shortest time of a few runs, milliseconds: other load on the machine only adds to it. */
export function shortestMs(run: () => unknown, runs = 4): number {
  const times = Array.from({ length: runs }, () => {
    const took = stopwatch();
    run();
    return took();
  });
  return Math.max(noise, Math.min(...times));
}

/** Other load on the machine can spoil a measurement; what grows too fast does so each time. */
const attempts = 4;

/**
 * Expects that time grows linearly with the length of the input: from n to 4n by about four, where quadratic growth
 * would be sixteen. `run` must not throw.
 *
 * @param n length of the shortest input, large enough that quadratic growth would show
 */
export function expectLinear<T>(n: number, make: (length: number) => T, run: (input: T) => unknown): void {
  const measure = (length: number, runs: number) => {
    const input = make(length);
    return shortestMs(() => run(input), runs);
  };
  const tried: string[] = [];
  while (tried.length < attempts) {
    // Load that delays the long runs leads to another attempt; load that delays the short ones would hide growth.
    const short = measure(n, 4);
    const long = measure(4 * n, 2);
    if (long / short < 9) return;
    tried.push(`${short.toFixed(1)}, ${long.toFixed(1)}`);
  }
  expect.fail(`The time grows faster than the length: ${tried.join('; ')} ms`);
}
