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
