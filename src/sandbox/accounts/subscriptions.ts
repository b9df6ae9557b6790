/** Subscriptions, their runs, and what a revoke gives back. */
import { seededUuid } from '../http/random.ts';

export interface SubscriptionState {
  id: string;
  title: string;
  kind: string;
  service: string;
  offers: string[];
  /** Epoch ms. */
  startedAt: number;
  /** Epoch ms; null has no end. */
  endedAt: number | null;
  isAmountEstimated: boolean;
  /** Months of one run: 1 for monthly, 3 for quarterly, 0 for a subscription without runs. */
  runMonths: 0 | 1 | 3;
  runs: number;
  /** Credits paid for all runs together. */
  price: number;
  revokedAt: number | null;
  /** Streaming allowance and what was streamed, kB; 0 where the plan has none. */
  allowance: number;
  streamed: number;
  /** Credits spent on imagery through this subscription. */
  ordered: number;
}

export type SubscriptionStatus = 'pending' | 'active' | 'revoked';

/** Specification: Streaming plans, allowances in kB. */
export const streamingPlans = {
  discover: 1_000_000,
  starter: 4_000_000,
  standard: 10_000_000,
  advanced: 30_000_000,
} as const;

/** A revoked subscription runs on until its end. */
export function subscriptionStatus(subscription: SubscriptionState, now: number): SubscriptionStatus {
  if (subscription.endedAt !== null && now >= subscription.endedAt) return 'revoked';
  return now < subscription.startedAt ? 'pending' : 'active';
}

/** The same day of a later month, or the last day where that month is shorter (UTC). */
export function addMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}

/** How many runs have begun by a time: the one in progress counts. A revocation leaves none after the end that it sets. */
export function begunRuns({ startedAt, endedAt, runMonths, runs }: SubscriptionState, now: number): number {
  const until = endedAt === null ? now : Math.min(now, endedAt - 1);
  let begun = 0;
  while (begun < runs && addMonths(startedAt, begun * runMonths) <= until) begun++;
  return begun;
}

/** First moment of the month that lies `months` after the one of `now`, UTC. */
function monthStart(now: number, months: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
}

/** Subscriptions of several kinds and runs, laid around `now` so that each case of a revoke can be tried. */
export function seedSubscriptions(
  seed: string,
  now: number,
  account: 'premium' | 'evaluation',
): SubscriptionState[] {
  const make = (
    name: string,
    terms: Partial<SubscriptionState> & Pick<SubscriptionState, 'title' | 'kind' | 'service'>,
  ): SubscriptionState => ({
    id: seededUuid(seed, `${account}/subscription/${name}`),
    offers: [],
    startedAt: monthStart(now, -2),
    endedAt: null,
    isAmountEstimated: false,
    runMonths: 0,
    runs: 0,
    price: 0,
    revokedAt: null,
    allowance: 0,
    streamed: 0,
    ordered: 0,
    ...terms,
  });
  const platform = make('platform', {
    // Specification: every Premium data user also holds a generic platform subscription.
    title: 'Platform access',
    kind: 'subscription.platform',
    service: 'platform',
  });
  const toolbox = make('toolbox', {
    title: 'Analytics toolbox',
    kind: 'subscription.analytics-toolbox',
    service: 'analytics-toolbox',
    offers: ['order.analytics-toolbox.archive'],
    isAmountEstimated: true,
  });
  if (account === 'evaluation') {
    return [
      platform,
      make('data', {
        title: 'Streaming discover (1 GB)',
        kind: 'subscription.data.premium',
        service: 'data',
        offers: ['order.data.product'],
        allowance: streamingPlans.discover,
        endedAt: monthStart(now, 2),
      }),
      toolbox,
    ];
  }
  return [
    platform,
    make('data', {
      title: 'Streaming standard (10 GB)',
      kind: 'subscription.data.premium',
      service: 'data',
      offers: ['order.data.product'],
      allowance: streamingPlans.standard,
      streamed: 1_240_000,
    }),
    make('data-gb', {
      title: 'Imagery by volume',
      kind: 'subscription.data.premium',
      service: 'data',
      offers: ['order.data.gb.product'],
      allowance: streamingPlans.starter,
      isAmountEstimated: true,
    }),
    toolbox,
    make('monthly', {
      title: 'Port of call, monthly',
      kind: 'subscription.change-detection.monthly',
      service: 'change-detection',
      startedAt: monthStart(now, 0),
      endedAt: monthStart(now, 4),
      runMonths: 1,
      runs: 4,
      price: 400,
    }),
    make('quarterly', {
      title: 'Coastal works, quarterly',
      kind: 'subscription.change-detection.quarterly',
      service: 'change-detection',
      startedAt: monthStart(now, -1),
      endedAt: monthStart(now, 5),
      runMonths: 3,
      runs: 2,
      price: 600,
    }),
    make('pending', {
      title: 'Quarry watch, monthly',
      kind: 'subscription.change-detection.monthly',
      service: 'change-detection',
      startedAt: monthStart(now, 2),
      endedAt: monthStart(now, 4),
      runMonths: 1,
      runs: 2,
      price: 200,
    }),
    make('ended', {
      title: 'Vessel survey',
      kind: 'subscription.ocean-finder.monthly',
      service: 'ocean-finder',
      startedAt: monthStart(now, -8),
      endedAt: monthStart(now, -5),
      runMonths: 1,
      runs: 3,
      price: 150,
    }),
  ];
}
