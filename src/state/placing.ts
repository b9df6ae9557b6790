import * as l10n from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals-core';
import { wasSurelyRefused } from '../api/errors.ts';
import type { Order, Price } from '../model/order/order.ts';
import { matchOf } from '../model/order/orderMatch.ts';
import { exceededBy, type Budget, type Exceeded } from './budget.ts';
import type { Journal, JournalLine, Outcome } from './journal.ts';
import { bodyHash, type OrderBody } from './orderBody.ts';
import type { Orders } from './orders.ts';
import type { Prices } from './prices.ts';
import {
  isOpen,
  orderPlace,
  placedSince,
  sendingsOf,
  spentOnDayOf,
  type PlacedBefore,
  type Sending,
} from './sendings.ts';
import { signedInOf, type SessionOwner, type SignedIn } from './session.ts';

/** Why an order is not sent, or not even offered for the user's yes. */
export type Obstacle =
  | { kind: 'signedOut' }
  | { kind: 'noFreshPrice' }
  | { kind: 'notOrderable'; reason: string }
  /** This body was sent from this window just now, and the answer is awaited. */
  | { kind: 'onItsWay' }
  /** This body left once and nobody knows whether it was booked: look first. */
  | { kind: 'unresolved'; entry: Sending };

export type Readiness =
  | {
      kind: 'ready';
      price: Price;
      /** When the service told the price, epoch ms. */
      pricedAt: number;
      under: SignedIn;
      /** The same order less than ten minutes ago. */
      placedBefore: PlacedBefore | undefined;
      /** Limits of the budget above which the amount has to be typed. */
      exceeded: readonly Exceeded[];
    }
  | Obstacle;

/** What the user said yes to. */
export interface Agreed {
  price: Price;
  under: SignedIn;
  placedBefore: PlacedBefore | undefined;
  /** The amount was typed, which the budget asks for above its limits. */
  isTyped: boolean;
}

/** What can change between the question and the yes. */
export type NotSent =
  | Obstacle
  /** Another window placed the same order meanwhile. */
  | { kind: 'orderedMeanwhile'; placedBefore: PlacedBefore }
  | { kind: 'overBudget'; exceeded: readonly Exceeded[] };

export type Placed =
  /** `unwritten`: why the journal could not note the answer. The order is looked up before it can be sent again. */
  | { kind: 'placed'; order: Order; unwritten?: unknown }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unclear'; error: unknown }
  | { kind: 'notSent'; why: NotSent };

export interface Placing {
  readiness(body: OrderBody): Promise<Readiness>;
  /**
   * Sends one order for one yes: on the disk first, then on the wire, never twice. Throws where nothing was sent because
   * the journal cannot be written, or no token is to be had.
   */
  place(body: OrderBody, agreed: Agreed): Promise<Placed>;
  /** Whether this window awaits the answer to an entry of the journal. */
  isOnItsWay(entryId: string): boolean;
  /** Resolves when this window awaits no answer to an order any more, and the journal has what came. */
  settled(): Promise<void>;
  /** What the journal says, as this window read it last. */
  readonly changed: ReadonlySignal<unknown>;
  /** The latest order of this body under the connection in use, as far as this window knows the journal. */
  placedOf(body: OrderBody): PlacedBefore | undefined;
  /** The same for a sending of this body whose outcome is not known. */
  unresolvedOf(body: OrderBody): Sending | undefined;
}

export interface PlacingParts {
  session: SessionOwner;
  prices: Prices;
  orders: Pick<Orders, 'current' | 'add'>;
  journal: Journal;
  budget: () => Budget;
  /** Of the contract that pays, where it is known. */
  contractId?: () => string | undefined;
  now?: () => number;
}

/** What was sent before, as far as it concerns a body. */
interface Judged {
  entry: Sending | undefined;
  placedBefore: PlacedBefore | undefined;
  exceeded: readonly Exceeded[];
}

/** The same order again within this time is most likely a slip, milliseconds. */
export const doubleOrderWindowMs = 10 * 60_000;

export function createPlacing({
  session,
  prices,
  orders,
  journal,
  budget,
  contractId = () => undefined,
  now = Date.now,
}: PlacingParts): Placing {
  /** Service and body of what this window has under way, so that two quick clicks are one order. */
  const underWay = new Map<string, Promise<Placed>>();
  /** Entries of the journal whose answer this window awaits. */
  const awaited = new Set<string>();
  const keyOf = ({ connection }: SignedIn, hash: string) => `${hash} ${connection.baseUrl}`;
  const placeOf = ({ connection }: SignedIn) => orderPlace(connection, contractId());

  /** What speaks against sending a body now, by what was sent before. */
  function judge(before: readonly Sending[], hash: string, price: Price): Judged {
    return {
      entry: before.findLast(one => one.bodyHash === hash && isOpen(one)),
      placedBefore: placedSince(before, hash, now() - doubleOrderWindowMs),
      exceeded: exceededBy([price.total], budget(), spentOnDayOf(now(), before)),
    };
  }

  function whyNot({ entry, placedBefore, exceeded }: Judged, agreed: Agreed): NotSent | undefined {
    if (entry) return { kind: 'unresolved', entry };
    if (placedBefore && placedBefore.id !== agreed.placedBefore?.id)
      return { kind: 'orderedMeanwhile', placedBefore };
    if (exceeded.length > 0 && !agreed.isTyped) return { kind: 'overBudget', exceeded };
    return undefined;
  }

  async function look(body: OrderBody, hash: string): Promise<Readiness> {
    const under = signedInOf(session.current.peek());
    if (!under) return { kind: 'signedOut' };
    const sendings = sendingsOf(await journal.read(), placeOf(under));
    const open = sendings.findLast(one => one.bodyHash === hash && isOpen(one));
    if (open) return { kind: 'unresolved', entry: open };
    const priced = prices.of(body);
    if (priced?.kind !== 'priced' || priced.under !== under) return { kind: 'noFreshPrice' };
    const { price } = priced;
    if (price.notOrderable !== undefined) return { kind: 'notOrderable', reason: price.notOrderable };
    const { placedBefore, exceeded } = judge(sendings, hash, price);
    return { kind: 'ready', price, pricedAt: priced.at, under, placedBefore, exceeded };
  }

  /** Orders that are there already and could be taken for this one later; `undefined` while the list is not known. */
  function lookalikes(body: OrderBody): string[] | undefined {
    const state = orders.current.peek();
    if (state.kind !== 'ready') return undefined;
    const sent = { body, at: '' };
    return state.orders.filter(order => matchOf(order, sent) !== 'no').map(({ id }) => id);
  }

  /**
   * Writes an order down and reads what the disk holds then: of several windows that send the same at once, the one
   * whose line stands first may go on.
   */
  async function writeDown(body: OrderBody, hash: string, agreed: Agreed): Promise<string | NotSent> {
    const { under, price } = agreed;
    const { name } = under.connection;
    const orderedAt = placeOf(under);
    const isStillAgreed = () => {
      const priced = prices.of(body);
      return session.current.peek() === under && priced?.kind === 'priced' && priced.price === price;
    };
    if (!isStillAgreed()) return { kind: 'noFreshPrice' };
    const knownBefore = lookalikes(body);
    const id = await journal.begin(orderedAt, {
      bodyHash: hash,
      body,
      title: typeof body.title === 'string' ? body.title : '',
      orderKind: typeof body.kind === 'string' ? body.kind : '',
      price: price.total,
      ...(knownBefore === undefined ? {} : { knownBefore }),
    });
    const withdraw = (why: string) => journal.close(name, id, { event: 'withdrawn', why });
    let lines: readonly JournalLine[];
    try {
      lines = await journal.read();
    } catch (error) {
      await withdraw('The journal could not be read.').catch(() => undefined);
      throw error;
    }
    const sendings = sendingsOf(lines, orderedAt);
    const place = sendings.findIndex(one => one.id === id);
    if (place < 0) {
      await withdraw('The journal did not keep the entry.').catch(() => undefined);
      throw new Error(l10n.t('The order journal did not keep what was written to it. Nothing was sent.'));
    }
    const why: NotSent | undefined = isStillAgreed()
      ? whyNot(judge(sendings.slice(0, place), hash, price), agreed)
      : { kind: 'noFreshPrice' };
    if (!why) return id;
    await withdraw(why.kind);
    return why;
  }

  async function send(body: OrderBody, hash: string, agreed: Agreed): Promise<Placed> {
    const { under } = agreed;
    const { name } = under.connection;
    const client = await under.client();
    /** How far it came: its entry in the journal, or what stopped it there. */
    const leaving: { id?: string; why?: NotSent } = {};
    /** Whether the journal took it; without it the entry stays open, and is looked up. */
    const close = (outcome: Outcome) =>
      leaving.id === undefined
        ? Promise.resolve({ unwritten: new Error('An order left that is in no journal.') })
        : journal.close(name, leaving.id, outcome).then(
            () => ({}),
            (unwritten: unknown) => ({ unwritten }),
          );
    try {
      const order = await client.placeOrder(body, async () => {
        const written = await writeDown(body, hash, agreed);
        if (typeof written !== 'string') {
          leaving.why = written;
          throw new Error('Not sent.');
        }
        leaving.id = written;
        awaited.add(written);
      });
      const written = await close({ event: 'placed', orderId: order.id, status: order.status });
      orders.add(order, under);
      return { kind: 'placed', order, ...written };
    } catch (error) {
      if (leaving.why) return { kind: 'notSent', why: leaving.why };
      // Not written down, so not sent either.
      if (leaving.id === undefined) throw error;
      const message = error instanceof Error ? error.message : String(error);
      const kind = wasSurelyRefused(error) ? 'refused' : 'unclear';
      await close({ event: kind, message });
      return { kind, error };
    } finally {
      if (leaving.id !== undefined) awaited.delete(leaving.id);
    }
  }

  async function placeNow(body: OrderBody, hash: string, agreed: Agreed): Promise<Placed> {
    const ready = await look(body, hash);
    if (ready.kind !== 'ready') return { kind: 'notSent', why: ready };
    const isSame = ready.price === agreed.price && ready.under === agreed.under;
    if (!isSame) return { kind: 'notSent', why: { kind: 'noFreshPrice' } };
    const why = whyNot({ ...ready, entry: undefined }, agreed);
    return why ? { kind: 'notSent', why } : send(body, hash, agreed);
  }

  const knownOf = () => {
    const under = signedInOf(session.current.peek());
    return under ? sendingsOf(journal.known.peek(), placeOf(under)) : [];
  };

  return {
    readiness(body) {
      const hash = bodyHash(body);
      const under = signedInOf(session.current.peek());
      if (under && underWay.has(keyOf(under, hash))) return Promise.resolve({ kind: 'onItsWay' });
      return look(body, hash);
    },
    async place(body, agreed) {
      const hash = bodyHash(body);
      const key = keyOf(agreed.under, hash);
      if (underWay.has(key)) return { kind: 'notSent', why: { kind: 'onItsWay' } };
      const placed = placeNow(body, hash, agreed).finally(() => underWay.delete(key));
      underWay.set(key, placed);
      return placed;
    },
    async settled() {
      await Promise.allSettled(underWay.values());
    },
    isOnItsWay: id => awaited.has(id),
    changed: journal.known,
    placedOf: body => placedSince(knownOf(), bodyHash(body)),
    unresolvedOf(body) {
      const hash = bodyHash(body);
      return knownOf().findLast(one => one.bodyHash === hash && isOpen(one) && !awaited.has(one.id));
    },
  };
}
