import type { Account } from '../account/account.ts';
import { signedInOf, type SessionOwner } from '../account/session.ts';
import { valueOf } from '../editor/reading.ts';
import type { Journal } from './journal.ts';
import type { Placing } from './placing.ts';
import { orderPlace, attemptsOf } from './orderAttempts.ts';

/**
 * Reads the balance anew when the journal tells of an order that was placed since it was read, as by another window or
 * under another name of the same service. What this window places is followed by a reading of its own.
 *
 * @returns ends it
 */
export function followPlaced(
  account: Pick<Account, 'current' | 'readSince'>,
  session: SessionOwner,
  journal: Pick<Journal, 'known'>,
  placing: Pick<Placing, 'isOnItsWay'>,
): () => void {
  return journal.known.subscribe(lines => {
    const signedIn = signedInOf(session.current.peek());
    if (!signedIn) return;
    const place = orderPlace(signedIn.connection, valueOf(account.current.peek())?.contract.id);
    const placed = attemptsOf(lines, place).flatMap(({ id, outcome }) =>
      outcome?.event === 'placed' && !placing.isOnItsWay(id) ? [Date.parse(outcome.at)] : [],
    );
    if (placed.length > 0) void account.readSince(Math.max(...placed));
  });
}
