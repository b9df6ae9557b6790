/** What orders of this machine cost, and what came back. */
import { localDay, parseLocalDay } from '../../base/words/moment.ts';
import { type Amount, orderPhase } from '../../service/rules/order.ts';
import { costs, isUnconfirmed, type OrderAttempt } from './orderAttempts.ts';
import { chargedBy, returnedBy } from './rules/bookings.ts';

/**
 * What an order cost, or may have cost, by unit: what the payments list as charged, otherwise the confirmed price. What
 * came back isn't subtracted.
 */
export function attemptCost(attempt: OrderAttempt): Amount[] {
  const { price, outcome, settled } = attempt;
  if (isUnconfirmed(attempt)) return [price];
  if (outcome?.event !== 'placed') return [];
  const charged = chargedBy(settled?.bookings ?? []);
  if (charged.some(({ unit }) => unit === price.unit)) return charged;
  const isFree =
    !costs(outcome) ||
    (settled?.isWhole === true && settled.bookings.length === 0 && isFailed(settled.status));
  return isFree ? charged : [price, ...charged];
}

/** What the payments list as paid back for an order, by unit. */
export function returnedFor({ settled }: OrderAttempt): Amount[] {
  return returnedBy(settled?.bookings ?? []);
}

/**
 * Amounts that were spent, or may have been, on orders of the day of `now` in local time. What is known to have come
 * back for these orders isn't spent. More than an order cost never makes room for another one.
 */
export function spentOnDay(now: number, attempts: readonly OrderAttempt[]): Amount[] {
  const day = localDay(now);
  return attempts.filter(({ at }) => parseLocalDay(at) === day).flatMap(remainingCost);
}

/** The part of {@link spentOnDay} that was spent on orders that failed, and that may still be refunded. */
export function mayReturnOnDay(now: number, attempts: readonly OrderAttempt[]): Amount[] {
  return spentOnDay(
    now,
    attempts.filter(({ settled }) => isFailed(settled?.status)),
  );
}

function remainingCost(attempt: OrderAttempt): Amount[] {
  const returned = returnedFor(attempt);
  const backIn = (unit: string) => returned.find(amount => amount.unit === unit)?.value ?? 0;
  return attemptCost(attempt).map(({ value, unit }) => ({ value: Math.max(0, value - backIn(unit)), unit }));
}

function isFailed(status: string | undefined): boolean {
  return status !== undefined && orderPhase(status) === 'failed';
}
