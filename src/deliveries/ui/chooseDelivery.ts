import * as l10n from '@vscode/l10n';
import { orderPhase, type Order } from '../../model/order/order.ts';
import { momentText } from '../../model/words/moment.ts';
import { orderName } from '../../model/words/kindText.ts';
import { givenId, givenRow } from '../../editor/row.ts';
import { UserError } from '../../editor/userError.ts';
import { showQuickPick } from '../../editor/window.ts';
import { deliveryOf, readyDeliveries, type Downloads, type WantedDelivery } from '../downloads.ts';
import type { Orders } from '../../orders/orders.ts';
import type { Reports } from '../reports.ts';
import type { SessionOwner } from '../../account/session.ts';

/** What commands about deliveries work with. */
export interface DeliveryParts {
  session: SessionOwner;
  orders: Orders;
  downloads: Downloads;
  reports: Reports;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
}

export interface Choice {
  /** What is asked where a command was not told. */
  title: string;
  /** Which orders it can be. */
  isFit?: (order: Order) => boolean;
  /** Said when there is nothing to choose from. */
  none: string;
}

const listOptions = { matchOnDescription: true, ignoreFocusOut: true };

/** One delivery: that of the row, or of the order that was given; asked for otherwise. */
export async function chooseDelivery(
  { orders }: DeliveryParts,
  given: unknown,
  choice: Choice,
): Promise<WantedDelivery | undefined> {
  const all = await wantedOf(orders, given, choice);
  if (all.length === 1) return all[0];
  return (await showQuickPick(all.map(itemOf), { title: choice.title, ...listOptions }))?.wanted;
}

/** The same for as many as the user wants. */
export async function chooseDeliveries(
  { orders }: DeliveryParts,
  given: unknown,
  choice: Choice,
): Promise<readonly WantedDelivery[] | undefined> {
  const all = await wantedOf(orders, given, choice);
  if (all.length === 1) return all;
  // All of one order are likely to be wanted; all of all orders are not.
  const picked = givenId(given, 'orderId') !== undefined;
  const items = all.map(wanted => ({ ...itemOf(wanted), picked }));
  const chosen = await showQuickPick(items, { title: choice.title, canPickMany: true, ...listOptions });
  return chosen && chosen.length > 0 ? chosen.map(({ wanted }) => wanted) : undefined;
}

/** What a row of a delivery tells to the commands of its menu. */
export function rowOf({ order, index }: WantedDelivery) {
  return {
    id: `order/${order.id}/delivery/${index}`,
    label: orderName(order),
    subject: { orderId: order.id, deliveryIndex: index },
  };
}

/** What a delivery is called: its order, and which of several it is. */
export function deliveryName(wanted: WantedDelivery): string {
  const { order, index } = wanted;
  if (order.deliveries.length <= 1) return orderName(order);
  const type = deliveryOf(wanted)?.datas?.productType;
  const number = l10n.t('delivery {0}', index + 1);
  return [orderName(order), typeof type === 'string' ? `${number} (${type})` : number].join(' · ');
}

function itemOf(wanted: WantedDelivery) {
  const { order } = wanted;
  const when = momentText(deliveryOf(wanted)?.deliveredAt ?? order.updatedAt ?? order.createdAt);
  return {
    label: deliveryName(wanted),
    description: order.id,
    ...(when === undefined ? {} : { detail: when }),
    wanted,
  };
}

async function wantedOf(orders: Orders, given: unknown, choice: Choice): Promise<WantedDelivery[]> {
  if (orders.current.peek().kind === 'none') await orders.refresh();
  const state = orders.current.peek();
  const known = state.kind === 'ready' ? state.orders : [];
  const { isFit = () => true } = choice;
  const id = givenId(given, 'orderId');
  if (id === undefined) {
    const all = known.filter(isFit).flatMap(readyDeliveries);
    if (all.length === 0) throw new UserError(choice.none);
    return all;
  }
  const order = known.find(one => one.id === id);
  if (!order) throw new UserError(l10n.t('Order {0} is not in the list. Refresh the Orders view.', id));
  const index = givenRow(given)?.subject.deliveryIndex;
  const ready = readyDeliveries(order).filter(one => index === undefined || one.index === index);
  if (ready.length === 0) throw new UserError(whyNotReady(order));
  return ready;
}

function whyNotReady(order: Order): string {
  switch (orderPhase(order.status)) {
    case 'inProgress':
      return l10n.t(
        'Order {0} is not delivered yet ("{1}"). Products take some minutes; stereo products are never delivered.',
        order.id,
        order.status,
      );
    case 'failed':
      return l10n.t('Order {0} has nothing to download. It ended with status "{1}".', order.id, order.status);
    case 'delivered':
      return l10n.t("This delivery of order {0} failed and can't be downloaded.", order.id);
  }
}
