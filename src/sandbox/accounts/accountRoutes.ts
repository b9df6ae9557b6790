import { type Context, Hono } from 'hono';
import {
  type Env,
  invalid,
  iso,
  nextId,
  notFound,
  pageOf,
  refuseOutlier,
  type Service,
} from '../http/service.ts';
import type { AccountState, PaymentState } from './state.ts';
import { addMonths, statusOf, type SubscriptionState } from './subscriptions.ts';

/** Specification: Account and contracts, the profile, the roles and the contract. */
export function accountRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/api/v1/me', context => context.json(profile(service, context.get('account'))));
  routes.get('/api/v1/me/services', context => context.json(context.get('account').services));
  if (service.dialect === 'deployed') {
    routes.get('/api/v1/me/licenses', context =>
      context.json(pageOf(service, [{ id: 'standard', status: 'accepted' }], context.req.query())),
    );
    routes.get('/api/v1/contracts', context =>
      context.json(pageOf(service, [contract(service, context.get('account'))], context.req.query())),
    );
  }
  routes.get('/api/v1/contracts/:contractId', context =>
    context.json(contract(service, ownContract(context))),
  );
  return routes;
}

/** The caller's account, if the path names its contract. */
export function ownContract(context: Context<Env>): AccountState {
  const account = context.get('account');
  const id = context.req.param('contractId') ?? '';
  if (id !== account.contractId) throw notFound('contract', id);
  return account;
}

function profile(service: Service, account: AccountState): Record<string, unknown> {
  const base = `${service.origin}/api/v1`;
  const contractUrl = `${base}/contracts/${account.contractId}`;
  if (service.dialect === 'specification') {
    return {
      id: account.userId,
      createdAt: iso(account.createdAt),
      licence: 'standard',
      workspaceId: account.workspaceId,
      _links: {
        self: { href: `${base}/me` },
        contracts: { href: contractUrl },
        orders: { href: `${base}/orders` },
        payments: { href: `${contractUrl}/payments` },
        subscriptions: { href: `${contractUrl}/subscriptions` },
      },
    };
  }
  return {
    _links: { self: { href: `${base}/me` }, licenses: { href: `${base}/me/licenses` } },
    id: account.userId,
    status: 'created',
    createdAt: iso(account.createdAt),
    roles: ['user', 'contractViewer'],
    contract: contract(service, account),
    permissions: [{ contractId: account.contractId, kind: 'contract.user', userId: account.userId }],
  };
}

function contract(service: Service, account: AccountState): Record<string, unknown> {
  const self = `${service.origin}/api/v1/contracts/${account.contractId}`;
  if (service.dialect === 'specification') {
    return {
      id: account.contractId,
      _links: { self: { href: self } },
      balance: account.balance,
      workspaceId: account.workspaceId,
      status: 'active',
    };
  }
  return {
    _links: {
      self: { href: self },
      orders: { href: `${service.origin}/api/v1/orders` },
      payments: { href: `${self}/payments` },
      subscriptions: { href: `${self}/subscriptions` },
    },
    id: account.contractId,
    status: 'created',
    createdAt: iso(account.createdAt),
    name: account.companyName.toLowerCase().replaceAll(' ', '-'),
    companyName: account.companyName,
    kind:
      account.contractType === 'Premium' ? 'contract.platformdata.premium' : 'contract.platformdata.techEval',
    offers: [...new Set(account.subscriptions.flatMap(subscription => subscription.offers))],
    balance: account.balance,
    balanceUnit: 'credits',
    amountUnit: 'credits',
    workspaceId: account.workspaceId,
    workspaceName: account.workspaceName,
  };
}

/** Specification: Account and contracts, the subscriptions, what they consumed, and the payments. */
export function subscriptionRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  const body = (context: Context<Env>, subscription: SubscriptionState): Record<string, unknown> =>
    subscriptionBody(service, context.get('account'), subscription);

  routes.get('/api/v1/contracts/:contractId/subscriptions', context => {
    const query = context.req.query();
    const { type, status } = query;
    const found = ownContract(context).subscriptions.filter(
      subscription =>
        (type === undefined || typesOf(subscription).includes(type)) &&
        (status === undefined || statusOf(subscription, service.now()) === status),
    );
    const bodies = found.map(subscription => body(context, subscription));
    const types = Object.keys(context.get('account').services);
    return context.json(pageOf(service, bodies, query, { type: types }));
  });
  routes.get('/api/v1/contracts/:contractId/subscriptions/:subscriptionId', context =>
    context.json(body(context, subscriptionIn(ownContract(context), context.req.param('subscriptionId')))),
  );

  routes.get('/api/v1/subscriptions', context => {
    const { service: serviceName, ...page } = context.req.query();
    const found = context
      .get('account')
      .subscriptions.filter(
        subscription => serviceName === undefined || subscription.service === serviceName,
      );
    if (service.dialect === 'specification') {
      if (serviceName === undefined) throw invalid('service must be data');
      refuseOutlier(context.req.query(), { service: ['data'] });
      return context.json(consumption(context.get('account'), found));
    }
    const bodies = found.map(subscription => body(context, subscription));
    return context.json(pageOf(service, bodies, page));
  });

  const answerRevoke = (context: Context<Env>): Response => {
    const account = context.get('account');
    const subscription = subscriptionIn(account, context.req.param('subscriptionId') ?? '');
    revoke(service, account, subscription);
    const isPut = context.req.method === 'PUT';
    return context.json(isPut ? { message: 'The request was accepted' } : body(context, subscription));
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

// Specification: Behaviour of revoking.

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
