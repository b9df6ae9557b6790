import type { Order } from '../model/order/order.ts';
import { dayMs, momentOf } from '../model/words/moment.ts';
import type { Client } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';

const pageSize = 100;
/** Stops reading a list that doesn't end. */
const maxPages = 1000;
/** A list with several pages that still changes after this many reads is unsteady. */
const maxReadings = 5;
/** If the list is sorted newest first, reading stops at orders older than the target by this much, in milliseconds. */
const surelyOlderMs = dayMs;

export interface ReadOrdersOptions {
  /** When the target order was sent, epoch ms. Much older orders don't need to be read. */
  since: number;
  /** Number of orders read so far, and the total that the service reports. */
  progress?: ((read: number, total: number | undefined) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface OrdersRead {
  orders: readonly Order[];
  /** The list kept changing, so an order may have moved unseen from one page to another. */
  isUnsteady: boolean;
}

/**
 * Reads all orders that the service lists, page by page, without gaps. Orders that appear or disappear in the meantime
 * move others to pages that were already read, so a list with several pages is read until two passes agree. Throws
 * `ApiError`.
 */
export async function readOrders(client: Client, options: ReadOrdersOptions): Promise<OrdersRead> {
  const all = new Map<string, Order>();
  let previous: readonly string[] | undefined;
  for (let reading = 1; ; reading++) {
    const { orders, pages, hasMoved } = await readOnce(client, options, all);
    for (const order of orders) all.set(order.id, order);
    const ids = orders.map(({ id }) => id);
    const isSteady = pages === 1 || (!hasMoved && previous !== undefined && agree(previous, ids));
    if (isSteady || reading === maxReadings) return { orders: [...all.values()], isUnsteady: !isSteady };
    previous = ids;
  }
}

/** Whether the later pass contains all orders of the earlier pass in the same order. It may also contain new orders. */
function agree(previous: readonly string[], next: readonly string[]): boolean {
  let at = 0;
  for (const id of next) if (id === previous[at]) at += 1;
  return at === previous.length;
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
  for (; page <= maxPages; page++) {
    // Without a total, the client detects the last page only by its size, which a service may cap.
    const result = await client
      .ordersPage({ page, itemsPerPage: pageSize }, signal)
      .catch((error: unknown) => {
        if (wasLast && error instanceof ApiError && ['notFound', 'invalid'].includes(error.kind))
          return undefined;
        throw error;
      });
    if (!result) break;
    const fresh = result.items.filter(({ id }) => !found.has(id));
    // A service without paging returns the same orders again.
    if (fresh.length === 0 && result.isLast) break;
    if (fresh.length === 0 && result.items.length > 0 && result.total === undefined) break;
    if (fresh.length < result.items.length) hasMoved = true;
    isSorted &&= isNewestFirst([...[...found.values()].slice(-1), ...result.items]);
    for (const order of fresh) found.set(order.id, order);
    progress?.(new Set([...before.keys(), ...found.keys()]).size, result.total);
    if (result.total !== undefined && found.size >= result.total) break;
    if (
      result.total !== undefined &&
      page * Math.max(1, result.items.length) > 2 * result.total + 2 * pageSize
    )
      break;
    if (page > 1 && isSorted && result.items.every(order => timeOf(order) < since - surelyOlderMs)) break;
    wasLast = result.isLast;
  }
  return { orders: [...found.values()], pages: page, hasMoved };
}

export function isNewestFirst(orders: readonly Order[]): boolean {
  const times = orders.map(timeOf);
  return times.every((time, index) => time <= (times[index - 1] ?? Infinity));
}

/** Epoch ms; NaN if the service doesn't report a time. */
export function timeOf(order: Order | undefined): number {
  return momentOf(order?.createdAt)?.time ?? NaN;
}
