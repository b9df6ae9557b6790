import type { ReadonlySignal } from '@preact/signals-core';

export type ServiceClock = ReturnType<typeof createServiceClock>;

/** The clock of the service in use: that of the sandbox can be ahead of this machine's. */
export function createServiceClock(aheadMs: ReadonlySignal<number>) {
  return {
    /** How far it is ahead, ms. */
    aheadMs,
    /** Epoch ms. */
    now: () => Date.now() + aheadMs.peek(),
  };
}
