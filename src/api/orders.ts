import * as z from 'zod';
import { isDeepValue } from '../model/json/nesting.ts';
import { downloadOf } from '../model/links.ts';
import type { Delivery, Order, Price } from '../model/order/order.ts';
import { orderRequest, priceRequest, readOrderRequest } from '../model/request/serviceRequest.ts';
import type { Calls } from './calls.ts';
import { type ListPage, type PageRequest, readAllPages, readOnePage } from './pages.ts';
import {
  amountOf,
  optional,
  optionalFlag,
  optionalNumber,
  optionalText,
  priceField,
  readItems,
  readLinks,
  textOf,
} from './wire.ts';

/** Values that are nested too deep are not read: comparing or repeating them would overflow the stack. */
const optionalObject = optional(z.record(z.string(), z.unknown()).refine(value => !isDeepValue(value)));

/** Never fails: a field that is missing or of another type is `undefined`. */
const knownOfDelivery = z.object({
  id: optionalText,
  status: optionalText,
  errorCode: optionalText,
  message: optionalText,
  datas: optionalObject,
  updatedAt: optionalText,
  deliveredAt: optionalText,
});

const delivery = z.looseObject({}).transform((fields): Delivery => {
  const links = readLinks(fields._links);
  return { ...knownOfDelivery.parse(fields), download: downloadOf(links), links };
});

/** Never fails. */
const knownOfOrder = z.object({
  kind: optionalText,
  status: optionalText,
  title: optionalText,
  contractId: optionalText,
  customerRef: optionalText,
  price: optional(priceField),
  amount: optionalNumber,
  amountUnit: optionalText,
  isAmountEstimated: optionalFlag,
  estimatedAmount: optionalNumber,
  message: optionalText,
  createdAt: optionalText,
  updatedAt: optionalText,
  payload: optionalObject,
  deliveries: optional(z.array(z.unknown())),
});

/** @param calls gets the problems of deliveries that can't be read; the order is read without them */
function orderOf(calls: Pick<Calls, 'warn'>) {
  return z.looseObject({ id: z.string() }).transform((fields): Order => {
    const { amount, amountUnit, isAmountEstimated, price, ...rest } = knownOfOrder.parse(fields);
    const { items, broken } = readItems(rest.deliveries ?? [], delivery);
    for (const { index, reason } of broken) {
      calls.warn(`order ${fields.id}: delivery ${index} is left out: ${reason}`);
    }
    return {
      ...rest,
      id: fields.id,
      status: rest.status ?? 'ordered',
      title: rest.title ?? textOf(rest.payload?.title),
      customerRef: rest.customerRef ?? textOf(rest.payload?.customerRef),
      price: costOf({ price, amount, amountUnit }),
      isEstimate: isAmountEstimated ?? price?.isEstimate ?? false,
      // It has no unit of its own.
      estimatedAmount: amountOf(rest.estimatedAmount, amountUnit),
      deliveries: items,
      fields,
    };
  });
}

/** What an order or one of its deliveries costs, from the two fields that can have it. */
function costOf(read: Pick<z.infer<typeof knownOfOrder>, 'price' | 'amount' | 'amountUnit'>) {
  const price = read.price?.total;
  const amount = amountOf(read.amount, read.amountUnit);
  // No credits, but an amount: it is paid from an allowance. And an amount names its unit.
  return price?.value === 0 || price?.value === amount?.value ? (amount ?? price) : (price ?? amount);
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
      perDelivery: (answer.deliveries ?? []).flatMap(delivery => {
        const read = deliveryPrice.safeParse(delivery);
        return read.success && read.data.amount ? [{ imageId: read.data.id, amount: read.data.amount }] : [];
      }),
      notOrderable:
        answer.orderable === undefined || answer.orderable.toLowerCase() === 'ok'
          ? undefined
          : answer.orderable,
    };
  });

const deliveryPrice = z
  .looseObject({
    id: optionalText,
    price: optional(priceField),
    amount: optionalNumber,
    amountUnit: optionalText,
  })
  .transform(item => ({ id: item.id, amount: costOf(item) }));

/** POST /api/v1/prices. Costs nothing and changes nothing, so it may be repeated. */
export function priceOrder(calls: Calls, body: unknown, signal?: AbortSignal): Promise<Price> {
  return calls.json({ ...priceRequest(body), safe: true }, priceAnswer, signal);
}

/**
 * POST /api/v1/orders: spends money. Sent once, never repeated by the program; there is no idempotency key. An error
 * other than a plain refusal means that the order may exist: see `wasSurelyRefused` in errors.ts.
 */
export function placeOrder(calls: Calls, body: unknown): Promise<Order> {
  return calls.json({ ...orderRequest(body), safe: false }, orderOf(calls));
}

/** GET /api/v1/orders/{orderId}. */
export async function readOrder(calls: Calls, orderId: string, signal?: AbortSignal): Promise<Order> {
  return calls.json({ ...readOrderRequest(orderId), safe: true }, orderOf(calls), signal);
}

/** Exact values; absent ones don't filter. */
export interface OrderFilter {
  status?: string;
  kind?: string;
}

/** GET /api/v1/orders, all pages. */
export function listOrders(calls: Calls, filter: OrderFilter, signal?: AbortSignal): Promise<Order[]> {
  return readAllPages(calls, '/api/v1/orders', { ...filter }, orderOf(calls), order => order.id, signal);
}

/** GET /api/v1/orders, one page. */
export function listOrdersPage(
  calls: Calls,
  { page, itemsPerPage, ...filter }: OrderFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Order>> {
  return readOnePage(calls, '/api/v1/orders', filter, orderOf(calls), { page, itemsPerPage }, signal);
}
