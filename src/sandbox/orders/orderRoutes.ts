import { Hono } from 'hono';
import { orderKinds, orderStatuses } from '../accounts/state.ts';
import { type Env, requestJson } from '../http/env.ts';
import { isId } from '../http/sentId.ts';
import { notFound, readPage, type Service } from '../http/service.ts';
import { analytics } from './analytics.ts';
import { readOrder } from './orderBody.ts';
import { placeOrder } from './orderBook.ts';

/** Specification: Pricing and ordering, and the reading of orders and analytics. */
export function orderRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/api/v1/analytics', context => {
    const answers = context.get('answers');
    const question = readPage(service, context.req.query());
    return context.json(answers.page('analytics', answers.analytics(analytics), question));
  });
  routes.post('/api/v1/prices', async context => {
    const quote = readOrder(service, context.get('account'), await requestJson(context));
    return context.json(context.get('answers').price(quote));
  });
  routes.post('/api/v1/orders', async context => {
    const account = context.get('account');
    const quote = readOrder(service, account, await requestJson(context));
    if (quote.obstacle) throw quote.obstacle;
    const order = placeOrder(service, account, quote, context.env.productionFailure);
    const { status, body } = context.get('answers').placed(account, order);
    return context.json(body, status);
  });
  routes.get('/api/v1/orders', context => {
    const account = context.get('account');
    const answers = context.get('answers');
    const query = context.req.query();
    const { status, kind, customerRef } = query;
    const found = account.orders.filter(
      order =>
        (status === undefined || order.status === status) &&
        (kind === undefined || order.kind === kind) &&
        (customerRef === undefined || order.customerRef === customerRef),
    );
    const question = readPage(service, query, { status: orderStatuses, kind: orderKinds });
    return context.json(answers.page('orders', answers.orders(account, found.toReversed()), question));
  });
  routes.get('/api/v1/orders/:orderId', context => {
    const account = context.get('account');
    const id = context.req.param('orderId');
    const order = account.orders.find(candidate => isId(candidate.id, id));
    if (!order) throw notFound('order', id);
    // Specification: one order is read with its payment and deliveries.
    const payment = account.payments.find(({ orderId }) => orderId === order.id);
    return context.json(context.get('answers').order(account, order, payment));
  });
  return routes;
}
