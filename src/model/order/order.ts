import type { Fields } from '../fields.ts';
import type { Constellation } from '../images/imagery.ts';
import type { Links } from '../links.ts';
import { numberText } from '../words/displayLanguage.ts';
import { shownLine } from '../words/shownText.ts';

/** A quantity in the unit that the service named. Never shown without it. */
export interface Amount {
  value: number;
  /** `credits`, `EUR`, `kB` … as the service spells it. */
  unit: string;
}

/** Units met are `credits`, `EUR` and `kB`; the specification speaks of credits where it names none. */
export const defaultUnit = 'credits';

/** What a balance comes to after a price; `undefined` when it is not known or counts in another unit. */
export function balanceAfter(balance: Amount | undefined, price: Amount): Amount | undefined {
  if (balance?.unit !== price.unit) return undefined;
  return { value: balance.value - price.value, unit: balance.unit };
}

export function formatAmount(amount: Amount): string {
  // Cents, but never "0" for something.
  const maximumFractionDigits = Math.abs(amount.value) < 0.01 ? 6 : 2;
  const unit = amount.value === 1 && amount.unit === defaultUnit ? 'credit' : shownLine(amount.unit, 12);
  return `${numberText(amount.value, { maximumFractionDigits })} ${unit}`;
}

/** One result of an order; a product order has one per product. */
export interface Delivery {
  id: string | undefined;
  status: string | undefined;
  /** The one of `links` that leads to the file; followed as given, never built. Present once delivered. */
  download: string | undefined;
  links: Links;
  errorCode: string | undefined;
  message: string | undefined;
  /** What this delivery was ordered with, for example one product; `undefined` when the service does not say. */
  datas: Fields | undefined;
  updatedAt: string | undefined;
  deliveredAt: string | undefined;
}

export interface Order {
  id: string;
  kind: string | undefined;
  status: string;
  title: string | undefined;
  contractId: string | undefined;
  /** The caller's own reference, where one was sent with the order. */
  customerRef: string | undefined;
  price: Amount | undefined;
  /** The service calls the amount an estimate. */
  isEstimate: boolean;
  estimatedAmount: Amount | undefined;
  /** What the service says of it as a whole, as why it was rejected. */
  message: string | undefined;
  createdAt: string | undefined;
  updatedAt: string | undefined;
  /** The request body that the order was placed with, where the service repeats it. */
  payload: Fields | undefined;
  deliveries: readonly Delivery[];
  fields: Fields;
}

/** Answer of a price request. */
export interface Price {
  total: Amount;
  /** The service calls the amount an estimate. */
  isEstimate: boolean;
  areaKm2: number | undefined;
  perDelivery: readonly { imageId: string | undefined; amount: Amount }[];
  /** The service's word when the account cannot place this order; `undefined` when it can or the service does not say. */
  notOrderable: string | undefined;
}

export type OrderKind = 'order.analytics-toolbox.archive' | 'order.data.product' | 'order.data.gb.product';

/** A way in which a kind of order is counted. */
export interface ConsumptionMode {
  /** Area, tiles viewed, volume processed, or one report. */
  counts: 'km2' | 'tiles' | 'GB' | 'report';
  /** Whose images it can be had of. */
  constellations: readonly Constellation[];
  /** The service announces that this mode goes away. */
  toBeAbandoned: boolean;
}

/**
 * What the service takes orders for (specification: Order, `kind` values; Versioning, 4). Which mode an order of
 * `order.data.product` is counted in is a matter of the subscription: the order does not tell.
 */
export const consumptionModes: Readonly<Record<OrderKind, readonly ConsumptionMode[]>> = {
  'order.analytics-toolbox.archive': [
    { counts: 'report', constellations: ['PHR', 'SPOT'], toBeAbandoned: false },
  ],
  'order.data.product': [
    { counts: 'km2', constellations: ['PNEO', 'PHR', 'SPOT'], toBeAbandoned: false },
    { counts: 'tiles', constellations: ['PHR', 'SPOT'], toBeAbandoned: true },
  ],
  'order.data.gb.product': [{ counts: 'GB', constellations: ['PHR', 'SPOT'], toBeAbandoned: true }],
};

export const orderKinds: readonly string[] = Object.keys(consumptionModes);

export function isOrderKind(kind: unknown): kind is OrderKind {
  return typeof kind === 'string' && Object.hasOwn(consumptionModes, kind);
}

/** Statuses of a subscription under which nothing is paid for; a word that appeared later may well be in use. */
const notInUse: readonly string[] = ['pending', 'suspended', 'revoked'];

/**
 * Kinds of order that the caller's subscriptions pay for: the kind of a product order must match one of them
 * (specification: Product order body, `kind`). Also kinds that this program does not know.
 *
 * @returns `undefined` when no subscription in use says what it pays for: then nothing can be ruled out
 */
export function orderKindsOf(
  subscriptions: readonly { status: string | undefined; offers: readonly string[] }[],
): readonly string[] | undefined {
  const inUse = subscriptions.filter(({ status = '' }) => !notInUse.includes(status.toLowerCase()));
  const offers = new Set(inUse.flatMap(one => one.offers));
  return inUse.length > 0 && offers.size === 0 ? undefined : [...offers];
}

export type OrderPhase = 'inProgress' | 'delivered' | 'failed';

/**
 * Where an order stands (specification: States, Order). Statuses that appeared later count as in progress: only the
 * known final ones end the watching.
 */
export function orderPhase(status: string): OrderPhase {
  const word = status.toLowerCase();
  if (word === 'delivered') return 'delivered';
  return ['error', 'failed', 'rejected'].includes(word) ? 'failed' : 'inProgress';
}
