/** The interval of acquisition that a search asks for, and what is wrong with its ends. */
import * as l10n from '@vscode/l10n';
import type { SearchCriteria } from './searchQuery.ts';
import { dayMs } from '../words/moment.ts';

/** The catalogue's own history starts well after this moment; it stands in for an open start of an interval. */
const beforeAllAcquisitions = Date.UTC(2000, 0, 1);

/** Epoch ms, both ends included. */
export interface Interval {
  from: number;
  to: number;
}

/** What is wrong where an end is set twice or is no time, or where the interval ends before it begins. */
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
  const { from, to } = endsOf(criteria);
  if (from === undefined || to === undefined || from <= to) return [];
  const message = l10n.t(
    'The acquisition interval ends at {0}, before it starts at {1}. Swap them.',
    isoTime(to),
    isoTime(from),
  );
  return [
    { name: criteria.acquiredTo === undefined ? 'acquiredBefore' : 'acquiredTo', isConflict: true, message },
  ];
}

/**
 * The acquisition interval that the criteria ask for; `undefined` where they set neither end.
 *
 * @param openEnd epoch ms, closes an interval of which only the start is set
 * @throws RangeError with the first of {@link intervalFaults}
 */
export function acquisitionInterval(criteria: SearchCriteria, openEnd: number): Interval | undefined {
  const [fault] = intervalFaults(criteria);
  if (fault) throw new RangeError(fault.message);
  const { from, to } = endsOf(criteria);
  if (from === undefined && to === undefined) return undefined;
  // An open end never makes an interval of no length: a start in the future finds nothing, and is no mistake.
  return {
    from: from ?? Math.min(beforeAllAcquisitions, to ?? Infinity),
    to: to ?? Math.max(openEnd, from ?? -Infinity),
  };
}

/** {@link acquisitionInterval}, or all the time up to now where the criteria set neither end. */
export function closedInterval(criteria: SearchCriteria, now: number): Interval {
  return acquisitionInterval(criteria, now) ?? { from: beforeAllAcquisitions, to: now };
}

/** The criteria with this interval in place of their own. */
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

/** Epoch ms of a `YYYY-MM-DD`, UTC; not a number for what is no day. */
export function endOfDay(day: string): number {
  return startOfDay(day) + dayMs - 1;
}

const day = '2025-03-31';
const moment = '2025-03-31T10:00:00Z';

const ends = [
  { name: 'acquiredFrom', read: startOfDay, example: day },
  { name: 'acquiredAfter', read: momentOf, example: moment },
  { name: 'acquiredTo', read: endOfDay, example: day },
  { name: 'acquiredBefore', read: momentOf, example: moment },
] as const;

/** Epoch ms, of criteria without faults. */
function endsOf(criteria: SearchCriteria): { from: number | undefined; to: number | undefined } {
  const [firstDay, first, lastDay, last] = ends.map(({ name, read }) => {
    const text = criteria[name];
    return text === undefined ? undefined : read(text);
  });
  return { from: firstDay ?? first, to: lastDay ?? last };
}

function startOfDay(day: string): number {
  const start = Date.parse(`${day}T00:00:00.000Z`);
  // A 30th of February is read as the 2nd of March.
  return Number.isNaN(start) || isoTime(start).startsWith(`${day}T`) ? start : Number.NaN;
}

/** A moment without a zone would be one of this machine's zone. */
function momentOf(text: string): number {
  return text.includes('T') && /(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
}

/** Why a search cannot be sent. */
export interface CriteriaFault {
  /** The criterion to change. */
  name: keyof SearchCriteria;
  /** For the user: what is wrong, and the way out. */
  message: string;
  /** It is not wrong on its own: it contradicts another criterion, or lacks one. */
  isConflict?: true;
}

/** At most one of these criteria can be asked for at once. */
export function conflict(criteria: SearchCriteria, ...names: (keyof SearchCriteria)[]): CriteriaFault[] {
  const [first, ...others] = names.filter(name => criteria[name] !== undefined);
  if (first === undefined) return [];
  return others.map(name => ({ name, isConflict: true, message: eitherText(first, name) }));
}

export function eitherText(one: string, other: string): string {
  return l10n.t('Use either "{0}" or "{1}".', one, other);
}
