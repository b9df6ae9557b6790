/** Display text for a subscription and its period. Dates are days in UTC. */
import * as l10n from '@vscode/l10n';
import { daysBetween, dayText, isoDay, parseMoment, relativeDay } from '../../../base/words/moment.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { revokeEffect, type Subscription } from '../../../service/rules/subscription.ts';
import { type Cadence, type Run, subscriptionEnd } from './runs.ts';

export function nameOfSubscription({ title, kind, id }: Pick<Subscription, 'title' | 'kind' | 'id'>): string {
  return [title, kind].map(text => safeLine(text ?? '')).find(text => text !== '') ?? safeLine(id);
}

/** The kind in words, without the prefix that all kinds share: `change detection, monthly`. */
export function subscriptionKindText(kind: string): string {
  const parts = kind.replace(/^subscription\./i, '').split('.');
  return safeLine(parts.map(part => part.replaceAll(/[_-]+/g, ' ').trim()).join(', '));
}

/** `2025-08-01 – 2025-12-01`, `2025-08-01 – no end`: dates as the service reports them. */
export function periodText({ startedAt, endedAt }: Pick<Subscription, 'startedAt' | 'endedAt'>): string {
  const start = startedAt === undefined ? l10n.t('unknown') : dayText(startedAt);
  return `${start} – ${endedAt === undefined ? l10n.t('no end') : dayText(endedAt)}`;
}

/**
 * Time relative to a subscription: `ends in 41 days`, `starts 2027-01-01`, `ended 2025-08-01`, `no end`.
 *
 * @param now epoch ms
 */
export function termText(subscription: Subscription, now: number): string {
  const { startedAt, endedAt } = subscription;
  const end = subscriptionEnd(subscription);
  if (end !== undefined && end <= now) return l10n.t('ended {0}', dayText(endedAt ?? ''));
  const start = parseMoment(startedAt);
  const isAhead = revokeEffect({ status: undefined, startedAt }, now) === 'instant';
  if (start && isAhead) return l10n.t('starts {0}', isoDay(start.time));
  // By the day that is reported, not by the end of the runs, so that those that end together read the same.
  const reported = parseMoment(endedAt)?.time ?? end;
  if (reported === undefined) return l10n.t('no end');
  return l10n.t('ends {0}', relativeDay(daysBetween(now, reported)));
}

/** `4, monthly`. */
export function runCountText(count: number, cadence: Cadence): string {
  return `${count}, ${cadenceText(cadence)}`;
}

export function cadenceText(cadence: Cadence): string {
  return cadence === 'monthly' ? l10n.t('monthly') : l10n.t('quarterly');
}

/** `2025-08-01 – 2025-09-01`: from its first day to the first day of the next run. */
export function runText({ from, to }: Pick<Run, 'from' | 'to'>): string {
  return `${isoDay(from)} – ${isoDay(to)}`;
}
