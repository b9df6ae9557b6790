import { isDeepStrictEqual } from 'node:util';
import { orderPhase, type Order, type OrderPhase } from '../model/order/order.ts';
import { momentOf } from '../model/words/moment.ts';

/** One order, and which reading told of it. */
export interface KnownOrder {
  order: Order;
  /** Of the reading that told it last: a later turn knows better. Turns count readings that told something new. */
  turn: number;
  /** When it was first known on this machine, epoch ms. */
  since: number;
  /** The service lists it no more; kept so that no other window brings it back, without what it was. */
  isGone?: true;
  /** Placed on this machine: it stays to be seen where the service loses it. */
  isOwn?: true;
}

/** An order that was seen in progress and is not any more. */
export interface Finished {
  id: string;
  phase: Exclude<OrderPhase, 'inProgress'>;
  /** When that was first seen on this machine, epoch ms. */
  at: number;
}

/**
 * What is known of the orders of one account. Windows exchange it, and `meet` makes of any two the same one whoever
 * begins: no clock is compared for that.
 */
export interface Snapshot {
  turn: number;
  /** Turn of the last reading of the whole list; 0: there was none. */
  wholeTurn: number;
  /** Orders placed on this machine so far. */
  placed: number;
  /** As the service lists them, as far as it does. */
  orders: readonly KnownOrder[];
  finished: readonly Finished[];
}

export const emptySnapshot: Snapshot = { turn: 0, wholeTurn: 0, placed: 0, orders: [], finished: [] };

/** What was delivered so long ago and never opened is no news any more, milliseconds. */
const newsMs = 30 * 86_400_000;
const mostNews = 200;
/** So long an order that the service lost is shown, from when it was first known, milliseconds. */
const lostMs = 30 * 86_400_000;
const mostGone = 2000;
/** Orders that windows share beside those in progress: a file of some megabytes is written at each change. */
const mostShared = 1000;

export function isOpen({ order, isGone }: KnownOrder): boolean {
  return isGone === undefined && orderPhase(order.status) === 'inProgress';
}

/**
 * Whether the service took an order from this machine and then neither listed it nor knew it by its id, before it came
 * to an end.
 */
function isLost({ order, isGone, isOwn }: KnownOrder): boolean {
  return isGone === true && isOwn === true && orderPhase(order.status) === 'inProgress';
}

function isShownLost(known: KnownOrder, now: number): boolean {
  return isLost(known) && now - known.since < lostMs;
}

/** The orders to be shown. @param now epoch ms */
export function ordersIn({ orders }: Snapshot, now: number): Order[] {
  return orders.flatMap(known => (known.isGone && !isShownLost(known, now) ? [] : [known.order]));
}

/** Ids of those among them that the service does not list. @param now epoch ms */
export function unlistedIn({ orders }: Snapshot, now: number): ReadonlySet<string> {
  return new Set(orders.filter(known => isShownLost(known, now)).map(({ order }) => order.id));
}

/** When an order was placed, epoch ms: by the service, or else when it was first known here. */
export function placedAt({ order, since }: KnownOrder): number {
  return momentOf(order.createdAt)?.time ?? since;
}

/** What one reading told. */
export interface ReadingOfOrders {
  turn: number;
  orders: readonly Order[];
  /** Orders that it looked for in vain. */
  gone?: ReadonlySet<string>;
  /** Nothing that the service lists is missing. */
  isWhole: boolean;
  /** It is of an order that was placed just now. */
  isPlaced?: boolean;
}

/** The snapshot after a reading; the same object where that told nothing new. @param now epoch ms */
export function withReading(before: Snapshot, reading: ReadingOfOrders, now: number): Snapshot {
  const former = new Map(before.orders.map(one => [one.order.id, one]));
  const told = reading.orders.map((order): KnownOrder => {
    const known = former.get(order.id);
    const own = reading.isPlaced || known?.isOwn ? { isOwn: true as const } : {};
    if (!known) return { order, turn: reading.turn, since: now, ...own };
    const isSame = known.isGone === undefined && isSameOrder(known.order, order);
    const turn = isSame && !reading.isWhole ? known.turn : reading.turn;
    return { order: isSame ? known.order : order, turn, since: known.since, ...own };
  });
  const listed = new Set(reading.orders.map(({ id }) => id));
  const isMissing = (one: KnownOrder) =>
    reading.gone?.has(one.order.id) === true ||
    (reading.isWhole && !isOpen(one) && !listed.has(one.order.id));
  const gone = before.orders
    .filter(one => !one.isGone && isMissing(one))
    .map((one): KnownOrder => {
      if (one.isOwn && isOpen(one)) return { ...one, turn: reading.turn, isGone: true };
      const order = { ...one.order, deliveries: [], payload: undefined, fields: {} };
      return { order, turn: reading.turn, since: one.since, isGone: true };
    });
  const after = meet(
    before,
    {
      turn: reading.turn,
      wholeTurn: reading.isWhole ? reading.turn : 0,
      placed: before.placed + (reading.isPlaced ? 1 : 0),
      orders: [...gone.filter(isLost), ...told, ...gone.filter(one => !isLost(one))],
      finished: [],
    },
    now,
  );
  const isNew =
    (reading.isWhole && before.wholeTurn === 0) ||
    reading.isPlaced === true ||
    after.orders.length !== before.orders.length ||
    after.orders.some((one, index) => {
      const place = before.orders[index];
      return place?.order !== one.order || place.isGone !== one.isGone;
    });
  return isNew ? after : before;
}

/** Everything that an order is made of is in its fields, but for what was read of it alone. */
function isSameOrder(one: Order, other: Order): boolean {
  return (
    one.status === other.status &&
    one.deliveries.length === other.deliveries.length &&
    isDeepStrictEqual(one.fields, other.fields)
  );
}

/**
 * What two windows know, together, and which orders ended between them; the first object where the other adds nothing.
 *
 * @param now epoch ms
 */
export function meet(one: Snapshot, other: Snapshot, now: number): Snapshot {
  if (!knowsMore(other, one)) return one;
  const [later, earlier] = other.turn > one.turn ? [other, one] : [one, other];
  const wholeTurn = Math.max(one.wholeTurn, other.wholeTurn);
  const [ofOne, ofOther] = [byId(one), byId(other)];
  const inLater = later === one ? ofOne : ofOther;
  const rest = earlier.orders.filter(({ order }) => !inLater.has(order.id));
  // What came while the later reading was under way, or is not listed yet, is the newest.
  const isNewest = (known: KnownOrder) => known.turn >= later.turn || isOpen(known) || isLost(known);
  const orders = [...rest.filter(isNewest), ...later.orders, ...rest.filter(known => !isNewest(known))].map(
    known => better(ofOne.get(known.order.id) ?? known, ofOther.get(known.order.id)),
  );
  return {
    turn: later.turn,
    wholeTurn,
    placed: Math.max(one.placed, other.placed),
    orders: withoutOldGone(orders),
    finished: finishedIn(one, other, orders, now),
  };
}

function withoutOldGone(orders: readonly KnownOrder[]): readonly KnownOrder[] {
  const turns = orders.flatMap(({ isGone, turn }) => (isGone ? [turn] : []));
  if (turns.length <= mostGone) return orders;
  const oldest = turns.sort((a, b) => b - a)[mostGone - 1] ?? 0;
  return orders.filter(({ isGone, turn }) => !isGone || turn > oldest);
}

function byId({ orders }: Snapshot): Map<string, KnownOrder> {
  return new Map(orders.map(known => [known.order.id, known]));
}

function better(one: KnownOrder, other: KnownOrder | undefined): KnownOrder {
  if (!other) return one;
  const since = Math.min(one.since, other.since);
  const known = isBetter(other, one) ? other : one;
  const isOwn = one.isOwn ?? other.isOwn;
  if (known.since === since && known.isOwn === isOwn) return known;
  return { ...known, since, ...(isOwn ? { isOwn } : {}) };
}

function isBetter(one: KnownOrder, other: KnownOrder): boolean {
  return one.turn > other.turn || (one.turn === other.turn && rankOf(one) > rankOf(other));
}

/** Of two readings at a time the one that saw the end: an order does not come back from it. */
function rankOf(known: KnownOrder): number {
  if (isOpen(known)) return 0;
  return known.isGone ? 1 : 2;
}

function finishedIn(
  one: Snapshot,
  other: Snapshot,
  orders: readonly KnownOrder[],
  now: number,
): readonly Finished[] {
  const all = new Map<string, Finished>();
  const add = (news: Finished) => {
    const known = all.get(news.id);
    if (!known || news.at < known.at) all.set(news.id, news);
  };
  [...one.finished, ...other.finished].forEach(add);
  const wasOpen = new Set([...one.orders, ...other.orders].filter(isOpen).map(({ order }) => order.id));
  for (const { order, isGone } of orders) {
    const phase = orderPhase(order.status);
    if (phase === 'inProgress' || isGone || !wasOpen.has(order.id) || all.has(order.id)) continue;
    add({ id: order.id, phase, at: now });
  }
  return [...all.values()]
    .filter(({ at }) => now - at < newsMs)
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
    .slice(0, mostNews);
}

/** What the windows share: orders in progress, news, and as many others as a file takes, the first ones. */
export function toShare(snapshot: Snapshot): Snapshot {
  if (snapshot.orders.length <= mostShared) return snapshot;
  const news = new Set(snapshot.finished.map(({ id }) => id));
  let room = mostShared;
  const orders = snapshot.orders.filter(
    one => isOpen(one) || isLost(one) || news.has(one.order.id) || room-- > 0,
  );
  return orders.length === snapshot.orders.length ? snapshot : { ...snapshot, orders, wholeTurn: 0 };
}

/** Whether a window knows something that the other does not. */
export function knowsMore(one: Snapshot, other: Snapshot): boolean {
  if (one.wholeTurn > other.wholeTurn || one.placed > other.placed) return true;
  const orders = byId(other);
  const finished = new Set(other.finished.map(({ id }) => id));
  return (
    one.finished.some(({ id }) => !finished.has(id)) ||
    one.orders.some(known => {
      const theirs = orders.get(known.order.id);
      return !theirs || isBetter(known, theirs);
    })
  );
}
