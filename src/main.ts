import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { createAccountFeature } from './features/account/accountFeature.ts';
import { registerTools } from './features/agents/registerTools.ts';
import { createAreasFeature } from './features/areas/areasFeature.ts';
import { createDeliveriesFeature } from './features/deliveries/deliveriesFeature.ts';
import { createImagesFeature } from './features/images/imagesFeature.ts';
import { createLedger, createLedgerLog } from './features/ledger/ledger.ts';
import { createLedgerFeature } from './features/ledger/ledgerFeature.ts';
import { createLinksFeature } from './features/links/linksFeature.ts';
import { createMapFeature } from './features/map/mapFeature.ts';
import { createEstimates } from './features/orders/estimates.ts';
import { createJournal, readJournalLine } from './features/orders/journal.ts';
import type { Orders } from './features/orders/orders.ts';
import { createOrdersFeature } from './features/orders/ordersFeature.ts';
import { ordersHere } from './features/orders/ordersHere.ts';
import { withProgress } from './platform/dialogs/window.ts';
import { createAppendLog } from './platform/files/appendLog.ts';
import { allTables, type SomeCommands } from './platform/host/commands.ts';
import type { Host } from './platform/host/host.ts';
import { createArrangementMemory } from './platform/host/storage.ts';
import { runRow } from './platform/rows/rowTree.ts';
import { refreshIfRead } from './session/reader.ts';
import { asSignedIn } from './session/session.ts';

/** Creates every feature and connects them, in order. Doesn't wait: work that needs the service or the disk comes later. */
export function createMain(host: Host) {
  const { context, log, register } = host;
  const arrangements = createArrangementMemory(context.globalState);

  const journal = createJournal(createAppendLog(host.storagePath('journal.jsonl'), readJournalLine));
  const ledger = createLedger(
    createLedgerLog(host.storagePath('ledger')),
    journal,
    host.onError,
    connection => {
      const here = ordersHere(session, account);
      return here?.connection === connection ? here.contract : undefined;
    },
  );
  const { record } = ledger;

  const ordersCreated = signal<Orders | undefined>(undefined);
  const listed = computed(() => {
    const state = ordersCreated.value?.current.value;
    return state?.kind === 'ready' ? state.orders : [];
  });
  const accountFeature = createAccountFeature(host, ledger, arrangements, journal, listed);
  const { session, account, contracts, subscriptions, clock } = accountFeature;
  const past = computed(() => ({
    orders: listed.value,
    imageById: (id: string) => ordersFeature.imageById(id),
  }));
  const estimates = createEstimates(session, ledger, past);
  const images = createImagesFeature(host, session, clock, estimates);
  const { catalog, figures, shortlist } = images;
  const isMapOpen = signal(false);
  const areas = createAreasFeature(host, session, catalog, () => map.panels.extent(), isMapOpen);
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
  const ordersFeature = createOrdersFeature(host, sources, arrangements);
  const { orders, inView, money, draftNames, prices, facts, owned } = ordersFeature;
  ordersCreated.value = orders;
  accountFeature.afterOutage(() => void orders.refresh().catch(host.onError));
  const deliveries = createDeliveriesFeature(host, session, account, orders, inView, money, journal);
  const map = createMapFeature(host, {
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
  const ledgerFeature = createLedgerFeature(host, ledger, account, arrangements);

  const relatedViews = {
    connectionInUse: () => asSignedIn(session.current.peek())?.connection.name,
    revealOrder: (id: string) => ordersFeature.view.reveal(id),
    revealSubscription: (id: string) => accountFeature.revealSubscription(id),
  };
  const links = createLinksFeature(host, {
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
  return {
    /** Commands by ID, a table a feature. */
    tables,
    isMapOpen: isMapOpen as ReadonlySignal<boolean>,
    /** Continues where the last window was: the session that was signed in to. */
    resume: () => accountFeature.resume(),
    /** Ends what must end before the extension host exits: nothing is placed or written after it. */
    end: (): Promise<unknown> =>
      Promise.all([accountFeature.clearClipboard(), ordersFeature.settled(), deliveries.settled()]),
  };
}
