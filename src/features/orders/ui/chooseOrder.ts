import * as l10n from '@vscode/l10n';
import { orderName, orderStatusText } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { idFrom } from '../../../platform/rows/row.ts';
import { loadedOrders } from '../knownOrders.ts';
import type { Orders } from '../orders.ts';
import { summarizeOrders } from '../rules/summarizeOrders.ts';

/** The order of a row or with an id; otherwise the user is asked. */
export async function chooseOrder(
  orders: Pick<Orders, 'current' | 'refresh'>,
  argument: unknown,
): Promise<Order | undefined> {
  const known = await loadedOrders(orders);
  const id = idFrom(argument, 'orderId');
  if (id !== undefined) {
    const order = known.find(candidate => candidate.id === id);
    if (order) return order;
    throw new UserError(l10n.t('Order {0} is not in the list. Refresh the Orders view.', id));
  }
  if (known.length === 0) throw new UserError(l10n.t('No past orders. Draft one from an area first.'));
  const summaries = summarizeOrders(known);
  const items = known.map((order, at) => ({
    label: orderName(order),
    description: [orderStatusText(order.status), summaries[at]].filter(Boolean).join(' · '),
    order,
  }));
  const options = { title: l10n.t('Which order?'), matchOnDescription: true, ignoreFocusOut: true };
  return (await showQuickPick(items, options))?.order;
}
