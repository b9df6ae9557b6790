import * as l10n from '@vscode/l10n';
import { dateWords } from '../../base/words/displayLanguage.ts';
import { dayMs, daysBetween, isoDay, localDay, parseLocalDay } from '../../base/words/moment.ts';
import type { Filter, Grouping } from './arrangement.ts';

/** Periods of the date filter that end today: number of days, by value. */
const lastDays: Readonly<Record<string, number>> = { last7: 7, last30: 30 };

const monthName = dateWords({ month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Groups by day, week and month, in local time. Weeks start on Monday (ISO 8601). */
export function timeGroups<T>(itemTime: (item: T) => string | undefined): Grouping<T>[] {
  const itemDay = (item: T) => parseLocalDay(itemTime(item));
  return [
    { id: 'day', label: l10n.t('Day'), toValue: itemDay },
    {
      id: 'week',
      label: l10n.t('Week'),
      toValue: item => weekMonday(itemDay(item)),
      toLabel: monday => l10n.t('Week of {0}', monday),
    },
    { id: 'month', label: l10n.t('Month'), toValue: item => isoMonth(itemDay(item)), toLabel: monthText },
  ];
}

/**
 * Filters by period and by month, in local time.
 *
 * @param now epoch ms
 */
export function dateFilter<T>(itemTime: (item: T) => string | undefined, now: number): Filter<T> {
  const today = Date.parse(localDay(now));
  return {
    id: 'date',
    label: l10n.t('Date'),
    toValues(item) {
      const day = parseLocalDay(itemTime(item));
      if (day === undefined) return undefined;
      const age = daysBetween(Date.parse(day), today);
      const periods = Object.keys(lastDays).filter(period => age < (lastDays[period] ?? 0));
      return [...periods, isoMonth(day)].filter(value => value !== undefined);
    },
    toLabel: value => (value in lastDays ? l10n.t('Last {0} days', lastDays[value] ?? 0) : monthText(value)),
    // Periods, then months, the latest first.
    toRank: value => lastDays[value] ?? 1e15 - Date.parse(value),
  };
}

function isoMonth(day: string | undefined): string | undefined {
  return day?.slice(0, 7);
}

/** A value can come from another version: it is shown as it is. */
function monthText(month: string): string {
  const start = Date.parse(month);
  return Number.isNaN(start) ? month : monthName(new Date(start));
}

/** The Monday that starts the week of a day. */
export function weekMonday(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  const start = Date.parse(day);
  const weekday = (new Date(start).getUTCDay() + 6) % 7;
  return isoDay(start - weekday * dayMs);
}
