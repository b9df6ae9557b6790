import { isApiError, wasSurelyRefused } from '../api/errors.ts';
import type { Payment } from '../model/account/payment.ts';
import type { LedgerEntry } from '../model/ledger/ledgerEntry.ts';
import type { Amount } from '../model/order/order.ts';
import { momentOf } from '../model/words/moment.ts';

/** How something ended, and what is known only by then. */
export type LedgerOutcome = Pick<LedgerEntry, 'result' | 'message' | 'amount' | 'keyId'>;

/** What a failure tells of something that was sent. */
export function outcomeOfError(error: unknown): LedgerOutcome {
  return { result: wasSurelyRefused(error) ? 'refused' : 'unclear', ...wordsOf(error) };
}

/** Of a failure before anything was sent. */
export function notSentBy(error: unknown): LedgerOutcome {
  return { result: 'notSent', ...wordsOf(error) };
}

/** The service's own words come without secrets: they were taken out when they were read. */
export function wordsOf(error: unknown): { message?: string } {
  const message = isApiError(error)
    ? (error.details.serverMessage ?? error.details.reason ?? error.message)
    : error instanceof Error
      ? error.message
      : undefined;
  return message === undefined ? {} : { message };
}

/** Clocks differ a little, milliseconds. */
const clockMs = 5 * 60_000;

/**
 * What the newest refund among payments came to, if it was made at a moment or later.
 *
 * @param since epoch ms
 */
export function refundSince(payments: readonly Payment[], since: number): Amount | undefined {
  const refunds = payments.flatMap(({ type, createdAt, creditAmount }) => {
    const time = momentOf(createdAt)?.time;
    const isRefund = type?.toLowerCase() === 'refund' && time !== undefined && time >= since - clockMs;
    return isRefund && creditAmount ? [{ time, creditAmount }] : [];
  });
  return refunds.sort((a, b) => b.time - a.time)[0]?.creditAmount;
}
