import type { Order } from './order.ts';

/** What the user called an order; products have no title. An empty title is none. */
export function customName({
  title,
  name,
  customerRef,
}: Pick<Order, 'title' | 'name' | 'customerRef'>): string | undefined {
  return [title, name, customerRef].find(candidate => candidate !== undefined && candidate.trim() !== '');
}
