import { vi } from 'vitest';
import { patient } from './runSpeed.ts';

/**
 * Repeats an expectation until it holds. With fake timers, each repetition lets `interval` pass.
 *
 * @param interval milliseconds
 */
export function eventually<T>(expectation: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> {
  return vi.waitFor(expectation, { interval, timeout: patient(20_000) });
}
