/** A subscription and its time in words. Dates are days in UTC. */
import * as l10n from '@vscode/l10n';
import { daysBetween, isoDay, momentOf, dayText } from '../words/moment.ts';
import { shownLine } from '../words/shownText.ts';
import { endOf, type Cadence, type Run } from './runs.ts';
import { revokeEffect, type Subscription } from './subscription.ts';

/** What a person calls it: the title where there is one. */
export function nameOfSubscription({ title, kind, id }: Pick<Subscription, 'title' | 'kind' | 'id'>): string {
  return shownLine([title, kind].find(one => one !== undefined && one.trim() !== '') ?? id);
}

/** The kind without the word that all kinds begin with. */
export function shortKind(kind: string): string {
  return kind.replace(/^subscription\./i, '');
}

/** `2025-08-01 – 2025-12-01`, `2025-08-01, no end`: as the service tells them. */
export function periodText({ startedAt, endedAt }: Pick<Subscription, 'startedAt' | 'endedAt'>): string {
  const start = startedAt === undefined ? l10n.t('unknown') : dayText(startedAt);
  return endedAt === undefined ? l10n.t('{0}, no end', start) : `${start} – ${dayText(endedAt)}`;
}

/**
 * Where a subscription stands in its time: `41 days left`, `starts 2027-01-01`, `ended 2025-08-01`, `no end`.
 *
 * @param now epoch ms
 */
export function spanText(subscription: Subscription, now: number): string {
  const { startedAt, endedAt } = subscription;
  const end = endOf(subscription);
  if (end !== undefined && end <= now) return l10n.t('ended {0}', dayText(endedAt ?? ''));
  const start = momentOf(startedAt);
  const isAhead = revokeEffect({ status: undefined, startedAt }, now) === 'instant';
  if (start && isAhead) return l10n.t('starts {0}', isoDay(start.time));
  return end === undefined ? l10n.t('no end') : daysLeftText(daysBetween(now, end));
}

export function daysLeftText(days: number): string {
  if (days === 0) return l10n.t('ends today');
  return days === 1 ? l10n.t('1 day left') : l10n.t('{0} days left', days);
}

/** `4 monthly runs`. */
export function runCountText(count: number, cadence: Cadence): string {
  switch (cadence) {
    case 'monthly':
      return count === 1 ? l10n.t('1 monthly run') : l10n.t('{0} monthly runs', count);
    case 'quarterly':
      return count === 1 ? l10n.t('1 quarterly run') : l10n.t('{0} quarterly runs', count);
  }
}

/** `2025-08-01 – 2025-09-01`: from its first day to the day on which the next one begins. */
export function runText({ from, to }: Pick<Run, 'from' | 'to'>): string {
  return `${isoDay(from)} – ${isoDay(to)}`;
}
