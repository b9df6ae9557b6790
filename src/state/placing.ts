import { wasSurelyRefused } from '../api/errors.ts';
import type { Order, Price } from '../model/order/order.ts';
import { imageIdsOf, imagesOf } from '../model/order/orderContents.ts';
import type { Journal, PlacedBefore, Unresolved } from './journal.ts';
import { bodyHash, type OrderBody } from './orderBody.ts';
import type { Orders } from './orders.ts';
import type { Prices } from './prices.ts';
import { signedInOf, type SessionOwner, type SignedIn } from './session.ts';

/** What stands before an order may be offered for the user's yes. */
export type Readiness =
  | { kind: 'ready'; price: Price; under: SignedIn; placedBefore: PlacedBefore | undefined }
  | { kind: 'signedOut' }
  | { kind: 'noFreshPrice' }
  | { kind: 'notOrderable'; reason: string }
  /** This body left once and nobody knows whether it was booked: look first. */
  | { kind: 'unresolved'; entry: Unresolved };

export type Placed =
  | { kind: 'placed'; order: Order }
  | { kind: 'refused'; error: unknown }
  | { kind: 'unclear'; error: unknown }
  /** Something changed between the question and the yes; nothing was sent. */
  | { kind: 'notSent'; readiness: Exclude<Readiness, { kind: 'ready' }> };

export interface Placing {
  readiness(body: OrderBody): Promise<Readiness>;
  /** Sends one order for one yes: on the disk first, then on the wire, never twice. */
  place(body: OrderBody, agreed: { price: Price; under: SignedIn }): Promise<Placed>;
  /**
   * Orders that the service lists now and that can be what became of an unresolved sending: of its kind, images and
   * title as far as the service tells them, and not the answer to another yes. Newest first. `undefined` when the list
   * cannot be read.
   */
  candidates(entry: Unresolved): Promise<readonly Order[] | undefined>;
  /** The user's word on an unresolved sending: it became this order, or it was not booked. */
  resolve(entry: Unresolved, outcome: Order | 'notBooked'): Promise<void>;
}

/** The same order again within this time is most likely a slip, milliseconds. */
const doubleOrderWindowMs = 10 * 60_000;

export function createPlacing(
  session: SessionOwner,
  prices: Prices,
  orders: Orders,
  journal: Journal,
  now = Date.now,
): Placing {
  /** Bodies on their way, so that two quick clicks are one order. */
  const sending = new Set<string>();

  async function readiness(body: OrderBody): Promise<Readiness> {
    const under = signedInOf(session.current.peek());
    if (!under) return { kind: 'signedOut' };
    const { name } = under.connection;
    const hash = bodyHash(body);
    const entry = await journal.unresolved(name, hash);
    if (entry) return { kind: 'unresolved', entry };
    const priced = prices.of(body);
    if (priced?.kind !== 'priced' || priced.under !== under) return { kind: 'noFreshPrice' };
    if (priced.price.notOrderable !== undefined)
      return { kind: 'notOrderable', reason: priced.price.notOrderable };
    const placedBefore = await journal.placedSince(name, hash, now() - doubleOrderWindowMs);
    return { kind: 'ready', price: priced.price, under, placedBefore };
  }

  async function send(body: OrderBody, { price, under }: { price: Price; under: SignedIn }): Promise<Placed> {
    const { name } = under.connection;
    const client = await under.client();
    const id = await journal.begin(name, {
      bodyHash: bodyHash(body),
      title: typeof body.title === 'string' ? body.title : '',
      orderKind: typeof body.kind === 'string' ? body.kind : '',
      imageIds: imagesOf(body),
      price: price.total,
    });
    try {
      const order = await client.placeOrder(body);
      await journal.close(name, id, { event: 'placed', orderId: order.id, status: order.status });
      orders.add(order, under);
      return { kind: 'placed', order };
    } catch (error) {
      const refused = wasSurelyRefused(error);
      const message = error instanceof Error ? error.message : String(error);
      await journal.close(name, id, { event: refused ? 'refused' : 'unclear', message });
      return { kind: refused ? 'refused' : 'unclear', error };
    }
  }

  return {
    readiness,
    async place(body, agreed) {
      const hash = bodyHash(body);
      if (sending.has(hash)) return { kind: 'notSent', readiness: { kind: 'noFreshPrice' } };
      sending.add(hash);
      try {
        const ready = await readiness(body);
        if (ready.kind !== 'ready') return { kind: 'notSent', readiness: ready };
        if (ready.price !== agreed.price || ready.under !== agreed.under) {
          return { kind: 'notSent', readiness: { kind: 'noFreshPrice' } };
        }
        return await send(body, agreed);
      } finally {
        sending.delete(hash);
      }
    },
    async candidates(entry) {
      const under = signedInOf(session.current.peek());
      if (!under) return undefined;
      await orders.refreshAnew();
      const state = orders.current.peek();
      if (state.kind !== 'ready' || state.stale !== undefined) return undefined;
      const taken = await journal.placedOrders(under.connection.name);
      return state.orders
        .filter(order => canBe(order, entry) && !taken.has(order.id))
        .sort((a, b) => (b.createdAt ?? '').localeCompare(a.createdAt ?? ''));
    },
    async resolve(entry, outcome) {
      const under = signedInOf(session.current.peek());
      if (!under) return;
      await journal.close(
        under.connection.name,
        entry.id,
        outcome === 'notBooked'
          ? { event: 'notBooked' }
          : { event: 'placed', orderId: outcome.id, status: outcome.status },
      );
    },
  };
}

/** Whether an order can be what was sent. What the service does not tell of it does not speak against it. */
function canBe(order: Order, { orderKind, imageIds, title }: Unresolved): boolean {
  if (order.kind !== undefined && order.kind !== orderKind) return false;
  const ordered = imageIdsOf(order);
  const tellsImages = ordered.length > 0 && imageIds.length > 0;
  const isSame = ordered.length === imageIds.length && ordered.every(id => imageIds.includes(id));
  if (tellsImages && !isSame) return false;
  return tellsImages && order.title === undefined ? true : (order.title ?? '') === title;
}
