/** Specification: Behaviour of revoking. */
import { invalid } from '../http/refusal.ts';
import { nextId, type Service } from '../http/service.ts';
import type { AccountState } from './state.ts';
import { addMonths, statusOf, type SubscriptionState } from './subscriptions.ts';

/** Months of the period of a subscription without runs. */
const openPeriodMonths = 1;

/**
 * Revokes a subscription and books the refund: all of it before the start, the unused runs after it. A second
 * revoke changes nothing. Throws a refusal if the subscription has ended.
 */
export function revoke(service: Service, account: AccountState, subscription: SubscriptionState): void {
  const now = service.now();
  const status = statusOf(subscription, now);
  if (subscription.revokedAt !== null) return;
  if (status === 'revoked') throw invalid(`The subscription ${subscription.id} has ended`);
  subscription.revokedAt = now;
  if (status === 'pending') {
    subscription.endedAt = now;
    refund(service, account, subscription, subscription.price);
  } else {
    const end = endOfPeriod(subscription, now);
    if (subscription.endedAt === null || end.time < subscription.endedAt) subscription.endedAt = end.time;
    const unused = Math.max(0, subscription.runs - end.runs);
    const share = subscription.runs === 0 ? 0 : unused / subscription.runs;
    refund(service, account, subscription, Math.round(subscription.price * share * 100) / 100);
  }
  service.changed();
}

/** When the run ends in which `now` lies, and how many runs are used up by then. */
function endOfPeriod(
  { startedAt, runMonths }: SubscriptionState,
  now: number,
): { time: number; runs: number } {
  const months = runMonths === 0 ? openPeriodMonths : runMonths;
  let runs = 1;
  while (addMonths(startedAt, runs * months) <= now) runs++;
  return { time: addMonths(startedAt, runs * months), runs };
}

function refund(
  service: Service,
  account: AccountState,
  subscription: SubscriptionState,
  credits: number,
): void {
  if (credits <= 0) return;
  account.balance = Math.round((account.balance + credits) * 100) / 100;
  account.payments.push({
    id: nextId(service, 'payment'),
    type: 'refund',
    creditAmount: credits,
    description: `Revoked: ${subscription.title}`,
    createdAt: service.now(),
    subscriptionId: subscription.id,
  });
}
