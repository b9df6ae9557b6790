import { isDeepStrictEqual } from 'node:util';
import { computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { orderPhase, type Order } from '../model/order/order.ts';
import type { OrderBody } from '../model/order/orderBody.ts';
import { startAccountWatch, type AccountWatch, type ReportOrders } from './accountWatch.ts';
import type { JournalLine, OrderPlace } from './journal.ts';
import { placedAt, type OrdersState } from './knownOrders.ts';
import { createOrderMarks, memoryMarks, type MarkStore } from './orderMarks.ts';
import { orderPlace, attemptsOf } from './orderAttempts.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../account/session.ts';

export interface Orders {
  /** Orders of this machine have the names that they were sent with, where the service reports none. */
  readonly current: ReadonlySignal<OrdersState>;
  /** Ids of orders that were delivered while they were watched and that nobody has opened on this machine. */
  readonly unseen: ReadonlySignal<ReadonlySet<string>>;
  /** Ids of orders that the service took from this machine and no longer knows. */
  readonly unlisted: ReadonlySignal<ReadonlySet<string>>;
  /** Reads the whole list. */
  refresh(): Promise<void>;
  /** A request that begins after now: one in progress can be older than what one wants to find. */
  refreshAnew(): Promise<void>;
  /** A new order, from the service's answer; it is watched at a quick pace first. */
  add(order: Order, signedIn: SignedIn): void;
  markSeen(orderId: string): void;
  /** When an order was placed, epoch ms: by the service, or else when it was first known on this machine. */
  placedAt(orderId: string): number | undefined;
  /** Called in every window that saw orders in progress reach their end. */
  onEnded(listener: (orders: readonly Order[]) => void): void;
  /** Called in one window of the machine, once for each order that has ended, with all that came together. */
  onFinished(listener: (orders: readonly Order[]) => void): void;
  /** The same for orders in progress that are older than the setting has it. */
  onLate(listener: (orders: readonly Order[]) => void): void;
  dispose(): void;
}

export interface OrdersOptions {
  /** What the windows of this machine remember together; in memory by default. */
  marks?: MarkStore;
  onError?: (error: unknown) => void;
  journal?: ReadonlySignal<readonly JournalLine[]>;
  isFocused?: ReadonlySignal<boolean>;
  /** Age from which an order in progress is late, milliseconds; `undefined`: never. */
  lateAfterMs?: () => number | undefined;
  /** Epoch ms. */
  now?: () => number;
}

/**
 * While an order is in progress each window reads the list again and again, one call a round, the one in front at the
 * pace of the settings and the others four times slower.
 *
 * @param pollMs wait between two rounds, milliseconds
 */
export function createOrders(
  session: SessionOwner,
  pollMs: () => number,
  {
    marks = memoryMarks(),
    onError = () => undefined,
    journal = signal([]),
    isFocused = signal(true),
    lateAfterMs = () => undefined,
    now = Date.now,
  }: OrdersOptions = {},
): Orders {
  const listed = signal<OrdersState>({ kind: 'none' });
  /** By id of the order. */
  const sentBodies = computed(() => {
    const signedIn = signedInOf(session.current.value);
    const attempts = signedIn ? attemptsOf(journal.value, orderPlace(signedIn.connection)) : [];
    return new Map(
      attempts.flatMap(({ body, outcome }) => (outcome?.event === 'placed' ? [[outcome.orderId, body]] : [])),
    );
  });
  const named = (orders: readonly Order[]) =>
    orders.map(order => withNames(order, sentBodies.value.get(order.id)));
  let shown: OrdersState = listed.peek();
  const current = computed(() => {
    const state = listed.value;
    const next = state.kind === 'ready' ? { ...state, orders: named(state.orders) } : state;
    return isDeepStrictEqual(next, shown) ? shown : (shown = next);
  });
  const unseen = signal<ReadonlySet<string>>(new Set());
  const unlisted = signal<ReadonlySet<string>>(new Set());
  const listeners: Record<Parameters<ReportOrders>[0], ((orders: readonly Order[]) => void)[]> = {
    ended: [],
    finished: [],
    late: [],
  };
  let signedIn: SignedIn | undefined;
  let watch: AccountWatch | undefined;

  function start(next: SignedIn) {
    const { connection } = next;
    watch = startAccountWatch({
      ...{ signedIn: next, isFocused, pollMs, lateAfterMs, now },
      marks: createOrderMarks(connection.baseUrl, marks, onError),
      placed: computed(() => placedOrders(journal.value, orderPlace(connection))),
      show(state, ids, lost) {
        if (!isDeepStrictEqual(state, listed.peek())) listed.value = state;
        if (!isDeepStrictEqual(ids, unseen.peek())) unseen.value = ids;
        if (!isDeepStrictEqual(lost, unlisted.peek())) unlisted.value = lost;
      },
      report: (kind, orders) => {
        for (const listener of listeners[kind]) listener(named(orders));
      },
    });
  }

  function end() {
    watch?.dispose();
    watch = undefined;
    listed.value = { kind: 'none' };
    unseen.value = new Set();
    unlisted.value = new Set();
  }

  const stop = session.current.subscribe(next => {
    const under = signedInOf(next);
    if (under === signedIn) return;
    end();
    signedIn = under;
    if (under) start(under);
  });

  return {
    current,
    unseen,
    unlisted,
    refresh: async () => watch?.refresh(),
    refreshAnew: async () => watch?.refreshAnew(),
    add(order, placedUnder) {
      if (placedUnder === signedIn) watch?.add(order);
    },
    markSeen: orderId => watch?.markSeen(orderId),
    placedAt(orderId) {
      const found = watch?.known().find(({ order }) => order.id === orderId);
      return found && placedAt(found);
    },
    onEnded: listener => void listeners.ended.push(listener),
    onFinished: listener => void listeners.finished.push(listener),
    onLate: listener => void listeners.late.push(listener),
    dispose() {
      stop();
      watch?.dispose();
      watch = undefined;
    },
  };
}

/** With the names that it was sent with, where the service reports none. */
function withNames(order: Order, sent: OrderBody | undefined): Order {
  const title = order.title ?? nameOf(sent?.title);
  const customerRef = order.customerRef ?? nameOf(sent?.customerRef);
  return title === order.title && customerRef === order.customerRef
    ? order
    : { ...order, title, customerRef };
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Orders that this machine placed, as they are shown until the service lists them. */
function placedOrders(lines: readonly JournalLine[], place: OrderPlace): Order[] {
  return attemptsOf(lines, place).flatMap(({ at, body, orderKind, price, outcome }): Order[] =>
    outcome?.event === 'placed' && orderPhase(outcome.status) === 'inProgress'
      ? [
          {
            id: outcome.orderId,
            kind: orderKind === '' ? undefined : orderKind,
            status: outcome.status,
            title: nameOf(body.title),
            contractId: undefined,
            customerRef: nameOf(body.customerRef),
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
