import { isDeepStrictEqual } from 'node:util';
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { nonEmptyText } from '../../base/fields.ts';
import { sandboxConnection } from '../../service/rules/connection.ts';
import { customName } from '../../service/rules/customName.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { type Order, orderPhase } from '../../service/rules/order.ts';
import type { Account } from '../../session/account.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import type { AccountWatch } from './accountWatch.ts';
import type { ChosenFilters } from './filteredOrders.ts';
import type { JournalLine, OrderDestination } from './journal.ts';
import { type OrdersState, placedAt } from './knownOrders.ts';
import { listAttempts } from './orderAttempts.ts';
import type * as OrderedWhat from './orderedWhat.ts';
import type { MarkStore } from './orderMarks.ts';
import type { NewsKind } from './orderNews.ts';
import { ordersHere, ordersOn } from './ordersHere.ts';
import type { OrderBody } from './rules/orderBody.ts';

type NewsListener = (kind: NewsKind, orders: readonly Order[]) => void;

export interface OrdersOptions {
  /** Shared by all windows on this machine. */
  marks: MarkStore;
  onError: (error: unknown) => void;
  journal: ReadonlySignal<readonly JournalLine[]>;
  /** What is known of images, and what changes with that: for the names of orders that nobody named. */
  images: {
    readonly changed: ReadonlySignal<unknown>;
    of: (id: string) => Pick<Image, 'acquisitionDate'> | undefined;
  };
  /** Says which contract pays. */
  account: Pick<Account, 'current'> | undefined;
  isFocused: ReadonlySignal<boolean>;
  /** Of the view: what they let pass is read also where the list can't be read whole. */
  filters: ReadonlySignal<ChosenFilters>;
  /** Age in milliseconds after which an order in progress is late; `undefined`: never. */
  lateAfterMs: () => number | undefined;
  clock: ServiceClock;
}

export type Orders = ReturnType<typeof createOrders>;

/**
 * While an order is in progress, each window polls the list, with one call per round. The focused window uses the
 * interval from the settings; the others poll four times less often.
 *
 * @param pollMs wait between two rounds, in milliseconds
 */
export function createOrders(
  session: SessionOwner,
  pollMs: () => number,
  { marks, onError, journal, images, account, isFocused, filters, lateAfterMs, clock }: OrdersOptions,
) {
  const listed = signal<OrdersState>({ kind: 'none' });
  /** By order id. */
  const sent = computed(() => {
    const destination = ordersHere(session, account);
    const attempts = destination ? listAttempts(journal.value, destination) : [];
    return new Map(
      attempts.flatMap(({ body, name, outcome }) =>
        outcome?.event === 'placed' ? [[outcome.orderId, { body, name }] as const] : [],
      ),
    );
  });
  const sentBodies = computed(
    (): ReadonlyMap<string, OrderBody> => new Map([...sent.value].map(([id, { body }]) => [id, body])),
  );
  const withName = (order: Order) => {
    const known = sent.value.get(order.id);
    return withNames(order, { ...known?.body, name: known?.name });
  };
  /** What those ordered that nobody named, by order id. The same map while nothing changes: images change often. */
  let before: ReadonlyMap<string, string> = new Map();
  /** Loaded with the first order that nobody named. */
  const describing = signal<typeof OrderedWhat | undefined>(undefined);
  let loading: Promise<void> | undefined;
  const load = () =>
    void (loading ??= import('./orderedWhat.ts').then(loaded => void (describing.value = loaded), onError));
  const ordered = computed(() => {
    const nameless = ordersOrNone(listed.value)
      .map(withName)
      .filter(order => customName(order) === undefined);
    // oxlint-disable-next-line typescript/no-unused-expressions -- reads the signal
    if (nameless.length > 0) images.changed.value;
    const next = describing.value?.orderedWhats(nameless, id => images.of(id)) ?? new Map<string, string>();
    if (nameless.length > 0) load();
    return isDeepStrictEqual(next, before) ? before : (before = next);
  });
  const named = (orders: readonly Order[]) =>
    orders.map(order => {
      const what = ordered.value.get(order.id);
      return what === undefined ? withName(order) : { ...withName(order), what };
    });
  let previous: OrdersState = listed.peek();
  const current = computed(() => {
    const state = listed.value;
    const next = state.kind === 'ready' ? { ...state, orders: named(state.orders) } : state;
    return isDeepStrictEqual(next, previous) ? previous : (previous = next);
  });
  const unseen = signal<ReadonlySet<string>>(new Set());
  const unlisted = signal<ReadonlySet<string>>(new Set());
  /** Ids of orders with a file on this machine, and those files as `id/index`: deliveries look for them. */
  const downloaded = signal<ReadonlySet<string>>(new Set());
  const endedListeners: ((orders: readonly Order[]) => void)[] = [];
  const newsListeners: NewsListener[] = [];
  let signedIn: SignedIn | undefined;
  let watch: AccountWatch | undefined;
  /** Loaded after signing in. What is asked of the watch until then waits for it. */
  let starting: Promise<AccountWatch | undefined> = Promise.resolve(undefined);

  async function start(next: SignedIn): Promise<AccountWatch | undefined> {
    const { connection } = next;
    const [{ startAccountWatch }, { createOrderMarks }] = await Promise.all([
      import('./accountWatch.ts'),
      import('./orderMarks.ts'),
    ]);
    if (signedIn !== next) return undefined;
    return (watch = startAccountWatch({
      signedIn: next,
      isFocused,
      filters,
      pollMs,
      lateAfterMs,
      clock,
      marks: createOrderMarks(connection.baseUrl, marks, onError),
      // Each window has a sandbox of its own, which can start over: an order that it doesn't list isn't lost.
      placed: computed(() =>
        connection === sandboxConnection ? [] : placedOrders(journal.value, ordersOn(connection, account)),
      ),
      show(state, ids, lost) {
        if (!isDeepStrictEqual(state, listed.peek())) listed.value = state;
        if (!isDeepStrictEqual(ids, unseen.peek())) unseen.value = ids;
        if (!isDeepStrictEqual(lost, unlisted.peek())) unlisted.value = lost;
      },
      onEnded(orders) {
        for (const listener of endedListeners) listener(named(orders));
      },
      onNews(kind, orders) {
        for (const listener of newsListeners) listener(kind, named(orders));
      },
    }));
  }

  function end() {
    watch?.dispose();
    watch = undefined;
    listed.value = { kind: 'none' };
    unseen.value = new Set();
    unlisted.value = new Set();
    downloaded.value = new Set();
  }

  const stop = session.current.subscribe(next => {
    const under = asSignedIn(next);
    if (under === signedIn) return;
    end();
    signedIn = under;
    starting = under ? start(under) : Promise.resolve(undefined);
    starting.catch(onError);
  });

  return {
    /** If the service doesn't return a name, orders from this machine keep the name that they were sent with. */
    current,
    /** Ids of orders that were delivered while being watched and haven't been opened on this machine. */
    unseen: unseen as ReadonlySignal<ReadonlySet<string>>,
    /** Ids of orders from this machine that the service accepted but no longer knows. */
    unlisted: unlisted as ReadonlySignal<ReadonlySet<string>>,
    downloaded,
    /** The bodies that this machine sent, by order id. */
    sent: sentBodies,
    /** When the list was last requested, epoch ms; `undefined` until it has been read. */
    readAt: () => watch?.readAt(),
    /** Reads the whole list, or joins the request in progress that does. */
    refresh: async (): Promise<void> => (await starting)?.refresh(),
    /**
     * Reads the whole list in a request that starts after the call: one in progress may be older than the change to
     * find. What a person refreshes is read this way.
     */
    refreshAnew: async (): Promise<void> => (await starting)?.refreshAnew(),
    /** Adds a new order from the service's answer. At first, it is polled more often. */
    add(order: Order, placedUnder: SignedIn): void {
      if (placedUnder !== signedIn) return;
      if (watch) watch.add(order);
      else void starting.then(started => started?.add(order));
    },
    markSeen: (orderId: string): void => watch?.markSeen(orderId),
    /**
     * When an order was placed, epoch ms: the time from the service, otherwise when this machine first saw the order.
     */
    placedAt(orderId: string): number | undefined {
      const found = watch?.known().find(({ order }) => order.id === orderId);
      return found && placedAt(found);
    },
    /** Called in every window that saw the orders in progress before they ended. */
    onEnded: (listener: (orders: readonly Order[]) => void): void => void endedListeners.push(listener),
    /**
     * Called in only one window on the machine, once for each order that ended or is late, with all that do so
     * together.
     */
    onNews: (listener: NewsListener): void => void newsListeners.push(listener),
    dispose(): void {
      stop();
      watch?.dispose();
      watch = undefined;
      signedIn = undefined;
    },
  };
}

/** Adds the names from elsewhere that the service doesn't return, such as those that the order was sent with. */
export function withNames(
  order: Order,
  names: { title?: unknown; customerRef?: unknown; name?: unknown; what?: unknown } = {},
): Order {
  const title = order.title ?? nonEmptyText(names.title);
  const customerRef = order.customerRef ?? nonEmptyText(names.customerRef);
  const name = order.name ?? nonEmptyText(names.name);
  const what = order.what ?? nonEmptyText(names.what);
  const isNamed = name !== order.name || what !== order.what;
  if (title === order.title && customerRef === order.customerRef && !isNamed) return order;
  return {
    ...order,
    title,
    customerRef,
    name,
    what,
  };
}

function ordersOrNone(state: OrdersState): readonly Order[] {
  return state.kind === 'ready' ? state.orders : [];
}

/** Orders that were placed from this machine, as shown until the service lists them. */
function placedOrders(lines: readonly JournalLine[], destination: OrderDestination): Order[] {
  return listAttempts(lines, destination).flatMap(({ at, body, orderKind, price, outcome }): Order[] =>
    outcome?.event === 'placed' && orderPhase(outcome.status) === 'inProgress'
      ? [
          {
            id: outcome.orderId,
            kind: orderKind === '' ? undefined : orderKind,
            status: outcome.status,
            title: nonEmptyText(body.title),
            contractId: undefined,
            customerRef: nonEmptyText(body.customerRef),
            price,
            isEstimate: false,
            estimatedAmount: undefined,
            message: undefined,
            createdAt: at,
            updatedAt: undefined,
            payload: body,
            deliveries: [],
            fields: {},
          },
        ]
      : [],
  );
}
