import type { Amount } from '../order/order.ts';
import { isRecord } from '../fields.ts';

export const ledgerActions = [
  'price',
  'order',
  'revoke',
  'createKey',
  'useKey',
  'rotateKey',
  'deleteKey',
] as const;

export type LedgerAction = (typeof ledgerActions)[number];

export const ledgerResults = [
  'ok',
  'refused',
  'failed',
  'unclear',
  'foundLater',
  'notBooked',
  'notSent',
] as const;

/**
 * `failed`: no answer of use came, to a question that changes nothing. `unclear`: no clear answer came, or none yet.
 * `foundLater`: there was none, and what the service lists shows that it was done. `notBooked`: the user looked, and says
 * that it was not.
 */
export type LedgerResult = (typeof ledgerResults)[number];

/** What was done on this machine, once. Holds neither a key nor a token nor a request's body. */
export interface LedgerEntry {
  id: string;
  /** When it began, ISO 8601, UTC. */
  at: string;
  connection: string;
  action: LedgerAction;
  /** What people call the order, the subscription or the key. */
  title?: string;
  orderKind?: string;
  /** The begin of the body's hash: the same for the same order. */
  bodyHash?: string;
  orderId?: string;
  subscriptionId?: string;
  keyId?: string;
  /** The price, or what was refunded. */
  amount?: Amount;
  result: LedgerResult;
  /** The service's own words, or why nothing was sent. */
  message?: string;
}

/** What is recorded before it is known how it ends. */
export type LedgerSubject = Omit<LedgerEntry, 'id' | 'at' | 'result' | 'message'>;

/** How something ended, and what is known only by then. */
export type LedgerOutcome = Pick<LedgerEntry, 'result' | 'message' | 'amount' | 'keyId'>;

/** Letters of a body's hash that are kept: they tell bodies apart, and nothing can be read out of them. */
export const keptHashLength = 8;

/** Whether a value is what a line of the ledger holds. */
export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value)) return false;
  const { id, at, connection, action, result, amount } = value;
  const isKnown =
    (ledgerActions as readonly unknown[]).includes(action) &&
    (ledgerResults as readonly unknown[]).includes(result);
  const isText = [id, at, connection].every(one => typeof one === 'string');
  return isKnown && isText && (amount === undefined || isAmount(amount));
}

function isAmount(value: unknown): value is Amount {
  const { value: number, unit } = isRecord(value) ? value : {};
  return typeof number === 'number' && typeof unit === 'string';
}

/** What orders came to, by unit. */
export interface OrderSums {
  /** Of those that the service took. */
  placed: Amount[];
  /** Of those that may have been booked. */
  open: Amount[];
}

export function sumOrders(entries: readonly LedgerEntry[]): OrderSums {
  const orders = entries.filter(({ action }) => action === 'order');
  return {
    placed: sumByUnit(orders.filter(({ result }) => result === 'ok' || result === 'foundLater')),
    open: sumByUnit(orders.filter(({ result }) => result === 'unclear')),
  };
}

function sumByUnit(entries: readonly LedgerEntry[]): Amount[] {
  const sums = new Map<string, number>();
  for (const { amount } of entries) {
    if (amount) sums.set(amount.unit, (sums.get(amount.unit) ?? 0) + amount.value);
  }
  // Sums of cents stay cents.
  return [...sums].map(([unit, value]) => ({ value: Math.round(value * 1e6) / 1e6, unit }));
}
