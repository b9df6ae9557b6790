import type { Profile } from '../service/rules/account.ts';
import type { Amount } from '../service/rules/order.ts';
import { ApiError } from '../service/wire/errors.ts';
import { type Reading, readValue } from '../platform/host/reading.ts';
import { createReader, onNextSession, type TimedReader } from './reader.ts';
import { changedMeanwhileText, type SessionOwner } from './session.ts';

/** The user's profile, including its contract. */
export type Account = TimedReader<Profile>;

export function accountBalance(account: Pick<Account, 'current'>): Amount | undefined {
  return readValue(account.current.peek())?.contract.balance;
}

/**
 * The ID of the user's contract. Waits for the profile and requests it if nobody has. Throws the error of a failed
 * request.
 */
export async function signedInContractId(session: SessionOwner, account: Account): Promise<string> {
  const signedIn = session.current.peek();
  await account.readSince(0);
  const reading = account.current.peek();
  // The account has changed by now: its contract doesn't belong to this session.
  if (session.current.peek() !== signedIn || reading.kind === 'none' || reading.kind === 'loading')
    throw new Error(changedMeanwhileText());
  if (reading.kind === 'failed') throw reading.error;
  return reading.value.contract.id;
}

/** Whether the account is unknown because the service couldn't be reached. */
export function isOffline(account: Reading<Profile>): boolean {
  if (account.kind !== 'failed' || !(account.error instanceof ApiError)) return false;
  return account.error.kind === 'network' || account.error.kind === 'timeout';
}

/** Owns the profile and its balance. Requests them automatically after sign-in. */
export function createAccount(session: SessionOwner): Account {
  const account = createReader(session, client => client.profile());
  onNextSession(session, ({ kind }) => {
    if (kind === 'signedIn') void account.refresh();
  });
  return account;
}

/**
 * Calls back when the balance changes within the same session, that is, when money has moved.
 *
 * @param run gets the time at which the new balance was requested, epoch ms
 */
export function onBalanceChange(account: Account, run: (at: number) => void): { dispose(): void } {
  let before: Amount | undefined;
  const stop = account.current.subscribe(reading => {
    // A new session starts with nothing known.
    if (reading.kind === 'none') before = undefined;
    if (reading.kind !== 'ready') return;
    const { balance } = reading.value.contract;
    if (!balance) return;
    const hasMoved = before !== undefined && before.value !== balance.value;
    before = balance;
    if (hasMoved) run(reading.at);
  });
  return { dispose: stop };
}
