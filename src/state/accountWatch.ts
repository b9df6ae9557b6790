import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Order } from '../model/order/order.ts';
import { createOrderNews, type NewsKind } from './orderNews.ts';
import {
  emptySnapshot,
  isOpen,
  knowsMore,
  meet,
  ordersIn,
  placedAt,
  toShare,
  unlistedIn,
  withReading,
  type ReadingOfOrders,
  type Snapshot,
} from './orderSnapshot.ts';
import type { OrdersState } from './orders.ts';
import { createChangedReader } from './readChanged.ts';
import { readRound } from './readRound.ts';
import { createRounds } from './rounds.ts';
import type { SignedIn } from './session.ts';
import type { Mark, WatchGroup } from './watchGroup.ts';

export type TellOrders = (kind: NewsKind | 'ended', orders: readonly Order[]) => void;

export interface AccountWatchParts {
  under: SignedIn;
  group: WatchGroup;
  /** What this window knew before it joined the group. */
  before: Snapshot;
  isFocused: ReadonlySignal<boolean>;
  pollMs: () => number;
  /** Age from which an order in progress is told to be late, milliseconds; `undefined`: never. */
  lateAfterMs: () => number | undefined;
  onNetworkReturn: (run: () => void) => { dispose(): void };
  /** From one reading of a single order to the next, milliseconds. */
  distanceMs: number;
  /** Epoch ms. */
  now: () => number;
  show: (state: OrdersState, unseen: ReadonlySet<string>, unlisted: ReadonlySet<string>) => void;
  tell: TellOrders;
}

/** The watching of one account's orders in one window, until another session. */
export interface AccountWatch {
  readonly known: () => Snapshot;
  refresh(): Promise<void>;
  refreshAnew(): Promise<void>;
  add(order: Order): void;
  markSeen(orderId: string): void;
  dispose(): void;
}

/** Another window reads, but nothing came from it for so long: this one reads for itself, milliseconds. */
const patienceMs = 15_000;
/** The longest wait for an order to become late, milliseconds: clocks are set and machines sleep. */
const lookForLateMs = 3_600_000;

export function startAccountWatch(parts: AccountWatchParts): AccountWatch {
  const { under, group, isFocused, now } = parts;
  const abort = new AbortController();
  const changedReader = createChangedReader(parts.distanceMs);
  const news = createOrderNews(
    mark => group.mark(mark),
    isFocused,
    (kind, ids) => parts.tell(kind, knownOrders(ids)),
  );
  const rounds = createRounds({
    read,
    pace: () => {
      const open = known.orders.filter(isOpen);
      if (open.length === 0 || !group.isWatcher.peek()) return undefined;
      const youngestMs = now() - Math.max(...open.map(placedAt));
      return { isLookedAt: group.isLookedAt.peek(), youngestMs, pollMs: parts.pollMs() };
    },
    mayRun: () => group.confirm(),
    onFailure(failure) {
      if (abort.signal.aborted) return;
      stale = failure;
      show();
    },
    onNetworkReturn: parts.onNetworkReturn,
  });
  let known = parts.before;
  let marks: ReadonlySet<Mark> = new Set();
  /** The orders of `shownOf`: the same array while they are the same, so that nobody draws them anew. */
  let orders: readonly Order[] = [];
  let shownOf: Snapshot | undefined;
  let hasRead = known.wholeTurn > 0;
  let mostPerPage: number | undefined;
  let stale: unknown;
  /** What an earlier window left is no news of this one. */
  let hasBegun = false;
  let patience: NodeJS.Timeout | undefined;
  let lateTimer: NodeJS.Timeout | undefined;
  /** What is read from and written to the disk follows each other. */
  let last: Promise<unknown> = Promise.resolve();

  const knownOrders = (ids: readonly string[]) => {
    const wanted = new Set(ids);
    return ordersIn(known, now()).filter(({ id }) => wanted.has(id));
  };

  async function read(isWhole: boolean): Promise<void> {
    const { signal } = abort;
    const client = await under.client();
    const before = known.orders.filter(one => !one.isGone);
    const turn = known.turn + 1;
    const needsAll = isWhole || known.wholeTurn === 0;
    const round = await readRound(client, before, { isWhole: needsAll, mostPerPage, signal });
    mostPerPage = round.mostPerPage;
    const byId = new Map(before.map(one => [one.order.id, one]));
    const { orders, gone } = await changedReader.complete(client, byId, round, signal);
    if (signal.aborted) return;
    stale = undefined;
    hasRead = true;
    take({ turn, orders, gone, isWhole: round.isWhole });
  }

  function take(reading: ReadingOfOrders) {
    const former = known;
    change(withReading(known, reading, now()));
    show();
    if (known !== former) void inTurn(publish);
  }

  /** Tells of the orders that ended between what was known and what is known now. */
  function change(next: Snapshot) {
    const former = known;
    known = next;
    if (hasBegun && next.placed > former.placed) rounds.quicken();
    const before = new Set(former.finished.map(({ id }) => id));
    const open = new Set(former.orders.filter(isOpen).map(({ order }) => order.id));
    const ended = next.finished.filter(({ id }) => !before.has(id) && open.has(id)).map(({ id }) => id);
    if (ended.length > 0) parts.tell('ended', knownOrders(ended));
  }

  /** Takes over what other windows wrote, and writes what they do not know. */
  async function follow() {
    const [shared, marked] = await Promise.all([group.read(), group.marks()]);
    if (abort.signal.aborted) return;
    marks = marked;
    if (shared) {
      const { turn } = known;
      change(meet(known, shared, now()));
      // Another window has reached the service.
      if (known.turn > turn) stale = undefined;
    }
    if (knowsMore(toShare(known), shared ?? emptySnapshot)) await publish();
    show();
  }

  async function publish() {
    const shared = await group.read();
    if (abort.signal.aborted) return;
    if (shared) change(meet(known, shared, now()));
    await group.write(toShare(known));
    show();
  }

  /** A disk that fails costs the windows their common knowledge, and this one nothing. */
  function inTurn(run: () => Promise<void>): Promise<void> {
    const mine = last.then(run).catch(() => undefined);
    last = mine;
    return mine;
  }

  function show() {
    if (abort.signal.aborted) return;
    if (shownOf !== known) orders = ordersIn((shownOf = known), now());
    const isKnown = hasRead || known.wholeTurn > 0 || orders.length > 0;
    if (isKnown) {
      clearTimeout(patience);
      const state = { kind: 'ready', orders } as const;
      parts.show(stale === undefined ? state : { ...state, stale }, unseenIn(), unlistedIn(known, now()));
      news.offer('told', untold());
      lookForLate();
    } else {
      const state =
        stale === undefined ? ({ kind: 'loading' } as const) : ({ kind: 'failed', error: stale } as const);
      parts.show(state, new Set(), new Set());
    }
    rounds.reconsider();
  }

  function unseenIn(): ReadonlySet<string> {
    const there = new Set(ordersIn(known, now()).map(({ id }) => id));
    const ids = known.finished.flatMap(({ id, phase }) => (phase === 'delivered' ? [id] : []));
    return new Set(ids.filter(id => there.has(id) && !marks.has(`seen/${id}`)));
  }

  function untold(): string[] {
    return known.finished.flatMap(({ id }) => (marks.has(`told/${id}`) ? [] : [id]));
  }

  function lookForLate() {
    clearTimeout(lateTimer);
    const after = parts.lateAfterMs();
    if (after === undefined) return;
    const open = known.orders.filter(isOpen);
    const waits = open.map(one => placedAt(one) + after - now());
    const late = open.filter((one, index) => (waits[index] ?? 1) <= 0 && !marks.has(`late/${one.order.id}`));
    news.offer(
      'late',
      late.map(({ order }) => order.id),
    );
    const next = Math.min(...waits.filter(wait => wait > 0), lookForLateMs);
    if (open.length > 0) lateTimer = setTimeout(lookForLate, next);
  }

  /** Marks of what is neither news nor in progress are of no more use. */
  function marksInUse(): ReadonlySet<Mark> {
    const ended = known.finished.flatMap(({ id }): Mark[] => [`told/${id}`, `seen/${id}`]);
    return new Set([...ended, ...known.orders.filter(isOpen).map(({ order }): Mark => `late/${order.id}`)]);
  }

  async function begin() {
    await inTurn(follow);
    hasBegun = true;
    if (abort.signal.aborted) return;
    stops.push(
      effect(() => {
        if (group.changed.value > 0) void inTurn(follow);
      }),
      effect(() => {
        if (group.isWatcher.value)
          void rounds.run(false).then(() => inTurn(() => group.keepMarks(marksInUse())));
      }),
      effect(() => {
        if (group.isLookedAt.value) rounds.wake();
        else rounds.reconsider();
      }),
    );
    if (!hasRead && known.wholeTurn === 0 && !group.isWatcher.peek()) {
      patience = setTimeout(() => void rounds.run(true), patienceMs);
    }
  }

  const stops: (() => void)[] = [];
  show();
  void begin();

  return {
    known: () => known,
    refresh: () => rounds.run(true),
    async refreshAnew() {
      await rounds.idle();
      await rounds.run(true);
    },
    add(order) {
      hasBegun = true;
      take({ turn: known.turn + 1, orders: [order], isWhole: false, isPlaced: true });
    },
    markSeen(orderId) {
      if (!unseenIn().has(orderId)) return;
      marks = new Set(marks).add(`seen/${orderId}`);
      show();
      void inTurn(async () => {
        await group.mark(`seen/${orderId}`);
      });
    },
    dispose() {
      abort.abort();
      stops.forEach(stop => stop());
      clearTimeout(patience);
      clearTimeout(lateTimer);
      rounds.stop();
      news.dispose();
      group.dispose();
    },
  };
}
