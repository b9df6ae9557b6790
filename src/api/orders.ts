import * as z from 'zod';
import type { Delivery, Order, Price } from '../model/order.ts';
import type { Calls } from './calls.ts';
import { readAllPages, readOnePage, type ListPage, type PageRequest } from './pages.ts';
import { amountOf, links, optional, optionalNumber, optionalText, priceField, readItems } from './wire.ts';

const delivery = z
  .looseObject({
    _links: links,
    id: optionalText,
    status: optionalText,
    errorCode: optionalText,
    message: optionalText,
  })
  .transform((item): Delivery => ({
    id: item.id,
    status: item.status,
    download: downloadOf(item._links?.download ?? []),
    errorCode: item.errorCode,
    message: item.message,
  }));

/** Of several links the one that is called a download and speaks http, never one by its position. */
function downloadOf(
  offered: readonly { href: string; name?: string | undefined; type?: string | undefined }[],
) {
  const named = offered.find(
    ({ name, type }) => name?.toLowerCase() === 'download' && type?.toLowerCase() === 'http',
  );
  return (named ?? (offered.length === 1 ? offered[0] : undefined))?.href;
}

/** @param calls told of deliveries that could not be read; the order stands without them */
function orderOf(calls: Pick<Calls, 'warn'>) {
  return z
    .looseObject({
      id: z.string(),
      kind: optionalText,
      status: optionalText,
      title: optionalText,
      createdAt: optionalText,
      price: optional(priceField),
      amount: optionalNumber,
      amountUnit: optionalText,
      payload: optional(z.looseObject({ title: optionalText })),
      deliveries: optional(z.array(z.unknown())),
    })
    .transform((item): Order => {
      const deliveries = readItems(item.deliveries ?? [], delivery);
      for (const { index, reason } of deliveries.broken) {
        calls.warn(`order ${item.id}: delivery ${index} is left out: ${reason}`);
      }
      const price = item.price?.total;
      const amount = amountOf(item.amount, item.amountUnit);
      return {
        id: item.id,
        kind: item.kind,
        status: item.status ?? 'ordered',
        title: item.title ?? item.payload?.title,
        // No credits, but an amount: the order is paid from an allowance. And an amount names its unit.
        price: price?.value === 0 || price?.value === amount?.value ? (amount ?? price) : (price ?? amount),
        createdAt: item.createdAt,
        deliveries: deliveries.items,
      };
    });
}

const priceAnswer = z
  .looseObject({
    price: priceField,
    deliveries: optional(z.array(z.unknown())),
    orderable: optionalText,
  })
  .transform((answer, context): Price => {
    if (!answer.price.total) {
      context.addIssue({ code: 'custom', message: 'no amount', path: ['price'] });
      return z.NEVER;
    }
    return {
      total: answer.price.total,
      isEstimate: answer.price.isEstimate,
      areaKm2: answer.price.areaKm2,
      perDelivery: (answer.deliveries ?? []).flatMap(one => {
        const read = deliveryPrice.safeParse(one);
        return read.success && read.data.amount ? [{ imageId: read.data.id, amount: read.data.amount }] : [];
      }),
      notOrderable:
        answer.orderable === undefined || answer.orderable.toLowerCase() === 'ok'
          ? undefined
          : answer.orderable,
    };
  });

const deliveryPrice = z
  .looseObject({ id: optionalText, amount: optionalNumber, amountUnit: optionalText })
  .transform(item => ({ id: item.id, amount: amountOf(item.amount, item.amountUnit) }));

/** POST /api/v1/prices. Costs nothing and changes nothing, so it may be repeated. */
export function priceOrder(calls: Calls, body: unknown, signal?: AbortSignal): Promise<Price> {
  return calls.json(
    { host: 'baseUrl', method: 'POST', path: '/api/v1/prices', json: body, safe: true },
    priceAnswer,
    signal,
  );
}

/**
 * POST /api/v1/orders: spends money. Sent once, never repeated by the program; there is no idempotency key. An error
 * other than a plain refusal leaves it open whether the order exists: see `wasSurelyRefused` in errors.ts.
 */
export function placeOrder(calls: Calls, body: unknown): Promise<Order> {
  return calls.json(
    { host: 'baseUrl', method: 'POST', path: '/api/v1/orders', json: body, safe: false },
    orderOf(calls),
  );
}

/** GET /api/v1/orders/{orderId}. */
export function readOrder(calls: Calls, orderId: string, signal?: AbortSignal): Promise<Order> {
  return calls.json(
    { host: 'baseUrl', method: 'GET', path: `/api/v1/orders/${encodeURIComponent(orderId)}`, safe: true },
    orderOf(calls),
    signal,
  );
}

/** Exact values; what is not named is not filtered. */
export interface OrderFilter {
  status?: string;
  kind?: string;
}

/** GET /api/v1/orders, all pages. */
export function listOrders(calls: Calls, filter: OrderFilter, signal?: AbortSignal): Promise<Order[]> {
  return readAllPages(calls, '/api/v1/orders', { ...filter }, orderOf(calls), one => one.id, signal);
}

/** GET /api/v1/orders, one page. */
export function listOrdersPage(
  calls: Calls,
  { page, itemsPerPage, ...filter }: OrderFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Order>> {
  return readOnePage(calls, '/api/v1/orders', filter, orderOf(calls), { page, itemsPerPage }, signal);
}
