import { type Amount, defaultUnit } from '../../service/rules/order.ts';

/** Credits that can be spent without typing the amount; `undefined` for no limit. */
export interface Budget {
  perOrder: number | undefined;
  /** Per day in local time, on one connection. */
  perDay: number | undefined;
}

/** Why the amount must be typed. */
export type Exceeded =
  | { kind: 'perOrder'; limit: number; price: Amount }
  /** `spent`: amount already spent on the same day. `mayReturn`: how much of it is for orders that failed since. */
  | { kind: 'perDay'; limit: number; spent: Amount; price: Amount; mayReturn?: Amount }
  /** The limits are in credits, and the value of any other unit is unknown. */
  | { kind: 'otherUnit'; unit: string }
  /** A setting isn't a number, so no amount is allowed without typing it. */
  | { kind: 'unreadable'; limit: keyof Budget };

/** Allows for rounding errors in sums of fractions. */
const tolerance = 1e-6;

/** Reads a limit from the settings; NaN for a value that isn't an amount. */
export function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === null || value === 0) return undefined;
  return typeof value === 'number' && value > 0 ? value : NaN;
}

/**
 * The limits that orders at these prices exceed, individually and in total.
 *
 * @param spentToday amounts spent on the same connection, including those that may have been spent
 * @param mayReturn those of them of which it isn't known whether they are refunded
 */
export function limitsExceeded(
  prices: readonly Amount[],
  { perOrder, perDay }: Budget,
  spentToday: readonly Amount[],
  mayReturn: readonly Amount[] = [],
): Exceeded[] {
  if (perOrder === undefined && perDay === undefined) return [];
  const found: Exceeded[] = [];
  if (Number.isNaN(perOrder)) found.push({ kind: 'unreadable', limit: 'perOrder' });
  if (Number.isNaN(perDay)) found.push({ kind: 'unreadable', limit: 'perDay' });
  const otherPrice = prices.find(({ unit }) => unit !== defaultUnit);
  if (otherPrice) found.push({ kind: 'otherUnit', unit: otherPrice.unit });

  const inCredits = prices.filter(({ unit }) => unit === defaultUnit);
  const [dearest] = [...inCredits].sort((a, two) => two.value - a.value);
  if (dearest && perOrder !== undefined && dearest.value > perOrder + tolerance)
    found.push({ kind: 'perOrder', limit: perOrder, price: dearest });
  // A negative price must not make room for another order.
  const spent = unitSum(spentToday.map(noLess), defaultUnit);
  const price = unitSum(inCredits.map(noLess), defaultUnit);
  if (inCredits.length > 0 && perDay !== undefined && spent.value + price.value > perDay + tolerance) {
    const back = unitSum(mayReturn, defaultUnit);
    found.push({
      kind: 'perDay',
      limit: perDay,
      spent,
      price,
      mayReturn: back.value > 0 ? back : undefined,
    });
  }
  return found;
}

function noLess({ value, unit }: Amount): Amount {
  return { value: Math.max(0, value), unit };
}

function unitSum(amounts: readonly Amount[], unit: string): Amount {
  const values = amounts.filter(amount => amount.unit === unit).map(({ value }) => value);
  return { value: values.reduce((sum, value) => sum + value, 0), unit };
}

export function totalsByUnit(amounts: readonly Amount[]): Amount[] {
  return [...new Set(amounts.map(({ unit }) => unit))].map(unit => unitSum(amounts, unit));
}
