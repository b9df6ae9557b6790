import * as l10n from '@vscode/l10n';
import { displayLanguage, madeOnce } from './displayLanguage.ts';
import { shownLine } from './shownText.ts';

/** A moment as the service tells it. */
export interface Moment {
  /** Epoch ms; of a bare date the day's first moment in UTC. */
  time: number;
  /** The service gave the day alone: when on that day is not known. */
  isDay: boolean;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Reads a bare date or a time. One without a zone is in UTC. `undefined` where the text is neither, or no such day. */
export function momentOf(text: string | undefined): Moment | undefined {
  const [, day, clock = '', zone = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+)(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text?.trim() ?? '') ?? [];
  if (day === undefined || !existsDay(day)) return undefined;
  const isDay = clock === '';
  const time = Date.parse(isDay ? day : `${day}T${clock}${zone || 'Z'}`);
  return Number.isNaN(time) ? undefined : { time, isDay };
}

/** Dates such as 31 February are read as another day. */
function existsDay(day: string): boolean {
  const time = Date.parse(day);
  return !Number.isNaN(time) && isoDay(time) === day;
}

/** The same day of a later month, or that month's last day where it is shorter (UTC). Keeps the time of day. */
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

/** How many midnights lie between two moments, UTC: 1 from any time of a day to any time of the next. */
export function daysBetween(from: number, to: number): number {
  return Math.floor(to / dayMs) - Math.floor(from / dayMs);
}

/** `2025-09-01`, UTC. */
export function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

// Moments of the service in words. What cannot be read as one is shown as it came.

/** `2026-03-20`, UTC. */
export function dayText(text: string): string {
  const moment = momentOf(text);
  return moment ? isoDay(moment.time) : shownLine(text);
}

/** `2026-03-20 14:05:00 UTC`; of a bare date the day alone. */
export function utcText(text: string): string {
  const moment = momentOf(text);
  return moment && !moment.isDay ? `${isoClock(moment.time).slice(0, 19)} UTC` : dayText(text);
}

/** `2026-03-20 14:05`, UTC; of a bare date the day alone. */
export function minuteText(text: string): string {
  const moment = momentOf(text);
  return moment && !moment.isDay ? isoClock(moment.time).slice(0, 16) : dayText(text);
}

function isoClock(time: number): string {
  return new Date(time).toISOString().replace('T', ' ');
}

/**
 * For tooltips: the moment in UTC and, in brackets, by the clock on the wall. A bare date has no time of day, so it
 * has no other zone either.
 */
export function momentText(text: string | undefined): string | undefined {
  const moment = momentOf(text);
  if (!moment || moment.isDay) return text && shownLine(text);
  const local = new Date(moment.time).toLocaleString(displayLanguage(), {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return l10n.t('{0} ({1} local time)', utcText(text ?? ''), local);
}

/**
 * How long ago, roughly: `3 h ago`. What lies more than 30 days back is told as its day, and so is what is still to
 * come.
 *
 * @param now epoch ms
 * @returns `undefined` where the text is no moment
 */
export function ageText(text: string | undefined, now: number): string | undefined {
  const moment = momentOf(text);
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
