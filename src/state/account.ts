import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Profile } from '../model/account.ts';
import type { Amount } from '../model/order.ts';
import { signedInOf, type SessionOwner } from './session.ts';

export type AccountState =
  | { kind: 'none' }
  | { kind: 'loading' }
  /** `stale` is set when the last reading failed; what was known before stays on screen. */
  | { kind: 'ready'; profile: Profile; stale?: unknown }
  | { kind: 'failed'; error: unknown };

export interface Account {
  readonly current: ReadonlySignal<AccountState>;
  /** Reads the profile of the session in use; an answer that comes after the session changed is dropped. */
  refresh(): Promise<void>;
}

/** The contract's balance as far as it is known. */
export function balanceOf(account: Account): Amount | undefined {
  const state = account.current.peek();
  return state.kind === 'ready' ? state.profile.contract.balance : undefined;
}

/** Owner of the profile and its balance. Follows the session by itself. */
export function createAccount(session: SessionOwner): Account {
  const current = signal<AccountState>({ kind: 'none' });

  async function refresh() {
    const under = signedInOf(session.current.peek());
    if (!under) {
      current.value = { kind: 'none' };
      return;
    }
    // A known balance stays on screen while it is read again.
    if (current.peek().kind !== 'ready') current.value = { kind: 'loading' };
    const answer = await under
      .client()
      .then(client => client.profile())
      .then(
        (profile): AccountState => ({ kind: 'ready', profile }),
        (error: unknown): AccountState => ({ kind: 'failed', error }),
      );
    if (session.current.peek() !== under) return;
    const known = current.peek();
    current.value =
      answer.kind === 'failed' && known.kind === 'ready' ? { ...known, stale: answer.error } : answer;
  }

  let shownFor = session.current.peek();
  session.current.subscribe(next => {
    if (next === shownFor) return;
    shownFor = next;
    current.value = { kind: 'none' };
    if (next.kind === 'signedIn') void refresh();
  });

  return { current, refresh };
}
