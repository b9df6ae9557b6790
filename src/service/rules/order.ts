import * as l10n from '@vscode/l10n';
import type { Fields } from '../../base/fields.ts';
import { numberText } from '../../base/words/displayLanguage.ts';
import { safeLine } from '../../base/words/safeText.ts';
import type { Constellation } from './imagery.ts';
import type { Links } from './links.ts';

/** A quantity in the unit that the service sent. Always shown with its unit. */
export interface Amount {
  value: number;
  /** `credits`, `EUR`, `kB` … as spelled by the service. */
  unit: string;
}

/** Known units are `credits`, `EUR` and `kB`; the specification assumes credits if there is none. */
export const defaultUnit = 'credits';

/** The balance after a price; `undefined` if it isn't known or has another unit. */
export function balanceAfter(balance: Amount | undefined, price: Amount): Amount | undefined {
  if (balance?.unit !== price.unit) return undefined;
  return { value: balance.value - price.value, unit: balance.unit };
}

export function formatAmount(amount: Amount): string {
  // Cents, but never "0" for a nonzero amount.
  const maximumFractionDigits = Math.abs(amount.value) < 0.01 ? 6 : 2;
  const number = numberText(amount.value, { maximumFractionDigits });
  if (amount.unit !== defaultUnit) return `${number} ${safeLine(amount.unit, 12)}`;
  return amount.value === 1 ? l10n.t('{0} credit', number) : l10n.t('{0} credits', number);
}

/** One result of an order; a product order has one per product. */
export interface Delivery {
  id: string | undefined;
  status: string | undefined;
  /** The link from `links` that leads to the file; followed as sent, never built. Present once delivered. */
  download: string | undefined;
  links: Links;
  errorCode: string | undefined;
  message: string | undefined;
  /** What this delivery was ordered with, for example one product; `undefined` if the service doesn't report it. */
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
  /** The caller's own reference, if one was sent with the order. */
  customerRef: string | undefined;
  price: Amount | undefined;
  /** The service calls the amount an estimate. */
  isEstimate: boolean;
  estimatedAmount: Amount | undefined;
  /** The service's message about the whole order, for example why it was rejected. */
  message: string | undefined;
  createdAt: string | undefined;
  updatedAt: string | undefined;
  /** The request body of the order, if the service repeats it. */
  payload: Fields | undefined;
  deliveries: readonly Delivery[];
  /** Deliveries that couldn't be read; absent where there are none. */
  unreadDeliveries?: number;
  fields: Fields;
  /** What the user calls it, known on this machine only: the service doesn't report it. */
  name?: string;
  /** What was ordered, such as `pansharpened 2026-03-20`, if nobody gave it a name. */
  what?: string;
}

export interface Price {
  total: Amount;
  isEstimate: boolean;
  areaKm2: number | undefined;
  perDelivery: readonly { imageId: string | undefined; amount: Amount }[];
  /**
   * The service's message if the account can't place this order; `undefined` if it can or the service doesn't report
   * it.
   */
  notOrderable: string | undefined;
}

export type OrderKind = 'order.analytics-toolbox.archive' | 'order.data.product' | 'order.data.gb.product';

export type ProductOrderKind = Exclude<OrderKind, 'order.analytics-toolbox.archive'>;

/** How consumption is counted for a kind of order. */
export interface ConsumptionMode {
  /** Area, tiles viewed, volume processed, or one report. */
  counts: 'km2' | 'tiles' | 'GB' | 'report';
  /** Constellations whose images it is available for. */
  constellations: readonly Constellation[];
  /** The service announces that this mode will be removed. */
  toBeAbandoned: boolean;
}

/**
 * The kinds of order that the service accepts (specification: Order, `kind` values; Versioning, 4). The counting mode
 * for an order of `order.data.product` depends on the subscription: the order doesn't contain it.
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

/** Statuses under which a subscription pays for nothing; an unknown status may well be usable. */
const notInUse: readonly string[] = ['pending', 'suspended', 'revoked'];

/**
 * Kinds of order that the caller's subscriptions pay for, in lower case. Includes kinds that Swath doesn't know. See
 * `whyNotPaid` for what follows from it.
 *
 * @returns `undefined` if that isn't known: there is no usable subscription, or one of them lists nothing that can be
 *   read
 */
export function paidOrderKinds(
  subscriptions: readonly {
    status: string | undefined;
    offers: readonly string[];
    fields?: Fields | undefined;
  }[],
): readonly string[] | undefined {
  const inUse = subscriptions.filter(({ status = '' }) => !notInUse.includes(status.toLowerCase()));
  const isUnread = inUse.some(({ offers, fields }) => offers.length === 0 && isSomething(fields?.offers));
  const kinds = new Set(inUse.flatMap(({ offers }) => offers.map(offer => offer.trim().toLowerCase())));
  return isUnread || kinds.size === 0 ? undefined : [...kinds];
}

function isSomething(sent: unknown): boolean {
  return Array.isArray(sent) ? sent.length > 0 : sent !== undefined && sent !== null && sent !== '';
}

/** Of an order for which the service reports none. Polling goes on. */
export const unknownStatus = 'unknown';

export const orderPhases = ['inProgress', 'delivered', 'failed'] as const;

export type OrderPhase = (typeof orderPhases)[number];

/**
 * The phase of an order (specification: States, Order). Unknown statuses count as in progress: only the known final
 * ones end polling.
 */
export function orderPhase(status: string): OrderPhase {
  const word = status.trim().toLowerCase();
  if (word === 'delivered') return 'delivered';
  return ['error', 'failed', 'rejected'].includes(word) ? 'failed' : 'inProgress';
}
