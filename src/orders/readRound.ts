import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { ListPage } from '../api/pages.ts';
import { type Order, orderPhase } from '../model/order/order.ts';
import { isOpen, type KnownOrder } from './knownOrders.ts';
import { isNewestFirst, timeOf } from './readOrders.ts';

/** Single orders read in one round; the others wait for the next one. */
const mostAtOnce = 30;
/** Tries to read a single order before its entry in the list has to do. */
const mostTries = 3;
/** An order that the list lacks is requested in every round of so many. */
const searchEvery = 3;
/** From this round on it counts as gone where the service doesn't know it either. */
const patientUntil = 12;

/** Reads single orders where the list lacks details. */
export interface ChangedReader {
  /** Orders that have to wait for the next round stay as they were. */
  complete(
    client: Client,
    known: ReadonlyMap<string, KnownOrder>,
    read: Pick<RoundRead, 'orders' | 'absent'>,
    signal: AbortSignal,
  ): Promise<{ orders: readonly Order[]; gone: ReadonlySet<string> }>;
}

export function createChangedReader(): ChangedReader {
  /** By id, how often reading an order failed. */
  const tries = new Map<string, number>();
  /** By id, how many rounds in a row lacked an order. */
  const lacking = new Map<string, number>();

  return {
    async complete(client, known, { orders, absent }, signal) {
      let calls = 0;
      const readOne = (id: string) => {
        calls += 1;
        return client.order(id, signal);
      };

      const completed: Order[] = [];
      for (const listed of orders) {
        const former = known.get(listed.id)?.order;
        const order = former ? withDetails(listed, former) : listed;
        if (!former || former.status === listed.status || !lacksDetails(order)) {
          completed.push(order);
        } else if (calls < mostAtOnce) {
          const whole = await readOne(listed.id).catch((error: unknown) => {
            if (signal.aborted) throw error;
            return undefined;
          });
          const failed = (tries.get(listed.id) ?? 0) + 1;
          if (whole || failed >= mostTries) {
            tries.delete(listed.id);
            completed.push(whole ?? order);
          } else {
            // Stays as it was, so that the next round finds it changed.
            tries.set(listed.id, failed);
            completed.push(former);
          }
        } else completed.push(former);
      }

      const searched: Order[] = [];
      const gone = new Set<string>();
      for (const id of lacking.keys()) if (!absent.includes(id)) lacking.delete(id);
      for (const id of absent) {
        const rounds = (lacking.get(id) ?? 0) + 1;
        lacking.set(id, rounds);
        if (rounds % searchEvery !== 0 || calls >= mostAtOnce) continue;
        try {
          searched.push(await readOne(id));
        } catch (error) {
          if (signal.aborted) throw error;
          if (rounds >= patientUntil && isApiError(error) && error.kind === 'notFound') gone.add(id);
        }
      }
      return { orders: [...searched, ...completed], gone };
    },
  };
}

/** Details of a single order stay while its status does. */
function withDetails(listed: Order, former: Order): Order {
  if (listed.status !== former.status || !lacksDetails(listed)) return listed;
  return {
    ...listed,
    deliveries: former.deliveries,
    payload: listed.payload ?? former.payload,
    fields: { ...former.fields, ...listed.fields, deliveries: former.fields.deliveries },
  };
}

/** It has ended, without a result or a reason for having none. */
function lacksDetails({ status, deliveries }: Order): boolean {
  switch (orderPhase(status)) {
    case 'inProgress':
      return false;
    case 'failed':
      return deliveries.length === 0;
    case 'delivered':
      return deliveries.every(({ download }) => download === undefined);
  }
}

/** Orders beyond the known ones for which a page has room: new ones move the others down. */
const room = 50;
/** Any service takes pages of this size; only services with smaller pages send fewer. */
const modestPage = 100;
const smallestPage = 10;
const largestPage = 2000;
const mostPages = 1000;

export interface RoundOptions {
  /** To the end of the list; otherwise only as far as something can have changed. */
  isWhole: boolean;
  /** Most orders that this service takes as the size of a page, as far as is known. */
  mostPerPage?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface RoundRead {
  /** As the service lists them, each once. */
  orders: readonly Order[];
  /** Nothing that the service lists is missing. */
  isWhole: boolean;
  /** Orders in progress that the service should list and does not. */
  absent: readonly string[];
  mostPerPage: number | undefined;
}

/**
 * Reads the list as far as an order in progress, or a new one, can be in it: in one call, as no page size is documented;
 * where the service sends smaller pages, the others are read too. Throws `ApiError`.
 */
export async function readRound(
  client: Client,
  known: readonly KnownOrder[],
  { isWhole, mostPerPage, signal }: RoundOptions,
): Promise<RoundRead> {
  const wanted = (isWhole ? known.length : spanOf(known)) + room;
  let size = Math.min(Math.max(modestPage, wanted), mostPerPage ?? largestPage);
  const found = new Map<string, Order>();
  let total: number | undefined;
  let hasEnded = false;
  let hasMoved = false;
  for (let page = 1; page <= mostPages && !hasEnded; page++) {
    const one = await readPage(page);
    if (!one) {
      hasEnded = true;
      break;
    }
    const { items } = one;
    hasMoved ||= page > 1 && one.total !== total;
    total = one.total;
    const fresh = items.filter(({ id }) => !found.has(id));
    for (const order of fresh) found.set(order.id, order);
    hasMoved ||= fresh.length > 0 && fresh.length < items.length;
    hasEnded =
      // Beyond the last page; or the same one again, of a service that knows no pages, or has sent all at once.
      fresh.length === 0 ||
      items.length > size ||
      // Without a total, a page that is not full may be as large as the service ever sends.
      (total === undefined
        ? one.isLast && items.length < smallestPage
        : found.size >= total || (page === 1 && one.isLast));
    if (!isWhole && isEnough([...found.values()], known, total === undefined && items.length < size)) break;
  }
  const orders = [...found.values()];
  const isMissed = (one: KnownOrder) => isOpen(one) && !found.has(one.order.id);
  return {
    orders,
    isWhole: hasEnded && !hasMoved,
    absent: known
      .filter(one => isMissed(one) && (hasEnded || isListedAbove(one, orders)))
      .map(({ order }) => order.id),
    mostPerPage,
  };

  async function readPage(page: number): Promise<ListPage<Order> | undefined> {
    try {
      return await client.ordersPage({ page, itemsPerPage: size }, signal);
    } catch (error) {
      const isRefused = isApiError(error) && (error.kind === 'invalid' || error.kind === 'notFound');
      // No such page: what a service may say of the one after the last.
      if (isRefused && page > 1) return undefined;
      if (!isRefused || error.kind === 'notFound' || size <= modestPage) throw error;
      mostPerPage = size = modestPage;
      return client.ordersPage({ page, itemsPerPage: size }, signal);
    }
  }
}

/** How many orders from the top contain all that are in progress; all of them where they aren't sorted. */
function spanOf(known: readonly KnownOrder[]): number {
  if (!isSurelyNewestFirst(known.map(({ order }) => order))) return known.length;
  return known.findLastIndex(isOpen) + 1;
}

/**
 * Whether no order in progress and no new one can be on a later page.
 *
 * @param isShort the page was not full
 */
function isEnough(read: readonly Order[], known: readonly KnownOrder[], isShort: boolean): boolean {
  const ids = new Set(read.map(({ id }) => id));
  if (isSurelyNewestFirst(read)) {
    const isRead = (one: KnownOrder) => ids.has(one.order.id) || isListedAbove(one, read);
    return known.some(({ order }) => ids.has(order.id)) && known.filter(isOpen).every(isRead);
  }
  return isShort && known.every(({ order }) => ids.has(order.id));
}

/** The list, newest first, has come to older orders, so it lacks this one. */
function isListedAbove({ order }: KnownOrder, read: readonly Order[]): boolean {
  const [time, last] = [timeOf(order), timeOf(read.at(-1))];
  return isSurelyNewestFirst(read) && time > last;
}

/** Unknown, so `false`, with a single order. */
function isSurelyNewestFirst(orders: readonly Order[]): boolean {
  return isNewestFirst(orders) && timeOf(orders[0]) > timeOf(orders.at(-1));
}
