import { setImmediate } from 'node:timers/promises';

/** How long one piece of work may keep the thread, ms. */
const turnMs = 6;

/**
 * Takes turns on the one thread that the sandbox shares with its host: each piece of work waits for a turn of the event
 * loop of its own, however many pieces wait beside it.
 */
export class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when the caller may work, until the time that it is given, on the clock of `performance.now`. */
  async next(): Promise<number> {
    this.last = this.last.then(() => setImmediate());
    await this.last;
    return performance.now() + turnMs;
  }
}
