import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Payment } from '../../service/rules/payment.ts';
import type { Subscription } from '../../service/rules/subscription.ts';
import { onNextSession } from '../../session/reader.ts';
import type { SessionOwner, SignedIn } from '../../session/session.ts';

/** What is known about the revocation of a subscription. */
export type RevokeMark =
  | { kind: 'underWay' }
  /** The service moved the end date; `before` is the subscription before that. */
  | { kind: 'revoked'; before: Subscription; after: Subscription }
  /** It was sent, no clear answer arrived, and no request since then has shown a change. */
  | { kind: 'unclear'; before: Subscription }
  /** The ledger of this machine contains it, sent at `at` (ISO 8601); `isConfirmed`: the service moved the end date. */
  | { kind: 'recorded'; at: string; isConfirmed: boolean }
  /** The service reports what a revocation leaves behind: a refund, or fewer runs than such a subscription starts with. */
  | { kind: 'possible'; refund?: Payment };

export type RevokeMarks = ReturnType<typeof createRevokeMarks>;

/** What this session itself has done, by subscription ID; cleared by the next session. */
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
