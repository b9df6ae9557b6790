import * as vscode from 'vscode';
import { openReport, showOrderOnMap } from './commands/openReport.ts';
import { placeOrder } from './commands/placeOrder.ts';
import { priceOrder } from './commands/priceOrder.ts';
import { registerOrderLenses } from './language/orderLenses.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { createJournalFile } from './platform/journalFile.ts';
import type { Log } from './platform/log.ts';
import { readReportText } from './platform/reportFile.ts';
import { pollMs } from './platform/settings.ts';
import { createReportMemory } from './platform/storage.ts';
import type { Account } from './state/account.ts';
import type { Catalog } from './state/catalog.ts';
import { createJournal } from './state/journal.ts';
import { createOrders, type Orders } from './state/orders.ts';
import { createPlacing } from './state/placing.ts';
import { createPrices } from './state/prices.ts';
import { createReports, type Reports } from './state/reports.ts';
import type { SessionOwner } from './state/session.ts';
import { registerDeliveryNotice } from './views/deliveryNotice.ts';

export interface OrderingParts {
  session: SessionOwner;
  account: Account;
  catalog: Catalog;
  log: Log;
  /** The extension's own folder, the same for all windows. */
  storage: vscode.Uri;
  /** Of this window's workspace. */
  workspaceState: vscode.Memento;
}

export interface Ordering {
  orders: Orders;
  reports: Reports;
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/** Orders from their price to their result: priced, placed, watched, delivered. */
export function createOrdering({
  session,
  account,
  catalog,
  log,
  storage,
  workspaceState,
}: OrderingParts): Ordering {
  const prices = createPrices(session);
  const orders = createOrders(session, pollMs);
  const reports = createReports(createReportMemory(workspaceState), readReportText);
  const journalPath = vscode.Uri.joinPath(storage, 'journal.jsonl').fsPath;
  const placing = createPlacing(session, prices, orders, createJournal(createJournalFile(journalPath)));

  const reportParts = { session, orders, reports, storage };
  const orderParts = { log, placing, account, catalog };

  registerDeliveryNotice(orders, account);
  const all = vscode.Disposable.from(
    { dispose: () => orders.dispose() },
    registerOrderLenses(session, account, prices),
  );
  return {
    orders,
    reports,
    commands: {
      'swath.priceOrder': given => priceOrder(session, prices, given),
      'swath.placeOrder': given => placeOrder(orderParts, given),
      'swath.openReport': given => openReport(reportParts, given),
      'swath.showOrderOnMap': given => showOrderOnMap(reportParts, given),
    },
    dispose: () => void all.dispose(),
  };
}
