import { setImmediate } from 'node:timers/promises';

/** How long one piece may keep the thread from other requests, ms. */
const pieceMs = 6;

/** Work that would keep the thread from other requests: in pieces, each in a turn of the event loop. */
export function createLongWork() {
  let last = Promise.resolve();
  /** Waits for a turn of its own, however many pieces wait beside it. */
  const turn = (): Promise<void> => (last = last.then(() => setImmediate()));
  return {
    turn,
    /** @throws the reason of the signal once nobody waits for it */
    async run<T>(steps: Generator<unknown, T>, signal?: AbortSignal): Promise<T> {
      for (;;) {
        signal?.throwIfAborted();
        await turn();
        const step = runPiece(steps);
        if (step.done) return step.value;
      }
    },
  };
}

/** Runs steps for as long as a piece may take. */
export function runPiece<T>(steps: Generator<unknown, T>): IteratorResult<unknown, T> {
  const until = performance.now() + pieceMs;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= until) return step;
  }
}

export function runAtOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
