import * as vscode from 'vscode';
import { createArrangement, type ArrangementMemory } from './state/arrangementOwner.ts';
import type { Contracts } from './state/contracts.ts';
import type { Keys } from './state/keys.ts';
import type { Orders } from './state/orders.ts';
import { valueOf } from './state/reading.ts';
import type { Subscriptions } from './state/subscriptions.ts';
import { keyArrangements, keysAtFirst } from './views/keysArrangement.ts';
import { orderArrangements, ordersAtFirst } from './views/ordersArrangement.ts';
import { paymentArrangements, paymentsAtFirst } from './views/paymentsArrangement.ts';
import { subscriptionArrangements, subscriptionsAtFirst } from './views/subscriptionsArrangement.ts';

export interface Arranged {
  contracts: Contracts;
  subscriptions: Subscriptions;
  orders: Orders;
  keys: Keys;
}

/** How each view of the side bar is sorted, grouped and filtered, and the commands that change it. */
export function createArranging(
  memory: ArrangementMemory,
  { contracts, subscriptions, orders, keys }: Arranged,
) {
  const owners = {
    payments: createArrangement('payments', paymentsAtFirst, memory),
    subscriptions: createArrangement('subscriptions', subscriptionsAtFirst, memory),
    orders: createArrangement('orders', ordersAtFirst, memory),
    keys: createArrangement('keys', keysAtFirst, memory),
  };
  const ordersNow = () => {
    const state = orders.current.peek();
    return state.kind === 'ready' ? state.orders : [];
  };
  const commands = {
    'swath.arrangeContracts': async () =>
      (await import('./commands/arrange.ts')).arrange({
        title: vscode.l10n.t('Payments'),
        arrangement: owners.payments,
        choices: paymentArrangements(),
        items: () => valueOf(contracts.payments.current.peek())?.items ?? [],
      }),
    'swath.arrangeSubscriptions': async () =>
      (await import('./commands/arrange.ts')).arrange({
        title: vscode.l10n.t('Subscriptions'),
        arrangement: owners.subscriptions,
        choices: subscriptionArrangements(),
        items: () => valueOf(subscriptions.current.peek()) ?? [],
      }),
    'swath.arrangeOrders': async () =>
      (await import('./commands/arrange.ts')).arrange({
        title: vscode.l10n.t('Orders'),
        arrangement: owners.orders,
        choices: orderArrangements(),
        items: ordersNow,
      }),
    'swath.arrangeKeys': async () =>
      (await import('./commands/arrange.ts')).arrange({
        title: vscode.l10n.t('API Keys'),
        arrangement: owners.keys,
        choices: keyArrangements(),
        items: () => valueOf(keys.list.current.peek()) ?? [],
      }),
  };
  return { owners, commands };
}
