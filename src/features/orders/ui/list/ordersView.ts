import { type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Order } from '../../../../service/rules/order.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import type { Arrangement } from '../../../../platform/rows/arrangement.ts';
import { sortedBy } from '../../../../platform/rows/arrangementOwner.ts';
import { createRowTree, followFilterText } from '../../../../platform/rows/rowTree.ts';
import { isLoaded, listedOrders } from '../../knownOrders.ts';
import type { OrdersParts } from './ordersRows.ts';

/** The default: by status, newest first. */
export const ordersAtFirst: Arrangement = { ...sortedBy('date', true), groupBy: 'status' };

/** How often the ages in the rows are updated, in milliseconds. */
const ageEveryMs = 60_000;

export type OrdersView = ReturnType<typeof registerOrdersView>;

/** The Orders view, with a badge that counts unopened deliveries. */
export function registerOrdersView(
  parts: OrdersParts & {
    /** Changes with the images and the analytics that are known. */
    named: ReadonlySignal<unknown>;
    /** Gets the orders that are listed while the view is visible. */
    inView?: Signal<readonly Order[]>;
  },
) {
  const { orders, money, arrangement, clock, named, unconfirmed } = parts;
  /** Updates the ages in the rows. */
  const minute = signal(0);
  const { current, unseen, unlisted, downloaded } = orders;
  const read = [current, unseen, unlisted, downloaded, ...(money ? [money.current] : [])];
  const signals = [...read, arrangement.current, minute, clock.aheadMs, named, unconfirmed];
  const tree = createRowTree('swath.orders', signals, async () => {
    const { ordersRows } = await import('./ordersRows.ts');
    return () => ordersRows(parts);
  });
  let ageing: NodeJS.Timeout | undefined;
  const age = () => {
    clearInterval(ageing);
    if (tree.view.visible) ageing = setInterval(() => (minute.value += 1), ageEveryMs);
  };
  age();
  const show = () => {
    if (parts.inView && tree.view.visible) parts.inView.value = listedOrders(orders);
  };
  const watching = vscode.Disposable.from(
    tree,
    tree.view.onDidChangeVisibility(age),
    tree.view.onDidChangeVisibility(show),
    onChange([orders.current], show),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('swath.orders')) minute.value += 1;
    }),
    new vscode.Disposable(() => clearInterval(ageing)),
    onChange([orders.unseen, orders.current], () => {
      const value = isLoaded(orders.current.value) ? orders.unseen.value.size : 0;
      const tooltip = l10n.t('New deliveries: {0}', value);
      tree.view.badge = value === 0 ? undefined : { value, tooltip };
    }),
    followFilterText({
      arrangement: arrangement.current,
      loadChoices: async () => {
        const { orderArrangements } = await import('./ordersArrangement.ts');
        return () => orderArrangements(clock.now());
      },
      items() {
        return isLoaded(orders.current.peek()) ? listedOrders(orders) : undefined;
      },
      signals: [orders.current],
      show: text => tree.describe(text, true),
    }),
  );
  return {
    /** Opens the view at an order; `false` if the service doesn't know the order or a filter hides it. */
    async reveal(orderId: string): Promise<boolean> {
      const { revealOrder } = await import('./revealOrder.ts');
      return revealOrder(orders, () => tree.reveal(`order/${orderId}`));
    },
    dispose: () => void watching.dispose(),
  };
}
