import * as vscode from 'vscode';
import { onChange } from '../platform/onChange.ts';
import { ordersFilterText, ordersRows, type OrdersParts } from './ordersRows.ts';
import { createRowTree } from './rowTree.ts';

export interface OrdersView {
  /** Opens the view at an order; `false` where it is not shown: unknown to the service, or hidden by a filter. */
  reveal(orderId: string): Promise<boolean>;
  dispose(): void;
}

/** The Orders view, with a badge for deliveries not yet seen. */
export function registerOrdersView(parts: OrdersParts): OrdersView {
  const { orders, arrangement } = parts;
  const signals = [orders.current, orders.unseen, arrangement.current];
  const tree = createRowTree('swath.orders', signals, () => ordersRows(parts));
  const watching = vscode.Disposable.from(
    onChange([orders.unseen], () => {
      const value = orders.unseen.value.size;
      const tooltip = vscode.l10n.t('{0} delivered and not yet seen', value);
      tree.view.badge = value === 0 ? undefined : { value, tooltip };
    }),
    onChange([orders.current, arrangement.current], () => {
      tree.view.description = ordersFilterText(parts);
    }),
  );
  const revealNow = (orderId: string) => tree.reveal(`order/${orderId}`);
  return {
    async reveal(orderId) {
      if (await revealNow(orderId)) return true;
      await orders.refresh();
      return revealNow(orderId);
    },
    dispose() {
      watching.dispose();
      tree.dispose();
    },
  };
}
