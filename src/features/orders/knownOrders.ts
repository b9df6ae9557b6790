/** The orders of an account that one window knows. */
import { isDeepStrictEqual } from 'node:util';
import type { ReadonlySignal } from '@preact/signals-core';
import { dayMs, parseMoment } from '../../base/words/moment.ts';
import { type Order, orderPhase } from '../../service/rules/order.ts';
import type { Extent } from '../../service/wire/listed.ts';

export interface KnownOrder {
  order: Order;
  /** When this window first saw the order, epoch ms. */
  since: number;
  /** Counter value when this was learned; answers to earlier requests don't replace it. 0: only from the journal. */
  learned: number;
  /** Placed from this machine, so it stays visible if the service loses it. */
  isOwn?: true;
  /** The service neither lists it nor finds it by its id. */
  isLost?: true;
}

export type OrdersState =
  | { kind: 'none' }
  | { kind: 'loading' }
  | ReadyOrders
  | { kind: 'failed'; error: unknown };

/** The list, or what was read of it so far. */
export interface ReadyOrders {
  kind: 'ready';
  orders: readonly Order[];
  /** The error if the last refresh failed. The orders known before stay visible. */
  stale?: unknown;
  /** Present until the list was read to its end for the first time: there can be more orders. */
  unfinished?: Unfinished;
  /** Present if the list was read to its end and lacks orders, or may. */
  lack?: Extent;
}

export interface Unfinished {
  /** Number of all orders, if the service reports it. */
  total: number | undefined;
}

interface OrderList {
  readonly current: ReadonlySignal<OrdersState>;
}

/** The orders of the list as far as it was read; none until its first page is loaded. */
export function listedOrders({ current }: OrderList): readonly Order[] {
  const state = current.peek();
  return state.kind === 'ready' ? state.orders : [];
}

/** Whether the list was read to its end. */
export function isLoaded(state: OrdersState): boolean {
  return state.kind === 'ready' && state.unfinished === undefined;
}

/** Whether the list surely contains every order: one that it doesn't contain doesn't exist. */
export function isComplete(state: OrdersState): boolean {
  return state.kind === 'ready' && state.unfinished === undefined && state.lack === undefined;
}

/** The orders of the whole list, loaded first if needed. Throws if that fails. */
export async function loadedOrders(
  orders: OrderList & { refresh: () => Promise<void> },
): Promise<readonly Order[]> {
  if (!isLoaded(orders.current.peek())) await orders.refresh();
  throwIfNotLoaded(orders.current.peek());
  return listedOrders(orders);
}

/** Throws why the list couldn't be read to its end, if a request failed. */
export function throwIfNotLoaded(state: OrdersState): void {
  if (state.kind === 'failed') throw state.error;
  // oxlint-disable-next-line typescript/only-throw-error -- it was thrown before it was stored
  if (state.kind === 'ready' && state.unfinished && state.stale !== undefined) throw state.stale;
}

/** How long an order that the service lost stays visible, in milliseconds. */
export const lostMs = 30 * dayMs;

export function isOpen({ order, isLost }: KnownOrder): boolean {
  return isLost === undefined && orderPhase(order.status) === 'inProgress';
}

/** The orders to show. @param now epoch ms */
export function ordersIn(known: readonly KnownOrder[], now: number): Order[] {
  return known.flatMap(entry => (entry.isLost && now - entry.since >= lostMs ? [] : [entry.order]));
}

/** Ids of the shown orders that the service doesn't list. @param now epoch ms */
export function unlistedIn(known: readonly KnownOrder[], now: number): ReadonlySet<string> {
  return new Set(
    known.flatMap(entry => (entry.isLost && now - entry.since < lostMs ? [entry.order.id] : [])),
  );
}

/** When the order was placed, epoch ms: the time from the service, otherwise when this window first saw the order. */
export function placedAt({ order, since }: KnownOrder): number {
  return parseMoment(order.createdAt)?.time ?? since;
}

/** The result of one request. */
export interface OrdersRead {
  orders: readonly Order[];
  /** Ids of orders in progress that were requested and not found. */
  gone?: ReadonlySet<string>;
  /** Whether this contains everything that the service lists. */
  isWhole: boolean;
  isPlaced?: boolean;
  /** Counter value when the request was sent. */
  requested: number;
  /** Counter value when the answer was received. */
  learned: number;
}

/** The known orders after a request. Returns the same array if nothing changed. @param now epoch ms */
export function withOrders(
  known: readonly KnownOrder[],
  read: OrdersRead,
  now: number,
): readonly KnownOrder[] {
  const previous = new Map(known.map(entry => [entry.order.id, entry]));
  const listed = read.orders.map((order): KnownOrder => {
    const before = previous.get(order.id);
    if (!before) {
      return { order, since: now, learned: read.learned, isOwn: read.isPlaced ? true : undefined };
    }
    const { since, learned, isOwn } = before;
    const ownership = isOwn || read.isPlaced ? { isOwn: true as const } : {};
    // An answer to an earlier request doesn't reopen an order.
    if (learned > read.requested && !isOpen(before) && !before.isLost) return before;
    if (isSameOrder(before.order, order))
      return before.isLost ? { order, since, learned, ...ownership } : before;
    return { order, since, learned: read.learned, ...ownership };
  });
  const ids = new Set(read.orders.map(({ id }) => id));
  const rest = known
    .filter(({ order }) => !ids.has(order.id))
    .flatMap((entry): KnownOrder[] => {
      if (entry.isLost) return [entry];
      if (isOpen(entry) && read.gone?.has(entry.order.id))
        return entry.isOwn ? [{ ...entry, isLost: true }] : [];
      return isOpen(entry) || !read.isWhole || entry.learned > read.requested ? [entry] : [];
    });
  // Orders in progress that aren't listed yet are the newest.
  const isNewest = (entry: KnownOrder) =>
    isOpen(entry) || entry.isLost === true || entry.learned > read.requested;
  const next = [...rest.filter(isNewest), ...listed, ...rest.filter(entry => !isNewest(entry))];
  const isSame = next.length === known.length && next.every((entry, index) => entry === known[index]);
  return isSame ? known : next;
}

/** The fields contain the entire order, except what a request for the single order added. */
function isSameOrder(a: Order, b: Order): boolean {
  return (
    a.status === b.status &&
    a.deliveries.length === b.deliveries.length &&
    isDeepStrictEqual(a.fields, b.fields)
  );
}
