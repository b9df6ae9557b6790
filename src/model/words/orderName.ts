import type { Order } from '../order/order.ts';
import { orderKindText } from './kindText.ts';
import { shortId } from './shortId.ts';

/** What an order is called: products have no title, so their kind and the begin of their id stand in for it. */
export function orderName({ title, customerRef, kind, id }: Order): string {
  return title ?? customerRef ?? (kind === undefined ? id : `${orderKindText(kind)} ${shortId(id)}`);
}
