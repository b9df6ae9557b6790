import { Hono, type Context } from 'hono';
import { ownContract } from './accountRoutes.ts';
import { pageOf } from '../http/paging.ts';
import { invalid, notFound } from '../http/refusal.ts';
import { revoke } from './revoke.ts';
import { iso, type Env, type Service } from '../http/service.ts';
import type { AccountState, PaymentState } from './state.ts';
import { statusOf, type SubscriptionState } from './subscriptions.ts';

/** Specification: Account and contracts, the subscriptions, what they consumed, and the payments. */
export function subscriptionRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  const body = (context: Context<Env>, subscription: SubscriptionState): Record<string, unknown> =>
    subscriptionBody(service, context.get('account'), subscription);

  routes.get('/api/v1/contracts/:contractId/subscriptions', context => {
    const { type, status, ...page } = context.req.query();
    const found = ownContract(context).subscriptions.filter(
      subscription =>
        (type === undefined || typesOf(subscription).includes(type)) &&
        (status === undefined || statusOf(subscription, service.now()) === status),
    );
    const bodies = found.map(subscription => body(context, subscription));
    return context.json(pageOf(service, bodies, page));
  });
  routes.get('/api/v1/contracts/:contractId/subscriptions/:subscriptionId', context =>
    context.json(body(context, subscriptionIn(ownContract(context), context.req.param('subscriptionId')))),
  );

  routes.get('/api/v1/subscriptions', context => {
    const { service: wanted, ...page } = context.req.query();
    const found = context
      .get('account')
      .subscriptions.filter(subscription => wanted === undefined || subscription.service === wanted);
    if (service.dialect === 'specification') {
      if (wanted !== 'data') throw invalid('service must be data');
      return context.json(consumption(context.get('account'), found));
    }
    const bodies = found.map(subscription => body(context, subscription));
    return context.json(pageOf(service, bodies, page));
  });

  const answerRevoke = (context: Context<Env>): Response => {
    const account = context.get('account');
    const subscription = subscriptionIn(account, context.req.param('subscriptionId') ?? '');
    revoke(service, account, subscription);
    return context.json(body(context, subscription));
  };
  // The table's form and the example's; both change state with a GET.
  routes.get('/api/v1/subscriptions/:subscriptionId/revoke', answerRevoke);
  routes.get('/api/v1/:subscriptionId/revoke', answerRevoke);
  if (service.dialect === 'deployed')
    routes.put('/api/v1/subscriptions/:subscriptionId/revoke', answerRevoke);

  const payments = (context: Context<Env>, of: readonly PaymentState[]): Response => {
    const { contractId } = context.get('account');
    const newestFirst = of.toSorted((a, b) => b.createdAt - a.createdAt);
    const bodies = newestFirst.map(payment => paymentBody(payment, contractId));
    return context.json(pageOf(service, bodies, context.req.query()));
  };
  routes.get('/api/v1/contracts/:contractId/payments', context =>
    payments(context, ownContract(context).payments),
  );
  routes.get('/api/v1/subscriptions/:subscriptionId/payments', context => {
    const account = context.get('account');
    const { id } = subscriptionIn(account, context.req.param('subscriptionId'));
    return payments(
      context,
      account.payments.filter(payment => payment.subscriptionId === id),
    );
  });
  routes.get('/api/v1/contracts/:contractId/payments/:paymentId', context => {
    const { payments: all, contractId } = ownContract(context);
    const id = context.req.param('paymentId');
    const payment = all.find(candidate => candidate.id === id);
    if (!payment) throw notFound('payment', id);
    return context.json(paymentBody(payment, contractId));
  });
  return routes;
}

function subscriptionIn(account: AccountState, id: string): SubscriptionState {
  const subscription = account.subscriptions.find(candidate => candidate.id === id);
  if (!subscription) throw notFound('subscription', id);
  return subscription;
}

/** What the `type` filter can call a subscription. */
function typesOf({ service, allowance }: SubscriptionState): string[] {
  return allowance > 0 ? [service, 'view'] : [service];
}

function subscriptionBody(
  service: Service,
  account: AccountState,
  subscription: SubscriptionState,
): Record<string, unknown> {
  const { id, title, kind, offers, startedAt, endedAt, isAmountEstimated } = subscription;
  const common = {
    id,
    status: statusOf(subscription, service.now()),
    service: subscription.service,
    title,
    kind,
    offers,
  };
  if (service.dialect === 'specification') {
    return {
      ...common,
      startedAt: iso(startedAt),
      ...(endedAt === null ? {} : { endedAt: iso(endedAt) }),
      isAmountEstimated,
    };
  }
  const href = `${service.origin}/api/v1/contracts/${account.contractId}/subscriptions/${id}`;
  return {
    _links: {
      self: { href },
      revoke: { href: `${service.origin}/api/v1/subscriptions/${id}/revoke` },
      payments: { href: `${service.origin}/api/v1/subscriptions/${id}/payments` },
    },
    ...common,
    contractId: account.contractId,
    // Deployed services write the start as a bare date, and this flag as a text.
    startedAt: iso(startedAt).slice(0, 10),
    endedAt: endedAt === null ? null : iso(endedAt),
    isAmountEstimated: String(isAmountEstimated),
    ...amounts(subscription),
  };
}

/** Kilobytes where the plan has an allowance, else the credits of its runs or what was ordered. */
function amounts({ allowance, streamed, price, ordered }: SubscriptionState): Record<string, unknown> {
  if (allowance > 0) return { amountConsumed: streamed, amountMax: allowance, amountUnit: 'kB' };
  return price > 0
    ? { amountConsumed: price, amountMax: price, amountUnit: 'credits' }
    : { amountConsumed: ordered, amountUnit: 'credits' };
}

/** Specification: Subscription consumption, remaining credit and what went into streaming and imagery. */
function consumption(
  account: AccountState,
  subscriptions: readonly SubscriptionState[],
): Record<string, unknown> {
  const sum = (pick: (subscription: SubscriptionState) => number): number =>
    subscriptions.reduce((total, subscription) => total + pick(subscription), 0);
  return {
    service: 'data',
    remainingCredit: account.balance,
    streaming: {
      amount: sum(({ streamed }) => streamed),
      amountMax: sum(({ allowance }) => allowance),
      amountUnit: 'kB',
    },
    imagery: { amount: sum(({ ordered }) => ordered), amountUnit: 'credits' },
  };
}

export function paymentBody(payment: PaymentState, contractId: string): Record<string, unknown> {
  return { ...payment, contractId, createdAt: iso(payment.createdAt) };
}
