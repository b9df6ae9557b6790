import { type Context, Hono } from 'hono';
import type { Env } from '../http/env.ts';
import { isId } from '../http/sentId.ts';
import { invalid, nextId, notFound, readPage, refuseOutlier, type Service } from '../http/service.ts';
import type { AccountState, PaymentState } from './state.ts';
import { addMonths, type SubscriptionState, subscriptionStatus } from './subscriptions.ts';

/** Specification: Account and contracts, the profile, the roles and the contract. */
export function accountRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  const accountContract = (context: Context<Env>) => context.get('answers').contract(context.get('account'));
  routes.get('/api/v1/me', context => context.json(context.get('answers').profile(context.get('account'))));
  routes.get('/api/v1/me/services', context => context.json(context.get('account').services));
  if (service.dialect === 'deployed') {
    routes.get('/api/v1/me/licenses', context =>
      context.json(
        context
          .get('answers')
          .page('licenses', [{ id: 'standard', status: 'accepted' }], readPage(service, context.req.query())),
      ),
    );
    routes.get('/api/v1/contracts', context =>
      context.json(
        context
          .get('answers')
          .page('contracts', [accountContract(context)], readPage(service, context.req.query())),
      ),
    );
  }
  routes.get('/api/v1/contracts/:contractId', context =>
    context.json(context.get('answers').contract(ownContract(context))),
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

/** Specification: Account and contracts, the subscriptions, what they consumed, and the payments. */
export function subscriptionRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/api/v1/contracts/:contractId/subscriptions', context => {
    const query = context.req.query();
    const { type, status } = query;
    const found = ownContract(context).subscriptions.filter(
      subscription =>
        (type === undefined || subscriptionTypes(subscription).includes(type)) &&
        (status === undefined || subscriptionStatus(subscription, service.now()) === status),
    );
    const { services } = context.get('account');
    const answers = context.get('answers');
    const bodies = answers.subscriptions(context.get('account'), found);
    const question = readPage(service, query, { type: Object.keys(services) });
    return context.json(answers.page('subscriptions', bodies, question));
  });
  routes.get('/api/v1/contracts/:contractId/subscriptions/:subscriptionId', context => {
    const account = ownContract(context);
    const subscription = subscriptionIn(account, context.req.param('subscriptionId'));
    return context.json(context.get('answers').subscription(account, subscription));
  });

  routes.get('/api/v1/subscriptions', context => {
    const { service: serviceName, ...page } = context.req.query();
    if (service.dialect === 'specification') {
      if (serviceName === undefined) throw invalid('service must be data');
      refuseOutlier(context.req.query(), { service: ['data'] });
    }
    const account = context.get('account');
    const found = account.subscriptions.filter(
      subscription => serviceName === undefined || subscription.service === serviceName,
    );
    return context.json(context.get('answers').consumption(account, found, readPage(service, page)));
  });

  const answerRevoke = (context: Context<Env>): Response => {
    const account = context.get('account');
    const subscription = subscriptionIn(account, context.req.param('subscriptionId') ?? '');
    revoke(service, account, subscription);
    const isPut = context.req.method === 'PUT';
    return context.json(
      isPut
        ? { message: 'The request was accepted' }
        : context.get('answers').subscription(account, subscription),
    );
  };
  // The table's form and the example's; both change state with a GET.
  routes.get('/api/v1/subscriptions/:subscriptionId/revoke', answerRevoke);
  routes.get('/api/v1/:subscriptionId/revoke', answerRevoke);
  if (service.dialect === 'deployed')
    routes.put('/api/v1/subscriptions/:subscriptionId/revoke', answerRevoke);

  const payments = (context: Context<Env>, of: readonly PaymentState[]): Response => {
    const answers = context.get('answers');
    const newestFirst = of.toSorted((a, b) => b.createdAt - a.createdAt);
    const bodies = answers.payments(context.get('account'), newestFirst);
    return context.json(answers.page('payments', bodies, readPage(service, context.req.query())));
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
    const account = ownContract(context);
    const id = context.req.param('paymentId');
    const payment = account.payments.find(candidate => isId(candidate.id, id));
    if (!payment) throw notFound('payment', id);
    return context.json(context.get('answers').payment(account, payment));
  });
  return routes;
}

function subscriptionIn(account: AccountState, id: string): SubscriptionState {
  const subscription = account.subscriptions.find(candidate => candidate.id === id);
  if (!subscription) throw notFound('subscription', id);
  return subscription;
}

/** What the `type` filter can call a subscription. */
function subscriptionTypes({ service, allowance }: SubscriptionState): string[] {
  return allowance > 0 ? [service, 'view'] : [service];
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
  const status = subscriptionStatus(subscription, now);
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
