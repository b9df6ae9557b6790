/** Order attempts, from the lines of the journal. */
import type { Connection } from '../model/account/connection.ts';
import { orderPhase, type Amount } from '../model/order/order.ts';
import { shownLine } from '../model/words/shownText.ts';
import type { JournalLine, OrderPlace, Outcome, ConfirmedOrder } from './journal.ts';
import type { OrderBody } from '../model/order/orderBody.ts';

/** One confirmed order with its outcome. */
export interface OrderAttempt extends OrderPlace, ConfirmedOrder {
  id: string;
  /** When it left, ISO 8601, UTC. */
  at: string;
  body: OrderBody;
  /** `undefined` until an answer is recorded. */
  outcome: (Outcome & { at: string }) | undefined;
}

export interface PlacedBefore {
  /** Of the attempt. */
  id: string;
  /** When it left, ISO 8601, UTC; its outcome may be known much later. */
  at: string;
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

/** In the order in which they were recorded. */
export function attemptsOf(lines: readonly JournalLine[], place: OrderPlace): OrderAttempt[] {
  const found = new Map<string, OrderAttempt>();
  for (const line of lines) {
    if (line.event === 'sending') {
      const { event: _event, ...sent } = line;
      if (!isSamePlace(sent, place) || found.has(sent.id)) continue;
      const { orderKind: kind, title } = sent;
      const body = sent.body ?? { kind, ...(title === '' ? {} : { title }) };
      found.set(sent.id, { ...sent, body, outcome: undefined });
    } else {
      const attempt = found.get(line.id);
      const isAbout = attempt?.connection === line.connection;
      if (attempt && isAbout && weightOf(line) >= weightOf(attempt.outcome)) attempt.outcome = line;
    }
  }
  return [...found.values()];
}

/** Orders of products have no title, but can have a reference. Empty where there is neither. */
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

/** The service may have booked it, and nobody knows. */
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
    .filter(one => one.bodyHash === bodyHash && Date.parse(one.at) >= since)
    .flatMap(({ id, at, outcome }) =>
      outcome?.event === 'placed' && costs(outcome) ? [{ id, at, orderId: outcome.orderId }] : [],
    )
    .at(-1);
}

export function placedIds(attempts: readonly OrderAttempt[]): ReadonlySet<string> {
  return new Set(attempts.flatMap(({ outcome }) => (outcome?.event === 'placed' ? [outcome.orderId] : [])));
}

/** What was spent, or may have been, on the day of `now` by the clock on the wall. */
export function spentOnDayOf(now: number, attempts: readonly OrderAttempt[]): Amount[] {
  const day = new Date(now).toDateString();
  return attempts
    .filter(({ at }) => new Date(at).toDateString() === day)
    .filter(one => isOpen(one) || (one.outcome?.event === 'placed' && costs(one.outcome)))
    .map(({ price }) => price);
}

/** Nothing is paid for an order that was rejected at once. */
function costs({ status }: Extract<Outcome, { event: 'placed' }>): boolean {
  return orderPhase(status) !== 'failed';
}
