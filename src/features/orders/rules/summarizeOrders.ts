import { areaText } from '../../../base/words/areaText.ts';
import { utcText } from '../../../base/words/moment.ts';
import { analyticText, orderName, shortId } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { placedContents } from './placedContents.ts';

/**
 * What people know of orders besides their names: `cars detection · 21.8 km² · 2026-11-20 10:42:13 UTC`. The start of an ID is
 * only added where name and facts are those of another order as well.
 */
export function summarizeOrders(orders: readonly Order[]): string[] {
  const ids = new Map<string, Set<string>>();
  const summaries = orders.map(order => {
    const { analytic, areaKm2 } = placedContents(order);
    const text = [
      analytic && analyticText(analytic, undefined),
      areaKm2 !== undefined && areaText(areaKm2),
      order.createdAt && utcText(order.createdAt),
    ]
      .filter(Boolean)
      .join(' · ');
    const key = `${orderName(order)}\n${text}`;
    ids.set(key, (ids.get(key) ?? new Set()).add(order.id));
    return { text, key };
  });
  return summaries.map(({ text, key }, at) => {
    const id = (ids.get(key)?.size ?? 0) > 1 ? shortId(orders[at]?.id ?? '') : '';
    return [text, id].filter(Boolean).join(' · ');
  });
}
