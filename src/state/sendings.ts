/** What the lines of the order journal say, entry by entry. */
import { orderPhase, type Amount } from '../model/order/order.ts';
import type { JournalLine, Outcome } from './journal.ts';
import type { OrderBody } from './orderBody.ts';

/** One yes of the user, and what became of it. */
export interface Sending {
  id: string;
  connection: string;
  /** When it left, ISO 8601, UTC. */
  at: string;
  bodyHash: string;
  body: OrderBody;
  title: string;
  orderKind: string;
  price: Amount;
  knownBefore: readonly string[] | undefined;
  /** `undefined` as long as no answer is written down. */
  outcome: (Outcome & { at: string }) | undefined;
}

export interface PlacedBefore {
  /** Of the entry. */
  id: string;
  /** When the service took it, ISO 8601, UTC. */
  at: string;
  title: string;
  orderId: string;
}

/** The entries of a connection, in the order in which they were written. */
export function sendingsOf(lines: readonly JournalLine[], connection: string): Sending[] {
  const found = new Map<string, Sending>();
  for (const line of lines) {
    if (line.connection !== connection) continue;
    if (line.event === 'sending') {
      const { id, at, bodyHash, title, orderKind, price, knownBefore } = line;
      const body = line.body ?? { kind: orderKind, ...(title === '' ? {} : { title }) };
      const rest = { bodyHash, body, title, orderKind, price, knownBefore, outcome: undefined };
      if (!found.has(id)) found.set(id, { id, connection, at, ...rest });
    } else {
      const sending = found.get(line.id);
      if (sending && weightOf(line) >= weightOf(sending.outcome)) sending.outcome = line;
    }
  }
  return [...found.values()];
}

/** Windows can write at the same time: an order that exists outweighs all else, and knowing outweighs not knowing. */
function weightOf(outcome: Outcome | undefined): number {
  switch (outcome?.event) {
    case undefined:
      return 0;
    case 'unclear':
      return 1;
    case 'refused':
    case 'notBooked':
    case 'withdrawn':
      return 2;
    case 'placed':
      return 3;
  }
}

/** Whether the service may have booked it, and nobody knows. */
export function isOpen({ outcome }: Sending): boolean {
  return outcome === undefined || outcome.event === 'unclear';
}

/** The latest order of this body that the service took at `since` (epoch ms) or later. */
export function placedSince(
  sendings: readonly Sending[],
  bodyHash: string,
  since = -Infinity,
): PlacedBefore | undefined {
  return sendings
    .flatMap(({ id, title, bodyHash: hash, outcome }) =>
      hash === bodyHash && outcome?.event === 'placed' && Date.parse(outcome.at) >= since
        ? [{ id, at: outcome.at, title, orderId: outcome.orderId }]
        : [],
    )
    .at(-1);
}

/** Ids of the orders that are the answer to some yes of the user. */
export function placedIds(sendings: readonly Sending[]): ReadonlySet<string> {
  return new Set(sendings.flatMap(({ outcome }) => (outcome?.event === 'placed' ? [outcome.orderId] : [])));
}

/** What was spent, or may have been, on the day of `now` by the clock on the wall. */
export function spentOnDayOf(now: number, sendings: readonly Sending[]): Amount[] {
  const day = new Date(now).toDateString();
  return sendings
    .filter(({ at }) => new Date(at).toDateString() === day)
    .filter(sending => isOpen(sending) || costs(sending))
    .map(({ price }) => price);
}

function costs({ outcome }: Sending): boolean {
  // Nothing is paid for an order that was rejected at once.
  return outcome?.event === 'placed' && orderPhase(outcome.status) !== 'failed';
}
