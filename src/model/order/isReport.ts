import { analyticOrderKind } from './analyticOrder.ts';
import type { Order } from './order.ts';

/** Whether an order is one of a report. Where the service does not say what it is, it may be one. */
export function isReport({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === undefined || kind === analyticOrderKind;
}
