import { Hono } from 'hono';
import { paymentBody } from '../accounts/accountRoutes.ts';
import {
  type AccountState,
  type DeliveryState,
  type OrderKind,
  orderKinds,
  type OrderState,
  orderStatuses,
} from '../accounts/state.ts';
import { type Env, iso, jsonOf, notFound, pageOf, type Service } from '../http/service.ts';
import { analyticBody, analytics } from './analytics.ts';
import { type Quote, readOrder } from './orderBody.ts';
import { placeOrder } from './orderBook.ts';

/** Specification: Pricing and ordering, and the reading of orders and analytics. */
export function orderRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/api/v1/analytics', context => {
    const bodies = analytics.map(analytic => analyticBody(analytic, service.dialect));
    return context.json(pageOf(service, bodies, context.req.query()));
  });
  routes.post('/api/v1/prices', async context => {
    const quote = readOrder(service, context.get('account'), await jsonOf(context));
    return context.json(priceBody(service, quote));
  });
  routes.post('/api/v1/orders', async context => {
    const account = context.get('account');
    const quote = readOrder(service, account, await jsonOf(context));
    if (quote.obstacle) throw quote.obstacle;
    const order = placeOrder(service, account, quote, context.env.productionFailure);
    return context.json(orderBody(service, account, order), service.dialect === 'deployed' ? 201 : 200);
  });
  routes.get('/api/v1/orders', context => {
    const account = context.get('account');
    const query = context.req.query();
    const { status, kind, customerRef } = query;
    const found = account.orders.filter(
      order =>
        (status === undefined || order.status === status) &&
        (kind === undefined || order.kind === kind) &&
        (customerRef === undefined || order.customerRef === customerRef),
    );
    const newestFirst = found.toReversed().map(order => orderBody(service, account, order));
    return context.json(pageOf(service, newestFirst, query, { status: orderStatuses, kind: orderKinds }));
  });
  routes.get('/api/v1/orders/:orderId', context => {
    const account = context.get('account');
    const id = context.req.param('orderId');
    const order = account.orders.find(candidate => candidate.id === id);
    if (!order) throw notFound('order', id);
    // Specification: one order is read with its payment and deliveries.
    const payment = account.payments.find(candidate => candidate.orderId === id);
    return context.json({
      ...orderBody(service, account, order),
      ...(payment ? { payment: paymentBody(payment, account.contractId) } : {}),
    });
  });
  return routes;
}

/** What an amount is counted in: kilobytes for orders by volume, credits for all others. */
function amountOf(kind: OrderKind, of: { credits: number; kilobytes: number }): Record<string, unknown> {
  return kind === 'order.data.gb.product'
    ? { amount: of.kilobytes, amountUnit: 'kB', isAmountEstimated: 'true' }
    : { amount: of.credits, amountUnit: 'credits', isAmountEstimated: 'false' };
}

function priceBody(service: Service, quote: Quote): Record<string, unknown> {
  const { kind, payload, items, obstacle } = quote;
  const total = items.reduce(
    (sum, item) => ({
      credits: sum.credits + item.credits,
      kilobytes: sum.kilobytes + item.kilobytes,
      areaKm2: Math.round((sum.areaKm2 + item.areaKm2) * 100) / 100,
    }),
    { credits: 0, kilobytes: 0, areaKm2: 0 },
  );
  if (service.dialect === 'specification') {
    if (obstacle) throw obstacle;
    return { payload, deliveries: items.map(item => ({ id: item.imageIds[0] })), price: total.credits };
  }
  const standing = obstacle ? 'ko' : 'ok';
  return {
    payload,
    deliveries: items.map(item => ({
      id: item.imageIds[0],
      datas: item.datas,
      ...amountOf(kind, item),
      areaKm2: item.areaKm2,
    })),
    price: { credits: total.credits, ...amountOf(kind, total), areaKm2: total.areaKm2 },
    feasibility: obstacle?.status === 400 ? 'ko' : 'ok',
    orderable: standing,
  };
}

function orderBody(
  service: Service,
  { contractId }: AccountState,
  order: OrderState,
): Record<string, unknown> {
  const links = { self: { href: `${service.origin}/api/v1/orders/${order.id}` } };
  if (service.dialect === 'specification') {
    return {
      _links: links,
      id: order.id,
      kind: order.kind,
      status: order.status,
      payload: order.payload,
      deliveries: order.deliveries.map(delivery => downloadOf(service, delivery)),
      price: order.credits,
    };
  }
  return {
    _links: links,
    id: order.id,
    kind: order.kind,
    status: order.status,
    contractId,
    customerRef: order.customerRef,
    tags: order.tags,
    title: order.title,
    price: order.credits,
    ...amountOf(order.kind, order),
    estimatedAmount: order.kind === 'order.data.gb.product' ? order.kilobytes : order.credits,
    createdAt: iso(order.createdAt),
    updatedAt: iso(order.updatedAt),
    deliveries: order.deliveries.map(delivery => ({
      ...downloadOf(service, delivery),
      id: delivery.id,
      status: delivery.status,
      datas: { id: delivery.imageIds[0], ...delivery.datas },
      ...(delivery.status === 'error' ? { errorCode: 'PRODUCTION_FAILED', message: delivery.failure } : {}),
      updatedAt: iso(delivery.updatedAt),
      ...(delivery.status === 'delivered' ? { deliveredAt: iso(delivery.updatedAt) } : {}),
    })),
  };
}

/** Specification: the download link is present once the order is delivered. */
function downloadOf(service: Service, delivery: DeliveryState): Record<string, unknown> {
  return delivery.status === 'delivered'
    ? { _links: { download: { href: `${service.origin}/api/v1/items/${delivery.itemId}/download` } } }
    : {};
}
