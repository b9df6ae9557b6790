import * as l10n from '@vscode/l10n';
import { addMonths, dayMs, isoDay } from '../../src/model/words/moment.ts';

export const quickSpans = ['any', '7d', '30d', '3m', '1y', 'year'] as const;

export type QuickSpan = (typeof quickSpans)[number];

export function spanText(span: QuickSpan): string {
  switch (span) {
    case 'any':
      return l10n.t('Any time');
    case '7d':
      return l10n.t('7 days');
    case '30d':
      return l10n.t('30 days');
    case '3m':
      return l10n.t('3 months');
    case '1y':
      return l10n.t('1 year');
    case 'year':
      return l10n.t('This year');
  }
}

/**
 * The first day of a span that lasts until now, `YYYY-MM-DD`; empty for any time. A span of days counts today.
 *
 * @param today `YYYY-MM-DD`, UTC
 */
export function firstDay(span: QuickSpan, today: string): string {
  switch (span) {
    case 'any':
      return '';
    case '7d':
      return daysBefore(today, 6);
    case '30d':
      return daysBefore(today, 29);
    case '3m':
      return monthsBefore(today, 3);
    case '1y':
      return monthsBefore(today, 12);
    case 'year':
      return `${today.slice(0, 4)}-01-01`;
  }
}

/** The span that days say, `undefined` when they say none. */
export function spanOf(
  days: { from: string; to: string; after: string; before: string },
  today: string,
): QuickSpan | undefined {
  if (days.to !== '' || days.after !== '' || days.before !== '') return undefined;
  return quickSpans.find(span => firstDay(span, today) === days.from);
}

export function utcToday(): string {
  return isoDay(Date.now());
}

function daysBefore(today: string, days: number): string {
  return isoDay(Date.parse(today) - days * dayMs);
}

function monthsBefore(today: string, months: number): string {
  return isoDay(addMonths(Date.parse(today), -months));
}
