import { type Order, orderPhase } from '../../service/rules/order.ts';
import type { Client } from '../../service/wire/client.ts';
import { ApiError } from '../../service/wire/errors.ts';
import type { Extent } from '../../service/wire/listed.ts';
import { type ListPage, readList } from '../../service/wire/listReading.ts';
import { isOpen, type KnownOrder } from './knownOrders.ts';
import { createdMs, isNewestFirst } from './readOrders.ts';

/** Maximum number of single orders to read per round; the rest wait for the next round. */
const maxAtOnce = 30;
/** Failed attempts to read a single order before its list entry is used instead. */
const maxTries = 3;
/** An order that is missing from the list is requested once per this many rounds. */
const searchEvery = 3;
/** Starting with this round, a missing order counts as gone if the service can't find it by id either. */
const patientUntil = 12;

export type ChangedReader = ReturnType<typeof createChangedReader>;

/** Reads single orders where the list lacks details. */
export function createChangedReader() {
  /** Number of failed reads, by order id. */
  const tries = new Map<string, number>();
  /** Number of consecutive rounds without the order, by order id. */
  const lacking = new Map<string, number>();

  return {
    /** Orders that must wait for the next round stay unchanged. */
    async complete(
      client: Client,
      known: ReadonlyMap<string, KnownOrder>,
      { orders, absent }: Pick<RoundRead, 'orders' | 'absent'>,
      signal: AbortSignal,
    ): Promise<{ orders: readonly Order[]; gone: ReadonlySet<string> }> {
      let calls = 0;
      const readOne = (id: string) => {
        calls += 1;
        return client.order(id, signal);
      };

      const completed: Order[] = [];
      for (const listed of orders) {
        const previous = known.get(listed.id)?.order;
        const order = previous ? withDetails(listed, previous) : listed;
        if (!previous || previous.status === listed.status || !lacksDetails(order)) {
          completed.push(order);
        } else if (calls < maxAtOnce) {
          const whole = await readOne(listed.id).catch((error: unknown) => {
            if (signal.aborted) throw error;
            return undefined;
          });
          const failed = (tries.get(listed.id) ?? 0) + 1;
          if (whole || failed >= maxTries) {
            tries.delete(listed.id);
            completed.push(whole ?? order);
          } else {
            // Keeps the old entry, so that the next round detects the change again.
            tries.set(listed.id, failed);
            completed.push(previous);
          }
        } else completed.push(previous);
      }

      const searched: Order[] = [];
      const gone = new Set<string>();
      for (const id of lacking.keys()) if (!absent.includes(id)) lacking.delete(id);
      for (const id of absent) {
        const rounds = (lacking.get(id) ?? 0) + 1;
        lacking.set(id, rounds);
        if (rounds % searchEvery !== 0 || calls >= maxAtOnce) continue;
        try {
          searched.push(await readOne(id));
        } catch (error) {
          if (signal.aborted) throw error;
          if (rounds >= patientUntil && error instanceof ApiError && error.kind === 'notFound') gone.add(id);
        }
      }
      return { orders: [...searched, ...completed], gone };
    },
  };
}

/** Details of a single order are kept while its status doesn't change. */
function withDetails(listed: Order, previous: Order): Order {
  if (listed.status !== previous.status || !lacksDetails(listed)) return listed;
  return {
    ...listed,
    deliveries: previous.deliveries,
    payload: listed.payload ?? previous.payload,
    fields: { ...previous.fields, ...listed.fields, deliveries: previous.fields.deliveries },
  };
}

/** The order has ended, but has neither a result nor a reason for the failure. */
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

/** Extra space on a page beyond the known orders, because new orders push the others down. */
const room = 50;
/** Every service accepts this page size. Services with smaller pages just return fewer orders. */
const modestPage = 100;
const largestPage = 2000;

export interface RoundOptions {
  /** Read to the end of the list; otherwise only as far as something may have changed. */
  isWhole: boolean;
  /** Largest page size that this service accepts, if known. */
  maxPerPage?: number | undefined;
  /**
   * Called after each page that another one follows.
   *
   * @param orders read so far
   * @param total what the service reports
   */
  onPage?: (orders: readonly Order[], total: number | undefined) => void;
  signal?: AbortSignal | undefined;
}

export interface RoundRead {
  /** In the service's order, without duplicates. */
  orders: readonly Order[];
  /** Whether this contains everything that the service lists. */
  isWhole: boolean;
  /** Present if the whole list was to be read. */
  extent?: Extent;
  /** Ids of orders in progress that the service should list but doesn't. */
  absent: readonly string[];
  maxPerPage: number | undefined;
}

/**
 * Reads the list as far as it can contain an order in progress or a new one. Uses one call, because no page size limit
 * is documented. If the service returns smaller pages, reads the others too. Throws `ApiError`.
 */
export async function readRound(
  client: Client,
  known: readonly KnownOrder[],
  { isWhole, maxPerPage, onPage, signal }: RoundOptions,
): Promise<RoundRead> {
  const needed = (isWhole ? known.length : openSpan(known)) + room;
  let size = Math.min(Math.max(modestPage, needed), maxPerPage ?? largestPage);
  const progress = { isEnough: false };
  const reading = await readList(readPage, {
    itemKey: order => order.id,
    passLimit: isWhole ? undefined : 1,
    onPage(current, { items, total }) {
      const read = current.items();
      progress.isEnough = !isWhole && seesChanges(read, known, total === undefined && items.length < size);
      if (!progress.isEnough && current.state() === 'reading') onPage?.(read, total);
      return progress.isEnough;
    },
  });
  const orders = reading.items();
  const ids = new Set(orders.map(({ id }) => id));
  const isMissed = (entry: KnownOrder) => isOpen(entry) && !ids.has(entry.order.id);
  return {
    orders,
    isWhole: !progress.isEnough && reading.state() === 'whole',
    extent: isWhole ? reading.extent() : undefined,
    absent: known
      .filter(entry => isMissed(entry) && (!progress.isEnough || isListedAbove(entry, orders)))
      .map(({ order }) => order.id),
    maxPerPage,
  };

  async function readPage(page: number): Promise<ListPage<Order>> {
    try {
      return await client.ordersPage({ page, itemsPerPage: size }, signal);
    } catch (error) {
      const isTooLarge = error instanceof ApiError && error.kind === 'invalid' && page === 1;
      if (!isTooLarge || size <= modestPage) throw error;
      maxPerPage = size = modestPage;
      return client.ordersPage({ page, itemsPerPage: size }, signal);
    }
  }
}

/** Number of orders from the top that include all orders in progress; all orders if they aren't sorted. */
function openSpan(known: readonly KnownOrder[]): number {
  if (!isSurelyNewestFirst(known.map(({ order }) => order))) return known.length;
  return known.findLastIndex(isOpen) + 1;
}

/**
 * Whether no later page can contain an order in progress or a new order.
 *
 * @param isShort the page wasn't full
 */
function seesChanges(read: readonly Order[], known: readonly KnownOrder[], isShort: boolean): boolean {
  const ids = new Set(read.map(({ id }) => id));
  if (isSurelyNewestFirst(read)) {
    const isRead = (entry: KnownOrder) => ids.has(entry.order.id) || isListedAbove(entry, read);
    return known.some(({ order }) => ids.has(order.id)) && known.filter(isOpen).every(isRead);
  }
  return isShort && known.every(({ order }) => ids.has(order.id));
}

/** The list, newest first, has reached older orders, so this order is missing. */
function isListedAbove({ order }: KnownOrder, read: readonly Order[]): boolean {
  const time = createdMs(order);
  const last = createdMs(read.at(-1));
  return isSurelyNewestFirst(read) && time > last;
}

/** With a single order, the sort order is unknown, so this returns `false`. */
function isSurelyNewestFirst(orders: readonly Order[]): boolean {
  return isNewestFirst(orders) && createdMs(orders[0]) > createdMs(orders.at(-1));
}
