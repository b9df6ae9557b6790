import { type Order, unknownStatus } from '../../service/rules/order.ts';
import type { Client } from '../../service/wire/client.ts';
import type { OrderFilter } from '../../service/wire/orders.ts';

/** By the ID of a filter of the Orders view: the values that pass. */
export type ChosenFilters = Readonly<Record<string, readonly string[]>>;

/** The requests that read what these filters let pass, one for each value; none if the service can't filter by them. */
export function serviceFilters({ status = [], kind = [] }: ChosenFilters): OrderFilter[] {
  // What stands for a missing value isn't a word of the service: then only the other filter can be sent.
  const statuses = status.includes(unknownStatus) ? [] : status;
  const kinds = kind.includes('') ? [] : kind;
  const byStatus = statuses.map((value): OrderFilter => ({ status: value }));
  if (kinds.length === 0) return byStatus;
  const some: readonly OrderFilter[] = byStatus.length === 0 ? [{}] : byStatus;
  return some.flatMap(first => kinds.map(value => ({ ...first, kind: value })));
}

/** Reads the orders that pass, by the service's own filter. Throws `ApiError`. */
export async function readFiltered(
  client: Pick<Client, 'orders'>,
  filters: ChosenFilters,
  signal: AbortSignal,
): Promise<Order[]> {
  const found: Order[] = [];
  for (const filter of serviceFilters(filters)) found.push(...(await client.orders(filter, signal)));
  return found;
}
