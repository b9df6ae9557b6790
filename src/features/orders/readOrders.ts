import { dayMs, parseMoment } from '../../base/words/moment.ts';
import type { Order } from '../../service/rules/order.ts';
import type { Client } from '../../service/wire/client.ts';
import { readList } from '../../service/wire/listReading.ts';

const pageSize = 100;
/** If the list is sorted newest first, reading stops at orders older than the target by this much, in milliseconds. */
const surelyOlderMs = dayMs;

export interface ReadOrdersOptions {
  /** When the target order was sent, epoch ms. Much older orders don't need to be read. */
  since: number;
  /** Number of orders read so far, and the total that the service reports. */
  progress?: ((read: number, total: number | undefined) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface OrderList {
  orders: readonly Order[];
  /**
   * The list kept changing, or its total differs, so that an order may have moved unseen from one page to another; or an
   * entry couldn't be read.
   */
  isUnsteady: boolean;
}

/**
 * Reads all orders that the service lists, without gaps: two passes over several pages must agree, because an order that
 * isn't found can be declared "not booked". Orders of earlier passes are kept. Throws `ApiError`.
 */
export async function readOrders(
  client: Client,
  { since, progress, signal }: ReadOrdersOptions,
): Promise<OrderList> {
  const all = new Map<string, Order>();
  const reading = await readList(page => client.ordersPage({ page, itemsPerPage: pageSize }, signal), {
    itemKey: order => order.id,
    isCareful: true,
    onPage(current, { items, total }) {
      for (const order of items) if (!all.has(order.id)) all.set(order.id, order);
      progress?.(all.size, total);
      const isOld = items.every(order => createdMs(order) < since - surelyOlderMs);
      return current.page() > 2 && items.length > 0 && isOld && isNewestFirst(current.found());
    },
  });
  const { isWhole, unreadable } = reading.extent();
  return { orders: [...all.values()], isUnsteady: !isWhole || unreadable > 0 };
}

export function isNewestFirst(orders: readonly Order[]): boolean {
  const times = orders.map(createdMs);
  return times.every((time, index) => time <= (times[index - 1] ?? Infinity));
}

/** Epoch ms; NaN if the service doesn't report a time. */
export function createdMs(order: Order | undefined): number {
  return parseMoment(order?.createdAt)?.time ?? NaN;
}
