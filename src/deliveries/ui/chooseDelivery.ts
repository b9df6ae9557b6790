import * as l10n from '@vscode/l10n';
import { analyticOrderKind } from '../../model/order/analyticOrder.ts';
import { orderPhase, type Order } from '../../model/order/order.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { problemOf } from '../../orders/ui/orderRow.ts';
import { momentText } from '../../model/words/moment.ts';
import { orderName } from '../../model/words/kindText.ts';
import { givenId, givenRow, type GivenRow } from '../../editor/rows/row.ts';
import { UserError } from '../../editor/host/userError.ts';
import { showQuickPick } from '../../editor/dialogs/window.ts';
import { readyDeliveries, type Downloads, type WantedDelivery } from '../downloads.ts';
import { isLoaded, listedOrders, loadedOrders } from '../../orders/knownOrders.ts';
import type { Orders } from '../../orders/orders.ts';
import type { Reports } from '../reports.ts';
import type { SessionOwner } from '../../session/session.ts';
import { signedInNow } from '../../session/ui/signedInFirst.ts';

export interface DeliveryParts {
  session: SessionOwner;
  orders: Orders;
  downloads: Downloads;
  reports: Reports;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
}

/**
 * One delivery: of the given row or order, otherwise the user's choice.
 *
 * @param isOffered which orders to offer
 */
export async function chooseDelivery(
  parts: DeliveryParts,
  given: unknown,
  isOffered: (order: Order) => boolean = () => true,
): Promise<WantedDelivery | undefined> {
  const all = await wantedOf(parts, given, isOffered);
  if (all.length === 1) return all[0];
  return (await showQuickPick(all.map(itemOf), listOptions()))?.wanted;
}

/** Like {@link chooseDelivery}, for several deliveries. */
export async function chooseDeliveries(
  parts: DeliveryParts,
  given: unknown,
): Promise<readonly WantedDelivery[] | undefined> {
  const all = await wantedOf(parts, given, () => true);
  if (all.length === 1) return all;
  // The user probably wants all deliveries of one order, but not all deliveries of all orders.
  const picked = givenId(given, 'orderId') !== undefined;
  const items = all.map(wanted => ({ ...itemOf(wanted), picked }));
  const chosen = await showQuickPick(items, { ...listOptions(), canPickMany: true });
  return chosen && chosen.length > 0 ? chosen.map(({ wanted }) => wanted) : undefined;
}

/**
 * The deliveries of selected rows, each once. An order without one that is ready is included, so that its outcome can
 * be reported.
 */
export function deliveriesOf(parts: DeliveryParts, rows: readonly GivenRow[]): readonly WantedDelivery[] {
  signedInNow(parts);
  const known = listedOrders(parts.orders);
  const wanted = rows.flatMap(({ subject: { orderId, deliveryIndex } }) => {
    const order = known.find(({ id }) => id === orderId);
    if (!order) return [];
    if (typeof deliveryIndex === 'number') return [{ order, index: deliveryIndex }];
    const ready = readyDeliveries(order);
    return ready.length === 0 ? [{ order, index: 0 }] : ready;
  });
  return [...new Map(wanted.map(one => [rowOf(one).id, one])).values()];
}

function listOptions() {
  return { title: l10n.t('Which delivery?'), matchOnDescription: true, ignoreFocusOut: true };
}

/** Whether an order is delivered as images, as far as its kind is known. */
export function isProduct({ kind }: Order): boolean {
  return kind !== analyticOrderKind;
}

/** The argument that the row of a delivery passes to the commands of its menu. */
export function rowOf({ order, index }: WantedDelivery) {
  return {
    id: `order/${order.id}/delivery/${index}`,
    label: orderName(order),
    subject: { orderId: order.id, deliveryIndex: index },
  };
}

/** The display name of a delivery: its order, and its number if there are several. */
export function deliveryName(wanted: WantedDelivery): string {
  const { order, index } = wanted;
  if (order.deliveries.length <= 1) return orderName(order);
  const type = order.deliveries[index]?.datas?.productType;
  const number = l10n.t('Delivery {0}', index + 1);
  return [orderName(order), typeof type === 'string' ? `${number} (${type})` : number].join(' · ');
}

function itemOf(wanted: WantedDelivery) {
  const { order, index } = wanted;
  const when = momentText(order.deliveries[index]?.deliveredAt ?? order.updatedAt ?? order.createdAt);
  return {
    label: deliveryName(wanted),
    description: order.id,
    ...(when === undefined ? {} : { detail: when }),
    wanted,
  };
}

async function wantedOf(
  parts: DeliveryParts,
  given: unknown,
  isOffered: (order: Order) => boolean,
): Promise<WantedDelivery[]> {
  signedInNow(parts);
  const id = givenId(given, 'orderId');
  if (id === undefined) {
    const all = (await loadedOrders(parts.orders)).filter(isOffered).flatMap(readyDeliveries);
    if (all.length === 0) throw new UserError(l10n.t('No matching delivery is ready yet.'));
    return all;
  }
  const withId = (one: Order) => one.id === id;
  const order = listedOrders(parts.orders).find(withId) ?? (await loadedOrders(parts.orders)).find(withId);
  if (!order) throw new UserError(l10n.t('Order {0} is not in the list. Refresh the Orders view.', id));
  const index = givenRow(given)?.subject.deliveryIndex;
  const ready = readyDeliveries(order).filter(one => index === undefined || one.index === index);
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

/** With the service's reason for a failed production, if there is one. */
export function noFileText({ order, index }: WantedDelivery): string {
  const delivery = order.deliveries[index];
  const phase = orderPhase(order.status);
  const reason = delivery?.message ?? (phase === 'failed' ? problemOf(order) : delivery?.errorCode);
  const { id } = order;
  if (reason !== undefined)
    return l10n.t('Order {0} has no file to download. The service reported: "{1}"', id, shownLine(reason));
  return phase === 'inProgress'
    ? l10n.t("Order {0} isn't delivered yet. You'll be notified.", id)
    : l10n.t('Order {0} has no file to download.', id);
}
