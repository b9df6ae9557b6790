import { setTimeout as sleep } from 'node:timers/promises';
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { localDay, parseLocalDay, parseMoment } from '../../base/words/moment.ts';
import { type Order, orderPhase } from '../../service/rules/order.ts';
import { readingError, readValue } from '../../platform/host/reading.ts';
import type { Account } from '../../session/account.ts';
import type { Contracts } from '../../session/contracts.ts';
import { onNextSession } from '../../session/reader.ts';
import type { SessionOwner } from '../../session/session.ts';
import type { Journal, Settlement } from './journal.ts';
import { listedOrders, type OrdersState } from './knownOrders.ts';
import { listAttempts, type OrderAttempt } from './orderAttempts.ts';
import { ordersHere } from './ordersHere.ts';
import { type Booking, mergeBookings, returnedBy } from './rules/bookings.ts';
import { type MoneyOfFailed, moneyOfFailed, orderBookings } from './rules/orderMoney.ts';

/** What is known of the money of orders. */
export interface MoneyKnown {
  /** Changes with what is known of the money of any order. */
  readonly current: ReadonlySignal<unknown>;
  /** Of an order that failed or got something back; `undefined` for others. */
  of(order: Order): MoneyOfFailed | undefined;
  /**
   * Reads the payments if orders failed of which it isn't known what became of the money, and records what they list.
   * Waits a moment at most and never throws.
   *
   * @param about only these orders; absent: those that were placed from this machine today
   */
  learn(about?: readonly Order[]): Promise<void>;
}

export type OrderMoney = MoneyKnown & { dispose(): void };

interface OrderMoneyParts {
  session: SessionOwner;
  account: Pick<Account, 'current'>;
  orders: { readonly current: ReadonlySignal<OrdersState> };
  journal: Pick<Journal, 'known' | 'read' | 'settle'>;
  payments: Pick<Contracts['payments'], 'current' | 'readSince' | 'more'>;
  /** How far the service's clock is ahead, ms: without it, what was booked today can be of another day. */
  aheadMs?: ReadonlySignal<number>;
  onError: (error: unknown) => void;
}

/** Longest wait for the payments before something is shown without them, milliseconds. */
const patienceMs = 3_000;
/** A refund that isn't listed yet is looked for again after this time, milliseconds. */
const staleMs = 10_000;
/** How many more pages are read to find the payments of an order of this machine. */
const maxPages = 20;

/**
 * Follows what becomes of the money of orders: for those of this machine, their final status and what the payments list
 * for them are recorded in the journal, where the budget and the ledger find them. A refund is never assumed.
 */
export function createOrderMoney({
  session,
  account,
  orders,
  journal,
  payments,
  aheadMs,
  onError,
}: OrderMoneyParts): OrderMoney {
  /** When this window first saw that an order had failed, epoch ms, by id. */
  const failedSince = new Map<string, number>();
  const changed = signal(0);

  const placed = computed(() => {
    const destination = ordersHere(session, account);
    const attempts = destination ? listAttempts(journal.known.value, destination) : [];
    return new Map(
      attempts.flatMap(attempt =>
        attempt.outcome?.event === 'placed' ? [[attempt.outcome.orderId, attempt] as const] : [],
      ),
    );
  });

  /** What the payments as last read say, and how far that goes for an order. */
  function knownFor(orderId: string) {
    const reading = payments.current.peek();
    const paged = readValue(reading);
    const failure = readingError(reading);
    const items = paged?.items ?? [];
    const since = failedSince.get(orderId) ?? Infinity;
    return {
      payments: items,
      isCurrent: reading.kind === 'ready' && failure === undefined && reading.at >= since,
      isWhole:
        paged?.isLast === true &&
        (paged.total ?? 0) <= items.length &&
        items.some(payment => payment.orderId !== undefined),
      error: failure,
    };
  }

  function of(order: Order): MoneyOfFailed | undefined {
    const attempt = placed.peek().get(order.id);
    const known = knownFor(order.id);
    const recorded = attempt?.settled;
    const isFailed = orderPhase(order.status) === 'failed';
    const bookings = mergeBookings(recorded?.bookings ?? [], orderBookings(known.payments, order.id));
    if (!isFailed && returnedBy(bookings).length === 0) return undefined;
    return moneyOfFailed({ id: order.id, price: attempt?.price ?? order.price }, known, recorded);
  }

  const isOpenQuestion = (order: Order) =>
    isCostOpen(order, placed.peek().get(order.id)) && !isAnswered(of(order));

  /** What isn't in the journal yet. */
  function due(): (Settlement & { connection: string; id: string })[] {
    const listed = new Map(listedOrders(orders).map(order => [order.id, order]));
    return [...placed.peek()].flatMap(([orderId, { id, connection, settled }]) => {
      const order = listed.get(orderId);
      const hasEnded = order && orderPhase(order.status) !== 'inProgress';
      const status = hasEnded ? order.status : settled?.status;
      const { payments: items, isCurrent, isWhole } = knownFor(orderId);
      const before = settled?.bookings ?? [];
      const bookings = orderBookings(items, orderId)
        .filter(booking => !before.some(isSame(booking)))
        .map(booking => ({ ...booking, at: timeHere(booking.at, aheadMs?.peek() ?? 0) }));
      const isWholeNow = settled?.isWhole === true || (isCurrent && isWhole);
      const isNew =
        status !== settled?.status || bookings.length > 0 || isWholeNow !== (settled?.isWhole ?? false);
      if (!isNew) return [];
      const about = status === undefined ? {} : { status };
      return [{ event: 'settled' as const, ...about, bookings, isWhole: isWholeNow, connection, id }];
    });
  }

  let writing: Promise<void> | undefined;
  let isDue = false;

  async function writeDue(): Promise<void> {
    while (isDue) {
      isDue = false;
      if (due().length === 0) continue;
      // Another window may have recorded it.
      await journal.read();
      const lines = due();
      if (lines.length > 0) await journal.settle(lines);
    }
  }

  function record(): Promise<void> {
    isDue = true;
    writing ??= writeDue()
      .catch(onError)
      .finally(() => (writing = undefined));
    return writing;
  }

  async function read(about: readonly Order[], at: number): Promise<void> {
    await payments.readSince(at);
    for (let page = 0; page < maxPages; page += 1) {
      const paged = readValue(payments.current.peek());
      const isMissing = about.some(({ id }) => !paged?.items.some(({ orderId }) => orderId === id));
      if (!paged || paged.isLast || paged.more.kind === 'failed' || !isMissing) break;
      await payments.more();
    }
    await record();
  }

  async function learn(about?: readonly Order[]): Promise<void> {
    const day = localDay(Date.now());
    const isOfToday = ({ id }: Order) => parseLocalDay(placed.peek().get(id)?.at) === day;
    const all = about ?? listedOrders(orders).filter(isOfToday);
    const open = all.filter(isOpenQuestion);
    if (open.length === 0) return;
    const seenAt = Math.max(...open.map(({ id }) => failedSince.get(id) ?? 0));
    const answered = new AbortController();
    const reading = read(open, Math.max(seenAt, Date.now() - staleMs)).catch(onError);
    await Promise.race([
      reading,
      sleep(patienceMs, undefined, { signal: answered.signal, ref: false }),
    ]).catch(() => undefined);
    answered.abort();
  }

  /** The orders whose payments were requested because they failed. */
  const asked = new Set<string>();

  function follow() {
    for (const { id, status } of listedOrders(orders))
      if (orderPhase(status) === 'failed' && !failedSince.has(id)) failedSince.set(id, Date.now());
    changed.value += 1;
    void record();
    const open = listedOrders(orders).filter(order => !asked.has(order.id) && isOpenQuestion(order));
    for (const { id } of open) asked.add(id);
    if (open.length > 0) void learn(open);
  }

  onNextSession(session, () => {
    failedSince.clear();
    asked.clear();
  });
  const stop = effect(() => {
    [orders.current, payments.current, placed].forEach(source => source.value);
    untracked(follow);
  });
  return { current: changed, of, learn, dispose: stop };
}

/** By this machine's clock, ISO 8601 in UTC; `undefined` if it isn't known. */
function timeHere(at: string | undefined, aheadMs: number): string | undefined {
  const time = parseMoment(at)?.time;
  if (time === undefined) return undefined;
  return new Date(time > Date.now() ? time - aheadMs : time).toISOString();
}

/** Whether it has ended, and what it cost is perhaps not its price. */
function isCostOpen(order: Order, attempt: OrderAttempt | undefined): boolean {
  const phase = orderPhase(order.status);
  if (phase !== 'delivered') return phase === 'failed';
  if (!attempt || (attempt.settled?.bookings.length ?? 0) > 0) return false;
  const { price } = attempt;
  const isOther = order.price && (order.price.unit !== price.unit || order.price.value !== price.value);
  return (
    order.isEstimate || isOther === true || order.deliveries.some(({ errorCode }) => errorCode !== undefined)
  );
}

function isAnswered(money: MoneyOfFailed | undefined): boolean {
  return money?.kind === 'notCharged' || (money?.kind === 'returned' && money.isAll);
}

function isSame({ id, effect }: Booking): (other: Booking) => boolean {
  return other => other.id === id && other.effect.value === effect.value && other.effect.unit === effect.unit;
}
