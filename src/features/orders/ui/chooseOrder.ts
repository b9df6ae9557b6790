import * as l10n from '@vscode/l10n';
import { ageText } from '../../../base/words/moment.ts';
import { orderName, orderStatusText } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { showQuickPick } from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { idFrom } from '../../../platform/rows/row.ts';
import { loadedOrders } from '../knownOrders.ts';
import type { Orders } from '../orders.ts';

/** The order of a row or with an id; otherwise the user is asked. */
export async function chooseOrder(
  orders: Pick<Orders, 'current' | 'refresh'>,
  argument: unknown,
  now: number,
): Promise<Order | undefined> {
  const known = await loadedOrders(orders);
  const id = idFrom(argument, 'orderId');
  if (id !== undefined) {
    const order = known.find(candidate => candidate.id === id);
    if (order) return order;
    throw new UserError(l10n.t('Order {0} is not in the list. Refresh the Orders view.', id));
  }
  if (known.length === 0) throw new UserError(l10n.t('No past orders. Draft one from an area first.'));
  const items = known.map(order => ({
    label: orderName(order),
    description: [orderStatusText(order.status), ageText(order.createdAt, now), order.id]
      .filter(Boolean)
      .join(' · '),
    order,
  }));
  const options = { title: l10n.t('Which order?'), matchOnDescription: true, ignoreFocusOut: true };
  return (await showQuickPick(items, options))?.order;
}
