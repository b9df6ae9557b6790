import * as l10n from '@vscode/l10n';
import { parseMoment } from '../../base/words/moment.ts';
import { coveredShare } from '../../geo/coverage.ts';
import { orderName } from '../../service/rules/kindText.ts';
import type { Order } from '../../service/rules/order.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { ReportSeries } from '../../protocol/protocol.ts';
import { isReport, placedContents } from '../orders/rules/index.ts';
import { isLoaded, listedOrders, type Orders } from '../orders/index.ts';
import { type Downloads, readyDeliveries } from './downloads.ts';
import { indexOfFile } from './reportFiles.ts';

/** Reports that cover this share of each other's area are reports of one area. */
const minShare = 0.8;
/** The newest ones: more take long to read, and can't be distinguished in a chart. */
const maxRead = 24;

export type ReadSeries = ReturnType<typeof seriesReader>;

export function seriesReader(parts: { session: SessionOwner; orders: Orders; downloads: Downloads }) {
  const { session, orders, downloads } = parts;
  const orderedAt = (order: Order) => parseMoment(order.createdAt)?.time ?? orders.placedAt(order.id) ?? 0;

  /**
   * The delivered reports with the same analytic and area as the one of an order: read if they are on the disk.
   *
   * @param tell called before each report is read, with the number of those that are left
   */
  return async (
    orderId: string,
    tell: (unread: number) => void,
    signal: AbortSignal,
  ): Promise<ReportSeries> => {
    const signedIn = asSignedIn(session.current.peek());
    if (!signedIn) return { problem: l10n.t('Sign in to see other reports of this area.'), reports: [] };
    if (!isLoaded(orders.current.peek())) await orders.refresh();
    const all = listedOrders(orders).filter(isReport);
    const reference = all.find(({ id }) => id === orderId);
    if (!reference)
      return { problem: l10n.t('Open a report from its order to see it over time.'), reports: [] };
    const others = all.filter(order => order !== reference && isOfSameArea(reference, order));
    others.sort((a, b) => orderedAt(b) - orderedAt(a));
    const ready = [reference, ...others].flatMap(readyDeliveries);
    const paths = await Promise.all(ready.map(delivery => downloads.find(signedIn, delivery)));
    let unread = Math.min(maxRead, paths.filter(path => path !== undefined).length);
    const reports = [];
    for (const [index, { order }] of ready.entries()) {
      signal.throwIfAborted();
      const path = paths[index];
      const isOnDisk = path !== undefined;
      const isRead = isOnDisk && unread > 0;
      if (isRead) tell(unread--);
      const counts = isRead ? (await indexOfFile(path))?.facts : undefined;
      const time = counts?.seenAt ?? orderedAt(order);
      reports.push({ orderId: order.id, title: orderName(order), time, isOnDisk, counts });
    }
    return { orderId, reports: reports.sort((a, b) => a.time - b.time) };
  };
}

/** Whether two orders are for the same analytic and area, as far as the service repeats them. */
export function isOfSameArea(a: Order, b: Order): boolean {
  const { areas, analytic } = placedContents(a);
  const contents = placedContents(b);
  const area = areas[0];
  const another = contents.areas[0];
  if (analytic !== contents.analytic || !area || !another) return false;
  return Math.min(coveredShare(area, another), coveredShare(another, area)) >= minShare;
}
