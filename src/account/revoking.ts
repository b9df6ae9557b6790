import * as l10n from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals-core';
import { ApiError, wasSurelyRefused } from '../api/errors.ts';
import { failureOf, valueOf } from '../editor/reading.ts';
import { messageOf, type RecordAction } from '../editor/record.ts';
import { isRefund, type Payment } from '../model/account/payment.ts';
import { refundOf } from '../model/account/refund.ts';
import { endOf } from '../model/account/runs.ts';
import { isRevoked, type Subscription } from '../model/account/subscription.ts';
import type { LedgerOutcome } from '../model/ledger/ledgerEntry.ts';
import type { Amount } from '../model/order/order.ts';
import type { Account } from './account.ts';
import { onNextSession } from './reader.ts';
import { createRevokeMarks, type RevokeMark, type RevokeMarks } from './revokeMarks.ts';
import { changedMeanwhileText, type SessionOwner, type SignedIn } from './session.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What a reading shows of a revocation whose answer did not come. */
export type Aftermath =
  { kind: 'changed' | 'unchanged'; after: Subscription } | { kind: 'unreadable'; error: unknown };

export type Revoked =
  /** `refunds`: what was booked since; `undefined` where not all payments could be read. */
  | { kind: 'done'; after: Subscription; refunds: readonly Amount[] | undefined }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unclear'; before: Subscription; error: unknown; aftermath: Aftermath }
  /** `underWay`: one of this subscription was sent and is not answered yet; `notFresh`: it was not read just before. */
  | { kind: 'notSent'; why: 'underWay' | 'notFresh' };

type Sent = Exclude<Revoked, { kind: 'notSent' }>;

/** A subscription as it stands now: what one revoke may be agreed to. */
export interface Looked {
  subscription: Subscription;
  signedIn: SignedIn;
  /** What became of a revocation that had been unclear up to now. */
  earlier: 'changed' | 'unchanged' | undefined;
}

interface Look extends Looked {
  contractId: string;
}

export interface Revoking {
  /** By the id of the subscription; emptied by the next session. */
  readonly marks: ReadonlySignal<ReadonlyMap<string, RevokeMark>>;
  /** Reads a subscription: one request. Throws `ApiError`. */
  look(subscriptionId: string, signedIn: SignedIn): Promise<Looked>;
  /**
   * Revokes the very subscription that was looked at last, under the session it was looked at: each look allows one
   * attempt, and an attempt is never repeated. After no clear answer the subscription is read.
   *
   * @param method `PUT` only where the service did not know the specified request, and the user agreed to that one
   */
  revoke(subscription: Subscription, signedIn: SignedIn, method?: 'GET' | 'PUT'): Promise<Revoked>;
}

export function createRevoking(
  session: SessionOwner,
  account: Account,
  subscriptions: Subscriptions,
  record: RecordAction,
  marks: RevokeMarks = createRevokeMarks(session),
): Revoking {
  /** The last look at each subscription that no revoke has used up. */
  const looks = new Map<string, Look>();
  /** Sent and not answered, whatever the session is by now. */
  const onTheWay = new Set<string>();
  /** Of revokes whose outcome is not clear: how their entries in the ledger end. */
  const openEntries = new Map<string, (outcome: LedgerOutcome) => void>();

  async function look(id: string, signedIn: SignedIn, contractId: string): Promise<Looked> {
    const subscription = await (await signedIn.client()).subscription(contractId, id);
    const known = marks.current.peek().get(id);
    const earlier = known?.kind === 'unclear' ? changeOf(known.before, subscription) : undefined;
    if (known?.kind === 'unclear' && earlier === 'changed') {
      marks.set(id, signedIn, { kind: 'revoked', before: known.before, after: subscription });
      openEntries.get(id)?.({ result: 'foundLater' });
      openEntries.delete(id);
    }
    const looked: Looked = { subscription, signedIn, earlier };
    looks.set(id, { ...looked, contractId });
    return looked;
  }

  /** Everything that a revoke can have changed. */
  async function readAnew(id: string) {
    await Promise.all([
      subscriptions.refresh(),
      account.refresh(),
      // Also where nobody has looked at them yet: a refund is among them.
      subscriptions.paymentsOf(id).refresh(),
    ]);
  }

  async function send(
    { subscription, signedIn, contractId }: Look,
    method: 'GET' | 'PUT' | undefined,
  ): Promise<Sent> {
    const { id } = subscription;
    // Fails before anything has left, when the code for it cannot be loaded.
    const client = await signedIn.client();
    const known = refundsOf(id);
    marks.set(id, signedIn, { kind: 'underWay' });
    const answer = await client.revoke(id, method).then(
      after => ({ after }),
      (error: unknown) => ({ error }),
    );
    if ('after' in answer && answer.after.id === id) {
      marks.set(id, signedIn, { kind: 'revoked', before: subscription, after: answer.after });
      if (session.current.peek() === signedIn) await readAnew(id);
      const booked = known && refundsOf(id)?.filter(one => !known.some(other => other.id === one.id));
      const refunds = booked?.flatMap(({ creditAmount }) => creditAmount ?? []);
      return { kind: 'done', after: answer.after, refunds };
    }
    const error = 'error' in answer ? answer.error : new ApiError('shape', { request: 'GET revoke' });
    if (wasSurelyRefused(error)) {
      marks.set(id, signedIn, undefined);
      return { kind: 'refused', error };
    }
    return lookAfter(subscription, signedIn, contractId, error);
  }

  /** No clear answer came: the service may have revoked it, so it is read, and nothing is sent again. */
  async function lookAfter(
    before: Subscription,
    signedIn: SignedIn,
    contractId: string,
    error: unknown,
  ): Promise<Sent> {
    const { id } = before;
    marks.set(id, signedIn, { kind: 'unclear', before });
    const aftermath = await look(id, signedIn, contractId).then(
      ({ subscription: after }): Aftermath => ({ kind: changeOf(before, after), after }),
      (failure: unknown): Aftermath => ({ kind: 'unreadable', error: failure }),
    );
    // The user decides anew, from another look.
    looks.delete(id);
    if (session.current.peek() === signedIn) void readAnew(id);
    return { kind: 'unclear', before, error, aftermath };
  }

  /** As read last; `undefined` where that failed or not all payments are there. */
  function refundsOf(id: string) {
    return allPayments(subscriptions, id)?.filter(isRefund);
  }

  onNextSession(session, () => openEntries.clear());

  return {
    marks: marks.current,
    look: async (id, signedIn) => look(id, signedIn, await subscriptions.contractId()),
    async revoke(subscription, signedIn, method) {
      const { id, title } = subscription;
      const connection = signedIn.connection.name;
      const attempt = `${connection}/${id}`;
      const named = title === undefined ? {} : { title };
      const subject = { connection, action: 'revoke', subscriptionId: id, ...named } as const;
      const notSent = (why: 'underWay' | 'notFresh', message: string): Revoked => {
        record(subject, { result: 'notSent', message });
        return { kind: 'notSent', why };
      };
      if (onTheWay.has(attempt)) return notSent('underWay', underWayText());
      const looked = looks.get(id);
      const isFresh = looked?.subscription === subscription && looked.signedIn === signedIn;
      if (!isFresh || session.current.peek() !== signedIn) {
        return notSent('notFresh', changedMeanwhileText());
      }
      looks.delete(id);
      onTheWay.add(attempt);
      const end = record(subject);
      try {
        const revoked = await send(looked, method);
        end(outcomeOf(revoked));
        if (revoked.kind === 'unclear') openEntries.set(id, end);
        return revoked;
      } catch (error) {
        end({ result: 'notSent', ...messageOf(error) });
        throw error;
      } finally {
        onTheWay.delete(attempt);
      }
    },
  };
}

export function underWayText(): string {
  return l10n.t('A revocation of this subscription is already in progress.');
}

/** The payments of a subscription as read last; `undefined` where that failed or some are not read yet. */
export function allPayments(
  subscriptions: Pick<Subscriptions, 'paymentsOf'>,
  id: string,
): readonly Payment[] | undefined {
  const reading = subscriptions.paymentsOf(id).current.peek();
  const paged = failureOf(reading) === undefined ? valueOf(reading) : undefined;
  return paged?.isLast ? paged.items : undefined;
}

function outcomeOf(revoked: Sent): LedgerOutcome {
  switch (revoked.kind) {
    case 'done': {
      const [amount] = revoked.refunds ?? [];
      return { result: 'ok', ...(amount ? { amount } : {}) };
    }
    case 'refused':
      return { result: 'refused', ...messageOf(revoked.error) };
    case 'unclear': {
      const isShown = revoked.aftermath.kind === 'changed';
      return { result: isShown ? 'foundLater' : 'unclear', ...messageOf(revoked.error) };
    }
  }
}

/** Whether a revoke may do anything: not where one was carried out, is under way, or the subscription is over. */
export function canRevoke(subscription: Subscription, mark: RevokeMark | undefined, now: number): boolean {
  if (mark?.kind === 'revoked' || mark?.kind === 'underWay') return false;
  return refundOf(subscription, now).kind !== 'nothing';
}

/** Whether a reading shows that a subscription was revoked: it says so, or its end has moved. */
function changeOf(before: Subscription, after: Subscription): 'changed' | 'unchanged' {
  return isRevoked(after) || endOf(after) !== endOf(before) ? 'changed' : 'unchanged';
}
