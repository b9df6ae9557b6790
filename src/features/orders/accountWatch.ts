import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { hourMs } from '../../base/words/moment.ts';
import type { Order } from '../../service/rules/order.ts';
import { orderPhase } from '../../service/rules/order.ts';
import type { Extent } from '../../service/wire/listed.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import type { SignedIn } from '../../session/session.ts';
import type { ChosenFilters } from './filteredOrders.ts';
import {
  isOpen,
  type KnownOrder,
  lostMs,
  ordersIn,
  type OrdersState,
  placedAt,
  unlistedIn,
  withOrders,
} from './knownOrders.ts';
import type { OrderMarks } from './orderMarks.ts';
import { createOrderNews, type NewsKind } from './orderNews.ts';
import type { ChangedReader } from './readRound.ts';
import { createRounds } from './rounds.ts';

export interface AccountWatchParts {
  signedIn: SignedIn;
  marks: OrderMarks;
  /** Orders placed from this machine, according to the journal as last read. */
  placed: ReadonlySignal<readonly Order[]>;
  isFocused: ReadonlySignal<boolean>;
  /** Of the view. */
  filters: ReadonlySignal<ChosenFilters>;
  pollMs: () => number;
  /** Age in milliseconds after which an order in progress is late; `undefined`: never. */
  lateAfterMs: () => number | undefined;
  clock: ServiceClock;
  show: (state: OrdersState, unseen: ReadonlySet<string>, unlisted: ReadonlySet<string>) => void;
  /** Called in every window that saw the orders in progress. */
  onEnded: (orders: readonly Order[]) => void;
  /** Called in only one window on the machine. */
  onNews: (kind: NewsKind, orders: readonly Order[]) => void;
}

/** Longest wait before checking for late orders, in milliseconds: clocks get changed and machines sleep. */
const lookForLateMs = hourMs;

export type AccountWatch = ReturnType<typeof startAccountWatch>;

/** Watches one account's orders in this window, until the session ends. */
export function startAccountWatch(parts: AccountWatchParts) {
  const { signedIn, marks, isFocused } = parts;
  const { now } = parts.clock;
  const abort = new AbortController();
  let changedReader: ChangedReader | undefined;
  const news = createOrderNews(
    (kind, id) => (kind === 'ended' ? marks.end(id) : marks.late(id)),
    isFocused,
    (kind, ids) => {
      const orders = visibleOrders().filter(({ id }) => ids.includes(id));
      parts.onNews(kind, orders);
    },
  );
  const rounds = createRounds({
    read,
    pace: () => {
      const open = known.filter(isOpen);
      if (open.length === 0) return undefined;
      const youngestMs = now() - Math.max(...open.map(placedAt));
      return { isLookedAt: isFocused.peek(), youngestMs, pollMs: parts.pollMs() };
    },
    onFailure(failure) {
      isPartlyShown = false;
      stale = failure;
      show();
    },
  });
  let known: readonly KnownOrder[] = [];
  /** Counter that orders requests and answers in this window. */
  let count = 0;
  let displayed: { of: readonly KnownOrder[]; orders: readonly Order[] } = { of: known, orders: [] };
  let hasRead = false;
  /** When the last successful request for the list began, epoch ms. */
  let readAt: number | undefined;
  let hasReadAll = false;
  /** Of the last request for the whole list. */
  let extent: Extent | undefined;
  /** Number of all orders, as the first round learned it. */
  let total: number | undefined;
  /** Pages of the round in progress are shown already. Notifications wait for its end, so that they come together. */
  let isPartlyShown = false;
  let maxPerPage: number | undefined;
  /** The filters that the service was asked for last. */
  let filtered: string | undefined;
  let stale: unknown;
  let lateTimer: NodeJS.Timeout | undefined;
  /** Ids of journal orders that were already requested. */
  const lookedFor = new Set<string>();
  /** Queues updates of the marks, so that they run one after another. */
  let marking: Promise<void> = Promise.resolve();

  /** Returns the same array while nothing changes, so that the rows aren't redrawn. */
  function visibleOrders(): readonly Order[] {
    if (displayed.of !== known) displayed = { of: known, orders: ordersIn(known, now()) };
    return displayed.orders;
  }

  async function read(isWhole: boolean): Promise<void> {
    const { signal } = abort;
    const [client, { createChangedReader, readRound }] = await Promise.all([
      signedIn.client(),
      import('./readRound.ts'),
    ]);
    changedReader ??= createChangedReader();
    // A refresh, not a round of the watch.
    if (isWhole) filtered = undefined;
    const requested = count;
    const startedAt = now();
    const before = known.filter(entry => !entry.isLost);
    const knownIds = new Set(known.map(knownId));
    const round = await readRound(client, before, {
      isWhole: isWhole || !hasReadAll,
      maxPerPage,
      onPage(orders, all) {
        if (signal.aborted) return;
        isPartlyShown = true;
        total = all;
        const unknown = orders.filter(({ id }) => !knownIds.has(id));
        known = withOrders(known, { orders: unknown, isWhole: false, requested, learned: ++count }, now());
        show();
      },
      signal,
    });
    maxPerPage = round.maxPerPage;
    const byId = new Map(before.filter(isOfService).map(entry => [entry.order.id, entry]));
    const { orders, gone } = await changedReader.complete(client, byId, round, signal);
    if (signal.aborted) return;
    isPartlyShown = false;
    stale = undefined;
    hasRead = true;
    readAt = startedAt;
    // A list that isn't certain by now is read again only on request.
    hasReadAll ||= round.isWhole || round.extent !== undefined;
    extent = round.extent ?? extent;
    take(withOrders(known, { orders, gone, isWhole: round.isWhole, requested, learned: ++count }, now()));
  }

  /** Reads what the filters of the view let pass where the list itself isn't whole: once, until a refresh. */
  async function readFiltered() {
    const filters = parts.filters.peek();
    const chosen = JSON.stringify([filters.status, filters.kind]);
    const isPart = hasRead ? extent?.isWhole === false && !isPartlyShown : known.some(isOfService);
    if (!isPart || chosen === filtered) return;
    filtered = chosen;
    const { signal } = abort;
    const [client, { readFiltered }] = await Promise.all([signedIn.client(), import('./filteredOrders.ts')]);
    const orders = await readFiltered(client, filters, signal);
    const ids = new Set(known.map(knownId));
    const added = orders.filter(({ id }) => !ids.has(id));
    if (signal.aborted || added.length === 0) return;
    count += 1;
    take([...known, ...added.map(order => ({ order, since: now(), learned: count }))]);
  }

  /** A failure is in the log, and the view says that the list is incomplete. */
  function filter() {
    readFiltered().catch(() => undefined);
  }

  function take(next: readonly KnownOrder[]) {
    const open = new Set(known.filter(entry => isOpen(entry) && isOfService(entry)).map(knownId));
    known = next;
    show();
    const ended = next.filter(entry => open.has(entry.order.id) && hasEnded(entry)).map(({ order }) => order);
    if (ended.length > 0) parts.onEnded(ended);
    marking = marking.then(mark);
  }

  /** Marks orders in progress, so that any window that is open later can report that they ended. */
  async function mark() {
    if (abort.signal.aborted) return;
    await marks.open(known.filter(isOpen).map(knownId));
    show();
  }

  function show() {
    if (abort.signal.aborted) return;
    if (hasRead || known.some(isOfService)) {
      const state: OrdersState = {
        kind: 'ready',
        orders: visibleOrders(),
        stale,
        unfinished: hasRead ? undefined : { total },
        lack: hasRead && extent && (!extent.isWhole || extent.unreadable > 0) ? extent : undefined,
      };
      parts.show(state, unseen(), unlistedIn(known, now()));
      filter();
      if (isPartlyShown) return;
      const ended = known.filter(entry => hasEnded(entry) && marks.has('open', entry.order.id)).map(knownId);
      news.offer('ended', ended);
      findLate();
    } else {
      const state =
        stale === undefined ? ({ kind: 'loading' } as const) : ({ kind: 'failed', error: stale } as const);
      parts.show(state, new Set(), new Set());
    }
    rounds.reconsider();
  }

  function unseen(): ReadonlySet<string> {
    const unseenOrders = visibleOrders().filter(
      ({ id, status }) =>
        orderPhase(status) === 'delivered' && (marks.has('told', id) || marks.has('open', id)),
    );
    return new Set(unseenOrders.map(({ id }) => id));
  }

  function findLate() {
    clearTimeout(lateTimer);
    const after = parts.lateAfterMs();
    const open = known.filter(isOpen);
    if (after === undefined || open.length === 0) return;
    const waits = open.map(entry => ({ id: entry.order.id, wait: placedAt(entry) + after - now() }));
    const late = waits.flatMap(({ id, wait }) => (wait <= 0 && !marks.has('late', id) ? [id] : []));
    news.offer('late', late);
    const next = waits.flatMap(({ wait }) => (wait > 0 ? [wait] : []));
    lateTimer = setTimeout(findLate, Math.min(...next, lookForLateMs));
  }

  /** Requests orders that are in the journal but not in the list: placed by another window, or lost by the service. */
  function followJournal(placed: readonly Order[]) {
    const there = new Set(known.map(({ order }) => order.id));
    const young = placed.filter(order => now() - placedAt({ order, since: now(), learned: 0 }) < lostMs);
    const missing = young.filter(({ id }) => !there.has(id) && !lookedFor.has(id));
    for (const { id } of missing) lookedFor.add(id);
    const ownIds = new Set(young.map(({ id }) => id));
    const owned = known.map(entry =>
      ownIds.has(entry.order.id) && !entry.isOwn ? { ...entry, isOwn: true as const } : entry,
    );
    if (missing.length === 0) {
      known = owned;
      return;
    }
    const added = missing.map(order => ({ order, since: now(), learned: 0, isOwn: true as const }));
    known = [...added, ...owned];
    if (hasRead) {
      rounds.quicken();
      void rounds.run(true);
    }
  }

  async function begin() {
    await marks.read();
    if (abort.signal.aborted) return;
    stops.push(
      effect(() => {
        const placed = parts.placed.value;
        untracked(() => followJournal(placed));
      }),
      marks.changed.subscribe(show),
      parts.filters.subscribe(filter),
      effect(() => {
        if (isFocused.value) untracked(() => rounds.wake());
        else untracked(() => rounds.reconsider());
      }),
    );
    await rounds.run(true);
  }

  const stops: (() => void)[] = [];
  show();
  void begin();

  return {
    known: () => known,
    readAt: () => readAt,
    refresh: () => rounds.run(true),
    refreshAnew: () => rounds.runAnew(),
    add(order: Order): void {
      rounds.quicken();
      const learned = ++count;
      take(
        withOrders(
          known,
          { orders: [order], isWhole: false, isPlaced: true, requested: learned, learned },
          now(),
        ),
      );
    },
    markSeen(orderId: string): void {
      if (unseen().has(orderId)) marking = marking.then(() => marks.seen(orderId));
    },
    dispose(): void {
      abort.abort();
      stops.forEach(stop => stop());
      clearTimeout(lateTimer);
      rounds.stop();
      news.dispose();
      marks.dispose();
    },
  };
}

function knownId({ order }: KnownOrder): string {
  return order.id;
}

function isOfService({ learned }: KnownOrder): boolean {
  return learned > 0;
}

function hasEnded({ order, isLost }: KnownOrder): boolean {
  return isLost === undefined && orderPhase(order.status) !== 'inProgress';
}
