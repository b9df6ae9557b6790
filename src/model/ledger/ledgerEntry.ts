import { sandboxConnection } from '../account/connection.ts';
import { isRecord } from '../fields.ts';
import type { Amount } from '../order/order.ts';
import { compareWords } from '../words/displayLanguage.ts';

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
 * `failed`: a request that changes nothing got no usable response. `unclear`: no clear response, or none yet.
 * `foundLater`: no response, but the lists of the service show that it was done. `notBooked`: the user checked, and
 * says that it wasn't done.
 */
export type LedgerResult = (typeof ledgerResults)[number];

/** One action from this machine. Contains no key, no token and no request body. */
export interface LedgerEntry {
  id: string;
  /** Start time, ISO 8601, UTC. */
  at: string;
  connection: string;
  action: LedgerAction;
  /** Display name of the order, the subscription or the key. */
  title?: string;
  orderKind?: string;
  /** First letters of the body's hash: the same for the same order. */
  bodyHash?: string;
  orderId?: string;
  subscriptionId?: string;
  keyId?: string;
  /** The price, or the refunded amount. */
  amount?: Amount;
  /** What a price is for, see `PricedContents`. */
  areaKm2?: number;
  product?: string;
  constellation?: string;
  /** Absent: the user. */
  requestedBy?: 'agent';
  result: LedgerResult;
  /** The service's own message, or why nothing was sent. */
  message?: string;
}

export type LedgerSubject = Omit<LedgerEntry, 'id' | 'at' | 'result' | 'message'>;

/** The result, and what is known only then. */
export type LedgerOutcome = Pick<LedgerEntry, 'result' | 'message' | 'amount' | 'keyId'>;

/** Number of kept characters of a body's hash: enough to distinguish bodies, too few to reveal anything. */
export const keptHashLength = 8;

export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value)) return false;
  const { id, at, connection, action, result, amount, areaKm2, product, constellation } = value;
  const isKnown =
    (ledgerActions as readonly unknown[]).includes(action) &&
    (ledgerResults as readonly unknown[]).includes(result);
  const isText = [id, at, connection].every(field => typeof field === 'string');
  const isOptional = (field: unknown, type: 'number' | 'string') =>
    field === undefined || typeof field === type;
  const hasContents =
    isOptional(areaKm2, 'number') && isOptional(product, 'string') && isOptional(constellation, 'string');
  return isKnown && isText && hasContents && (amount === undefined || isAmount(amount));
}

function isAmount(value: unknown): value is Amount {
  const { value: number, unit } = isRecord(value) ? value : {};
  return typeof number === 'number' && typeof unit === 'string';
}

/** Total amounts of the orders on one connection, by unit. */
export interface OrderSums {
  connection: string;
  /** Orders that the service accepted. */
  placed: Amount[];
  /** Orders that may have been placed. */
  open: Amount[];
}

/** One for each connection with such orders; the sandbox is last, since its orders cost nothing. */
export function sumOrders(entries: readonly LedgerEntry[]): OrderSums[] {
  const orders = entries.filter(({ action }) => action === 'order');
  return [...Map.groupBy(orders, ({ connection }) => connection)]
    .map(([connection, group]) => ({
      connection,
      placed: sumByUnit(group.filter(({ result }) => result === 'ok' || result === 'foundLater')),
      open: sumByUnit(group.filter(({ result }) => result === 'unclear')),
    }))
    .filter(({ placed, open }) => placed.length + open.length > 0)
    .sort((a, b) => Number(isSandbox(a)) - Number(isSandbox(b)) || compareWords(a.connection, b.connection));
}

/** Whether its amounts cost nothing. */
export function isSandbox({ connection }: { connection: string }): boolean {
  return connection === sandboxConnection.name;
}

function sumByUnit(entries: readonly LedgerEntry[]): Amount[] {
  const sums = new Map<string, number>();
  for (const { amount } of entries) {
    if (amount) sums.set(amount.unit, (sums.get(amount.unit) ?? 0) + amount.value);
  }
  // Sums of cents get floating-point digits.
  return [...sums].map(([unit, value]) => ({ value: Math.round(value * 1e6) / 1e6, unit }));
}
