import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Subscription } from '../../service/rules/subscription.ts';
import { onNextSession } from '../../session/reader.ts';
import type { SessionOwner, SignedIn } from '../../session/session.ts';

/** What this session knows about the revocation of a subscription. */
export type RevokeMark =
  | { kind: 'underWay' }
  /** The service moved the end date; `before` is the subscription before that. */
  | { kind: 'revoked'; before: Subscription; after: Subscription }
  /** It was sent, no clear answer arrived, and no request since then has shown a change. */
  | { kind: 'unclear'; before: Subscription };

export type RevokeMarks = ReturnType<typeof createRevokeMarks>;

/** By subscription ID; cleared by the next session. */
export function createRevokeMarks(session: SessionOwner) {
  const current = signal<ReadonlyMap<string, RevokeMark>>(new Map());
  onNextSession(session, () => {
    current.value = new Map();
  });
  return {
    current: current as ReadonlySignal<ReadonlyMap<string, RevokeMark>>,
    /** Does nothing if the session has changed. */
    set(id: string, signedIn: SignedIn, next: RevokeMark | undefined): void {
      if (session.current.peek() !== signedIn) return;
      const others = new Map(current.peek());
      others.delete(id);
      current.value = next ? others.set(id, next) : others;
    },
  };
}
