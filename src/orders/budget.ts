import { defaultUnit, type Amount } from '../model/order/order.ts';

/** What may be spent without typing the amount, in credits; `undefined` for no limit. */
export interface Budget {
  perOrder: number | undefined;
  /** By local time, on one connection. */
  perDay: number | undefined;
}

/** Why an amount has to be typed. */
export type Exceeded =
  | { kind: 'perOrder'; limit: number; price: Amount }
  /** `spent` before, on the same day. */
  | { kind: 'perDay'; limit: number; spent: Amount; price: Amount }
  /** The limits count credits: what another unit is worth is not known. */
  | { kind: 'otherUnit'; unit: string }
  /** A setting is not a number: nothing counts as allowed. */
  | { kind: 'unreadable'; limit: keyof Budget };

/** Sums of fractions end a little off. */
const tolerance = 1e-6;

/** A limit of the settings; NaN for what is not an amount. */
export function readLimit(value: unknown): number | undefined {
  if (value === undefined || value === null || value === 0) return undefined;
  return typeof value === 'number' && value > 0 ? value : NaN;
}

/**
 * The limits that orders of these prices exceed, one by one and all together.
 *
 * @param spentToday on the same connection, also what may have been spent
 */
export function exceededBy(
  prices: readonly Amount[],
  { perOrder, perDay }: Budget,
  spentToday: readonly Amount[],
): Exceeded[] {
  if (perOrder === undefined && perDay === undefined) return [];
  const found: Exceeded[] = [];
  if (Number.isNaN(perOrder)) found.push({ kind: 'unreadable', limit: 'perOrder' });
  if (Number.isNaN(perDay)) found.push({ kind: 'unreadable', limit: 'perDay' });
  const other = prices.find(({ unit }) => unit !== defaultUnit);
  if (other) found.push({ kind: 'otherUnit', unit: other.unit });

  const inCredits = prices.filter(({ unit }) => unit === defaultUnit);
  const [dearest] = [...inCredits].sort((one, two) => two.value - one.value);
  if (dearest && perOrder !== undefined && dearest.value > perOrder + tolerance)
    found.push({ kind: 'perOrder', limit: perOrder, price: dearest });
  // A negative price leaves no room for another.
  const spent = sumOf(spentToday.map(noLess), defaultUnit);
  const price = sumOf(inCredits.map(noLess), defaultUnit);
  if (inCredits.length > 0 && perDay !== undefined && spent.value + price.value > perDay + tolerance)
    found.push({ kind: 'perDay', limit: perDay, spent, price });
  return found;
}

function noLess({ value, unit }: Amount): Amount {
  return { value: Math.max(0, value), unit };
}

function sumOf(amounts: readonly Amount[], unit: string): Amount {
  const values = amounts.filter(amount => amount.unit === unit).map(({ value }) => value);
  return { value: values.reduce((sum, value) => sum + value, 0), unit };
}

/** One sum for each unit. */
export function totalsOf(amounts: readonly Amount[]): Amount[] {
  return [...new Set(amounts.map(({ unit }) => unit))].map(unit => sumOf(amounts, unit));
}
