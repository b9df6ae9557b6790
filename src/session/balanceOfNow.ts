import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account.ts';

/** A balance up to this old is shown next to a price without its age; milliseconds. */
export const newBalanceMs = 60_000;

/** Longest wait for a balance before a price or an order goes on without it, milliseconds. */
const patienceMs = 2_000;

/**
 * Refreshes the balance if it is more than a minute old, just before it is shown. Waits a moment at most and never
 * throws: without an answer, the previous balance stays, with its age.
 *
 * @param since epoch ms; a balance that was requested before is refreshed
 */
export async function balanceOfNow(
  account: Pick<Account, 'readSince'>,
  since = Date.now() - newBalanceMs,
): Promise<void> {
  const answered = new AbortController();
  const reading = account.readSince(since);
  await Promise.race([reading, sleep(patienceMs, undefined, answered)]);
  answered.abort();
}
