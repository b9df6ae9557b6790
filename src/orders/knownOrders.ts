/** The orders of an account as one window knows them. */
import { isDeepStrictEqual } from 'node:util';
import { orderPhase, type Order } from '../model/order/order.ts';
import { dayMs, momentOf } from '../model/words/moment.ts';

export interface KnownOrder {
  order: Order;
  /** When this window first knew it, epoch ms. */
  since: number;
  /** Counts what this window learned: an answer to an earlier request doesn't replace it. 0: only from the journal. */
  learned: number;
  /** Placed on this machine: it stays visible if the service loses it. */
  isOwn?: true;
  /** The service doesn't list it, nor know it by its id. */
  isLost?: true;
}

export type OrdersState =
  | { kind: 'none' }
  | { kind: 'loading' }
  /** `stale` is set when the last refresh failed; the orders known before stay on screen. */
  | { kind: 'ready'; orders: readonly Order[]; stale?: unknown }
  | { kind: 'failed'; error: unknown };

/** How long an order that the service lost is shown, milliseconds. */
export const lostMs = 30 * dayMs;

export function isOpen({ order, isLost }: KnownOrder): boolean {
  return isLost === undefined && orderPhase(order.status) === 'inProgress';
}

/** The orders to be shown. @param now epoch ms */
export function ordersIn(known: readonly KnownOrder[], now: number): Order[] {
  return known.flatMap(one => (one.isLost && now - one.since >= lostMs ? [] : [one.order]));
}

/** Ids of those among them that the service doesn't list. @param now epoch ms */
export function unlistedIn(known: readonly KnownOrder[], now: number): ReadonlySet<string> {
  return new Set(known.flatMap(one => (one.isLost && now - one.since < lostMs ? [one.order.id] : [])));
}

/** When an order was placed, epoch ms: by the service, or else when it was first known here. */
export function placedAt({ order, since }: KnownOrder): number {
  return momentOf(order.createdAt)?.time ?? since;
}

/** What one request returned. */
export interface OrdersRead {
  orders: readonly Order[];
  /** Orders in progress that it looked for in vain. */
  gone?: ReadonlySet<string>;
  /** Nothing that the service lists is missing. */
  isWhole: boolean;
  /** It is an order that was placed just now. */
  isPlaced?: boolean;
  /** The count when the service was asked. */
  asked: number;
  /** The count of this answer. */
  learned: number;
}

/** What is known after a request; the same array where it returned nothing new. @param now epoch ms */
export function withOrders(
  known: readonly KnownOrder[],
  read: OrdersRead,
  now: number,
): readonly KnownOrder[] {
  const former = new Map(known.map(one => [one.order.id, one]));
  const listed = read.orders.map((order): KnownOrder => {
    const before = former.get(order.id);
    if (!before) {
      return { order, since: now, learned: read.learned, ...(read.isPlaced ? { isOwn: true as const } : {}) };
    }
    const { since, learned, isOwn } = before;
    const own = isOwn || read.isPlaced ? { isOwn: true as const } : {};
    // An answer to an earlier request doesn't reopen an order.
    if (learned > read.asked && !isOpen(before) && !before.isLost) return before;
    if (isSameOrder(before.order, order)) return before.isLost ? { order, since, learned, ...own } : before;
    return { order, since, learned: read.learned, ...own };
  });
  const ids = new Set(read.orders.map(({ id }) => id));
  const rest = known
    .filter(({ order }) => !ids.has(order.id))
    .flatMap((one): KnownOrder[] => {
      if (one.isLost) return [one];
      if (isOpen(one) && read.gone?.has(one.order.id)) return one.isOwn ? [{ ...one, isLost: true }] : [];
      return isOpen(one) || !read.isWhole || one.learned > read.asked ? [one] : [];
    });
  // What is in progress, and not listed yet, is the newest.
  const isNewest = (one: KnownOrder) => isOpen(one) || one.isLost === true || one.learned > read.asked;
  const next = [...rest.filter(isNewest), ...listed, ...rest.filter(one => !isNewest(one))];
  const isSame = next.length === known.length && next.every((one, index) => one === known[index]);
  return isSame ? known : next;
}

/** All of an order is in its fields, except what a single request added. */
function isSameOrder(one: Order, other: Order): boolean {
  return (
    one.status === other.status &&
    one.deliveries.length === other.deliveries.length &&
    isDeepStrictEqual(one.fields, other.fields)
  );
}
