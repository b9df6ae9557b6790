import * as l10n from '@vscode/l10n';
import { isApiError } from '../api/errors.ts';
import type { Profile } from '../model/account/account.ts';
import type { Amount } from '../model/order/order.ts';
import { pause } from '../editor/abortSignal.ts';
import { createReader, onNextSession, type TimedReader } from './reader.ts';
import { valueOf, type Reading } from '../editor/reading.ts';
import type { SessionOwner } from './session.ts';

/** The profile with its contract. */
export type Account = TimedReader<Profile>;

/** A balance that is no older stands beside a price without a word about its age, milliseconds. */
export const newBalanceMs = 60_000;
/** Nobody waits longer for a balance: a price and an order do not depend on it, milliseconds. */
const patienceMs = 2_000;

/**
 * Has the balance that a person is about to be shown read anew where it is older than a minute. Waits for a moment and
 * never throws: without an answer the former one stands, with its age.
 */
export async function balanceOfNow(account: Pick<Account, 'readSince'>): Promise<void> {
  const answered = new AbortController();
  const reading = account.readSince(Date.now() - newBalanceMs);
  await Promise.race([reading, pause(patienceMs, answered.signal)]);
  answered.abort();
}

/** The contract's balance as far as it is known. */
export function balanceOf(account: Pick<Account, 'current'>): Amount | undefined {
  return valueOf(account.current.peek())?.contract.balance;
}

/** The id of the user's contract; waits for the profile, and reads it where nobody does. Throws what that failed with. */
export async function contractIdOf(session: SessionOwner, account: Account): Promise<string> {
  const signedIn = session.current.peek();
  await account.readSince(0);
  const reading = account.current.peek();
  // The account is another one's by now: its contract is none of this session's business.
  if (session.current.peek() !== signedIn || reading.kind === 'none' || reading.kind === 'loading')
    throw new Error(l10n.t('The session ended while the profile was loading.'));
  if (reading.kind === 'failed') throw reading.error;
  return reading.value.contract.id;
}

/** Nothing is known of the account because nothing of the service could be reached. */
export function isOffline(account: Reading<Profile>): boolean {
  if (account.kind !== 'failed' || !isApiError(account.error)) return false;
  return account.error.kind === 'network' || account.error.kind === 'timeout';
}

/** Owner of the profile and its balance. Reads them by itself as soon as somebody is signed in. */
export function createAccount(session: SessionOwner): Account {
  const account = createReader(session, client => client.profile());
  onNextSession(session, ({ kind }) => {
    if (kind === 'signedIn') void account.refresh();
  });
  return account;
}

/** Calls back when the balance is another one than before, under the same session: money has moved. */
export function onBalanceChange(account: Account, run: () => void): { dispose(): void } {
  let before: Amount | undefined;
  const stop = account.current.subscribe(reading => {
    // Another session begins with nothing known.
    if (reading.kind === 'none') before = undefined;
    const balance = valueOf(reading)?.contract.balance;
    if (!balance) return;
    const hasMoved = before !== undefined && before.value !== balance.value;
    before = balance;
    if (hasMoved) run();
  });
  return { dispose: stop };
}
