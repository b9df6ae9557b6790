/** The acquisition interval of a search, and the problems of its ends. */
import * as l10n from '@vscode/l10n';
import { dayMs } from '../../base/words/moment.ts';
import type { SearchCriteria } from './searchCriteria.ts';

/** The catalog's own history starts well after this time; used for an interval with an open start. */
const beforeAllAcquisitions = Date.UTC(2000, 0, 1);

/** Epoch ms, both ends included. */
export interface Interval {
  from: number;
  to: number;
}

/** Problems: an end that is set twice or isn't a time, or an interval that ends before it starts. */
export function intervalFaults(criteria: SearchCriteria): CriteriaFault[] {
  const twice = [
    ...conflict(criteria, 'acquiredFrom', 'acquiredAfter'),
    ...conflict(criteria, 'acquiredTo', 'acquiredBefore'),
  ];
  const unread = ends.flatMap(({ name, read, example }) => {
    const text = criteria[name];
    if (text === undefined || !Number.isNaN(read(text))) return [];
    return [{ name, message: l10n.t('"{0}" must be a date such as {1}.', name, example) }];
  });
  if (twice.length > 0 || unread.length > 0) return [...twice, ...unread];
  const { from, to } = intervalEnds(criteria);
  if (from === undefined || to === undefined || from <= to) return [];
  const message = l10n.t('The interval ends at {0}, before it starts at {1}.', isoTime(to), isoTime(from));
  return [
    { name: criteria.acquiredTo === undefined ? 'acquiredBefore' : 'acquiredTo', isConflict: true, message },
  ];
}

/**
 * The acquisition interval of the criteria; `undefined` if they set neither end.
 *
 * @param openEnd epoch ms, closes an interval of which only the start is set
 * @throws RangeError with the first of {@link intervalFaults}
 */
export function acquisitionInterval(criteria: SearchCriteria, openEnd: number): Interval | undefined {
  const [fault] = intervalFaults(criteria);
  if (fault) throw new RangeError(fault.message);
  const { from, to } = intervalEnds(criteria);
  if (from === undefined && to === undefined) return undefined;
  // An open end never makes an empty interval: a start in the future finds nothing, but isn't an error.
  return {
    from: from ?? Math.min(beforeAllAcquisitions, to ?? Infinity),
    to: to ?? Math.max(openEnd, from ?? -Infinity),
  };
}

/** {@link acquisitionInterval}, or all the time until now if the criteria set neither end. */
export function closedInterval(criteria: SearchCriteria, now: number): Interval {
  return acquisitionInterval(criteria, now) ?? { from: beforeAllAcquisitions, to: now };
}

export function acquiredWithin(criteria: SearchCriteria, { from, to }: Interval): SearchCriteria {
  const within: SearchCriteria = { ...criteria, acquiredAfter: isoTime(from), acquiredBefore: isoTime(to) };
  delete within.acquiredFrom;
  delete within.acquiredTo;
  return within;
}

/** UTC with milliseconds and `Z`. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

/** Epoch ms of a `YYYY-MM-DD`, UTC; NaN for an invalid day. */
export function endOfDay(day: string): number {
  return startOfDay(day) + dayMs - 1;
}

const day = '2025-03-31';
const moment = '2025-03-31T10:00:00Z';

const ends = [
  { name: 'acquiredFrom', read: startOfDay, example: day },
  { name: 'acquiredAfter', read: zonedTime, example: moment },
  { name: 'acquiredTo', read: endOfDay, example: day },
  { name: 'acquiredBefore', read: zonedTime, example: moment },
] as const;

/** Epoch ms, for valid criteria. */
function intervalEnds(criteria: SearchCriteria): { from: number | undefined; to: number | undefined } {
  const [firstDay, first, lastDay, last] = ends.map(({ name, read }) => {
    const text = criteria[name];
    return text === undefined ? undefined : read(text);
  });
  return { from: firstDay ?? first, to: lastDay ?? last };
}

function startOfDay(day: string): number {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  // JavaScript parses February 30 as March 2.
  return Number.isNaN(start) || isoTime(start).startsWith(`${day}T`) ? start : Number.NaN;
}

/** A time without a zone would be parsed in the local zone. */
function zonedTime(text: string): number {
  return text.includes('T') && /(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Why a search can't be sent. */
export interface CriteriaFault {
  name: keyof SearchCriteria;
  /** For display: what is wrong, and how to fix it. */
  message: string;
  /** Not wrong on its own: it contradicts another criterion, or needs one. */
  isConflict?: true;
}

/** At most one of these criteria can be set. */
export function conflict(criteria: SearchCriteria, ...names: (keyof SearchCriteria)[]): CriteriaFault[] {
  const [first, ...others] = names.filter(name => criteria[name] !== undefined);
  if (first === undefined) return [];
  return others.map(name => ({ name, isConflict: true, message: eitherText(first, name) }));
}

export function eitherText(a: string, b: string): string {
  return l10n.t('Use either "{0}" or "{1}".', a, b);
}
