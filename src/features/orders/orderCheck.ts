import type { Order } from '../../service/rules/order.ts';
import { orderImageIds } from '../../service/rules/orderContents.ts';
import type { Client } from '../../service/wire/client.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { Journal } from './journal.ts';
import {
  isSameDestination,
  isUnconfirmed,
  listAttempts,
  type OrderAttempt,
  orderDestination,
  placedIds,
  settlingMs,
} from './orderAttempts.ts';
import type { Placing } from './placing.ts';
import { readOrders } from './readOrders.ts';
import { leavesNamesOpen, matchOrder, orderDifferences, type SentOrder } from './rules/orderMatch.ts';

/** What the service lists for an unconfirmed order. */
export type OrderChecked =
  /** Already confirmed, by another window or an earlier check. */
  | { kind: 'known'; entry: OrderAttempt }
  /** This window is still waiting for the answer. */
  | { kind: 'onItsWay' }
  /** Only this order matches. From now on, the attempt counts as placed. */
  | { kind: 'found'; order: Order }
  /** The user decides. `same`: several identical orders. `maybe`: the service doesn't report enough details of them. */
  | { kind: 'undecided'; same: readonly Order[]; maybe: readonly Order[] }
  /** `near`: same kind and images but otherwise different, placed about then or later, not from this machine. */
  | { kind: 'notListed'; read: number; near: readonly Order[]; waitMs: number }
  /** The list kept changing, or has entries that can't be read, so an order may be missing from what was read. */
  | { kind: 'unsteady' }
  | { kind: 'otherConnection' }
  | { kind: 'cancelled' };

export type Resolved =
  | { kind: 'written' }
  | { kind: 'known'; entry: OrderAttempt }
  /** The order may still be in transit. */
  | { kind: 'tooEarly'; waitMs: number };

export interface OrderCheckOptions {
  /** Number of orders read so far, and the total that the service reports. */
  progress?: (read: number, total: number | undefined) => void;
  signal?: AbortSignal;
}

export interface OrderCheckParts {
  session: SessionOwner;
  journal: Journal;
  placing: Pick<Placing, 'isOnItsWay'>;
  /** Id of the current contract, if known. */
  contractId?: () => string | undefined;
  /** By this machine's clock, as in the journal; epoch ms. */
  now?: () => number;
  /** Monotonic clock, in milliseconds. */
  elapsed?: () => number;
}

/** Maximum number of orders to read individually because the list lacks details, newest first. */
const maxSingle = 20;

export type OrderCheck = ReturnType<typeof createOrderCheck>;

export function createOrderCheck({
  session,
  journal,
  placing,
  contractId = () => undefined,
  now = Date.now,
  elapsed = () => performance.now(),
}: OrderCheckParts) {
  /** When this window first saw entries whose time is in the future, by entry id. */
  const seenAhead = new Map<string, number>();

  const destinationInUse = () => {
    const signedIn = asSignedIn(session.current.peek());
    return signedIn && orderDestination(signedIn.connection, contractId());
  };

  async function attemptsHere() {
    const destination = destinationInUse();
    return destination ? listAttempts(await journal.read(), destination) : [];
  }

  async function entryNow(entry: OrderAttempt) {
    const attempts = listAttempts(await journal.read(), entry);
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
    /**
     * Milliseconds until no window can still be sending the order. If its time is in the future because the clock was
     * set back, the wait starts when this window first saw the entry.
     */
    settlesIn,
    /** Unconfirmed attempts on the current connection, latest first, without those in progress in this window. */
    async open(): Promise<OrderAttempt[]> {
      const attempts = await attemptsHere();
      return attempts
        .filter(attempt => isUnconfirmed(attempt) && !placing.isOnItsWay(attempt.id))
        .toReversed();
    },
    /** An attempt on the current connection, whatever its outcome. */
    attempt: async (id: unknown) => (await attemptsHere()).find(attempt => attempt.id === id),
    /** Reads the orders and compares them. Throws `ApiError` if they can't be read. */
    async checkOrder(
      attempt: OrderAttempt,
      { progress, signal }: OrderCheckOptions = {},
    ): Promise<OrderChecked> {
      const signedIn = asSignedIn(session.current.peek());
      const destination = destinationInUse();
      if (!signedIn || !destination || !isSameDestination(attempt, destination))
        return { kind: 'otherConnection' };
      if (placing.isOnItsWay(attempt.id)) return { kind: 'onItsWay' };
      const before = await entryNow(attempt);
      if (!isUnconfirmed(before.entry)) return { kind: 'known', entry: before.entry };
      const { entry } = before;

      const client = await signedIn.client();
      const since = Date.parse(entry.at);
      const { orders, isUnsteady } = await readOrders(client, { since, signal, progress });
      // In the meantime, the service may have confirmed other orders from this machine.
      const after = await entryNow(entry);
      if (!isUnconfirmed(after.entry)) return { kind: 'known', entry: after.entry };
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
    /** Records the user's decision: it is this order, or it wasn't booked. Throws if the journal can't be written. */
    async resolve(attempt: OrderAttempt, outcome: Order | 'notBooked'): Promise<Resolved> {
      const { entry } = await entryNow(attempt);
      if (!isUnconfirmed(entry)) return { kind: 'known', entry };
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

/** Orders that match or may match what was sent, newest first. A single order has more details than the list. */
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
    let match = matchOrder(order, sent);
    const lacksDetails = match === 'maybe' || (match === 'same' && leavesNamesOpen(order, sent));
    if (lacksDetails && single < maxSingle) {
      single += 1;
      const full = await client.order(order.id, signal).catch(() => undefined);
      best = full ?? order;
      match = full ? matchOrder(full, sent) : 'maybe';
    } else if (lacksDetails) match = 'maybe';
    if (match === 'same') same.push(best);
    else if (match === 'maybe') maybe.push(best);
  }
  return { same, maybe };
}

/** An order without a time may have existed before this one was sent, unless the list was known then. */
function isSurelyNew({ createdAt }: Order, { knownBefore }: OrderAttempt): boolean {
  return createdAt !== undefined || knownBefore !== undefined;
}

/** Different, but similar enough to show to the user. */
function isNear(order: Order, sent: OrderAttempt): boolean {
  const differences = orderDifferences(order, sent);
  const hasImages = orderImageIds(order).length > 0;
  return (
    hasImages &&
    !differences.some(difference => difference === 'kind' || difference === 'time' || difference === 'images')
  );
}

function newestFirst(a: Order, b: Order): number {
  return (b.createdAt ?? '').localeCompare(a.createdAt ?? '');
}
