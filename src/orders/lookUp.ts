import type { Client } from '../api/client.ts';
import type { Order } from '../model/order/order.ts';
import { imageIdsOf } from '../model/order/orderContents.ts';
import { differencesOf, leavesNamesOpen, matchOf, type SentOrder } from '../model/order/orderMatch.ts';
import type { Journal } from './journal.ts';
import type { Placing } from './placing.ts';
import { readOrders } from './readOrders.ts';
import {
  isOpen,
  isSamePlace,
  orderPlace,
  placedIds,
  attemptsOf,
  type OrderAttempt,
} from './orderAttempts.ts';
import { signedInOf, type SessionOwner } from '../account/session.ts';

/** What the service lists of an unconfirmed order. */
export type LookedUp =
  /** Confirmed by now, by another window or an earlier check. */
  | { kind: 'known'; entry: OrderAttempt }
  /** This window waits for the answer. */
  | { kind: 'onItsWay' }
  /** No other order can be it: from now on it counts as placed. */
  | { kind: 'found'; order: Order }
  /** The user decides. `same`: exactly this, more than once; `maybe`: the service doesn't report enough of them. */
  | { kind: 'undecided'; same: readonly Order[]; maybe: readonly Order[] }
  /** `near`: of its kind and its images, but different, placed at about that time or later and not by this machine. */
  | { kind: 'notListed'; read: number; near: readonly Order[]; waitMs: number }
  /** The list has several pages and kept changing: an order can be missing from what was read. */
  | { kind: 'unsteady' }
  | { kind: 'otherConnection' }
  | { kind: 'cancelled' };

export type Resolved =
  | { kind: 'written' }
  | { kind: 'known'; entry: OrderAttempt }
  /** It may still be on its way. */
  | { kind: 'tooEarly'; waitMs: number };

export interface LookUpOptions {
  /** Orders read so far, and how many the service reports in all. */
  progress?: (read: number, total: number | undefined) => void;
  signal?: AbortSignal;
}

export interface LookUp {
  /** Unconfirmed attempts of the connection in use, the latest first; not those in progress here. */
  open(): Promise<OrderAttempt[]>;
  /** Reads the orders and compares them. Throws `ApiError` where they cannot be read. */
  lookUp(entry: OrderAttempt, options?: LookUpOptions): Promise<LookedUp>;
  /**
   * Milliseconds until no window can still be sending it. Where its time is in the future, because the clock was put
   * back, they count from when this window first saw it.
   */
  settlesIn(entry: OrderAttempt): number;
  /** The user's word: it is this order, or it was not booked. Throws where the journal can't be written. */
  resolve(entry: OrderAttempt, outcome: Order | 'notBooked'): Promise<Resolved>;
}

export interface LookUpParts {
  session: SessionOwner;
  journal: Journal;
  placing: Pick<Placing, 'isOnItsWay'>;
  /** Of the contract in use, where it is known. */
  contractId?: () => string | undefined;
  now?: () => number;
  /** A monotonic clock, milliseconds. */
  elapsed?: () => number;
}

/**
 * An order leaves at once after it is written down, and no answer is awaited longer than half of this, milliseconds:
 * before that, nobody can say that it was not booked, and another window may still be sending it.
 */
export const settlingMs = 60_000;

/** Orders that are read one by one, because the list doesn't report enough of them; the newest first. */
const mostSingle = 20;

export function createLookUp({
  session,
  journal,
  placing,
  contractId = () => undefined,
  now = Date.now,
  elapsed = () => performance.now(),
}: LookUpParts): LookUp {
  /** By id of the entry, of those whose time lies ahead: when this window first saw it. */
  const seenAhead = new Map<string, number>();

  const placeInUse = () => {
    const signedIn = signedInOf(session.current.peek());
    return signedIn && orderPlace(signedIn.connection, contractId());
  };

  async function entryNow(entry: OrderAttempt) {
    const attempts = attemptsOf(await journal.read(), entry);
    return { attempts, entry: attempts.find(({ id }) => id === entry.id) ?? entry };
  }

  function settlesIn({ id, at }: OrderAttempt): number {
    const age = now() - Date.parse(at);
    if (age >= 0) return Math.max(0, settlingMs - age);
    const since = seenAhead.get(id) ?? elapsed();
    seenAhead.set(id, since);
    return Math.max(0, settlingMs - (elapsed() - since));
  }

  return {
    settlesIn,
    async open() {
      const place = placeInUse();
      if (!place) return [];
      const attempts = attemptsOf(await journal.read(), place);
      return attempts.filter(one => isOpen(one) && !placing.isOnItsWay(one.id)).toReversed();
    },
    async lookUp(given, { progress, signal } = {}) {
      const signedIn = signedInOf(session.current.peek());
      const place = placeInUse();
      if (!signedIn || !place || !isSamePlace(given, place)) return { kind: 'otherConnection' };
      if (placing.isOnItsWay(given.id)) return { kind: 'onItsWay' };
      const before = await entryNow(given);
      if (!isOpen(before.entry)) return { kind: 'known', entry: before.entry };
      const { entry } = before;

      const client = await signedIn.client();
      const since = Date.parse(entry.at);
      const { orders, isUnsteady } = await readOrders(client, { since, signal, progress });
      // Meanwhile the service may have answered other orders of this machine.
      const after = await entryNow(entry);
      if (!isOpen(after.entry)) return { kind: 'known', entry: after.entry };
      const explained = new Set([...placedIds(after.attempts), ...(entry.knownBefore ?? [])]);
      const free = orders.filter(({ id }) => !explained.has(id));
      const { same, maybe } = await matchesAmong(client, free, entry, signal);
      if (signal?.aborted) return { kind: 'cancelled' };

      const [only] = same;
      if (only && same.length === 1 && isSurelyNew(only, entry)) {
        const { connection, id } = entry;
        await journal.close(connection, id, { event: 'placed', orderId: only.id, status: only.status });
        return { kind: 'found', order: only };
      }
      if (same.length + maybe.length > 0) return { kind: 'undecided', same, maybe };
      if (isUnsteady) return { kind: 'unsteady' };
      const near = free.filter(order => isNear(order, entry)).sort(newestFirst);
      return { kind: 'notListed', read: orders.length, near, waitMs: settlesIn(entry) };
    },
    async resolve(given, outcome) {
      const { entry } = await entryNow(given);
      if (!isOpen(entry)) return { kind: 'known', entry };
      const { connection, id } = entry;
      if (outcome !== 'notBooked') {
        await journal.close(connection, id, { event: 'placed', orderId: outcome.id, status: outcome.status });
        return { kind: 'written' };
      }
      if (placing.isOnItsWay(id)) return { kind: 'tooEarly', waitMs: settlingMs };
      const waitMs = settlesIn(entry);
      if (waitMs > 0) return { kind: 'tooEarly', waitMs };
      await journal.close(connection, id, { event: 'notBooked' });
      return { kind: 'written' };
    },
  };
}

/** Those that are or can be what was sent, each the newest first. A single order has more details than the list. */
async function matchesAmong(
  client: Client,
  orders: readonly Order[],
  sent: SentOrder,
  signal: AbortSignal | undefined,
) {
  const same: Order[] = [];
  const maybe: Order[] = [];
  let single = 0;
  for (const order of [...orders].sort(newestFirst)) {
    let best = order;
    let match = matchOf(order, sent);
    const lacksDetails = match === 'maybe' || (match === 'same' && leavesNamesOpen(order, sent));
    if (lacksDetails && single < mostSingle) {
      single += 1;
      const full = await client.order(order.id, signal).catch(() => undefined);
      best = full ?? order;
      match = full ? matchOf(full, sent) : 'maybe';
    } else if (lacksDetails) match = 'maybe';
    if (match === 'same') same.push(best);
    else if (match === 'maybe') maybe.push(best);
  }
  return { same, maybe };
}

/** An order without a time could have been there before this one left, unless the list was known then. */
function isSurelyNew({ createdAt }: Order, { knownBefore }: OrderAttempt): boolean {
  return createdAt !== undefined || knownBefore !== undefined;
}

/** Worth a look, although it differs. */
function isNear(order: Order, sent: OrderAttempt): boolean {
  const differences = differencesOf(order, sent);
  const hasImages = imageIdsOf(order).length > 0;
  return hasImages && !differences.some(one => one === 'kind' || one === 'time' || one === 'images');
}

function newestFirst(one: Order, other: Order): number {
  return (other.createdAt ?? '').localeCompare(one.createdAt ?? '');
}
