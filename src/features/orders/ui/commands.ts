import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { readsOnly } from '../../../platform/dialogs/failureMessage.ts';
import type { SomeCommands } from '../../../platform/host/commands.ts';
import type { ArrangementOwner } from '../../../platform/rows/arrangementOwner.ts';
import { arrangeView } from '../../../platform/rows/rowTree.ts';
import type { Account } from '../../../session/account.ts';
import type { Contracts } from '../../../session/contracts.ts';
import type { ServiceClock } from '../../../session/serviceClock.ts';
import type { SessionOwner } from '../../../session/session.ts';
import type { Subscriptions } from '../../../session/subscriptions.ts';
import type { Catalog } from '../../images/index.ts';
import { searchPageSize } from '../../images/ui/index.ts';
import type { Estimates } from '../estimates.ts';
import type { Journal } from '../journal.ts';
import { listedOrders } from '../knownOrders.ts';
import type { Ordering } from '../ordering.ts';
import type { Orders } from '../orders.ts';
import { fixOrder } from './document/fixOrder.ts';
import { askForm, copyRequest, insertNotebookCell, openRequest } from './document/requests.ts';
import { draftAnalyticOrder, draftOrder, draftProductOrder } from './draft/draftOrder.ts';
import { reorder } from './draft/reorder.ts';
import { goToOrder } from './list/goToOrder.ts';
import { orderArrangements } from './list/ordersArrangement.ts';
import type { OrdersView } from './list/ordersView.ts';
import { openBudget } from './orderSettings.ts';
import { createBatchPage } from './page/batchPage.ts';
import type { OrderPage } from './page/orderPage.ts';
import { placeOrder, placeOrders } from './place/placeOrders.ts';
import { priceOrder, priceOrders } from './place/priceOrders.ts';
import { resolveOrder } from './place/resolveOrder.ts';

export interface OrderCommandParts {
  session: SessionOwner;
  account: Account;
  contracts: Contracts;
  subscriptions: Subscriptions;
  catalog: Catalog;
  estimates: Estimates;
  journal: Journal;
  orders: Orders;
  ordering: Ordering;
  arrangement: ArrangementOwner;
  lateAfterMs: () => number | undefined;
  clock: ServiceClock;
  view: OrdersView;
  orderPage: () => Promise<OrderPage>;
  extensionUri: vscode.Uri;
  onError: (error: unknown) => void;
}

/** @returns by ID; `target` is what a command was called on: a row, a file, an area, or nothing */
export function orderCommands(parts: OrderCommandParts) {
  const { session, account, contracts, subscriptions, catalog, journal } = parts;
  const { orders, ordering, arrangement, lateAfterMs, clock, view, orderPage } = parts;
  const { draftNames } = ordering;
  const { estimates } = parts;
  const batchPage = createBatchPage(ordering, parts.extensionUri, parts.onError);
  const placeParts = { ...ordering, batchPage };
  const draftParts = { session, catalog, estimates, subscriptions, contracts, draftNames, batchPage };
  const reorderParts = { session, account, catalog, orders, journal, draftNames };
  const requestParts = { session, catalog, orders, pageSize: searchPageSize };
  return {
    'swath.setBudget': openBudget,
    'swath.fixOrder': (target: unknown) => fixOrder(target),
    'swath.placeOrder': (target: unknown) => placeOrder(placeParts, target),
    'swath.placeOrders': (target: unknown, all: unknown) => placeOrders(placeParts, target, all),
    'swath.resolveOrder': (ids: unknown, uri: unknown) => resolveOrder(ordering, ids, uri),
    'swath.copyRequest': (target: unknown) => askForm(target),
    'swath.copyAsCurl': (target: unknown) => copyRequest(requestParts, 'curl', target),
    'swath.copyAsPython': (target: unknown) => copyRequest(requestParts, 'python', target),
    'swath.copyAsJavaScript': (target: unknown) => copyRequest(requestParts, 'javascript', target),
    'swath.insertNotebookCell': (target: unknown) => insertNotebookCell(requestParts, target),
    'swath.openRequest': (target: unknown) => openRequest(requestParts, target),
    'swath.arrangeOrders': () =>
      arrangeView({
        title: l10n.t('Orders'),
        arrangement,
        choices: orderArrangements(clock.now()),
        items: () => listedOrders(orders),
      }),
    ...readsOnly({
      'swath.draftOrder': (target: unknown) => draftOrder(draftParts, target),
      'swath.draftOrders': async (target: unknown) =>
        (await import('./draft/draftBatch.ts')).draftOrders(draftParts, target),
      'swath.draftAnalyticOrder': async (target: unknown) => {
        await draftAnalyticOrder(draftParts, target);
      },
      'swath.draftProductOrder': async (target: unknown, next: unknown) => {
        await draftProductOrder(draftParts, target, { isPriceAsked: next === 'price' });
      },
      'swath.openOrder': async (target: unknown) => (await orderPage()).open(target),
      'swath.reorder': (target: unknown) => reorder(reorderParts, target),
      'swath.priceOrder': (target: unknown, how: unknown) => priceOrder(ordering, target, how),
      'swath.priceOrders': (target: unknown, all: unknown) => priceOrders(placeParts, target, all),
      'swath.goToOrder': () => goToOrder({ orders, arrangement, lateAfterMs, clock, view }),
    }),
  } satisfies SomeCommands;
}
