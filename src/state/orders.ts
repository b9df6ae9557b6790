import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { orderPhase, type Order } from '../model/order/order.ts';
import { signedInOf, type SessionOwner, type SignedIn } from './session.ts';

export type OrdersState =
  | { kind: 'none' }
  | { kind: 'loading' }
  /** `stale` is set when the last reading failed; the orders known before stay on screen. */
  | { kind: 'ready'; orders: readonly Order[]; stale?: unknown }
  | { kind: 'failed'; error: unknown };

export interface Orders {
  readonly current: ReadonlySignal<OrdersState>;
  /** Ids of orders that were delivered while Swath watched and that the user has not opened. */
  readonly unseen: ReadonlySignal<ReadonlySet<string>>;
  refresh(): Promise<void>;
  /** A reading that begins after now: one under way can be older than what one wants to find. */
  refreshAnew(): Promise<void>;
  /** A new order, straight from the service's answer; the watching starts at a quick pace. */
  add(order: Order, under: SignedIn): void;
  markSeen(orderId: string): void;
  /** Called once for each order that reaches its end while Swath watches. */
  onFinished(listener: (order: Order) => void): void;
  dispose(): void;
}

/** Waits between readings after one's own order, milliseconds; later ones are the setting's. */
const quickPaceMs: readonly number[] = [2000, 3000, 4000, 5000, 8000, 13_000];

/**
 * Owner of the order list and of its watching: while an order is in progress the list is read again and again, one
 * call a round, quickly after one's own order and then at `pollMs`.
 */
export function createOrders(session: SessionOwner, pollMs: () => number): Orders {
  const current = signal<OrdersState>({ kind: 'none' });
  const unseen = signal<ReadonlySet<string>>(new Set());
  const listeners: ((order: Order) => void)[] = [];
  let round = Infinity;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  /** Orders placed here: one that the list does not show yet must not vanish from the screen. */
  const own = new Set<string>();

  const known = () => {
    const state = current.peek();
    return state.kind === 'ready' ? state.orders : [];
  };
  const hasOpen = computed(() => {
    const state = current.value;
    return state.kind === 'ready' && state.orders.some(order => orderPhase(order.status) === 'inProgress');
  });

  function take(orders: readonly Order[]) {
    const before = new Map(known().map(order => [order.id, order]));
    current.value = { kind: 'ready', orders };
    for (const order of orders) {
      const former = before.get(order.id);
      const justEnded =
        former && orderPhase(former.status) === 'inProgress' && orderPhase(order.status) !== 'inProgress';
      if (!justEnded) continue;
      if (orderPhase(order.status) === 'delivered') unseen.value = new Set(unseen.peek()).add(order.id);
      for (const listener of listeners) listener(order);
    }
  }

  async function read() {
    const under = signedInOf(session.current.peek());
    if (!under) return;
    if (current.peek().kind !== 'ready') current.value = { kind: 'loading' };
    try {
      const client = await under.client();
      const orders = await client.orders({});
      if (session.current.peek() === under) take(withOwn(orders));
    } catch (error) {
      if (session.current.peek() !== under) return;
      const state = current.peek();
      current.value = state.kind === 'ready' ? { ...state, stale: error } : { kind: 'failed', error };
    }
  }

  function withOwn(orders: readonly Order[]): readonly Order[] {
    const listed = new Set(orders.map(order => order.id));
    return [...known().filter(order => own.has(order.id) && !listed.has(order.id)), ...orders];
  }

  function refresh() {
    clearTimeout(timer);
    if (reading) return reading;
    const mine = (reading = read().finally(() => {
      // After a change of session another reading may be under way already.
      if (reading !== mine) return;
      reading = undefined;
      watch();
    }));
    return mine;
  }

  function watch() {
    clearTimeout(timer);
    if (!hasOpen.peek()) return;
    const wait = Math.min(quickPaceMs[round] ?? Infinity, pollMs());
    round += 1;
    timer = setTimeout(() => void refresh(), wait);
  }

  let listedFor = session.current.peek();
  session.current.subscribe(next => {
    if (next === listedFor) return;
    listedFor = next;
    clearTimeout(timer);
    own.clear();
    current.value = { kind: 'none' };
    unseen.value = new Set();
    reading = undefined;
    if (next.kind === 'signedIn') void refresh();
  });

  return {
    current,
    unseen,
    refresh,
    async refreshAnew() {
      await reading;
      await refresh();
    },
    add(order, under) {
      if (session.current.peek() !== under) return;
      own.add(order.id);
      take([order, ...known().filter(other => other.id !== order.id)]);
      round = 0;
      watch();
    },
    markSeen(orderId) {
      const left = new Set(unseen.peek());
      if (left.delete(orderId)) unseen.value = left;
    },
    onFinished: listener => listeners.push(listener),
    dispose: () => clearTimeout(timer),
  };
}
