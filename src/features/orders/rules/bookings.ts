/** Changes of the balance for one order. */
import type { Amount } from '../../../service/rules/order.ts';

/** One change of the balance for an order. */
export interface Booking {
  /** Of the payment. */
  id: string;
  /** As the service reports it. */
  at: string | undefined;
  /** Negative for a charge. */
  effect: Amount;
}

/** Each payment once, with what was learned last. */
export function mergeBookings(before: readonly Booking[], later: readonly Booking[]): Booking[] {
  return [...new Map([...before, ...later].map(booking => [booking.id, booking])).values()];
}

/** Positive, one for each unit. */
export function chargedBy(bookings: readonly Booking[]): Amount[] {
  return sumByUnit(
    bookings.flatMap(({ effect }) => (effect.value < 0 ? [{ value: -effect.value, unit: effect.unit }] : [])),
  );
}

/** Positive, one for each unit. */
export function returnedBy(bookings: readonly Booking[]): Amount[] {
  return sumByUnit(bookings.flatMap(({ effect }) => (effect.value > 0 ? [effect] : [])));
}

/** One amount for each unit, in the order in which the units occur. */
export function sumByUnit(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, number>();
  for (const { value, unit } of amounts) sums.set(unit, (sums.get(unit) ?? 0) + value);
  // Sums of cents get floating-point digits.
  return [...sums].map(([unit, value]) => ({ value: Math.round(value * 1e6) / 1e6, unit }));
}
