import type { Order } from '../order/order.ts';
import { orderKindText } from './kindText.ts';
import { shortId } from './shortId.ts';
import { shownLine } from './shownText.ts';

/** What an order is called: products have no title, so their kind and the begin of their id stand in for it. */
export function orderName({ title, customerRef, kind, id }: Order): string {
  return shownLine(
    title ?? customerRef ?? (kind === undefined ? id : `${orderKindText(kind)} ${shortId(id)}`),
  );
}
