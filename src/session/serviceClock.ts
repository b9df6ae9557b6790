import type { ReadonlySignal } from '@preact/signals-core';

/** The clock of the service in use: that of the sandbox can be ahead of this machine's. */
export interface ServiceClock {
  /** How far it is ahead, ms. */
  readonly aheadMs: ReadonlySignal<number>;
  /** Epoch ms. */
  now: () => number;
}

export function createServiceClock(aheadMs: ReadonlySignal<number>): ServiceClock {
  return { aheadMs, now: () => Date.now() + aheadMs.peek() };
}
