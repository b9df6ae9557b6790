/** What orders are called that left this machine, for services that do not repeat it. */
import type { Order } from '../model/order/order.ts';
import type { JournalLine, OrderPlace } from './journal.ts';
import { sendingsOf } from './sendings.ts';

export type SentName = Pick<Order, 'title' | 'customerRef'>;

/** By the id that the service gave each of them. */
export type SentNames = ReadonlyMap<string, SentName>;

export function sentNamesOf(lines: readonly JournalLine[], place: OrderPlace): SentNames {
  const names = new Map<string, SentName>();
  for (const { body, outcome } of sendingsOf(lines, place)) {
    if (outcome?.event !== 'placed' || names.has(outcome.orderId)) continue;
    names.set(outcome.orderId, { title: nameOf(body.title), customerRef: nameOf(body.customerRef) });
  }
  return names;
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Gives orders the names that they were sent with, where the service tells none; an order gets the same object each time. */
export function createNaming(): (order: Order, names: SentNames) => Order {
  const named = new WeakMap<Order, Order>();
  return (order, names) => {
    const sent = names.get(order.id);
    const title = order.title ?? sent?.title;
    const customerRef = order.customerRef ?? sent?.customerRef;
    if (title === order.title && customerRef === order.customerRef) return order;
    const known = named.get(order);
    if (known && known.title === title && known.customerRef === customerRef) return known;
    const whole = { ...order, title, customerRef };
    named.set(order, whole);
    return whole;
  };
}
