import { isRecord } from '../../base/fields.ts';
import type { Amount } from './order.ts';

export const ledgerActions = [
  'price',
  'order',
  'refund',
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
 * `failed`: a request that changes nothing got no usable response, or the service failed to produce an order. `unclear`: no clear response, or none yet.
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
  /** ID of the contract that pays, if it was known. */
  contractId?: string;
  action: LedgerAction;
  /** Display name of the order, the subscription or the key. */
  title?: string;
  orderKind?: string;
  /** First letters of the body's hash: the same for the same order. */
  bodyHash?: string;
  orderId?: string;
  subscriptionId?: string;
  keyId?: string;
  /** The price, what an order cost as far as that is known, or the refunded amount. */
  amount?: Amount;
  /** The payments show that this order was never charged. */
  isFree?: true;
  /** What came back for an order, one amount for each unit. Each refund is an entry of its own. */
  returned?: readonly Amount[];
  /** The price that was confirmed, if the service charged another one. */
  confirmed?: Amount;
  /** The last known status of an order, as the service spells it. */
  status?: string;
  /** When a revoked subscription ends, as the service reports it. */
  endsAt?: string;
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

export type LedgerSubject = Omit<LedgerEntry, 'id' | 'at' | 'contractId' | 'result' | 'message'>;

/** The result, and what is known only then. */
export type LedgerOutcome = Pick<LedgerEntry, 'result' | 'message' | 'amount' | 'keyId' | 'endsAt'>;

/** Number of kept characters of a body's hash: enough to distinguish bodies, too few to reveal anything. */
export const keptHashLength = 8;

/** The members that a reader takes as texts and numbers. `true`: an entry without it is none. */
const plainMembers: Readonly<
  Record<
    Exclude<keyof LedgerEntry, 'action' | 'result' | 'isFree' | 'amount' | 'confirmed' | 'returned'>,
    readonly ['string' | 'number', isRequired?: true]
  >
> = {
  id: ['string', true],
  at: ['string', true],
  connection: ['string', true],
  contractId: ['string'],
  title: ['string'],
  orderKind: ['string'],
  bodyHash: ['string'],
  orderId: ['string'],
  subscriptionId: ['string'],
  keyId: ['string'],
  status: ['string'],
  endsAt: ['string'],
  areaKm2: ['number'],
  product: ['string'],
  constellation: ['string'],
  requestedBy: ['string'],
  message: ['string'],
};

export function isLedgerEntry(value: unknown): value is LedgerEntry {
  if (!isRecord(value)) return false;
  const { action, result, amount, confirmed, returned } = value;
  return (
    (ledgerActions as readonly unknown[]).includes(action) &&
    (ledgerResults as readonly unknown[]).includes(result) &&
    Object.entries(plainMembers).every(([name, [type, isRequired]]) =>
      value[name] === undefined ? !isRequired : typeof value[name] === type,
    ) &&
    [amount, confirmed].every(field => field === undefined || isAmount(field)) &&
    (returned === undefined || (Array.isArray(returned) && returned.every(isAmount)))
  );
}

function isAmount(value: unknown): value is Amount {
  const { value: number, unit } = isRecord(value) ? value : {};
  return typeof number === 'number' && typeof unit === 'string';
}
