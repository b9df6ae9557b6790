import { computed, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { setLocale } from './base/words/displayLanguage.ts';
import { activateAccount } from './features/account/activateAccount.ts';
import { registerTools } from './features/agents/registerTools.ts';
import { activateAreas } from './features/areas/activateAreas.ts';
import { activateDeliveries } from './features/deliveries/activateDeliveries.ts';
import { activateImages } from './features/images/activateImages.ts';
import { activateLedger } from './features/ledger/activateLedger.ts';
import { createLedger, createLedgerLog } from './features/ledger/ledger.ts';
import { activateLinks } from './features/links/activateLinks.ts';
import { activateMap } from './features/map/activateMap.ts';
import { activateOrders } from './features/orders/activateOrders.ts';
import { createJournal, readJournalLine } from './features/orders/journal.ts';
import type { Orders } from './features/orders/orders.ts';
import { watchAttention } from './platform/dialogs/attention.ts';
import { withProgress } from './platform/dialogs/window.ts';
import { createAppendLog } from './platform/files/appendLog.ts';
import {
  allTables,
  type CommandManifest,
  registerCommands,
  type SomeCommands,
} from './platform/host/commands.ts';
import { followUse } from './platform/host/followUse.ts';
import { createHost } from './platform/host/host.ts';
import { createArrangementMemory } from './platform/host/storage.ts';
import { runRow } from './platform/rows/rowTree.ts';
import { refreshIfRead } from './session/reader.ts';
import { signedInOf } from './session/session.ts';

/** What must finish before the extension host exits. */
let atEnd: (() => Promise<unknown>) | undefined;

export async function deactivate(): Promise<void> {
  await atEnd?.();
}

/** Creates every feature and connects them. Doesn't wait: work that needs the service or the disk comes later. */
export function activate(context: vscode.ExtensionContext): void {
  // First: texts created earlier would stay English.
  setLocale({ language: vscode.env.language, bundle: vscode.l10n.bundle });
  const lifetime = new AbortController();
  const host = createHost(context, lifetime.signal);
  const { log, register, use } = host;
  register(watchAttention());
  const arrangements = createArrangementMemory(context.globalState);

  const journal = createJournal(createAppendLog(host.storagePath('journal.jsonl'), readJournalLine));
  const ledger = createLedger(createLedgerLog(host.storagePath('ledger')), journal, host.onError);
  const { record } = ledger;

  const ordersCreated = signal<Orders | undefined>(undefined);
  const listed = computed(() => {
    const state = ordersCreated.value?.current.value;
    return state?.kind === 'ready' ? state.orders : [];
  });
  const accountFeature = activateAccount(host, record, arrangements, listed);
  const { session, account, contracts, subscriptions, clock } = accountFeature;
  const images = activateImages(host, session, ledger);
  const { catalog, figures, shortlist, estimates } = images;
  const isMapOpen = signal(false);
  const areas = activateAreas(host, session, catalog, () => map.panels.extent(), isMapOpen);
  const sources = {
    session,
    account,
    contracts,
    subscriptions,
    catalog,
    estimates,
    journal,
    record,
    clock,
  };
  const ordersFeature = activateOrders(host, sources, arrangements);
  const { orders, money, draftNames, prices, facts, owned } = ordersFeature;
  ordersCreated.value = orders;
  const deliveries = activateDeliveries(host, session, account, orders, money, journal);
  const map = activateMap(host, {
    session,
    account,
    catalog,
    figures,
    shortlist,
    prices,
    estimates,
    owned,
    followed: areas.followed,
    isOpen: isMapOpen,
    ...deliveries.forMap,
    revealFeature: async (...args) => (await deliveries.forMap.reportText()).reveal(...args),
  });
  const { extension } = context;
  const readable = {
    session,
    catalog,
    shortlist,
    prices,
    account,
    orders,
    money,
    subscriptions,
    facts,
    draftNames,
  };
  const tools = registerTools({
    ...readable,
    reportFacts: deliveries.reportFacts,
    extension,
    openLink: query => links.openLink(query),
    log,
  });
  register(tools);
  const ledgerFeature = activateLedger(host, ledger, arrangements);

  const relatedViews = {
    connectionInUse: () => signedInOf(session.current.peek())?.connection.name,
    revealOrder: (id: string) => ordersFeature.view.reveal(id),
    revealSubscription: (id: string) => accountFeature.revealSubscription(id),
  };
  const links = activateLinks(host, {
    session,
    catalog,
    goToOrder: async (orderId, connection) =>
      (await import('./platform/rows/rowCommands.ts')).goToRelated(relatedViews, { orderId, connection }),
  });
  const refresh = async () => {
    await withProgress({ location: { viewId: 'swath.orders' } }, () =>
      Promise.all([
        account.refresh(),
        orders.refreshAnew(),
        contracts.refresh(),
        refreshIfRead(subscriptions),
        refreshIfRead(accountFeature.keyList),
        ledger.refresh(),
      ]),
    );
  };
  const ownCommands = async () => {
    const { arrangeList, copyId, revealRelated } = await import('./platform/rows/rowCommands.ts');
    return {
      'swath.refresh': refresh,
      'swath.arrangeList': arrangeList,
      'swath.showLog': () => log.show(),
      'swath.copyMcpConfiguration': () => tools.copyMcpConfiguration(),
      'swath.copyId': copyId,
      'swath.revealRelated': (target: unknown) => revealRelated(relatedViews, target),
      'swath.runRow': runRow,
    } satisfies SomeCommands;
  };
  const tables = allTables([
    ownCommands,
    accountFeature.commands,
    images.commands,
    areas.commands,
    ordersFeature.commands,
    deliveries.commands,
    map.commands,
    ledgerFeature.commands,
    links.commands,
  ]);
  const { contributes } = context.extension.packageJSON as { contributes: CommandManifest };
  register(registerCommands(contributes, tables, log, use));
  register(followUse(use, isMapOpen));
  // Last, so that no view shows the signed-out state.
  register({ dispose: () => lifetime.abort() });
  // As long as the editor allows; anything not sent yet is canceled when the lifetime ends.
  atEnd = () => Promise.all([accountFeature.clearClipboard(), ordersFeature.settled(), deliveries.settled()]);
  void accountFeature.resume().catch(host.onError);
}
