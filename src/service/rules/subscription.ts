import type { Fields } from '../../base/fields.ts';
import { daysBetween, parseMoment } from '../../base/words/moment.ts';
import type { Amount } from './order.ts';
import { amountBytes } from './quantity.ts';
import { roleNames } from './roles.ts';

export interface Subscription {
  id: string;
  /** Known values are `pending`, `active`, `suspended` and `revoked`; others occur. */
  status: string | undefined;
  title: string | undefined;
  kind: string | undefined;
  /** The platform service that it gives access to, for example `data` or `change-detection`. */
  service: string | undefined;
  /** As spelled by the service: a time, or a date without a time. */
  startedAt: string | undefined;
  endedAt: string | undefined;
  isAmountEstimated: boolean | undefined;
  /** Kinds of order that it pays for; empty if the service doesn't report them. */
  offers: readonly string[];
  amountConsumed: Amount | undefined;
  amountMax: Amount | undefined;
  /** Streaming plan, if the service names one; `amountMax` is then its allowance unless the service reports another. */
  plan?: string | undefined;
  fields: Fields;
}

/** Remaining and used amounts (specification: Subscription consumption). */
export interface Consumption {
  /** `undefined` if the service doesn't report it here: the contract's balance is something else. */
  remaining: Amount | undefined;
  uses: readonly Use[];
  /** Of subscriptions: how many couldn't be read, and whether these are all. */
  unreadable?: number | undefined;
  isWhole?: boolean | undefined;
  fields: Fields;
  /** The fields that are neither of both. */
  rest?: Fields;
}

export interface Use {
  /** `streaming`, `imagery`, or the title of a subscription, as spelled by the service. */
  name: string;
  consumed: Amount | undefined;
  max: Amount | undefined;
  /** `undefined` if the service doesn't report it: the amounts count as exact. */
  isEstimate: boolean | undefined;
}

/**
 * What a revocation does to a subscription (specification: Behaviour of revoking). `instant`: it ends now and is
 * refunded in full. `endOfPeriod`: it continues to the end of the current period, and the rest is refunded. `none`: it
 * is already revoked.
 *
 * @param now epoch ms
 * @returns `undefined` if the service doesn't report the start of the subscription
 */
export function revokeEffect(
  { status, startedAt }: Pick<Subscription, 'status' | 'startedAt'>,
  now: number,
): 'instant' | 'endOfPeriod' | 'none' | undefined {
  if (isRevoked({ status })) return 'none';
  const start = parseMoment(startedAt);
  if (!start) return undefined;
  // On the day of a start without a time, the status decides.
  const startsToday = start.isDay && daysBetween(start.time, now) === 0;
  const isAhead = startsToday ? status?.toLowerCase() === 'pending' : now < start.time;
  return isAhead ? 'instant' : 'endOfPeriod';
}

/** Whether its status is revoked. A subscription revoked while it runs can be reported as active up to its end. */
export function isRevoked({ status }: Pick<Subscription, 'status'>): boolean {
  return status?.toLowerCase() === 'revoked';
}

/**
 * Whether there is a data plan without the generic platform subscription that it needs (specification: Subscription).
 * The generic kind is `subscription.` plus the platform's own name, which isn't known: any single word that isn't
 * another service can be it, and so can a subscription without a reported kind.
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

/** Streaming allowances by plan, GB (specification: Streaming plans). */
const streamingPlans: Readonly<Record<string, number>> = {
  discover: 1,
  starter: 4,
  standard: 10,
  advanced: 30,
};

/** The allowance of a streaming plan by its name, in any case; `undefined` for any other. */
export function planAllowance(name: string | undefined): Amount | undefined {
  const word = name?.toLowerCase() ?? '';
  const value = Object.hasOwn(streamingPlans, word) ? streamingPlans[word] : undefined;
  return value === undefined ? undefined : { value, unit: 'GB' };
}

/** The plan whose allowance this is, counted in thousands or in 1024s; `undefined` for any other. */
export function planByAllowance(max: Amount): string | undefined {
  const bytes = amountBytes(max);
  const plan = Object.entries(streamingPlans).find(
    ([, gigabytes]) => bytes === gigabytes * 1e9 || bytes === gigabytes * 1024 ** 2 * 1000,
  );
  return plan?.[0];
}
