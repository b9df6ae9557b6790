import type { Amount } from '../../../service/rules/order.ts';
import { isRefund, type Payment } from '../../../service/rules/payment.ts';
import { isRevoked, revokeEffect, type Subscription } from '../../../service/rules/subscription.ts';
import { type Run, type RunPlan, type RunsReading, subscriptionEnd, subscriptionRuns } from './runs.ts';

/** What a revocation at a given time would refund, according to the dates (specification: Behaviour of revoking). */
export type Refund =
  | { kind: 'nothing'; why: 'revoked' | 'ended' }
  /** It hasn't started: it ends at once. */
  | { kind: 'all' }
  /** It continues to the end of the current run; one entry per interpretation of its dates. */
  | { kind: 'rest'; options: readonly [RestOfRuns, ...RestOfRuns[]] }
  /** It continues to the end of a period that the service doesn't report, or it isn't known whether it has started. */
  | { kind: 'unknown'; why: Extract<RunsReading, { kind: 'unknown' }>['why'] };

export interface RestOfRuns {
  plan: RunPlan;
  /** The run at whose end the subscription ends. */
  current: Run;
  refunded: readonly Run[];
}

/** @param now epoch ms */
export function expectedRefund(subscription: Subscription, now: number): Refund {
  if (isRevoked(subscription)) return { kind: 'nothing', why: 'revoked' };
  const end = subscriptionEnd(subscription);
  if (end !== undefined && end <= now) return { kind: 'nothing', why: 'ended' };
  if (revokeEffect(subscription, now) === 'instant') return { kind: 'all' };
  const reading = subscriptionRuns(subscription);
  if (reading.kind === 'unknown') return reading;
  const [first, ...others] = reading.plans;
  return {
    kind: 'rest',
    options: [remainingRuns(first, now), ...others.map(plan => remainingRuns(plan, now))],
  };
}

/** For a plan that isn't over. */
function remainingRuns(plan: RunPlan, now: number): RestOfRuns {
  // If the start has no time of day, the first run can be in progress before its assumed start.
  const current = plan.runs.find(({ to }) => to > now) ?? plan.runs[0];
  return { plan, current, refunded: plan.runs.filter(({ index }) => index > current.index) };
}

/** What a subscription cost, according to its payments. */
export type Paid =
  | { kind: 'told'; amount: Amount }
  /**
   * Something was already refunded: the amount of another refund isn't known. `isNamed`: the refund names this
   * subscription; otherwise it names nothing.
   */
  | { kind: 'refunded'; refund: Payment; isNamed: boolean }
  /** There is no payment, or a payment isn't a plain amount in the same unit, or not all could be read. */
  | { kind: 'untold' };

/** Whether a payment names this subscription, or neither another one nor an order. */
export function canBeFor({ subscriptionId, orderId }: Payment, id: string): boolean {
  return subscriptionId === undefined ? orderId === undefined : subscriptionId === id;
}

/** @param payments all payments; `undefined` if they aren't known */
export function paidFor(subscriptionId: string, payments: readonly Payment[] | undefined): Paid {
  if (!payments) return { kind: 'untold' };
  const candidates = payments.filter(payment => canBeFor(payment, subscriptionId));
  const refunds = candidates.filter(isRefund);
  const named = refunds.find(payment => payment.subscriptionId === subscriptionId);
  const refund = named ?? refunds[0];
  if (refund) return { kind: 'refunded', refund, isNamed: named !== undefined };
  const amounts = candidates.map(({ type, creditAmount }) =>
    type?.toLowerCase() === 'payment' && creditAmount && creditAmount.value > 0 ? creditAmount : undefined,
  );
  const [first] = amounts;
  if (!first || amounts.some(amount => amount?.unit !== first.unit)) return { kind: 'untold' };
  const value = amounts.reduce((sum, amount) => sum + (amount?.value ?? 0), 0);
  return { kind: 'told', amount: { value, unit: first.unit } };
}

/** The share of the price for the refunded runs: Swath's estimate; the service decides. */
export function refundEstimate(paid: Amount, { plan, refunded }: RestOfRuns): Amount {
  const value = (paid.value * refunded.length) / plan.runs.length;
  return { value: Math.round(value * 100) / 100, unit: paid.unit };
}
