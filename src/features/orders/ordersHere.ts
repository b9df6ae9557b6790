import type { Connection } from '../../service/rules/connection.ts';
import { readValue } from '../../platform/host/reading.ts';
import type { Account } from '../../session/account.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { OrderDestination } from './journal.ts';
import { orderDestination } from './orderAttempts.ts';

type KnownAccount = Pick<Account, 'current'> | undefined;

/**
 * Where orders are placed, listed and paid for now: the connection, and its contract as soon as it is known. Whatever
 * counts attempts or spending asks here, so that all count the same. `undefined` while signed out.
 *
 * Reads signals, so that what is computed from it follows the session and the account.
 */
export function ordersHere(
  session: Pick<SessionOwner, 'current'>,
  account: KnownAccount,
): OrderDestination | undefined {
  const signedIn = asSignedIn(session.current.value);
  return signedIn && ordersOn(signedIn.connection, account);
}

/** The same for a connection that is in use. */
export function ordersOn(connection: Connection, account: KnownAccount): OrderDestination {
  return orderDestination(connection, account && readValue(account.current.value)?.contract.id);
}
