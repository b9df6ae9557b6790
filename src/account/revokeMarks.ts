import { signal, type ReadonlySignal } from '@preact/signals-core';
import type { Subscription } from '../model/account/subscription.ts';
import { onNextSession } from './reader.ts';
import type { SessionOwner, SignedIn } from './session.ts';

/** What this session knows of a subscription's revoke. */
export type RevokeMark =
  | { kind: 'underWay' }
  /** The service moved the end; `before` is how it stood. */
  | { kind: 'revoked'; before: Subscription; after: Subscription }
  /** It was sent, no clear answer came, and no reading since then has shown it. */
  | { kind: 'unclear'; before: Subscription };

/** By the id of the subscription; emptied by the next session. */
export interface RevokeMarks {
  readonly current: ReadonlySignal<ReadonlyMap<string, RevokeMark>>;
  /** Nothing where the session is another one by now. */
  set(id: string, signedIn: SignedIn, next: RevokeMark | undefined): void;
}

export function createRevokeMarks(session: SessionOwner): RevokeMarks {
  const current = signal<ReadonlyMap<string, RevokeMark>>(new Map());
  onNextSession(session, () => {
    current.value = new Map();
  });
  return {
    current,
    set(id, signedIn, next) {
      if (session.current.peek() !== signedIn) return;
      const others = new Map(current.peek());
      others.delete(id);
      current.value = next ? others.set(id, next) : others;
    },
  };
}
