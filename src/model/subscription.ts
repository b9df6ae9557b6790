import type { Fields } from './account.ts';
import type { Amount } from './order.ts';

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
}

/**
 * What a revoke does to a subscription (specification: Behaviour of revoking). `instant`: it ends now and all of it is
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
  if (status?.toLowerCase() === 'revoked') return 'none';
  const start = startedAt === undefined ? Number.NaN : timeOf(startedAt);
  if (Number.isNaN(start)) return undefined;
  return now < start ? 'instant' : 'endOfPeriod';
}

/** Epoch ms, or NaN. A time without a zone is in UTC, as a bare date is. */
function timeOf(text: string): number {
  const isLocal = /T[\d:.]+$/i.test(text);
  return Date.parse(isLocal ? `${text}Z` : text);
}
