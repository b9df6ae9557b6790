import * as vscode from 'vscode';
import { createBuying } from './buying.ts';
import { createDelivering } from './delivering.ts';
import { registerOrderCompletions } from './language/orderCompletions.ts';
import { registerOrderDiagnostics } from './language/orderDiagnostics.ts';
import { registerOrderFixes } from './language/orderFixes.ts';
import { registerOrderHover } from './language/orderHover.ts';
import { registerOrderLenses } from './language/orderLenses.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { createJournalFile } from './platform/journalFile.ts';
import type { Log } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import type { ReportText } from './platform/reportText.ts';
import { onNetworkReturn } from './platform/networkReturn.ts';
import { lateAfterMs, pollMs, searchPageSize } from './platform/settings.ts';
import { createWatchFolder } from './platform/watchFolder.ts';
import { followWindowFocus } from './platform/windowFocus.ts';
import type { Account } from './state/account.ts';
import type { Catalog } from './state/catalog.ts';
import type { Contracts } from './state/contracts.ts';
import { createJournal, type Journal } from './state/journal.ts';
import { createOrderFacts, type OrderFacts } from './state/orderFacts.ts';
import { createOrders, type Orders } from './state/orders.ts';
import type { Prices } from './state/prices.ts';
import type { ReportFocus } from './state/reportFocus.ts';
import type { Reports } from './state/reports.ts';
import type { SessionOwner } from './state/session.ts';
import type { Subscriptions } from './state/subscriptions.ts';
import { registerDeliveryNotice } from './views/deliveryNotice.ts';

export interface OrderingParts {
  session: SessionOwner;
  account: Account;
  catalog: Catalog;
  subscriptions: Subscriptions;
  contracts: Contracts;
  log: Log;
  /** The extension's own folder, the same for all windows. */
  storage: vscode.Uri;
  /** Of this window's workspace. */
  workspaceState: vscode.Memento;
  /** Opens a read-only document. */
  show: (title: string, markdown: string) => Promise<void>;
}

export interface Ordering {
  orders: Orders;
  prices: Prices;
  journal: Journal;
  reports: Reports;
  reportFocus: ReportFocus;
  reportText: ReportText;
  facts: OrderFacts;
  /** Resolves when no order of this window is under way. */
  settled(): Promise<void>;
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/** Orders from their price to their result: priced, placed, watched, delivered. */
export function createOrdering({
  session,
  account,
  catalog,
  subscriptions,
  contracts,
  log,
  storage,
  workspaceState,
  show,
}: OrderingParts): Ordering {
  const focus = followWindowFocus();
  const watchRoot = vscode.Uri.joinPath(storage, 'watch').fsPath;
  const onError = (error: unknown) => logError(error, log);
  const journal = createJournal(createJournalFile(vscode.Uri.joinPath(storage, 'journal.jsonl').fsPath));
  const orders = createOrders(session, pollMs, {
    journal: journal.known,
    account: account.current,
    join: createWatchFolder(watchRoot, { isFocused: focus.isFocused, onError }),
    isFocused: focus.isFocused,
    lateAfterMs,
    onNetworkReturn,
  });
  const facts = createOrderFacts(session, catalog, subscriptions, contracts);
  const buying = createBuying({
    session,
    account,
    orders,
    journal,
    context: () => facts.context(),
    log,
    show,
  });

  const delivering = createDelivering({ session, orders, storage, workspaceState, show, onError });

  const diagnostics = registerOrderDiagnostics(facts, error => logError(error, log));
  registerDeliveryNotice(orders, account);
  const all = vscode.Disposable.from(
    { dispose: () => orders.dispose() },
    focus,
    buying,
    delivering,
    diagnostics,
    registerOrderFixes(facts, diagnostics),
    registerOrderCompletions(facts),
    registerOrderHover(facts),
    registerOrderLenses({ session, account, ...buying, facts, diagnostics }),
  );
  const requestParts = { session, catalog, orders, pageSize: searchPageSize };
  return {
    orders,
    prices: buying.prices,
    journal,
    reports: delivering.reports,
    reportFocus: delivering.reportFocus,
    reportText: delivering.reportText,
    facts,
    commands: {
      ...buying.commands,
      'swath.reorder': async given =>
        (await import('./commands/reorder.ts')).reorder({ session, catalog, orders, journal }, given),
      ...delivering.commands,
      'swath.copyAsCurl': async given =>
        (await import('./commands/copyAsCurl.ts')).copyAsCurl(requestParts, given),
      'swath.openRequest': async given =>
        (await import('./commands/openRequest.ts')).openRequest(requestParts, given),
    },
    settled: () => buying.placing.settled(),
    dispose: () => void all.dispose(),
  };
}
