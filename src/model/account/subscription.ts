import type { Fields } from '../fields.ts';
import { daysBetween, momentOf } from '../words/moment.ts';
import type { Amount } from '../order/order.ts';
import { roleNames } from './roles.ts';

export interface Subscription {
  id: string;
  /** Met are `pending`, `active`, `suspended` and `revoked`; others appear. */
  status: string | undefined;
  title: string | undefined;
  kind: string | undefined;
  /** The platform service that it opens, for example `data` or `change-detection`. */
  service: string | undefined;
  /** As the service spells it: a time or a bare date. */
  startedAt: string | undefined;
  /** Absent where the subscription has no end. */
  endedAt: string | undefined;
  isAmountEstimated: boolean | undefined;
  /** Kinds of order that it pays for; empty when the service does not say. */
  offers: readonly string[];
  amountConsumed: Amount | undefined;
  /** The allowance, where the plan has one. */
  amountMax: Amount | undefined;
  fields: Fields;
}

/** What is left and what was spent (specification: Subscription consumption). */
export interface Consumption {
  /** `undefined` where the service answers with subscriptions: then the contract's balance tells. */
  remaining: Amount | undefined;
  uses: readonly Use[];
  fields: Fields;
}

export interface Use {
  /** `streaming`, `imagery`, or the title of a subscription, as the service spells it. */
  name: string;
  consumed: Amount | undefined;
  max: Amount | undefined;
  /** `undefined` where the service does not say: then the amounts count as exact. */
  isEstimate: boolean | undefined;
}

/**
 * What a revocation does to a subscription (specification: Behaviour of revoking). `instant`: it ends now and all of it is
 * refunded. `endOfPeriod`: it runs on to the end of the current period and what comes after is refunded. `none`: it is
 * revoked already.
 *
 * @param now epoch ms
 * @returns `undefined` where the service does not say when the subscription starts
 */
export function revokeEffect(
  { status, startedAt }: Pick<Subscription, 'status' | 'startedAt'>,
  now: number,
): 'instant' | 'endOfPeriod' | 'none' | undefined {
  if (isRevoked({ status })) return 'none';
  const start = momentOf(startedAt);
  if (!start) return undefined;
  // On the very day of a start without a time, the status tells.
  const startsToday = start.isDay && daysBetween(start.time, now) === 0;
  const isAhead = startsToday ? status?.toLowerCase() === 'pending' : now < start.time;
  return isAhead ? 'instant' : 'endOfPeriod';
}

/** Whether the service calls it revoked. One that is revoked while it runs can be called active up to its end. */
export function isRevoked({ status }: Pick<Subscription, 'status'>): boolean {
  return status?.toLowerCase() === 'revoked';
}

/**
 * Whether there is a data plan without the generic platform subscription that it needs (specification: Subscription).
 * The generic kind is `subscription.` and the platform's own word, which no one can know: any single word that names no
 * other service can be it, and so can a subscription whose kind is not told.
 *
 * @param subscriptions those that are neither revoked nor over
 */
export function lacksPlatform(subscriptions: readonly Pick<Subscription, 'kind'>[]): boolean {
  const kinds = subscriptions.map(({ kind }) => kind?.toLowerCase());
  const hasData = kinds.some(kind => kind !== undefined && /^subscription\.data(\.|$)/.test(kind));
  return hasData && !kinds.some(kind => kind === undefined || canBeGeneric(kind));
}

function canBeGeneric(kind: string): boolean {
  const [, word] = /^subscription\.([^.]+)$/.exec(kind) ?? [];
  if (word === undefined) return !kind.startsWith('subscription.');
  return word !== 'data' && !roleNames.includes(word);
}
