import {
  addMonths,
  dayMs,
  minuteMs,
  type Moment,
  parseMoment,
  timeOfDay,
} from '../../../base/words/moment.ts';
import type { Subscription } from '../../../service/rules/subscription.ts';

export type Cadence = 'monthly' | 'quarterly';

/** One of the equal parts that a subscription is paid and refunded in. */
export interface Run {
  /** Counts from 1. */
  index: number;
  /** First moment, epoch ms. */
  from: number;
  /** First moment after the run, epoch ms. */
  to: number;
}

/** One interpretation of a subscription's dates: its runs, without gap or overlap. */
export interface RunPlan {
  cadence: Cadence;
  runs: readonly [Run, ...Run[]];
  /** It has fewer runs than such a subscription starts with: its end was moved, as a revocation does. */
  isCut: boolean;
}

export type RunsReading =
  /** Two plans if the dates fit both cadences and nothing else decides. */
  | { kind: 'known'; plans: readonly [RunPlan, ...RunPlan[]] }
  /** `noStart`: the service doesn't report the start; `otherPeriod`: the period doesn't divide into runs. */
  | { kind: 'unknown'; why: 'noStart' | 'openEnded' | 'otherPeriod' };

/** Specification: Subscription, Runs. The initial number of runs, and the months of each. */
export const cadences: Readonly<Record<Cadence, { months: number; minRuns: number; maxRuns: number }>> = {
  monthly: { months: 1, minRuns: 2, maxRuns: 6 },
  quarterly: { months: 3, minRuns: 2, maxRuns: 2 },
};

type Dated = Pick<Subscription, 'startedAt' | 'endedAt' | 'kind' | 'title' | 'fields'>;

/**
 * The runs that follow from a subscription's dates. Its end counts as the first moment after the last run, or, if only
 * that makes whole months, as the last day or second of the last run.
 */
export function subscriptionRuns(subscription: Dated): RunsReading {
  const start = parseMoment(subscription.startedAt);
  const end = parseMoment(subscription.endedAt);
  if (!start) return { kind: 'unknown', why: 'noStart' };
  if (!end) return { kind: 'unknown', why: 'openEnded' };
  const period = wholeMonths(start, end);
  const reported = reportedCadence(subscription);
  const plans = period
    ? runPlans(period, reported ? [reported] : ['monthly', 'quarterly'], reported !== undefined)
    : [];
  const [first, ...others] = plans;
  return first ? { kind: 'known', plans: [first, ...others] } : { kind: 'unknown', why: 'otherPeriod' };
}

/** The run at a given time; `undefined` before the first and after the last one. */
export function runAt({ runs }: { runs: readonly Run[] }, now: number): Run | undefined {
  return runs.find(({ from, to }) => from <= now && now < to);
}

/**
 * The first moment after a subscription, epoch ms; `undefined` if it has no end. A date without a time counts as its
 * last day unless the runs suggest otherwise.
 */
export function subscriptionEnd(subscription: Dated): number | undefined {
  const reading = subscriptionRuns(subscription);
  if (reading.kind === 'known') return reading.plans[0].runs.at(-1)?.to;
  const end = parseMoment(subscription.endedAt);
  return end?.isDay ? end.time + dayMs : end?.time;
}

interface Period {
  /** Epoch ms. */
  from: number;
  months: number;
}

/**
 * The period, if it is a whole number of months. Services write dates with and without a time of day, and the end as
 * the first moment after the period or as its last day or second: the first form that makes whole months wins.
 */
function wholeMonths(start: Moment, end: Moment): Period | undefined {
  for (const [from, to] of [...exclusiveEnds(start, end), ...inclusiveEnds(start, end)]) {
    const months = monthNumber(to) - monthNumber(from);
    if (months > 0 && addMonths(from, months) === to) return { from, months };
  }
  return undefined;
}

function monthNumber(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

type Ends = readonly [from: number, to: number];

/** If one of the two has no time of day, it gets the time of day of the other. */
function exclusiveEnds(start: Moment, end: Moment): Ends[] {
  const plain: Ends = [start.time, end.time];
  if (start.isDay && !end.isDay) return [plain, [start.time + timeOfDay(end.time), end.time]];
  if (end.isDay && !start.isDay) return [plain, [start.time, end.time + timeOfDay(start.time)]];
  return [plain];
}

/** The end as the last day, written as a date or as midnight, or as the last minute, second or millisecond. */
function inclusiveEnds(start: Moment, end: Moment): Ends[] {
  const afterMinute = Math.floor(end.time / minuteMs) * minuteMs + minuteMs;
  const afterDay = end.time + dayMs;
  return [
    ...(end.isDay ? [] : [[start.time, afterMinute] as const]),
    ...(timeOfDay(end.time) === 0
      ? [[start.time, afterDay] as const, [start.time, afterDay + timeOfDay(start.time)] as const]
      : []),
  ];
}

function runPlans({ from, months }: Period, candidates: readonly Cadence[], isReported: boolean): RunPlan[] {
  return candidates.flatMap(cadence => {
    const { months: each, minRuns, maxRuns } = cadences[cadence];
    const count = months / each;
    // If the cadence is reported, a revocation can have removed runs; otherwise nothing explains a shorter period.
    if (!Number.isInteger(count) || count > maxRuns || (count < minRuns && !isReported)) return [];
    const run = (index: number): Run => ({
      index,
      from: addMonths(from, (index - 1) * each),
      to: addMonths(from, index * each),
    });
    const rest = Array.from({ length: count - 1 }, (_none, before) => run(before + 2));
    return [{ cadence, runs: [run(1), ...rest] as const, isCut: count < minRuns }];
  });
}

/** The cadence from the kind, or from a field that contains only the word, or from the title. */
function reportedCadence({ kind, title, fields }: Dated): Cadence | undefined {
  return cadenceIn(kind ?? '') ?? cadenceField(fields) ?? cadenceIn(title ?? '');
}

function cadenceField(fields: Subscription['fields']): Cadence | undefined {
  const words = Object.entries(fields)
    .filter(([name, value]) => name !== 'title' && typeof value === 'string')
    .map(([, value]) => (value as string).trim())
    .filter(value => /^(monthly|quarterly)$/i.test(value));
  return cadenceIn(words.join(' '));
}

/** A text that mentions both says neither. */
function cadenceIn(text: string): Cadence | undefined {
  const found = new Set(text.toLowerCase().match(/(?<!\p{L})(?:monthly|quarterly)/gu) as Cadence[] | null);
  const [only, another] = found;
  return another === undefined ? only : undefined;
}
