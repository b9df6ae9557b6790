import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls `probe` until it returns a value other than undefined, and returns that value. An error in the probe isn't a
 * "not yet": it ends the wait.
 *
 * @param what completes the sentence "Waited 30 s for …"
 * @param options times in milliseconds
 */
export async function waitFor<T>(
  what: string,
  probe: () => T | undefined | Promise<T | undefined>,
  { timeout, interval = 100 }: { timeout: number; interval?: number },
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (Date.now() >= end) throw new Error(`Waited ${timeout / 1000} s for ${what}.`);
    await delay(interval);
  }
}
