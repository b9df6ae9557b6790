import type { Payment } from '../../../../../src/service/rules/payment.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';

/** A subscription with only the required fields, plus those that a test adds. */
export function bareSubscription(rest: Partial<Subscription> = {}): Subscription {
  return {
    id: 's1',
    status: undefined,
    title: undefined,
    kind: undefined,
    service: undefined,
    startedAt: undefined,
    endedAt: undefined,
    isAmountEstimated: undefined,
    offers: [],
    amountConsumed: undefined,
    amountMax: undefined,
    fields: { id: 's1' },
    ...rest,
  };
}

/** A payment for something, with the fields that a test changes. */
export function payment(credits: number, rest: Partial<Payment> = {}): Payment {
  return {
    id: 'p1',
    type: 'payment',
    creditAmount: { value: credits, unit: 'credits' },
    description: undefined,
    createdAt: undefined,
    orderId: undefined,
    subscriptionId: 's1',
    fields: { id: 'p1' },
    ...rest,
  };
}
