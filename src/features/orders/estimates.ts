import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type { LedgerEntry } from '../../service/rules/ledgerEntry.ts';
import { type Reading, readValue } from '../../platform/host/reading.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { createPriceEstimates, PastOrders } from './rules/priceEstimate.ts';

/** The ledger, newest entry first. */
interface PastPrices {
  readonly current: ReadonlySignal<Reading<readonly LedgerEntry[]>>;
  read(): Promise<void>;
}

export type Estimates = ReturnType<typeof createEstimates>;

/**
 * What orders may cost, from the prices that this machine requested on the connection in use, and of the account's
 * orders.
 *
 * @param past a signal that has the listed orders
 */
export function createEstimates(
  session: Pick<SessionOwner, 'current'>,
  ledger: PastPrices,
  past: ReadonlySignal<PastOrders>,
) {
  const create = signal<typeof createPriceEstimates | undefined>(undefined);
  let loading: Promise<void> | undefined;

  async function load() {
    const reading = ledger.read();
    try {
      create.value = (await import('./rules/priceEstimate.ts')).createPriceEstimates;
    } catch {
      // Orders can be priced without estimates.
    }
    await reading;
  }

  return {
    /** `undefined` while signed out, and until the prices have been read. */
    current: computed(() => {
      const entries = readValue(ledger.current.value);
      const connection = asSignedIn(session.current.value)?.connection.name;
      return entries && connection !== undefined
        ? create.value?.(entries, connection, past.value)
        : undefined;
    }),
    /** Reads the prices from disk unless that was done before; called before an estimate is shown. */
    need(): Promise<void> {
      return (loading ??= load());
    },
  };
}
