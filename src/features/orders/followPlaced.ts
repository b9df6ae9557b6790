import type { Account } from '../../session/account.ts';
import type { SessionOwner } from '../../session/session.ts';
import type { Journal } from './journal.ts';
import { listAttempts } from './orderAttempts.ts';
import { ordersHere } from './ordersHere.ts';
import type { Placing } from './placing.ts';

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
    const destination = ordersHere(session, account);
    if (!destination) return;
    const placed = listAttempts(lines, destination).flatMap(({ id, outcome }) =>
      outcome?.event === 'placed' && !placing.isOnItsWay(id) ? [Date.parse(outcome.at)] : [],
    );
    if (placed.length > 0) void account.readSince(Math.max(...placed));
  });
}
