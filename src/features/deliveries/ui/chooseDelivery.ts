import * as l10n from '@vscode/l10n';
import { analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import { orderName } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import type { Slot } from '../../../platform/host/storage.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { idFrom, type RowArgument, rowFrom } from '../../../platform/rows/row.ts';
import type { SessionOwner } from '../../../session/session.ts';
import { signedInNow } from '../../../session/ui/signedInFirst.ts';
import { summarizeOrders } from '../../orders/rules/index.ts';
import { isLoaded, listedOrders, loadedOrders, type Orders } from '../../orders/index.ts';
import { type DeliveryToDownload, type Downloads, readyDeliveries } from '../downloads.ts';
import type { Reports } from '../reports.ts';
import { longDeliveryName, noFileText } from './words.ts';

export interface DeliveryParts {
  session: SessionOwner;
  orders: Orders;
  downloads: Downloads;
  reports: Reports;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
  /** Paths of the QGIS projects that Swath wrote on this machine, newest first. */
  projects: Slot<readonly string[]>;
}

/**
 * One delivery: of the given row or order, otherwise the user's choice.
 *
 * @param isOffered which orders to offer
 */
export async function chooseDelivery(
  parts: DeliveryParts,
  argument: unknown,
  isOffered: (order: Order) => boolean = () => true,
): Promise<DeliveryToDownload | undefined> {
  const all = await offeredDeliveries(parts, argument, isOffered);
  if (all.length === 1) return all[0];
  return (await showQuickPick(deliveryPicks(all), listOptions()))?.delivery;
}

/** Like {@link chooseDelivery}, for several deliveries. */
export async function chooseDeliveries(
  parts: DeliveryParts,
  argument: unknown,
): Promise<readonly DeliveryToDownload[] | undefined> {
  const all = await offeredDeliveries(parts, argument, () => true);
  if (all.length === 1) return all;
  // The user probably wants all deliveries of one order, but not all deliveries of all orders.
  const picked = idFrom(argument, 'orderId') !== undefined;
  const items = deliveryPicks(all).map(item => ({ ...item, picked }));
  const chosen = await showQuickPick(items, { ...listOptions(), canPickMany: true });
  return chosen && chosen.length > 0 ? chosen.map(({ delivery }) => delivery) : undefined;
}

/**
 * The deliveries of selected rows, each once. An order without one that is ready is included, so that its outcome can
 * be reported.
 */
export function selectedDeliveries(
  parts: DeliveryParts,
  rows: readonly RowArgument[],
): readonly DeliveryToDownload[] {
  signedInNow(parts);
  const known = listedOrders(parts.orders);
  const deliveries = rows.flatMap(({ subject: { orderId, deliveryIndex } }) => {
    const order = known.find(({ id }) => id === orderId);
    if (!order) return [];
    if (typeof deliveryIndex === 'number') return [{ order, index: deliveryIndex }];
    const ready = readyDeliveries(order);
    return ready.length === 0 ? [{ order, index: 0 }] : ready;
  });
  return [...new Map(deliveries.map(delivery => [deliveryChoice(delivery).id, delivery])).values()];
}

function listOptions() {
  return { title: l10n.t('Which delivery?'), matchOnDescription: true, ignoreFocusOut: true };
}

/** Whether an order is delivered as images, as far as its kind is known. */
export function isProduct({ kind }: Order): boolean {
  return kind !== analyticOrderKind;
}

/** The argument that the row of a delivery passes to the commands of its menu. */
export function deliveryChoice({ order, index }: DeliveryToDownload) {
  return {
    id: `order/${order.id}/delivery/${index}`,
    label: orderName(order),
    subject: { orderId: order.id, deliveryIndex: index },
  };
}

function deliveryPicks(deliveries: readonly DeliveryToDownload[]) {
  const summaries = summarizeOrders(deliveries.map(({ order }) => order));
  return deliveries.map((delivery, at) => ({
    label: longDeliveryName(delivery),
    description: summaries[at],
    delivery,
  }));
}

async function offeredDeliveries(
  parts: DeliveryParts,
  argument: unknown,
  isOffered: (order: Order) => boolean,
): Promise<DeliveryToDownload[]> {
  signedInNow(parts);
  const id = idFrom(argument, 'orderId');
  if (id === undefined) {
    const all = (await loadedOrders(parts.orders)).filter(isOffered).flatMap(readyDeliveries);
    if (all.length === 0) throw new UserError(l10n.t('No matching delivery is ready yet.'));
    return all;
  }
  const withId = (candidate: Order) => candidate.id === id;
  const order = listedOrders(parts.orders).find(withId) ?? (await loadedOrders(parts.orders)).find(withId);
  if (!order) throw new UserError(l10n.t('Order {0} is not in the list. Refresh the Orders view.', id));
  const index = rowFrom(argument)?.subject.deliveryIndex;
  const ready = readyDeliveries(order).filter(delivery => index === undefined || delivery.index === index);
  if (ready.length === 0)
    throw new UserError(noFileText({ order, index: typeof index === 'number' ? index : 0 }));
  return ready;
}

/** The orders of the list, which is loaded first unless that failed before. */
export async function knownOrders(orders: Orders): Promise<readonly Order[]> {
  const state = orders.current.peek();
  if (!isLoaded(state) && state.kind !== 'failed') await orders.refresh();
  return listedOrders(orders);
}
