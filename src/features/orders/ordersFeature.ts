import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { customName } from '../../service/rules/customName.ts';
import { type Order, orderPhase } from '../../service/rules/order.ts';
import { decorateFiles } from '../../platform/documents/fileDecorations.ts';
import type { Host } from '../../platform/host/host.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { contextKey, onChange } from '../../platform/host/onChange.ts';
import type { RecordAction } from '../../platform/host/record.ts';
import { storageSlot } from '../../platform/host/storage.ts';
import { type ArrangementMemory, createArrangement } from '../../platform/rows/arrangementOwner.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import type { Estimates } from './estimates.ts';
import { followPlaced } from './followPlaced.ts';
import type { Journal } from './journal.ts';
import type { OrdersState } from './knownOrders.ts';
import { isUnconfirmed, listAttempts } from './orderAttempts.ts';
import type { OrderFacts } from './orderFacts.ts';
import { folderMarks } from './orderMarks.ts';
import type { MoneyKnown, OrderMoney } from './orderMoney.ts';
import { createOrders } from './orders.ts';
import { ordersHere, ordersOn } from './ordersHere.ts';
import type { Placing } from './placing.ts';
import { createPrices, type Prices } from './prices.ts';
import type { OrderCommandParts } from './ui/commands.ts';
import { ordersAtFirst, registerOrdersView } from './ui/list/ordersView.ts';
import { budget, lateAfterMs, pollMs } from './ui/orderSettings.ts';

export interface OrderSources extends Pick<
  OrderCommandParts,
  'session' | 'account' | 'contracts' | 'subscriptions' | 'catalog' | 'journal'
> {
  record: RecordAction;
  estimates: Estimates;
  clock: ServiceClock;
}

export function createOrdersFeature(host: Host, sources: OrderSources, memory: ArrangementMemory) {
  const { context, log, storagePath, onError, register, lazy, withFirstJson } = host;
  const { session, account, catalog, journal, record, clock } = sources;

  const imageById = (id: string) => catalog.byId.peek().get(id);
  const factsNow = signal<OrderFacts | undefined>(undefined);
  /** Loaded, or read for an order. */
  const imageKnown = (id: string) => imageById(id) ?? factsNow.peek()?.context().imageById?.(id);
  const named = computed(() => [catalog.byId.value, factsNow.value?.named.value]);
  const focus = followWindowFocus();
  const arrangement = createArrangement('orders', ordersAtFirst, memory);
  const orders = createOrders(session, pollMs, {
    journal: journal.known,
    account,
    marks: folderMarks(storagePath('orderMarks')),
    onError,
    images: {
      changed: named,
      of: imageKnown,
    },
    isFocused: focus.isFocused,
    filters: computed(() => arrangement.current.value.filters),
    lateAfterMs,
    clock,
  });
  const followed = signal<OrderMoney | undefined>(undefined);
  const followMoney = lazy(async () => {
    const { createOrderMoney } = await import('./orderMoney.ts');
    const { payments } = sources.contracts;
    const { aheadMs } = clock;
    const own = { orders, payments, aheadMs, onError };
    return (followed.value = createOrderMoney({ session, account, journal, ...own }));
  });
  const money: MoneyKnown = {
    current: computed(() => followed.value?.current.value),
    of: order => followed.peek()?.of(order),
    learn: async about => (await followMoney()).learn(about),
  };
  const prices = createPrices(session, record, {
    imageById: imageKnown,
    onError,
  });
  const namesOfDrafts = loadOnce(async () => {
    const { createDraftNames } = await import('./draftNames.ts');
    return createDraftNames(storageSlot(context.globalState, 'swath.draftNames'));
  });
  const contractId = () => ordersHere(session, account)?.contract;
  let placing: Placing | undefined;
  const orderParts = loadOnce(async () => {
    const [{ createOrdering }, draftNames, { createStacItems }] = await Promise.all([
      import('./ordering.ts'),
      namesOfDrafts(),
      import('./ui/stacItems.ts'),
    ]);
    const readItems = createStacItems(onError);
    const own = { prices, orders, money, draftNames, budget, contractId, log, readItems, onError };
    const created = createOrdering({ ...sources, ...own });
    placing = created.placing;
    factsNow.value = created.facts;
    return created;
  });
  const isOnItsWay = (id: string) => placing?.isOnItsWay(id) ?? false;

  const unconfirmed = computed(() => {
    const here = ordersHere(session, account);
    // The answers that this window waits for change it, too.
    void placing?.changed.value;
    const attempts = here ? listAttempts(journal.known.value, here) : [];
    return attempts.filter(attempt => isUnconfirmed(attempt) && !isOnItsWay(attempt.id));
  });
  const inView = signal<readonly Order[]>([]);
  const view = registerOrdersView({
    unconfirmed,
    orders,
    money,
    arrangement,
    lateAfterMs,
    imageById: imageKnown,
    named,
    analytics: () => factsNow.peek()?.context().analytics,
    clock,
    inView,
  });
  /** Orders that nobody named are called by the days of their images. */
  async function wantImages() {
    const nameless = inView.value.filter(order => customName(order) === undefined);
    if (nameless.length === 0) return;
    const [{ imagesOfNameless }, parts] = await Promise.all([import('./orderedWhat.ts'), orderParts()]);
    parts.facts.want(imagesOfNameless(nameless).slice(0, maxWanted));
  }
  const orderPage = lazy(async () => {
    const [{ createOrderPage }, { facts }] = await Promise.all([
      import('./ui/page/orderPage.ts'),
      orderParts(),
    ]);
    const { extensionUri } = context;
    return createOrderPage({ ...sources, orders, inView, money, facts, lateAfterMs, extensionUri, onError });
  });
  register(
    { dispose: () => orders.dispose() },
    focus,
    view,
    vscode.window.registerWebviewPanelSerializer('swath.order', {
      deserializeWebviewPanel: async (panel, state) => (await orderPage()).restore(panel, state),
    }),
    onChange([inView], () => void wantImages().catch(onError)),
    trackOrderKeys(orders.current),
    // Before the first list is read, no order is known to have ended.
    onChange([orders.current], () => {
      if (orders.current.value.kind === 'ready') followMoney().catch(onError);
    }),
    trackSteps(prices, journal),
    {
      dispose: followPlaced(account, session, journal, { isOnItsWay }),
    },
    // Another window may have placed an order while this one wasn't focused.
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) journal.read().catch(onError);
    }),
    onEachSignIn(session, async ({ connection }, closing) => {
      try {
        if (!listAttempts(await journal.read(), ordersOn(connection, account)).some(isUnconfirmed)) return;
        const [{ reportOpenOrders }, parts] = await Promise.all([
          import('./ui/place/resolveOrder.ts'),
          orderParts(),
        ]);
        await reportOpenOrders(parts, closing);
      } catch (error) {
        onError(error);
      }
    }),
  );
  decorateFiles(host, /\.order\.json$/, async changed => {
    const { decorateOrders } = await import('./ui/document/orderDecorations.ts');
    // While signed out, nothing has read it yet.
    void journal.read().catch(onError);
    return decorateOrders(
      { session, account, prices, journal, orders, isOnItsWay, draftNames: namesOfDrafts },
      changed,
    );
  });
  withFirstJson(async () => {
    const [{ registerOrderLanguage }, parts] = await Promise.all([
      import('./ui/document/orderLanguage.ts'),
      orderParts(),
    ]);
    return registerOrderLanguage({ ...parts, estimates: sources.estimates }, onError);
  });

  const commands = async () => {
    const [{ orderCommands }, ordering] = await Promise.all([import('./ui/commands.ts'), orderParts()]);
    return orderCommands({
      ...sources,
      orders,
      ordering,
      arrangement,
      lateAfterMs,
      view,
      orderPage,
      extensionUri: context.extensionUri,
      onError,
    });
  };
  return {
    commands,
    orders,
    inView,
    money,
    draftNames: namesOfDrafts,
    prices,
    imageById: imageKnown,
    facts: async () => (await orderParts()).facts,
    owned: async () => (await orderParts()).owned,
    view,
    /** Resolves when this window isn't placing any order. */
    settled: async () => placing?.settled(),
  };
}

/** How many images are requested for the names of orders. */
const maxWanted = 50;

/** Calls back once for each connection that the user signs in to in this window. */
function onEachSignIn(
  session: SessionOwner,
  run: (signedIn: SignedIn, closing: AbortSignal) => Promise<void>,
): vscode.Disposable {
  const closing = new AbortController();
  const seen = new Set<string>();
  const stop = session.current.subscribe(next => {
    const signedIn = asSignedIn(next);
    if (!signedIn || seen.has(signedIn.connection.name)) return;
    seen.add(signedIn.connection.name);
    void run(signedIn, closing.signal);
  });
  return new vscode.Disposable(() => {
    closing.abort();
    stop();
  });
}

function followWindowFocus(): { isFocused: ReadonlySignal<boolean>; dispose(): void } {
  const isFocused = signal(vscode.window.state.focused);
  const following = vscode.window.onDidChangeWindowState(({ focused }) => {
    isFocused.value = focused;
  });
  return { isFocused, dispose: () => void following.dispose() };
}

function trackOrderKeys(orders: ReadonlySignal<OrdersState>): vscode.Disposable {
  const listed = contextKey('swath.orders');
  const hasReady = contextKey('swath.hasReady');
  return onChange([orders], () => {
    const state = orders.value;
    listed(state.kind === 'ready' && state.orders.length === 0 ? 'empty' : state.kind);
    hasReady(state.kind === 'ready' && state.orders.some(isReady));
  });
}

/** Ticks the steps of the walkthrough about prices and orders, in whichever way they are done. */
function trackSteps(prices: Prices, journal: Journal): vscode.Disposable {
  const hasPrice = contextKey('swath.hasPrice');
  const hasOrdered = contextKey('swath.hasOrdered');
  return onChange([prices.current, journal.known], () => {
    if ([...prices.current.value.values()].some(({ kind }) => kind === 'priced')) hasPrice(true);
    if (journal.known.value.some(({ event }) => event === 'placed')) hasOrdered(true);
  });
}

function isReady({ status, deliveries }: Order): boolean {
  return orderPhase(status) === 'delivered' || deliveries.some(({ download }) => download !== undefined);
}
