import * as z from 'zod';
import { type Fields, isRecord, textOrNothing } from '../../base/fields.ts';
import { isDeepValue } from '../../base/json/nesting.ts';
import { downloadLink } from '../rules/links.ts';
import {
  type Amount,
  defaultUnit,
  type Delivery,
  isOrderKind,
  type Order,
  type Price,
  unknownStatus,
} from '../rules/order.ts';
import { orderRequest, priceRequest, readOrderRequest } from '../rules/serviceRequest.ts';
import { bodyFrom, contentNames } from './bodyFrom.ts';
import type { Calls } from './calls.ts';
import type { Listed } from './listed.ts';
import type { ListPage, PageRequest } from './listReading.ts';
import { readAllPages, readOnePage } from './pages.ts';
import {
  type LooseFields,
  looseFields,
  plainName,
  readItems,
  readLinks,
  recordIn,
  thingIn,
  toAmount,
  toQuantity,
} from './wire.ts';

/** Kept of an answer that can't be read, characters: more than is shown, so that no secret is cut before it is hidden. */
const longestKept = 4000;

const delivery = z.unknown().transform((sent, context): Delivery => {
  // Only its link.
  const fields: Fields | undefined = typeof sent === 'string' ? { download: sent } : recordIn(sent);
  if (!fields) {
    context.addIssue({ code: 'custom', message: `not an object: ${sentExcerpt(sent)}` });
    return z.NEVER;
  }
  const own = looseFields(fields);
  const links = deliveryLinks(own, fields);
  return {
    id: own.text('id', 'deliveryId'),
    status: readStatus(own),
    errorCode: own.text('errorCode'),
    message: own.text('message', 'errorMessage', 'reason'),
    datas: bodyFrom(own.value('datas')) ?? bodyFrom(own.value('data', 'product', 'parameters')),
    updatedAt: own.moment('updatedAt', 'lastUpdate', 'modifiedAt'),
    deliveredAt: own.moment('deliveredAt', 'deliveryDate'),
    download: downloadLink(links),
    links,
  };
});

/** The links of a delivery. Its download may also stand beside them, or be a text that is no address on its own. */
function deliveryLinks(own: LooseFields, fields: Fields) {
  const sent = own.value('links');
  const links = readLinks(sent);
  if (downloadLink(links) !== undefined) return links;
  const inside = isRecord(sent) ? looseFields(sent).value('download') : undefined;
  const beside =
    own.value('download', 'downloadLink', 'downloadUrl', 'href', 'url', 'uri') ?? textOrNothing(sent);
  const offered = inside ?? beside;
  const listed = (Array.isArray(offered) ? (offered as unknown[]) : [offered]).map(link =>
    typeof link === 'string' ? { href: link } : link,
  );
  const { download = [] } = readLinks({ download: listed });
  return download.length === 0 || fields === sent ? links : { ...links, download };
}

const idNames = ['id', 'orderId', 'identifier', 'uuid', 'orderUuid', 'orderIdentifier', 'orderNumber'];

/** By its names, or by the link to the order itself. */
function sentOrderId(fields: Fields): string | undefined {
  const named = Object.entries(fields).filter(
    ([name, value]) =>
      idNames.some(known => plainName(known) === plainName(name)) || (name === 'order' && !isRecord(value)),
  );
  const own = looseFields(Object.fromEntries(named));
  const id = [...idNames, 'order'].map(name => own.value(name)).find(isId) ?? own.text(...idNames);
  if (id !== undefined && id !== 'true' && id !== 'false') return String(id);
  const { self = [] } = readLinks(fields._links ?? fields.links);
  const part = /\/orders\/([^/?#{}]+)\/?(?:[?#].*)?$/.exec(self[0]?.href ?? '')?.[1];
  return part === undefined ? undefined : decodedPart(part);
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' ? value.trim() !== '' : Number.isFinite(value);
}

function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/**
 * The one reader of orders. Each fact is read where the service has it: in the order, or in the body that it repeats
 * (specification: Order, `payload`).
 *
 * @param calls gets the problems of deliveries that can't be read; the order is read without them
 */
function wireOrder(calls: Pick<Calls, 'warn'>) {
  return z.unknown().transform((sent, context): Order => {
    const fields = thingIn(sent, ['order', 'orders'], part => sentOrderId(part) !== undefined);
    const id = fields && sentOrderId(fields);
    if (!fields || id === undefined) {
      context.addIssue(unread('id', sent));
      return z.NEVER;
    }
    const own = looseFields(fields, ['order']);
    const echo = echoIn(own);
    const { items, broken } = readItems(own.list('deliveries', 'delivery'), delivery);
    for (const { index, reason } of broken)
      calls.warn(`order ${id}: delivery ${index} is left out: ${reason}`);
    const both = [own, looseFields(echo ?? {})];
    const first = <T>(read: (from: LooseFields) => T | undefined) =>
      both.map(read).find(value => value !== undefined);
    return {
      id,
      kind: knownKind(first(from => from.text('kind', 'orderKind'))),
      status: first(readStatus) ?? unknownStatus,
      title: first(from => from.text('title', 'orderTitle', 'name')),
      contractId: own.text('contractId', 'contract'),
      customerRef: first(from => from.text('customerRef', 'customerReference')),
      price: first(costIn),
      isEstimate: first(isEstimateIn) ?? false,
      // It has no unit of its own.
      estimatedAmount: first(from => amountIn(from, ['estimatedAmount', 'estimatedPrice'])),
      message: own.text('message', 'errorMessage', 'statusMessage', 'reason', 'error'),
      createdAt: first(from => from.moment(...creationNames)),
      updatedAt: first(from => from.moment(...updateNames)),
      payload: echo,
      deliveries: items,
      unreadDeliveries: broken.length || undefined,
      fields,
    };
  });
}

const creationNames = ['createdAt', 'created', 'creationDate', 'orderedAt', 'orderDate', 'placedAt', 'date'];
const updateNames = ['updatedAt', 'updated', 'updateDate', 'lastUpdate', 'lastUpdatedAt', 'modifiedAt'];

/** The body that an order repeats, and those of its members that stand in the order itself. */
function echoIn(own: LooseFields): Fields | undefined {
  const repeated = bodyFrom(own.value('payload')) ?? bodyFrom(own.value('request', 'requestBody', 'input'));
  const beside = contentNames.flatMap(name => {
    const value = own.value(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const contents = beside.length === 0 ? undefined : bodyFrom(Object.fromEntries(beside));
  return repeated || contents ? { ...contents, ...repeated } : undefined;
}

function knownKind(word: string | undefined): string | undefined {
  const known = word?.trim().toLowerCase();
  return isOrderKind(known) ? known : word;
}

/** Of a history, the last one. */
function readStatus(from: LooseFields): string | undefined {
  const sent = from.value('status', 'state', 'orderStatus');
  const last: unknown = Array.isArray(sent) ? sent.at(-1) : sent;
  return looseFields({ status: last }).text('status', 'state', 'current')?.trim();
}

function isEstimateIn(from: LooseFields): boolean | undefined {
  return from.flag('isAmountEstimated', 'amountEstimated', 'isEstimated', 'isEstimate', 'estimated');
}

const priceNames = ['price', 'totalPrice', 'total', 'cost', 'totalCost'];
const unitNames = ['priceUnit', 'priceCurrency', 'currency', 'currencyCode', 'unit'];

/** What an order or one of its deliveries costs, from the two fields that can have it. */
function costIn(from: LooseFields): Amount | undefined {
  const price = amountIn(from, priceNames);
  const amount = from.amount('amount');
  // No credits, but an amount: it is paid from an allowance. And an amount names its unit.
  const isSame = price?.value === 0 || price?.value === amount?.value;
  return (isSame ? (amount ?? price) : (price ?? amount)) ?? from.amount('credits');
}

/**
 * A number, a text with or without a unit, or an object, in which `credits` is what is charged: if the subscription
 * counts in another unit, `amount` and `amountUnit` have it and `credits` is 0. The unit may stand beside it.
 */
function amountIn(from: LooseFields, names: readonly string[], depth = 0): Amount | undefined {
  const sent = from.value(...names);
  const beside =
    from.words(...unitNames)[0] ??
    (from.value('amount') === undefined ? from.words('amountUnit')[0] : undefined);
  const record = recordIn(sent);
  if (!record) {
    const read = toQuantity(Array.isArray(sent) && sent.length === 1 ? sent[0] : sent);
    return read && toAmount(read.value, read.unit ?? beside);
  }
  if (depth > 2) return undefined;
  const inside = looseFields(record);
  const credits = inside.number('credits', 'creditAmount');
  if (credits) return toAmount(credits, defaultUnit);
  const hasUnit = inside.words(...unitNames, 'amountUnit').length > 0;
  const other =
    inside.value('amount') === undefined
      ? amountIn(inside, ['value', ...priceNames, 'quantity'], depth + 1)
      : inside.amount('amount');
  const known = other && !hasUnit && other.unit === defaultUnit ? toAmount(other.value, beside) : other;
  return known ?? toAmount(credits, defaultUnit);
}

const priceAnswer = z.unknown().transform((sent, context): Price => {
  const own = looseFields(recordIn(sent) ?? {}, ['order', 'response']);
  const total = costIn(own) ?? amountIn(own, ['estimatedPrice', 'estimatedAmount']);
  if (!total) {
    context.addIssue(unread('price', own.value(...priceNames) ?? sent));
    return z.NEVER;
  }
  const orderable = own.text('orderable', 'isOrderable');
  return {
    total,
    isEstimate: isEstimateIn(own) ?? false,
    areaKm2: own.number('areaKm2'),
    perDelivery: own.list('deliveries', 'delivery').flatMap(item => {
      const part = looseFields(recordIn(item) ?? {});
      const amount = costIn(part);
      return amount ? [{ imageId: part.text('id', 'imageId'), amount }] : [];
    }),
    notOrderable:
      orderable === undefined || ['ok', 'true', 'yes', '1'].includes(orderable.trim().toLowerCase())
        ? undefined
        : orderable,
  };
});

/** The answer has no such field: for the user, with what came. */
function unread(name: string, sent: unknown) {
  const received = sentExcerpt(sent);
  return {
    code: 'custom' as const,
    message: `no ${name} in ${received}`,
    path: [name],
    params: { received },
  };
}

/** For a message. Nothing that is nested too deep to be written. */
function sentExcerpt(sent: unknown): string {
  const text = isDeepValue(sent) ? undefined : (JSON.stringify(sent) as string | undefined);
  return text?.slice(0, longestKept) ?? '';
}

/** POST /api/v1/prices. Costs nothing and changes nothing, so it may be repeated. */
export function priceOrder(
  calls: Calls,
  body: unknown,
  signal?: AbortSignal,
  patience?: AbortSignal,
): Promise<Price> {
  return calls.json({ ...priceRequest(body), safe: true, patience }, priceAnswer, signal);
}

/**
 * POST /api/v1/orders: spends money. Sent once, never repeated by the program; there is no idempotency key. An error
 * other than a plain refusal means that the order may exist: see `wasSurelyRefused` in errors.ts.
 */
export function placeOrder(calls: Calls, body: unknown): Promise<Order> {
  const order = wireOrder(calls);
  // Only its id. A message is no id.
  const isBareId = (sent: unknown) =>
    typeof sent === 'number' || (typeof sent === 'string' && /^(?=.*\d)[\w.:-]{1,100}$/.test(sent));
  const answer = z.unknown().transform(sent => (isBareId(sent) ? { id: sent } : sent));
  return calls.json({ ...orderRequest(body), safe: false }, answer.pipe(order));
}
/** GET /api/v1/orders/{orderId}. */
export async function readOrder(calls: Calls, orderId: string, signal?: AbortSignal): Promise<Order> {
  return calls.json({ ...readOrderRequest(orderId), safe: true }, wireOrder(calls), signal);
}

/** Exact values; absent ones don't filter. */
export interface OrderFilter {
  status?: string;
  kind?: string;
}

/** GET /api/v1/orders, all pages. */
export function listOrders(calls: Calls, filter: OrderFilter, signal?: AbortSignal): Promise<Listed<Order>> {
  return readAllPages(calls, '/api/v1/orders', { ...filter }, wireOrder(calls), order => order.id, signal);
}

/** GET /api/v1/orders, one page. */
export function listOrdersPage(
  calls: Calls,
  { page, itemsPerPage, ...filter }: OrderFilter & PageRequest,
  signal?: AbortSignal,
): Promise<ListPage<Order>> {
  return readOnePage(calls, '/api/v1/orders', filter, wireOrder(calls), { page, itemsPerPage }, signal);
}
