import { dayMs } from '../../../src/base/words/moment.ts';
import type { Span } from '../../../src/features/images/rules/listFilters.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { type BinUnit, dateUnits } from './availability.ts';
import { acquiredAt } from './columns.ts';

/** A day, a week or a month. */
export interface CalendarPart extends Span {
  count: number;
  /** See {@link clearPart}: of the best image; `undefined` if it is known of none. */
  clear: number | undefined;
}

/** From Monday to Sunday; `days` outside of the month are `undefined`. */
export interface CalendarWeek extends CalendarPart {
  days: readonly (CalendarPart | undefined)[];
}

export interface CalendarMonth extends CalendarPart {
  weeks: readonly CalendarWeek[];
}

/**
 * The part of the area that an image shows without clouds, as if its clouds were spread evenly: 0 to 1. `undefined` if
 * its cloud cover or its share isn't known.
 *
 * @param share of the area that it covers, 0 to 1
 */
export function clearPart({ cloudCover }: ImageRow, share: number | undefined): number | undefined {
  return cloudCover === undefined || share === undefined
    ? undefined
    : share * (1 - Math.min(100, cloudCover) / 100);
}

type Parts = Map<number, CalendarPart>;

/** The months that have images, oldest first, by UTC days. */
export function imageCalendar(
  rows: readonly ImageRow[],
  aoiShare: (row: ImageRow) => number | undefined,
): readonly CalendarMonth[] {
  const { day, week, month } = dateUnits;
  const days: Parts = new Map();
  for (const row of rows) {
    const time = acquiredAt(row);
    if (!Number.isNaN(time)) add(days, day, epochDay(time), 1, clearPart(row, aoiShare(row)));
  }
  const weeks: Parts = new Map();
  const months: Parts = new Map();
  for (const [number, { count, clear }] of days) {
    add(weeks, week, number, count, clear);
    add(months, month, number, count, clear);
  }

  function calendarWeek(place: number, { from, to }: Span): CalendarWeek {
    const whole = weeks.get(place) ?? emptyPart(week, place);
    const sevenDays = Array.from({ length: 7 }, (_, index) => {
      const number = epochDay(whole.from) + index;
      const part = days.get(number) ?? emptyPart(day, number);
      return part.from < from || part.to > to ? undefined : part;
    });
    return { ...whole, days: sevenDays };
  }

  return [...months.values()]
    .toSorted((a, b) => a.from - b.from)
    .map(part => {
      const first = week.binIndex(epochDay(part.from));
      const last = week.binIndex(epochDay(part.to) - 1);
      const monthWeeks = Array.from({ length: last - first + 1 }, (_, index) =>
        calendarWeek(first + index, part),
      );
      return { ...part, weeks: monthWeeks };
    });
}

function add(parts: Parts, unit: BinUnit, day: number, count: number, clear: number | undefined): void {
  const place = unit.binIndex(day);
  const part = parts.get(place) ?? emptyPart(unit, place);
  part.count += count;
  if (clear !== undefined) part.clear = Math.max(part.clear ?? 0, clear);
  parts.set(place, part);
}

function emptyPart(unit: BinUnit, place: number): CalendarPart {
  return { from: unit.binStart(place), to: unit.binStart(place + 1), count: 0, clear: undefined };
}

/** Days since 1970, UTC. */
function epochDay(time: number): number {
  return Math.floor(time / dayMs);
}
