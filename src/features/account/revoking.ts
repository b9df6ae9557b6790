import { effect, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { LedgerOutcome } from '../../service/rules/ledgerEntry.ts';
import type { Amount } from '../../service/rules/order.ts';
import { isRefund, type Payment } from '../../service/rules/payment.ts';
import { isRevoked, type Subscription } from '../../service/rules/subscription.ts';
import { ApiError, wasSurelyRefused } from '../../service/wire/errors.ts';
import { type Paged, type Reading, readingError, readValue } from '../../platform/host/reading.ts';
import { messageField, type RecordAction } from '../../platform/host/record.ts';
import { type Account, onBalanceChange } from '../../session/account.ts';
import { onNextSession } from '../../session/reader.ts';
import { changedMeanwhileText, type SessionOwner, type SignedIn } from '../../session/session.ts';
import type { Subscriptions } from '../../session/subscriptions.ts';
import { sumByUnit } from '../orders/rules/index.ts';
import { type RecordedActions, revocationsNow } from './knownRevocation.ts';
import type { RevokeMark, RevokeMarks } from './revokeMarks.ts';
import { canBeFor, expectedRefund } from './rules/refund.ts';
import { subscriptionEnd } from './rules/runs.ts';

/** What a refresh shows about a revocation that got no answer. */
export type Aftermath =
  | { kind: 'changed' | 'unchanged'; after: Subscription }
  | { kind: 'unreadable'; error: unknown };

export type Revoked =
  /** `refunds`: refunds booked since; `undefined` if not all payments could be read. */
  | { kind: 'done'; after: Subscription; refunds: readonly Amount[] | undefined }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unclear'; before: Subscription; error: unknown; aftermath: Aftermath }
  /**
   * `underWay`: a revocation of this subscription was sent and isn't answered yet; `notFresh`: the subscription wasn't
   * refreshed just before.
   */
  | { kind: 'notSent'; why: 'underWay' | 'notFresh' };

type Sent = Exclude<Revoked, { kind: 'notSent' }>;

/** A subscription in its current state: the basis for confirming one revocation. */
export interface Check {
  subscription: Subscription;
  signedIn: SignedIn;
  /** Outcome of an earlier revocation that was unconfirmed until now. */
  earlier: 'changed' | 'unchanged' | undefined;
}

interface Inspection extends Check {
  contractId: string;
}

/** A revocation whose refund can be listed later than its answer. */
interface Followed {
  /** IDs of the refunds that were listed before it. */
  known: ReadonlySet<string>;
  /** As last recorded. */
  outcome: LedgerOutcome;
  end: (outcome: LedgerOutcome) => void;
}

export type Revoking = ReturnType<typeof createRevoking>;

export function createRevoking(
  session: SessionOwner,
  account: Account,
  subscriptions: Subscriptions,
  record: RecordAction,
  marks: RevokeMarks,
  ledger: RecordedActions | undefined,
) {
  /** The last look at each subscription that no revocation has used up. */
  const inspections = new Map<string, Inspection>();
  /** Sent and not answered yet, even if the session has changed since. */
  const onTheWay = new Set<string>();
  /** For revocations with an unconfirmed outcome: how to complete their ledger entries. */
  const openEntries = new Map<string, (outcome: LedgerOutcome) => void>();
  /** IDs of the refunds that were listed before the last revocation of each subscription, if all payments were read. */
  const knownBefore = new Map<string, ReadonlySet<string>>();
  /** By subscription ID: the last revocation in this session that took effect. */
  const followed = new Map<string, Followed>();

  async function inspect(id: string, signedIn: SignedIn, contractId: string): Promise<Check> {
    const subscription = await (await signedIn.client()).subscription(contractId, id);
    const known = marks.current.peek().get(id);
    const earlier = known?.kind === 'unclear' ? revocationChange(known.before, subscription) : undefined;
    if (known?.kind === 'unclear' && earlier === 'changed') {
      marks.set(id, signedIn, { kind: 'revoked', before: known.before, after: subscription });
      const end = openEntries.get(id);
      openEntries.delete(id);
      if (end) recordEnd(id, { result: 'foundLater', endsAt: subscription.endedAt }, end);
    }
    const looked: Check = { subscription, signedIn, earlier };
    inspections.set(id, { ...looked, contractId });
    return looked;
  }

  /** Refreshes everything that a revocation can change. */
  async function readAnew(id: string) {
    await Promise.all([
      subscriptions.refresh(),
      account.refresh(),
      // Even if they haven't been shown yet, because a refund is listed there.
      subscriptions.paymentsFor(id).refresh(),
    ]);
  }

  async function send(
    { subscription, signedIn, contractId }: Inspection,
    method: 'GET' | 'PUT' | undefined,
  ): Promise<Sent> {
    const { id } = subscription;
    // If the client code can't be loaded, this fails before anything is sent.
    const client = await signedIn.client();
    const known = refundPayments(id);
    knownBefore.delete(id);
    if (known) knownBefore.set(id, new Set(known.map(payment => payment.id)));
    marks.set(id, signedIn, { kind: 'underWay' });
    const answer = await client.revoke(id, method).then(
      after => ({ after }),
      (error: unknown) => ({ error }),
    );
    if ('after' in answer && answer.after.id === id) {
      marks.set(id, signedIn, { kind: 'revoked', before: subscription, after: answer.after });
      if (session.current.peek() === signedIn) await readAnew(id);
      return { kind: 'done', after: answer.after, refunds: refundsSince(id, knownBefore.get(id)) };
    }
    const error = 'error' in answer ? answer.error : new ApiError('shape', { request: 'GET revoke' });
    if (wasSurelyRefused(error)) {
      marks.set(id, signedIn, undefined);
      return { kind: 'refused', error };
    }
    return checkAfter(subscription, signedIn, contractId, error);
  }

  /**
   * No clear answer: the service may have revoked the subscription, so it is requested again; the revocation isn't
   * resent.
   */
  async function checkAfter(
    before: Subscription,
    signedIn: SignedIn,
    contractId: string,
    error: unknown,
  ): Promise<Sent> {
    const { id } = before;
    marks.set(id, signedIn, { kind: 'unclear', before });
    const aftermath = await inspect(id, signedIn, contractId).then(
      ({ subscription: after }): Aftermath => ({ kind: revocationChange(before, after), after }),
      (failure: unknown): Aftermath => ({ kind: 'unreadable', error: failure }),
    );
    // The user decides again, after another look.
    inspections.delete(id);
    if (session.current.peek() === signedIn) void readAnew(id);
    return { kind: 'unclear', before, error, aftermath };
  }

  /** From the last request; `undefined` if it failed or not all payments are loaded. */
  function refundPayments(id: string) {
    return allPayments(subscriptions.paymentsFor(id).current.peek())?.filter(
      payment => isRefund(payment) && canBeFor(payment, id),
    );
  }

  /** `undefined` if the payments before or after weren't all read. */
  function refundsSince(id: string, known: ReadonlySet<string> | undefined): Amount[] | undefined {
    const booked = known && refundPayments(id)?.filter(payment => !known.has(payment.id));
    return booked?.flatMap(({ creditAmount }) => creditAmount ?? []);
  }

  /** Records how a revocation ended, and later what comes back for it. */
  function recordEnd(id: string, outcome: LedgerOutcome, end: (outcome: LedgerOutcome) => void) {
    end(outcome);
    const known = knownBefore.get(id);
    if (!known || (outcome.result !== 'ok' && outcome.result !== 'foundLater')) return;
    followed.set(id, { known, outcome, end });
    recordRefund(id);
  }

  function recordRefund(id: string) {
    const entry = followed.get(id);
    if (!entry) return;
    const amount = refundedAmount(refundsSince(id, entry.known));
    const before = entry.outcome.amount;
    if (!amount || (amount.value === before?.value && amount.unit === before.unit)) return;
    entry.outcome = { ...entry.outcome, amount };
    entry.end(entry.outcome);
  }

  onNextSession(session, () => {
    openEntries.clear();
    knownBefore.clear();
    followed.clear();
  });
  const stop = effect(() => {
    const ids = [...subscriptions.payments.value.keys()];
    untracked(() => ids.forEach(recordRefund));
  });
  // What came back may be for one of them. Payments that were requested while the balance moved may lack it, so they are
  // requested again in any case.
  const balance = onBalanceChange(account, () => {
    for (const id of followed.keys()) void subscriptions.paymentsFor(id).refresh();
  });
  session.lifetime.addEventListener('abort', () => {
    stop();
    balance.dispose();
  });

  return {
    /** By subscription ID; cleared by the next session. */
    marks: marks.current,
    /** What is known of the revocation of each subscription, also from earlier sessions. */
    known: () => revocationsNow(session, subscriptions, marks, ledger),
    /** Requests a subscription: one request. Throws `ApiError`. */
    inspect: async (id: string, signedIn: SignedIn) => {
      const [contractId] = await Promise.all([subscriptions.contractId(), ledger?.read()]);
      return inspect(id, signedIn, contractId);
    },
    /**
     * Revokes exactly the subscription that was last requested by `inspect`, in the same session. Each look allows one
     * attempt, and an attempt is never repeated. If there is no clear answer, the subscription is requested again.
     *
     * @param method `PUT` only if the service doesn't support the specified request and the user has confirmed this one
     */
    async revoke(subscription: Subscription, signedIn: SignedIn, method?: 'GET' | 'PUT'): Promise<Revoked> {
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
      const looked = inspections.get(id);
      const isFresh = looked?.subscription === subscription && looked.signedIn === signedIn;
      if (!isFresh || session.current.peek() !== signedIn) {
        return notSent('notFresh', changedMeanwhileText());
      }
      inspections.delete(id);
      onTheWay.add(attempt);
      const end = record(subject);
      try {
        const revoked = await send(looked, method);
        recordEnd(id, revocationOutcome(revoked), end);
        if (revoked.kind === 'unclear') openEntries.set(id, end);
        return revoked;
      } catch (error) {
        end({ result: 'notSent', ...messageField(error) });
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

/** The payments of a subscription from the last request; `undefined` if it failed or some aren't loaded yet. */
export function allPayments(reading: Reading<Paged<Payment>>): readonly Payment[] | undefined {
  const paged = readingError(reading) === undefined ? readValue(reading) : undefined;
  return paged?.isLast && !paged.isUncertain && !paged.unreadable ? paged.items : undefined;
}

/** More than one unit never comes back for one subscription. */
function refundedAmount(refunds: readonly Amount[] = []): Amount | undefined {
  return sumByUnit(refunds)[0];
}

function revocationOutcome(revoked: Sent): LedgerOutcome {
  switch (revoked.kind) {
    case 'done': {
      const { endedAt } = revoked.after;
      const amount = refundedAmount(revoked.refunds);
      return {
        result: 'ok',
        amount,
        endsAt: endedAt,
      };
    }
    case 'refused':
      return { result: 'refused', ...messageField(revoked.error) };
    case 'unclear': {
      const { aftermath } = revoked;
      return aftermath.kind === 'changed'
        ? { result: 'foundLater', endsAt: aftermath.after.endedAt, ...messageField(revoked.error) }
        : { result: 'unclear', ...messageField(revoked.error) };
    }
  }
}

/** Whether it was carried out, as far as this machine knows. */
export function wasRevoked(mark: RevokeMark | undefined): boolean {
  return mark?.kind === 'revoked' || (mark?.kind === 'recorded' && mark.isConfirmed);
}

/**
 * Whether a revocation can have an effect: not if one was carried out or is in progress, or if the subscription has
 * ended.
 */
export function canRevoke(subscription: Subscription, mark: RevokeMark | undefined, now: number): boolean {
  if (mark?.kind === 'underWay' || wasRevoked(mark)) return false;
  return expectedRefund(subscription, now).kind !== 'nothing';
}

/**
 * Whether a refresh shows that a subscription was revoked: its end date has moved, or its status is another word. It
 * becomes active without a revocation.
 */
function revocationChange(before: Subscription, after: Subscription): 'changed' | 'unchanged' {
  const [from, to] = [before, after].map(({ status }) => status?.toLowerCase());
  const hasOtherStatus = to !== undefined && to !== from && to !== 'active';
  return isRevoked(after) || hasOtherStatus || subscriptionEnd(after) !== subscriptionEnd(before)
    ? 'changed'
    : 'unchanged';
}
