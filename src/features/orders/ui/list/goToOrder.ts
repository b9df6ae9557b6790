import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { utcText } from '../../../../base/words/moment.ts';
import { orderName, orderStatusText } from '../../../../service/rules/kindText.ts';
import type { Order } from '../../../../service/rules/order.ts';
import { showQuickPick } from '../../../../platform/dialogs/window.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { applyArrangement } from '../../../../platform/rows/arrangement.ts';
import type { ArrangementOwner } from '../../../../platform/rows/arrangementOwner.ts';
import { loadedOrders } from '../../knownOrders.ts';
import type { Orders } from '../../orders.ts';
import { lateness, type LatenessParts } from './orderRow.ts';
import { orderArrangements } from './ordersArrangement.ts';
import { ordersAtFirst, type OrdersView } from './ordersView.ts';

export interface GoToParts extends LatenessParts {
  orders: Orders;
  arrangement: ArrangementOwner;
  view: Pick<OrdersView, 'reveal'>;
}

/**
 * Finds one of all orders by any part of its title, reference, date or id, whatever the view filters, and shows it in
 * the view. A filter that hides it is cleared.
 */
export async function goToOrder(parts: GoToParts): Promise<void> {
  const { orders, arrangement, view } = parts;
  const known = await loadedOrders(orders);
  if (known.length === 0) throw new UserError(l10n.t('No past orders. Draft one from an area first.'));
  const choices = orderArrangements(parts.clock.now(), lateness(parts));
  const items = applyArrangement(known, ordersAtFirst, choices).flatMap(({ label, items }) => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...items.map(goToItem),
  ]);
  const chosen = await showQuickPick<vscode.QuickPickItem & { order?: Order }>(items, {
    title: l10n.t('Which order?'),
    placeHolder: l10n.t('Search by title, reference, date or ID'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!chosen?.order) return;
  const { order } = chosen;
  const isShown = applyArrangement([order], arrangement.current.peek(), choices).some(
    ({ items }) => items.length > 0,
  );
  if (!isShown) arrangement.showAll();
  await view.reveal(order.id);
}

function goToItem(order: Order): vscode.QuickPickItem & { order: Order } {
  const placed = order.createdAt === undefined ? undefined : utcText(order.createdAt);
  const label = orderName(order);
  const reference = order.customerRef === label ? undefined : order.customerRef;
  return {
    label,
    description: [orderStatusText(order.status), placed, reference].filter(Boolean).join(' · '),
    detail: order.id,
    order,
  };
}
