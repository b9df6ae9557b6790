import { listOrNone } from '../../../base/fields.ts';
import { analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import type { Order } from '../../../service/rules/order.ts';

/**
 * Whether an order is for a report. If the service doesn't report its kind, it may be one, unless products are
 * reported.
 */
export function isReport({
  kind,
  payload,
  deliveries = [],
}: Pick<Order, 'kind'> & Partial<Pick<Order, 'payload' | 'deliveries'>>): boolean {
  if (kind !== undefined) return kind === analyticOrderKind;
  const parts = [payload, ...deliveries.map(({ datas }) => datas)];
  return !parts.some(
    part => part && (listOrNone(part.products).length > 0 || part.productType !== undefined),
  );
}
