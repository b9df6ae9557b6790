import { analyticOrderKind } from './analyticOrder.ts';
import type { Order } from './order.ts';

/** Whether an order is for a report. If the service doesn't report its kind, it may be one. */
export function isReport({ kind }: Pick<Order, 'kind'>): boolean {
  return kind === undefined || kind === analyticOrderKind;
}
