import { forbidden } from './refusal.ts';
import type { Service } from './service.ts';
import type { AccountState } from './state.ts';
import { statusOf, type SubscriptionState } from './subscriptions.ts';

/** The state is worth saving again after so many streamed kB: a map asks for hundreds of tiles. */
const savedEvery = 1000;

/** The running plan that still has streaming allowance. Throws a refusal where there is none. */
export function streamingPlan(service: Service, account: AccountState): SubscriptionState {
  const plan = account.subscriptions.find(
    subscription =>
      statusOf(subscription, service.now()) === 'active' &&
      subscription.offers.includes('order.data.product') &&
      subscription.streamed < subscription.allowance,
  );
  if (!plan) throw forbidden('Your streaming allowance is used up');
  return plan;
}

export function spendStreaming(service: Service, plan: SubscriptionState, bytes: number): void {
  const before = Math.floor(plan.streamed / savedEvery);
  plan.streamed = Math.min(plan.allowance, plan.streamed + Math.ceil(bytes / 1000));
  if (Math.floor(plan.streamed / savedEvery) > before) service.changed();
}
