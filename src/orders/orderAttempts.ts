/** What the lines of the order journal say, entry by entry. */
import type { Connection } from '../model/account/connection.ts';
import { orderPhase, type Amount } from '../model/order/order.ts';
import { shownLine } from '../model/words/shownText.ts';
import type { JournalLine, OrderPlace, Outcome } from './journal.ts';
import type { OrderBody } from '../model/order/orderBody.ts';

/** One yes of the user, and what became of it. */
export interface OrderAttempt extends OrderPlace {
  id: string;
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
  /** When it left, ISO 8601, UTC: what became of it may have been found out much later. */
  at: string;
  title: string;
  orderId: string;
}

/** @param contract id of the contract that pays, where it is known */
export function orderPlace({ name, baseUrl }: Connection, contract?: string): OrderPlace {
  return { connection: name, service: baseUrl, ...(contract === undefined ? {} : { contract }) };
}

/**
 * Whether an order of one place is listed, and paid for, at the other. A service goes by its address as well, so that no
 * other name for it lets an order through that is held back; two contracts at it are told apart where both are known.
 */
export function isSamePlace(one: OrderPlace, other: OrderPlace): boolean {
  if (one.connection === other.connection) return true;
  if (one.service === undefined || one.service !== other.service) return false;
  return one.contract === undefined || other.contract === undefined || one.contract === other.contract;
}

/** The entries of a place, in the order in which they were written. */
export function attemptsOf(lines: readonly JournalLine[], place: OrderPlace): OrderAttempt[] {
  const found = new Map<string, OrderAttempt>();
  for (const line of lines) {
    if (line.event === 'sending') {
      if (!isSamePlace(line, place)) continue;
      const { id, at, bodyHash, title, orderKind, price, knownBefore } = line;
      const { connection, service, contract } = line;
      const sentTo = {
        connection,
        ...(service === undefined ? {} : { service }),
        ...(contract === undefined ? {} : { contract }),
      };
      const body = line.body ?? { kind: orderKind, ...(title === '' ? {} : { title }) };
      const rest = { bodyHash, body, title, orderKind, price, knownBefore, outcome: undefined };
      if (!found.has(id)) found.set(id, { id, ...sentTo, at, ...rest });
    } else {
      const sending = found.get(line.id);
      const isAbout = sending?.connection === line.connection;
      if (sending && isAbout && weightOf(line) >= weightOf(sending.outcome)) sending.outcome = line;
    }
  }
  return [...found.values()];
}

/** By which the user knows it: orders of products have no title, but can have a reference. Empty where there is neither. */
export function sentName({ title, body }: Pick<OrderAttempt, 'title' | 'body'>): string {
  return shownLine(title || (typeof body.customerRef === 'string' ? body.customerRef : ''));
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
export function isOpen({ outcome }: OrderAttempt): boolean {
  return outcome === undefined || outcome.event === 'unclear';
}

/** The latest order of this body that left at `since` (epoch ms) or later and was not rejected at once. */
export function placedSince(
  attempts: readonly OrderAttempt[],
  bodyHash: string,
  since = -Infinity,
): PlacedBefore | undefined {
  return attempts
    .flatMap(sending => {
      const { id, at, title, outcome } = sending;
      return sending.bodyHash === bodyHash &&
        outcome?.event === 'placed' &&
        costs(outcome) &&
        Date.parse(at) >= since
        ? [{ id, at, title, orderId: outcome.orderId }]
        : [];
    })
    .at(-1);
}

/** Ids of the orders that are the answer to some yes of the user. */
export function placedIds(attempts: readonly OrderAttempt[]): ReadonlySet<string> {
  return new Set(attempts.flatMap(({ outcome }) => (outcome?.event === 'placed' ? [outcome.orderId] : [])));
}

/** What was spent, or may have been, on the day of `now` by the clock on the wall. */
export function spentOnDayOf(now: number, attempts: readonly OrderAttempt[]): Amount[] {
  const day = new Date(now).toDateString();
  return attempts
    .filter(({ at }) => new Date(at).toDateString() === day)
    .filter(sending => isOpen(sending) || (sending.outcome?.event === 'placed' && costs(sending.outcome)))
    .map(({ price }) => price);
}

/** Nothing is paid for an order that was rejected at once. */
function costs({ status }: Extract<Outcome, { event: 'placed' }>): boolean {
  return orderPhase(status) !== 'failed';
}
