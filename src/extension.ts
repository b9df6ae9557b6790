import * as vscode from 'vscode';
import { draftAnalyticOrder } from './commands/draftAnalyticOrder.ts';
import { openReport, showOrderOnMap, type ReportParts } from './commands/openReport.ts';
import { placeOrder } from './commands/placeOrder.ts';
import { priceOrder } from './commands/priceOrder.ts';
import { searchImages } from './commands/searchImages.ts';
import { signIn } from './commands/signIn.ts';
import { registerAoiLenses } from './language/aoiLenses.ts';
import { registerOrderLenses } from './language/orderLenses.ts';
import { registerMapPanel } from './map/mapPanel.ts';
import { openMap } from './map/openMap.ts';
import { sandboxConnection } from './model/connection.ts';
import { registerCommands } from './platform/commands.ts';
import { trackContextKeys } from './platform/contextKeys.ts';
import { createJournalFile } from './platform/journalFile.ts';
import { createLog } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import { readReportText } from './platform/reportFile.ts';
import { revealAoi } from './platform/revealAoi.ts';
import { pollMs, readConnections, searchPageSize } from './platform/settings.ts';
import {
  createCatalogMemory,
  createKeyStore,
  createReportMemory,
  createSessionMemory,
} from './platform/storage.ts';
import { createSandboxHost } from './sandboxHost.ts';
import { createAccount } from './state/account.ts';
import { createCatalog } from './state/catalog.ts';
import { createJournal } from './state/journal.ts';
import { createOrders } from './state/orders.ts';
import { createPlacing } from './state/placing.ts';
import { createPrices } from './state/prices.ts';
import { createReports } from './state/reports.ts';
import { createSession } from './state/session.ts';
import { registerDeliveryNotice } from './views/deliveryNotice.ts';
import { registerOrdersView } from './views/ordersView.ts';
import { registerStatusBar } from './views/statusBar.ts';

/** Builds every part and joins them. Waits for nothing: what needs the service or the disk comes after. */
export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const sandbox = createSandboxHost(context.globalState);

  const session = createSession({
    keys: createKeyStore(context.secrets),
    memory: createSessionMemory(context.globalState),
    makeClient: async (connection, apiKey, onRefused) => {
      const { createClient } = await import('./api/client.ts');
      return createClient({
        connection,
        apiKey,
        // The editor's own fetch: it knows the user's proxy and certificates.
        fetch: connection === sandboxConnection ? sandbox.fetch : (url, init) => fetch(url, init),
        log: line => log.debug(line),
        warn: message => log.warn(message),
        onRefused,
      });
    },
  });
  const account = createAccount(session);
  const catalog = createCatalog(session, createCatalogMemory(context.workspaceState), searchPageSize);
  const prices = createPrices(session);
  const orders = createOrders(session, pollMs);
  const reports = createReports(createReportMemory(context.workspaceState), readReportText);
  const journalPath = vscode.Uri.joinPath(context.globalStorageUri, 'journal.jsonl').fsPath;
  const placing = createPlacing(session, prices, orders, createJournal(createJournalFile(journalPath)));

  const useSandbox = async () => {
    await session.signIn(sandboxConnection, await sandbox.apiKey());
  };
  const distUri = vscode.Uri.joinPath(context.extensionUri, 'dist');
  const mediaUri = vscode.Uri.joinPath(context.extensionUri, 'media');
  const panels = registerMapPanel({ session, catalog, reports, distUri, mediaUri, log, revealAoi });
  const reportParts: ReportParts = { session, orders, reports, storage: context.globalStorageUri };
  const orderParts = { log, placing, account, catalog };

  registerDeliveryNotice(orders, account);
  context.subscriptions.push(
    log,
    panels,
    { dispose: () => orders.dispose() },
    registerOrdersView(orders),
    registerStatusBar(session, account),
    registerAoiLenses(),
    registerOrderLenses(session, account, prices),
    trackContextKeys(session.current, orders.current),
    registerCommands(
      {
        'swath.signIn': () => signIn(session, useSandbox),
        'swath.signOut': () => session.signOut(),
        'swath.useSandbox': useSandbox,
        'swath.refresh': async () => {
          await Promise.all([account.refresh(), orders.refresh()]);
        },
        'swath.showLog': () => log.show(),
        'swath.openMap': given => openMap(panels, catalog, given),
        'swath.searchImages': given => searchImages(session, catalog, given),
        'swath.draftAnalyticOrder': () => draftAnalyticOrder(session, catalog),
        'swath.priceOrder': given => priceOrder(session, prices, given),
        'swath.placeOrder': given => placeOrder(orderParts, given),
        'swath.openReport': given => openReport(reportParts, given),
        'swath.showOrderOnMap': given => showOrderOnMap(reportParts, given),
      },
      log,
    ),
  );

  void resumeSession().catch((error: unknown) => logError(error, log));

  async function resumeSession() {
    const { connections, problems } = readConnections();
    for (const problem of problems) log.warn(problem);
    await session.restore([...connections, sandboxConnection]);
    // Whoever starts the editor may ask for the sandbox, for a first look without any dialog. Once: a person who signs
    // out stays signed out.
    if (process.env.SWATH_START !== 'sandbox' || context.globalState.get('swath.started') === true) return;
    await context.globalState.update('swath.started', true);
    if (session.current.peek().kind === 'signedOut') await useSandbox();
  }
}
