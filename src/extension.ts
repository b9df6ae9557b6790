import * as vscode from 'vscode';
import { createArranging } from './arranging.ts';
import type { KeyParts } from './commands/keyChoice.ts';
import { createDrafting } from './drafting.ts';
import { registerMapPanel } from './map/mapPanel.ts';
import { openMap } from './map/openMap.ts';
import { sandboxConnection } from './model/account/connection.ts';
import { speak } from './model/words/displayLanguage.ts';
import { registerAuthenticationProvider } from './platform/authenticationProvider.ts';
import { registerCommands } from './platform/commands.ts';
import { watchAttention } from './platform/confirm.ts';
import { trackContextKeys } from './platform/contextKeys.ts';
import { registerDetailsDocuments } from './platform/detailsDocument.ts';
import { createLog } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import { revealAoi } from './platform/revealAoi.ts';
import { createSecretClipboard } from './platform/secretClipboard.ts';
import { followConnections, lateAfterMs, searchPageSize } from './platform/settings.ts';
import { followKeys } from './platform/followKeys.ts';
import {
  createArrangementMemory,
  createCatalogMemory,
  createKeyMemory,
  createKeyStore,
  createSessionMemory,
} from './platform/storage.ts';
import { createLedgering } from './ledgering.ts';
import { createOrdering } from './ordering.ts';
import { createSandboxHost } from './sandboxHost.ts';
import { createSearching } from './searching.ts';
import { createStarting } from './starting.ts';
import { createAccount, onBalanceChange } from './state/account.ts';
import { createCatalog } from './state/catalog.ts';
import { createContracts } from './state/contracts.ts';
import { refreshIfRead } from './state/reading.ts';
import { createSession, signedInOf } from './state/session.ts';
import { createSubscriptions } from './state/subscriptions.ts';
import { registerTools } from './tools/registerTools.ts';
import { createTransports } from './transports.ts';
import { registerContractsView } from './views/contractsView.ts';
import { keepFresh } from './views/keepFresh.ts';
import { registerKeysView } from './views/keysView.ts';
import { registerOrdersView } from './views/ordersView.ts';
import { registerStatusBar } from './views/statusBar.ts';
import { registerSubscriptionsView } from './views/subscriptionsView.ts';

/** What must be finished before the extension host goes. */
let atEnd: (() => Promise<void>) | undefined;

export async function deactivate(): Promise<void> {
  await atEnd?.();
}

/** Builds every part and joins them. Waits for nothing: what needs the service or the disk comes after. */
export function activate(context: vscode.ExtensionContext): void {
  // First: what is made before stays English.
  speak({ language: vscode.env.language, bundle: vscode.l10n.bundle });
  const log = createLog();
  const lifetime = new AbortController();
  const sandbox = createSandboxHost(context.globalState);
  const fetchOf = createTransports(sandbox.fetch);
  const keyStore = createKeyStore(context.secrets);

  const session = createSession({
    keys: keyStore,
    memory: createSessionMemory(context.globalState),
    makeClient: async (connection, apiKey, onRefused) => {
      const { createClient } = await import('./api/client.ts');
      return createClient({
        connection,
        apiKey,
        fetch: await fetchOf(connection),
        log: line => log.debug(line),
        warn: message => log.warn(message),
        onRefused,
        lifetime: lifetime.signal,
      });
    },
    lifetime: lifetime.signal,
  });
  const account = createAccount(session);
  const contracts = createContracts(session, account);
  const subscriptions = createSubscriptions(session, account);
  const catalog = createCatalog(session, createCatalogMemory(context.workspaceState), searchPageSize);
  const ordering = createOrdering({
    session,
    account,
    catalog,
    subscriptions,
    contracts,
    log,
    storage: context.globalStorageUri,
    workspaceState: context.workspaceState,
    show: (title, text) => documents.showMarkdown(title, text),
  });
  const { orders, reports, prices, journal } = ordering;
  const arrangements = createArrangementMemory(context.globalState);
  const ledgering = createLedgering({
    session,
    account,
    subscriptions,
    prices,
    journal,
    keyStore,
    keyMemory: createKeyMemory(context.globalState),
    arrangements,
    log,
    storage: context.globalStorageUri,
  });
  const { revoking, inUse, keys, rotation } = ledgering;

  const arranging = createArranging(arrangements, {
    contracts,
    subscriptions,
    orders,
    keys,
  });

  const useSandbox = async () => {
    await session.signIn(sandboxConnection, await sandbox.apiKey());
  };
  const starting = createStarting({ context, session, useSandbox, log });
  const refresh = async () => {
    await Promise.all([
      account.refresh(),
      orders.refresh(),
      contracts.refresh(),
      refreshIfRead(subscriptions),
      refreshIfRead(keys.list),
      ledgering.refresh(),
    ]);
  };
  const picturesPath = vscode.Uri.joinPath(context.globalStorageUri, 'pictures').fsPath;
  const distUri = vscode.Uri.joinPath(context.extensionUri, 'dist');
  const mediaUri = vscode.Uri.joinPath(context.extensionUri, 'media');
  const searching = createSearching({
    session,
    catalog,
    subscriptions,
    contracts,
    storage: context.globalStorageUri,
    log,
    show: (title, text) => documents.showMarkdown(title, text),
  });
  const drafting = createDrafting(catalog, log, () => panels.extent());
  const panels = registerMapPanel({
    session,
    catalog,
    reports,
    areas: drafting.areas,
    figures: searching.figures,
    picturesPath,
    account,
    editing: drafting.editing,
    distUri,
    mediaUri,
    log,
    revealAoi,
    reportFocus: ordering.reportFocus,
    revealFeature: (...given) => ordering.reportText.reveal(...given),
  });
  const documents = registerDetailsDocuments();
  const clipboard = createSecretClipboard(log);
  atEnd = async () => {
    // As long as the editor lets us; what has not left is withdrawn when the lifetime ends.
    await Promise.all([clipboard.clear(), ordering.settled()]);
  };

  const signInParts = { session, useSandbox };
  const keyParts: KeyParts = {
    session,
    keys,
    inUse,
    rotation,
    clipboard,
    log,
  };
  const revokeParts = { session, account, subscriptions, revoking, log };
  const { version } = context.extension.packageJSON as { version: string };

  const subscriptionsView = registerSubscriptionsView({
    session,
    subscriptions,
    revoking,
    arrangement: arranging.owners.subscriptions,
  });
  const contractsView = registerContractsView({
    session,
    account,
    contracts,
    arrangement: arranging.owners.payments,
  });
  const keysView = registerKeysView({
    session,
    keys,
    inUse,
    arrangement: arranging.owners.keys,
    tellKeyInUse: async () => (await import('./commands/keyChoice.ts')).tellKeyInUse(keyParts),
  });
  const ordersView = registerOrdersView({ orders, arrangement: arranging.owners.orders, lateAfterMs });
  context.subscriptions.push(
    log,
    panels,
    drafting,
    searching,
    ordering,
    ledgering,
    documents,
    clipboard,
    registerAuthenticationProvider(session),
    watchAttention(),
    contractsView,
    subscriptionsView,
    ordersView,
    keysView,
    keepFresh(contractsView.view, async () => {
      await Promise.all([refreshIfRead(account), contracts.refresh()]);
    }),
    keepFresh(subscriptionsView.view, () => refreshIfRead(subscriptions)),
    keepFresh(keysView.view, () => refreshIfRead(keys.list)),
    onBalanceChange(account, () => void contracts.refresh()),
    registerStatusBar(session, account),
    registerTools({ session, catalog, prices, account, facts: ordering.facts, log }),
    trackContextKeys({
      session: session.current,
      account: account.current,
      orders: orders.current,
      subscriptions: subscriptions.current,
      report: reports.current,
      isExpired: name => inUse.isExpired(name),
    }),
    followConnections(session, log),
    followKeys(context.secrets, session, log),
    registerCommands(
      {
        'swath.signIn': async () => (await import('./commands/signIn.ts')).signIn(signInParts),
        'swath.signOut': async () => (await import('./commands/signOut.ts')).signOut(session),
        'swath.switchConnection': async () =>
          (await import('./commands/signIn.ts')).switchConnection(signInParts),
        'swath.useSandbox': useSandbox,
        'swath.diagnose': async () =>
          (await import('./commands/diagnose.ts')).diagnoseConnection({
            session,
            fetchFor: fetchOf,
            version,
            show: (title, text) => documents.showSource(title, text),
          }),
        'swath.refresh': refresh,
        'swath.showLog': () => log.show(),
        'swath.openMap': given => openMap(panels, catalog, given),
        'swath.newAoi': async () => (await import('./commands/newAoi.ts')).newAoi(() => panels.extent()),
        'swath.importAoi': async given => (await import('./commands/importAoi.ts')).importAoi(given),
        'swath.revokeSubscription': async given =>
          (await import('./commands/revokeSubscription.ts')).revokeSubscription(revokeParts, given),
        'swath.createKey': async () => (await import('./commands/createKey.ts')).createKey(keyParts),
        'swath.rotateKey': async given =>
          (await import('./commands/rotateKey.ts')).rotateKey(keyParts, given),
        'swath.deleteKey': async given =>
          (await import('./commands/deleteKey.ts')).deleteKey(keyParts, given),
        'swath.copyId': async given => (await import('./commands/copyId.ts')).copyId(given),
        'swath.showDetails': async given =>
          (await import('./commands/showDetails.ts')).showDetails({ documents, session }, given),
        'swath.revealRelated': async given =>
          (await import('./commands/revealRelated.ts')).revealRelated(
            {
              connectionInUse: () => signedInOf(session.current.peek())?.connection.name,
              revealOrder: id => ordersView.reveal(id),
              revealSubscription: async id => {
                if (subscriptions.current.peek().kind === 'none') await subscriptions.refresh();
                return subscriptionsView.reveal(`subscription/${id}`);
              },
            },
            given,
          ),
        ...starting.commands,
        ...arranging.commands,
        ...drafting.commands,
        ...searching.commands,
        ...ordering.commands,
        ...ledgering.commands,
        'swath.runRow': async run => {
          if (typeof run === 'function') await (run as () => unknown)();
        },
      },
      log,
    ),
    // Last, so that no view draws that nobody is signed in.
    { dispose: () => lifetime.abort() },
  );

  void starting.resume().catch((error: unknown) => logError(error, log));
}
