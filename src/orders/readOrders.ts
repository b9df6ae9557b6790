import { isApiError } from '../api/errors.ts';
import type { Client } from '../api/client.ts';
import type { Order } from '../model/order/order.ts';
import { momentOf, dayMs } from '../model/words/moment.ts';

/** Orders asked for in one call. */
const pageSize = 100;
/** An end even for a list that never comes to one. */
const mostPages = 1000;
/** A list of several pages that still moves after so many readings is not known. */
const mostReadings = 5;
/** Where the newest come first, orders so much older than what is looked for end the reading, milliseconds. */
const surelyOlderMs = dayMs;

export interface ReadOrdersOptions {
  /** When the order that is looked for left, epoch ms: much older ones need not be read. */
  since: number;
  /** Orders read so far, and how many the service reports in all. */
  progress?: ((read: number, total: number | undefined) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface OrdersRead {
  orders: readonly Order[];
  /** The list kept changing: an order can have moved from one page to another unseen. */
  isUnsteady: boolean;
}

/**
 * The orders that the service lists, read page by page until nothing can be missing: orders that come or go meanwhile
 * move others to pages that were read already, so that a list of several pages is read until two readings agree.
 * Throws `ApiError`.
 */
export async function readOrders(client: Client, options: ReadOrdersOptions): Promise<OrdersRead> {
  const all = new Map<string, Order>();
  let former: readonly string[] | undefined;
  for (let reading = 1; ; reading++) {
    const { orders, pages, hasMoved } = await readOnce(client, options, all);
    for (const order of orders) all.set(order.id, order);
    const ids = orders.map(({ id }) => id);
    const isSteady = pages === 1 || (!hasMoved && former !== undefined && agree(former, ids));
    if (isSteady || reading === mostReadings) return { orders: [...all.values()], isUnsteady: !isSteady };
    former = ids;
  }
}

/** The later reading has all that the former one had, in the same order; new ones may have come. */
function agree(former: readonly string[], later: readonly string[]): boolean {
  let at = 0;
  for (const id of later) if (id === former[at]) at += 1;
  return at === former.length;
}

async function readOnce(
  client: Client,
  { since, progress, signal }: ReadOrdersOptions,
  before: ReadonlyMap<string, Order>,
) {
  const found = new Map<string, Order>();
  let hasMoved = false;
  let isSorted = true;
  let wasLast = false;
  let page = 1;
  for (; page <= mostPages; page++) {
    // The client may take a page for the last one only by its size, which a service may cap.
    const one = await client.ordersPage({ page, itemsPerPage: pageSize }, signal).catch((error: unknown) => {
      if (wasLast && isApiError(error) && ['notFound', 'invalid'].includes(error.kind)) return undefined;
      throw error;
    });
    if (!one) break;
    const fresh = one.items.filter(({ id }) => !found.has(id));
    // A service that knows no pages sends the same ones again.
    if (fresh.length === 0 && one.isLast) break;
    if (fresh.length === 0 && one.items.length > 0 && one.total === undefined) break;
    if (fresh.length < one.items.length) hasMoved = true;
    isSorted &&= isNewestFirst([...[...found.values()].slice(-1), ...one.items]);
    for (const order of fresh) found.set(order.id, order);
    progress?.(new Set([...before.keys(), ...found.keys()]).size, one.total);
    if (one.total !== undefined && found.size >= one.total) break;
    if (one.total !== undefined && page * Math.max(1, one.items.length) > 2 * one.total + 2 * pageSize) break;
    if (page > 1 && isSorted && one.items.every(order => timeOf(order) < since - surelyOlderMs)) break;
    wasLast = one.isLast;
  }
  return { orders: [...found.values()], pages: page, hasMoved };
}

export function isNewestFirst(orders: readonly Order[]): boolean {
  const times = orders.map(timeOf);
  return times.every((time, index) => time <= (times[index - 1] ?? Infinity));
}

/** Epoch ms; NaN where the service reports none. */
export function timeOf(order: Order | undefined): number {
  return momentOf(order?.createdAt)?.time ?? NaN;
}
