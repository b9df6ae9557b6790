import * as vscode from 'vscode';
import type { OrderBatch } from './commands/orderBatch.ts';
import type { OrderContext } from './model/order/checkOrder.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import type { Log } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import { budget } from './platform/settings.ts';
import { followPlaced, type Account } from './state/account.ts';
import type { Journal } from './state/journal.ts';
import { createLookUp } from './state/lookUp.ts';
import type { Orders } from './state/orders.ts';
import { createPlacing, type Placing } from './state/placing.ts';
import { createPrices, type Prices } from './state/prices.ts';
import { valueOf } from './state/reading.ts';
import { signedInOf, type SessionOwner } from './state/session.ts';

export interface BuyingParts {
  session: SessionOwner;
  account: Account;
  orders: Orders;
  journal: Journal;
  /** What is known of images, analytics and subscriptions. */
  context: () => OrderContext;
  log: Log;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
}

export interface Buying {
  prices: Prices;
  placing: Placing;
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/** Whatever can end in money being spent: prices, and the one way to an order. */
export function createBuying(parts: BuyingParts): Buying {
  const { session, account, orders, journal, context, log } = parts;
  const prices = createPrices(session);
  const contractId = () => valueOf(account.current.peek())?.contract.id;
  const placing = createPlacing({ session, prices, orders, journal, budget, contractId });
  const stopFollowing = followPlaced(account, session, journal, placing);
  const lookUp = createLookUp({ session, journal, placing, contractId });
  const orderParts = { ...parts, prices, placing, lookUp, budget };
  let batch: Promise<OrderBatch> | undefined;
  /** One for the window: a second click while one is at work does nothing. */
  const orderBatch = () =>
    (batch ??= import('./commands/orderBatch.ts').then(({ createOrderBatch }) =>
      createOrderBatch(orderParts),
    ));

  const closing = new AbortController();
  /** Connections whose open orders were told in this window. */
  const told = new Set<string>();
  const stop = session.current.subscribe(next => {
    const name = signedInOf(next)?.connection.name;
    if (name === undefined || told.has(name)) return;
    told.add(name);
    import('./commands/resolveOrder.ts')
      .then(({ tellOpenOrders }) => tellOpenOrders(orderParts, closing.signal))
      .catch((error: unknown) => logError(error, log));
  });
  // Another window may have ordered while this one was not looked at.
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (focused) journal.read().catch((error: unknown) => logError(error, log));
  });

  return {
    prices,
    placing,
    commands: {
      'swath.priceOrder': async (given, how) =>
        (await import('./commands/priceOrder.ts')).priceOrder(
          { session, account, prices, context },
          given,
          how,
        ),
      'swath.placeOrder': async given =>
        (await import('./commands/placeOrder.ts')).placeOrder(orderParts, given),
      'swath.priceOrders': async (given, all) => (await orderBatch()).price(given, all),
      'swath.placeOrders': async (given, all) => (await orderBatch()).place(given, all),
      'swath.resolveOrder': async () => (await import('./commands/resolveOrder.ts')).resolveOrder(orderParts),
    },
    dispose() {
      closing.abort();
      stop();
      stopFollowing();
      focus.dispose();
    },
  };
}
