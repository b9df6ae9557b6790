/** Order attempts, built from the lines of the journal. */
import { safeLine } from '../../base/words/safeText.ts';
import type { Connection } from '../../service/rules/connection.ts';
import { type Amount, orderPhase } from '../../service/rules/order.ts';
import type { ConfirmedOrder, JournalLine, OrderDestination, Outcome, Settlement } from './journal.ts';
import { mergeBookings } from './rules/bookings.ts';
import type { OrderBody } from './rules/orderBody.ts';

/** One confirmed order with its outcome. */
export interface OrderAttempt extends OrderDestination, ConfirmedOrder {
  id: string;
  /** When it was sent, ISO 8601, UTC. */
  at: string;
  body: OrderBody;
  /** `undefined` until an outcome is recorded. */
  outcome: (Outcome & { at: string }) | undefined;
  /** What became of it after it was placed; absent while nothing is known of that. */
  settled?: Omit<Settlement, 'event'>;
}

export interface PlacedBefore {
  /** Id of the attempt. */
  id: string;
  /** When it was sent, ISO 8601, UTC. The outcome may become known much later. */
  at: string;
  orderId: string;
  price: Amount;
}

/**
 * Milliseconds before an order can be declared not booked. Until then, another window may still be sending it: an order
 * leaves within half of this after it is recorded, or not at all, and the wait for its answer is at most the other half.
 */
export const settlingMs = 60_000;

/** @param contract id of the contract that pays, if known */
export function orderDestination({ name, baseUrl }: Connection, contract?: string): OrderDestination {
  return { connection: name, service: baseUrl, contract };
}

/**
 * Whether an order that was sent to one is listed and paid for at the other. The address also identifies the service, so that
 * renaming a connection doesn't release an order that is held back. Two different contracts, if both are known, are
 * different destinations.
 */
export function isSameDestination(a: OrderDestination, b: OrderDestination): boolean {
  if (a.connection === b.connection) return true;
  return a.service !== undefined && a.service === b.service && !differ(a.contract, b.contract);
}

/** Whether they are known to have different addresses or contracts, whatever their connections are named. */
export function isElsewhere(a: OrderDestination, b: OrderDestination): boolean {
  return differ(a.service, b.service) || differ(a.contract, b.contract);
}

function differ(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

/** In the order in which they were recorded; without a destination, those of all. */
export function listAttempts(
  lines: readonly JournalLine[],
  destination: OrderDestination | undefined,
): OrderAttempt[] {
  const found = new Map<string, OrderAttempt>();
  for (const line of lines) {
    if (line.event === 'sending') {
      const { event: _event, ...sent } = line;
      if ((destination && !isSameDestination(sent, destination)) || found.has(sent.id)) continue;
      const { orderKind: kind, title } = sent;
      const body = sent.body ?? { kind, title: title === '' ? undefined : title };
      found.set(sent.id, { ...sent, body, outcome: undefined });
      continue;
    }
    const attempt = found.get(line.id);
    const isAbout = attempt?.connection === line.connection;
    if (!attempt || !isAbout) continue;
    if (line.event === 'settled') attempt.settled = joinedAttempt(attempt.settled, line);
    else if (outcomeWeight(line) >= outcomeWeight(attempt.outcome)) attempt.outcome = line;
  }
  return [...found.values()];
}

/** What is known together: payments add up, and of two statuses the later one counts. */
function joinedAttempt(
  before: OrderAttempt['settled'],
  { at, status = before?.status, bookings: added, isWhole }: Settlement & { at: string },
): NonNullable<OrderAttempt['settled']> {
  // A payment without a time counts as booked when it was read.
  const bookings = added.map(booking => ({ ...booking, at: booking.at ?? at }));
  return {
    status,
    bookings: before ? mergeBookings(before.bookings, bookings) : bookings,
    isWhole: isWhole || (before?.isWhole ?? false),
  };
}

/** Its title, what it is called on this machine, or its reference. Empty if there is none of them. */
export function sentName({ title, name, body }: Pick<OrderAttempt, 'title' | 'name' | 'body'>): string {
  return safeLine(title || name || (typeof body.customerRef === 'string' ? body.customerRef : ''));
}

/** Several windows may record an outcome. An existing order outweighs everything, a known outcome an unknown one. */
function outcomeWeight(outcome: Outcome | undefined): number {
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

/** The service may have booked the order, but this isn't confirmed. */
export function isUnconfirmed({ outcome }: OrderAttempt): boolean {
  return outcome === undefined || outcome.event === 'unclear';
}

/** The latest order with this body that was sent at or after `since` (epoch ms) and wasn't rejected immediately. */
export function placedSince(
  attempts: readonly OrderAttempt[],
  bodyHash: string,
  since = -Infinity,
): PlacedBefore | undefined {
  return attempts
    .filter(attempt => attempt.bodyHash === bodyHash && Date.parse(attempt.at) >= since)
    .flatMap(({ id, at, price, outcome }) =>
      outcome?.event === 'placed' && costs(outcome) ? [{ id, at, orderId: outcome.orderId, price }] : [],
    )
    .at(-1);
}

export function placedIds(attempts: readonly OrderAttempt[]): ReadonlySet<string> {
  return new Set(attempts.flatMap(({ outcome }) => (outcome?.event === 'placed' ? [outcome.orderId] : [])));
}

/** An order that was rejected immediately costs nothing. */
export function costs({ status }: Extract<Outcome, { event: 'placed' }>): boolean {
  return orderPhase(status) !== 'failed';
}
