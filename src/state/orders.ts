import { computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals-core';
import type { Profile } from '../model/account/account.ts';
import type { Order } from '../model/order/order.ts';
import { startAccountWatch, type AccountWatch, type TellOrders } from './accountWatch.ts';
import type { JournalLine } from './journal.ts';
import { emptySnapshot, placedAt, type Snapshot } from './orderSnapshot.ts';
import type { Reading } from './reading.ts';
import { orderPlace } from './sendings.ts';
import { createNaming, sentNamesOf, type SentNames } from './sentNames.ts';
import { signedInOf, type Session, type SessionOwner, type SignedIn } from './session.ts';
import { watchAlone, type JoinWatch, type WatchGroup } from './watchGroup.ts';

export type OrdersState =
  | { kind: 'none' }
  | { kind: 'loading' }
  /** `stale` is set when the last reading failed; the orders known before stay on screen. */
  | { kind: 'ready'; orders: readonly Order[]; stale?: unknown }
  | { kind: 'failed'; error: unknown };

export interface Orders {
  /** Orders of this machine have the names that they were sent with, where the service tells none. */
  readonly current: ReadonlySignal<OrdersState>;
  /** Ids of orders that were delivered since they are watched and that nobody has opened on this machine. */
  readonly unseen: ReadonlySignal<ReadonlySet<string>>;
  /** Ids of orders that the service took from this machine and does not list, nor know by themselves. */
  readonly unlisted: ReadonlySignal<ReadonlySet<string>>;
  /** Reads the whole list in this window; the other windows are told. */
  refresh(): Promise<void>;
  /** A reading that begins after now: one under way can be older than what one wants to find. */
  refreshAnew(): Promise<void>;
  /** A new order, straight from the service's answer; the watching starts at a quick pace. */
  add(order: Order, under: SignedIn): void;
  markSeen(orderId: string): void;
  /** When an order was placed, epoch ms: by the service, or else when it was first known on this machine. */
  placedAt(orderId: string): number | undefined;
  /** Called in every window with orders that have reached their end. */
  onEnded(listener: (orders: readonly Order[]) => void): void;
  /** Called in one window of the machine, once for each order that has ended, with all that came together. */
  onFinished(listener: (orders: readonly Order[]) => void): void;
  /** The same for orders in progress that are older than the setting has it. */
  onLate(listener: (orders: readonly Order[]) => void): void;
  dispose(): void;
}

export interface OrdersOptions {
  /** Tells whose orders they are; without it this window watches by itself. */
  account?: ReadonlySignal<Reading<Profile>>;
  join?: JoinWatch;
  /** Lines of the order journal, as this window read them last. */
  journal?: ReadonlySignal<readonly JournalLine[]>;
  /** Somebody has this window before him. */
  isFocused?: ReadonlySignal<boolean>;
  /** Age from which an order in progress is told to be late, milliseconds; `undefined`: never. */
  lateAfterMs?: () => number | undefined;
  /** Calls back when the network may be back. */
  onNetworkReturn?: (run: () => void) => { dispose(): void };
  /** From one reading of a single order to the next, milliseconds. */
  distanceMs?: number;
  /** Epoch ms. */
  now?: () => number;
}

/**
 * Owner of the order list and of its watching. While an order is in progress one window of the machine reads the list
 * again and again, one call a round, and all of them follow what it finds; see `WatchGroup`.
 *
 * @param pollMs wait between two rounds, milliseconds
 */
export function createOrders(
  session: SessionOwner,
  pollMs: () => number,
  { account, join, ...options }: OrdersOptions = {},
): Orders {
  const {
    journal = signal([]),
    isFocused = signal(true),
    lateAfterMs = () => undefined,
    onNetworkReturn = () => ({ dispose: () => undefined }),
    distanceMs = 1000,
    now = Date.now,
  } = options;
  const told = signal<OrdersState>({ kind: 'none' });
  const names = computed(() => {
    const under = signedInOf(session.current.value);
    return under ? sentNamesOf(journal.value, orderPlace(under.connection)) : noNames;
  });
  const nameOne = createNaming();
  const named = (orders: readonly Order[]) => orders.map(order => nameOne(order, names.peek()));
  let shown: OrdersState = told.peek();
  const current = computed(() => {
    const next = withNames(told.value, names.value, nameOne);
    return isSameState(next, shown) ? shown : (shown = next);
  });
  const unseen = signal<ReadonlySet<string>>(new Set());
  const unlisted = signal<ReadonlySet<string>>(new Set());
  const listeners: Record<Parameters<TellOrders>[0], ((orders: readonly Order[]) => void)[]> = {
    ended: [],
    told: [],
    late: [],
  };
  let under: SignedIn | undefined;
  let watch: AccountWatch | undefined;
  let isAlone = false;

  function start(group: WatchGroup, before: Snapshot = emptySnapshot) {
    if (!under) return;
    watch = startAccountWatch({
      ...{ under, group, before, isFocused, pollMs, lateAfterMs, onNetworkReturn, distanceMs, now },
      show(state, ids, lost) {
        if (!isSameState(state, told.peek())) told.value = state;
        if (!areSame(ids, unseen.peek())) unseen.value = ids;
        if (!areSame(lost, unlisted.peek())) unlisted.value = lost;
      },
      tell: (kind, orders) => {
        for (const listener of listeners[kind]) listener(named(orders));
      },
    });
  }

  function end() {
    watch?.dispose();
    watch = undefined;
    under = undefined;
    isAlone = false;
    told.value = { kind: 'none' };
    unseen.value = new Set();
    unlisted.value = new Set();
  }

  /** Joins the other windows as soon as it is known whose orders they are; where that cannot be read, goes on alone. */
  function joinAs(reading: Reading<Profile>) {
    if (!under || !join || (watch && !isAlone)) return;
    if (reading.kind === 'ready') {
      const { id: userId = '', contract } = reading.value;
      const before = watch?.known();
      watch?.dispose();
      isAlone = false;
      start(join({ connection: under.connection, userId, contractId: contract.id }), before);
    } else if (reading.kind === 'failed' && !watch) {
      isAlone = true;
      start(watchAlone(isFocused));
    }
  }

  let followed: Session | undefined;
  /** What the account told under the former session: its owner may not have emptied it yet. */
  let former: Reading<Profile> | undefined;
  const stops = [
    session.current.subscribe(next => {
      if (next === followed) return;
      if (followed) {
        end();
        former = account?.peek();
      }
      followed = next;
      under = signedInOf(next);
      if (!under) return;
      if (!join || !account) start(watchAlone(isFocused));
      else told.value = { kind: 'loading' };
    }),
    effect(() => {
      const reading = account?.value;
      if (reading && reading !== former) untracked(() => joinAs(reading));
    }),
  ];

  return {
    current,
    unseen,
    unlisted,
    refresh: async () => watch?.refresh(),
    refreshAnew: async () => watch?.refreshAnew(),
    add(order, placedUnder) {
      if (placedUnder === under) watch?.add(order);
    },
    markSeen: orderId => watch?.markSeen(orderId),
    placedAt(orderId) {
      const found = watch?.known().orders.find(({ order }) => order.id === orderId);
      return found && placedAt(found);
    },
    onEnded: listener => void listeners.ended.push(listener),
    onFinished: listener => void listeners.told.push(listener),
    onLate: listener => void listeners.late.push(listener),
    dispose() {
      stops.forEach(stop => stop());
      watch?.dispose();
      watch = undefined;
    },
  };
}

const noNames: SentNames = new Map();

function withNames(
  state: OrdersState,
  names: SentNames,
  nameOne: ReturnType<typeof createNaming>,
): OrdersState {
  if (state.kind !== 'ready' || names.size === 0) return state;
  return { ...state, orders: state.orders.map(order => nameOne(order, names)) };
}

/** Nothing to draw anew. */
function isSameState(one: OrdersState, other: OrdersState): boolean {
  if (one.kind === 'ready')
    return other.kind === 'ready' && areSameOrders(one.orders, other.orders) && one.stale === other.stale;
  if (one.kind === 'failed') return other.kind === 'failed' && one.error === other.error;
  return one.kind === other.kind;
}

function areSameOrders(one: readonly Order[], other: readonly Order[]): boolean {
  return (
    one === other || (one.length === other.length && one.every((order, index) => order === other[index]))
  );
}

function areSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(id => other.has(id));
}
