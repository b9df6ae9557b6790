import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Amount, Order, Price } from '../../service/rules/order.ts';
import type { OrderSlot } from '../../service/wire/client.ts';
import { wasSurelyRefused } from '../../service/wire/errors.ts';
import { UserError } from '../../platform/host/userError.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import { type Budget, type Exceeded, limitsExceeded } from './budget.ts';
import type { Journal, JournalLine, Outcome } from './journal.ts';
import { isComplete, listedOrders } from './knownOrders.ts';
import {
  costs,
  isUnconfirmed,
  listAttempts,
  type OrderAttempt,
  orderDestination,
  type PlacedBefore,
  placedSince,
  settlingMs,
} from './orderAttempts.ts';
import type { Orders } from './orders.ts';
import type { Prices } from './prices.ts';
import { bodyHash, type OrderBody } from './rules/orderBody.ts';
import { matchOrder } from './rules/orderMatch.ts';
import { mayReturnOnDay, spentOnDay } from './spent.ts';

/** Why an order isn't sent, or isn't offered for confirmation. */
export type Obstacle =
  | { kind: 'signedOut' }
  | { kind: 'noFreshPrice' }
  | { kind: 'notOrderable'; reason: string }
  /** This window is waiting for the answer for this body. */
  | { kind: 'onItsWay' }
  /** This body was sent before and isn't confirmed: check that attempt first. */
  | { kind: 'unresolved'; entry: OrderAttempt };

export interface Ready {
  kind: 'ready';
  price: Price;
  /** When the service reported the price, epoch ms. */
  pricedAt: number;
  signedIn: SignedIn;
  /** The latest order of the same body, however long ago. */
  placedBefore: PlacedBefore | undefined;
}

export type Readiness = Ready | Obstacle;

/** What the user confirmed: a new object for each confirmation and order, because it allows one request. */
export interface Agreed {
  price: Price;
  signedIn: SignedIn;
  placedBefore: PlacedBefore | undefined;
  /** The user typed the amount, which is required above the budget limits. */
  isTyped: boolean;
  /** What the confirmation called the order. It stays on this machine. */
  name?: string;
}

/** What can change between showing the dialog and the confirmation. */
export type NotSent =
  | Obstacle
  /** The same order was placed after what the user was shown, whatever the time since then. */
  | { kind: 'orderedMeanwhile'; placedBefore: PlacedBefore }
  | { kind: 'overBudget'; exceeded: readonly Exceeded[] };

export type Placed =
  /** `unwritten`: why the journal couldn't record it. The order must be checked before it can be sent again. */
  | { kind: 'placed'; order: Order; unwritten?: unknown }
  | { kind: 'refused'; error: unknown }
  /** `id`: of the attempt. */
  | { kind: 'unclear'; error: unknown; id: string }
  | { kind: 'notSent'; why: NotSent };

export interface PlacingParts {
  session: SessionOwner;
  prices: Prices;
  orders: Pick<Orders, 'current' | 'add'>;
  journal: Journal;
  budget: () => Budget;
  /** Id of the contract that pays, if known. */
  contractId?: () => string | undefined;
  /** By this machine's clock, as in the journal; epoch ms. */
  now?: () => number;
}

/** Earlier orders that affect a body. */
interface Assessment {
  entry?: OrderAttempt | undefined;
  placedBefore: PlacedBefore | undefined;
  exceeded: readonly Exceeded[];
}

export type Placing = ReturnType<typeof createPlacing>;

export function createPlacing({
  session,
  prices,
  orders,
  journal,
  budget,
  contractId = () => undefined,
  now = Date.now,
}: PlacingParts) {
  /** By service and body, so that a double click places only one order. */
  const inProgress = new Map<string, Promise<Placed>>();
  /** Confirmations of requests that were sent: each is for one request, whatever its answer. */
  const used = new WeakSet<Agreed>();
  /** Ids of journal entries whose answers this window is waiting for. */
  const awaited = signal<ReadonlySet<string>>(new Set());
  const expectAnswer = (id: string) => void (awaited.value = new Set([...awaited.peek(), id]));
  const settle = (id: string) =>
    void (awaited.value = new Set([...awaited.peek()].filter(other => other !== id)));
  const placingKey = ({ connection }: SignedIn, hash: string) => `${hash} ${connection.baseUrl}`;
  const signedInDestination = ({ connection }: SignedIn) => orderDestination(connection, contractId());

  function exceededBy(prices: readonly Amount[], before: readonly OrderAttempt[]): Exceeded[] {
    return limitsExceeded(prices, budget(), spentOnDay(now(), before), mayReturnOnDay(now(), before));
  }

  /** What prevents sending a body now, based on earlier orders. */
  function assess(before: readonly OrderAttempt[], hash: string, price: Price): Assessment {
    return {
      entry: openAttempt(before, hash),
      placedBefore: placedSince(before, hash),
      exceeded: exceededBy([price.total], before),
    };
  }

  function whyNot({ entry, placedBefore, exceeded }: Assessment, agreed: Agreed): NotSent | undefined {
    if (entry) return { kind: 'unresolved', entry };
    if (placedBefore && placedBefore.id !== agreed.placedBefore?.id)
      return { kind: 'orderedMeanwhile', placedBefore };
    if (exceeded.length > 0 && !agreed.isTyped) return { kind: 'overBudget', exceeded };
    return undefined;
  }

  async function checkReadiness(
    body: OrderBody,
    hash: string,
  ): Promise<(Ready & Pick<Assessment, 'exceeded'>) | Obstacle> {
    const signedIn = asSignedIn(session.current.peek());
    if (!signedIn) return { kind: 'signedOut' };
    const attempts = listAttempts(await journal.read(), signedInDestination(signedIn));
    const entry = openAttempt(attempts, hash);
    if (entry) return { kind: 'unresolved', entry };
    const priced = prices.of(body);
    if (priced?.kind !== 'priced' || priced.signedIn !== signedIn) return { kind: 'noFreshPrice' };
    const { price } = priced;
    if (price.notOrderable !== undefined) return { kind: 'notOrderable', reason: price.notOrderable };
    const { placedBefore, exceeded } = assess(attempts, hash, price);
    return { kind: 'ready', price, pricedAt: priced.at, signedIn, placedBefore, exceeded };
  }

  /** Ids of existing orders that could later be mistaken for this one; `undefined` while the whole list isn't known. */
  function lookalikes(body: OrderBody): string[] | undefined {
    const state = orders.current.peek();
    if (!isComplete(state)) return undefined;
    const sent = { body, at: '' };
    return listedOrders(orders)
      .filter(order => matchOrder(order, sent) !== 'no')
      .map(({ id }) => id);
  }

  /**
   * Records an order and reads the journal again. If several windows send the same order at once, the one with the
   * first line may continue.
   */
  async function writeDown(body: OrderBody, hash: string, agreed: Agreed): Promise<string | NotSent> {
    const { signedIn, price } = agreed;
    const { name } = signedIn.connection;
    const destination = signedInDestination(signedIn);
    const isStillAgreed = () => {
      const priced = prices.of(body);
      return session.current.peek() === signedIn && priced?.kind === 'priced' && priced.price === price;
    };
    if (!isStillAgreed()) return { kind: 'noFreshPrice' };
    const knownBefore = lookalikes(body);
    const id = await journal.begin(destination, {
      bodyHash: hash,
      body,
      title: typeof body.title === 'string' ? body.title : '',
      name: agreed.name === undefined || agreed.name === body.title ? undefined : agreed.name,
      orderKind: typeof body.kind === 'string' ? body.kind : '',
      price: price.total,
      knownBefore,
    });
    // Until then, it isn't one that has to be checked.
    expectAnswer(id);
    const withdraw = (why: string) =>
      journal.close(name, id, { event: 'withdrawn', why }).finally(() => settle(id));
    let lines: readonly JournalLine[];
    try {
      lines = await journal.read();
    } catch (error) {
      await withdraw('The journal could not be read.').catch(() => undefined);
      throw error;
    }
    const attempts = listAttempts(lines, destination);
    const index = attempts.findIndex(attempt => attempt.id === id);
    if (index < 0) {
      await withdraw('The journal did not keep the entry.').catch(() => undefined);
      throw new UserError(
        l10n.t("Can't record the order on disk, so nothing was sent. Check free disk space and order again."),
      );
    }
    const why: NotSent | undefined =
      isStillAgreed() && canStillLeave(attempts[index])
        ? whyNot(assess(attempts.slice(0, index), hash, price), agreed)
        : { kind: 'noFreshPrice' };
    if (!why) return id;
    await withdraw(why.kind);
    return why;
  }

  /**
   * Not if this window stood still after it recorded the order, as on a machine that slept: by now, the user may have
   * stated at another window that it wasn't booked, or may be about to.
   */
  function canStillLeave(recorded: OrderAttempt | undefined): boolean {
    if (!recorded || recorded.outcome) return false;
    return Math.abs(now() - Date.parse(recorded.at)) <= settlingMs / 2;
  }

  async function send(slot: OrderSlot, id: string, body: OrderBody, signedIn: SignedIn): Promise<Placed> {
    /** If the journal can't be written, the entry stays open and must be checked. */
    const close = (outcome: Outcome) =>
      journal.close(signedIn.connection.name, id, outcome).then(
        () => ({}),
        (unwritten: unknown) => ({ unwritten }),
      );
    const sent = await slot.place(body).then(
      order => ({ kind: 'placed' as const, order }),
      (error: unknown) => ({
        kind: wasSurelyRefused(error) ? ('refused' as const) : ('unclear' as const),
        error,
        id,
      }),
    );
    const written = await close(sentOutcome(sent));
    settle(id);
    if (sent.kind !== 'placed') return sent;
    orders.add(sent.order, signedIn);
    return { ...sent, ...written };
  }

  async function placeNow(body: OrderBody, hash: string, agreed: Agreed): Promise<Placed> {
    const ready = await checkReadiness(body, hash);
    if (ready.kind !== 'ready') return notSent(ready);
    if (ready.price !== agreed.price || ready.signedIn !== agreed.signedIn)
      return notSent({ kind: 'noFreshPrice' });
    const obstacle = whyNot(ready, agreed);
    if (obstacle) return notSent(obstacle);

    const client = await agreed.signedIn.client();
    const slot = await client.orderSlot();
    try {
      const written = await writeDown(body, hash, agreed);
      if (typeof written !== 'string') return notSent(written);
      used.add(agreed);
      return await send(slot, written, body, agreed.signedIn);
    } finally {
      slot.end();
    }
  }

  const knownAttempts = () => {
    const signedIn = asSignedIn(session.current.peek());
    return signedIn ? listAttempts(journal.known.peek(), signedInDestination(signedIn)) : [];
  };

  return {
    readiness(body: OrderBody): Promise<Readiness> {
      const hash = bodyHash(body);
      const signedIn = asSignedIn(session.current.peek());
      if (signedIn && inProgress.has(placingKey(signedIn, hash)))
        return Promise.resolve({ kind: 'onItsWay' });
      return checkReadiness(body, hash);
    },
    /**
     * Sends one order for one confirmation, never twice. It is written to the disk before it is sent. Throws if nothing
     * was sent because the journal can't be written or no token is available.
     */
    async place(body: OrderBody, agreed: Agreed): Promise<Placed> {
      const hash = bodyHash(body);
      const key = placingKey(agreed.signedIn, hash);
      if (inProgress.has(key)) return notSent({ kind: 'onItsWay' });
      if (used.has(agreed)) return notSent({ kind: 'noFreshPrice' });
      const placed = placeNow(body, hash, agreed).finally(() => inProgress.delete(key));
      inProgress.set(key, placed);
      return placed;
    },
    /** Resolves when this window isn't waiting for an answer and the journal contains all outcomes. */
    async settled(): Promise<void> {
      await Promise.allSettled(inProgress.values());
    },
    /** Whether this window is waiting for the answer for a journal entry. */
    isOnItsWay: (id: string) => awaited.peek().has(id),
    /** The journal, as last read by this window, and the answers that this window is waiting for. */
    changed: computed(() => [journal.known.value, awaited.value]) as ReadonlySignal<unknown>,
    /**
     * Budget limits that orders exceed together, because of which the amount must be typed. Counts what was spent today
     * where they would be placed, in the journal as this window last read it.
     */
    exceededBy: (prices: readonly Amount[]) => exceededBy(prices, knownAttempts()),
    /** The latest order with this body on the current connection, in the journal as this window last read it. */
    placedOf: (body: OrderBody) => placedSince(knownAttempts(), bodyHash(body)),
    /**
     * When the latest order on the current connection was placed, epoch ms, in the journal as this window last read it: an
     * earlier balance lacks it. 0 if there is none, or if the machine's clock was set back since.
     */
    lastPlacedMs(): number {
      const times = knownAttempts().map(({ outcome }) =>
        outcome?.event === 'placed' && costs(outcome) ? Date.parse(outcome.at) : 0,
      );
      return Math.max(0, ...times.filter(time => time <= now()));
    },
    /** The latest attempt with this body, whatever its outcome, unless this window withdrew it before sending. */
    attemptOf(body: OrderBody): OrderAttempt | undefined {
      const hash = bodyHash(body);
      return knownAttempts().findLast(
        attempt => attempt.bodyHash === hash && attempt.outcome?.event !== 'withdrawn',
      );
    },
    /** Like `placedOf`, for an unconfirmed attempt. */
    unresolvedAttempt(body: OrderBody): OrderAttempt | undefined {
      const hash = bodyHash(body);
      return knownAttempts().findLast(
        attempt => attempt.bodyHash === hash && isUnconfirmed(attempt) && !awaited.peek().has(attempt.id),
      );
    },
  };
}

function openAttempt(attempts: readonly OrderAttempt[], hash: string): OrderAttempt | undefined {
  return attempts.findLast(attempt => attempt.bodyHash === hash && isUnconfirmed(attempt));
}

function notSent(why: NotSent): Placed {
  return { kind: 'notSent', why };
}

function sentOutcome(sent: Exclude<Placed, { kind: 'notSent' }>): Outcome {
  if (sent.kind === 'placed') return { event: 'placed', orderId: sent.order.id, status: sent.order.status };
  const { kind, error } = sent;
  return { event: kind, message: error instanceof Error ? error.message : String(error) };
}
