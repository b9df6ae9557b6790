import * as l10n from '@vscode/l10n';
import { displayLanguage, madeOnce } from './displayLanguage.ts';
import { safeLine } from './safeText.ts';

export interface Moment {
  /** Epoch ms; for a date without a time, its start in UTC. */
  time: number;
  /** The service sent only the day: the time isn't known. */
  isDay: boolean;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/**
 * Parses a date or a time. A time without a zone is in UTC. `undefined` if the text is neither, or the day doesn't
 * exist.
 */
export function parseMoment(text: string | undefined): Moment | undefined {
  const [, day, clock = '', hours = '', minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+) ?(?:Z|UTC|([+-]\d\d)(?::?(\d\d))?)?)?$/i.exec(
      extended(text?.trim() ?? ''),
    ) ?? [];
  if (day === undefined || !existsDay(day)) return undefined;
  const isDay = clock === '';
  const zone = hours === '' ? 'Z' : `${hours}:${minutes}`;
  const time = Date.parse(isDay ? day : `${day}T${clock}${zone}`);
  return Number.isNaN(time) ? undefined : { time, isDay };
}

/** ISO 8601 also has a form without separators: `20240101T000000Z`. */
function extended(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/i, '$1-$2-$3T$4:$5:$6');
}

/** JavaScript parses dates such as February 31 as another day. */
function existsDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && isoDay(time) === day;
}

/** The same day of a later month, or that month's last day if it is shorter (UTC). Keeps the time of day. */
export function addMonths(time: number, months: number): number {
  const from = new Date(time);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDay(time);
}

/** Milliseconds since midnight, UTC. */
export function timeOfDay(time: number): number {
  return ((time % dayMs) + dayMs) % dayMs;
}

/** The number of midnights between two times, UTC: 1 from any time of a day to any time of the next. */
export function daysBetween(from: number, to: number): number {
  return Math.floor(to / dayMs) - Math.floor(from / dayMs);
}

/** `2025-09-01`, UTC. */
export function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The same number with the clock of the local zone: read as UTC, it shows the local time. */
function asLocal(time: number): number {
  return time - new Date(time).getTimezoneOffset() * minuteMs;
}

/** `2025-09-01`, in local time: the day that counts for the daily budget and for all totals by time. */
export function localDay(time: number): string {
  return isoDay(asLocal(time));
}

/** The local day of a text; a date without a time stays as it is. `undefined` if the text is neither. */
export function parseLocalDay(text: string | undefined): string | undefined {
  const moment = parseMoment(text);
  return moment && (moment.isDay ? isoDay(moment.time) : localDay(moment.time));
}

/** `2025-09-01 14:05`, in local time. */
export function localMinute(time: number): string {
  return isoClock(asLocal(time)).slice(0, 16);
}

// Display text for times of the service. Text that can't be parsed is shown as received.

/** `2026-03-20`, UTC. */
export function dayText(text: string): string {
  const moment = parseMoment(text);
  return moment ? isoDay(moment.time) : safeLine(text);
}

/** `2026-03-20 14:05:00 UTC`; for a date without a time, only the day. */
export function utcText(text: string): string {
  const moment = parseMoment(text);
  return moment && !moment.isDay ? `${isoClock(moment.time).slice(0, 19)} UTC` : dayText(text);
}

/** `2026-03-20 14:05`, UTC; for a date without a time, only the day. */
export function minuteText(text: string): string {
  const moment = parseMoment(text);
  return moment && !moment.isDay ? isoClock(moment.time).slice(0, 16) : dayText(text);
}

function isoClock(time: number): string {
  return new Date(time).toISOString().replace('T', ' ');
}

/** For tooltips: the time in UTC and, in parentheses, in the local zone if that differs. A date without a time has no other zone. */
export function momentText(text: string | undefined): string | undefined {
  const moment = parseMoment(text);
  if (!moment || moment.isDay) return text && safeLine(text);
  const utc = utcText(text ?? '');
  if (asLocal(moment.time) === moment.time) return utc;
  const local = new Date(moment.time).toLocaleString(displayLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return l10n.t('{0} ({1} local time)', utc, local);
}

/**
 * Approximate age: `3 h ago`. More than 30 days ago, and in the future, it is a date.
 *
 * @param now epoch ms
 * @returns `undefined` if the text isn't a time
 */
export function ageText(text: string | undefined, now: number): string | undefined {
  const moment = parseMoment(text);
  if (!moment) return undefined;
  const days = daysBetween(moment.time, now);
  const age = now - moment.time;
  // Clocks differ a little.
  if (age < -minuteMs || age > 30 * dayMs) return isoDay(moment.time);
  if (moment.isDay) return relativeDay(-days);
  if (age < minuteMs) return l10n.t('just now');
  if (age < hourMs) return l10n.t('{0} min ago', Math.floor(age / minuteMs));
  if (age < dayMs) return l10n.t('{0} h ago', Math.floor(age / hourMs));
  return relativeDay(-days);
}

const dayWords = madeOnce(language => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));

/** `today`, `tomorrow`, `in 12 days`, `2 days ago`. */
export function relativeDay(days: number): string {
  return dayWords().format(days, 'day');
}

/** The spans until today that are offered by name, with their first days; both `YYYY-MM-DD`, UTC. */
export function firstDaysUntil(today: string): Record<'7d' | '30d' | '60d' | '3m' | '1y', string> {
  const time = Date.parse(today);
  return {
    '7d': isoDay(time - 6 * dayMs),
    '30d': isoDay(time - 29 * dayMs),
    '60d': isoDay(time - 59 * dayMs),
    '3m': isoDay(addMonths(time, -3) + dayMs),
    '1y': isoDay(addMonths(time, -12) + dayMs),
  };
}
