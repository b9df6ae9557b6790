import type { Account } from '../account/account.ts';
import { signedInOf, type SessionOwner } from '../account/session.ts';
import { valueOf } from '../editor/reading.ts';
import type { Journal } from './journal.ts';
import type { Placing } from './placing.ts';
import { orderPlace, attemptsOf } from './orderAttempts.ts';

/**
 * Refreshes the balance when the journal records an order that was placed in the meantime by another window, or under
 * another name of the same service. After its own orders, this window refreshes the balance anyway.
 *
 * @returns a handle that stops this
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
