import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, isoDay } from '../../../../../src/base/words/moment.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import {
  type Cadence,
  cadences,
  runAt,
  type RunPlan,
  subscriptionEnd,
  subscriptionRuns,
} from '../../../../../src/features/account/rules/runs.ts';
import { runs } from '../../../../randomRuns.ts';
import { bareSubscription } from './subscriptions.ts';

function plansOf(rest: Partial<Subscription>): readonly RunPlan[] {
  const reading = subscriptionRuns(bareSubscription(rest));
  return reading.kind === 'known' ? reading.plans : [];
}

/** For example `monthly 2025-08-01 2025-09-01 2025-10-01`: the starts of the runs, and the end of the last one. */
function inWords({ cadence, runs }: RunPlan): string {
  return [cadence, ...runs.map(({ from }) => isoDay(from)), isoDay(runs.at(-1)?.to ?? Number.NaN)].join(' ');
}

describe('the runs of a subscription', () => {
  it.each<[string, string, string, string[]]>([
    [
      'four months, which only monthly runs make',
      '2025-08-01',
      '2025-12-01T00:00:00.000Z',
      ['monthly 2025-08-01 2025-09-01 2025-10-01 2025-11-01 2025-12-01'],
    ],
    [
      'half a year, which can be six or two runs',
      '2025-01-01T00:00:00Z',
      '2025-07-01T00:00:00Z',
      [
        'monthly 2025-01-01 2025-02-01 2025-03-01 2025-04-01 2025-05-01 2025-06-01 2025-07-01',
        'quarterly 2025-01-01 2025-04-01 2025-07-01',
      ],
    ],
    ['an end that is the last day', '2025-08-01', '2025-09-30', ['monthly 2025-08-01 2025-09-01 2025-10-01']],
    [
      'an end that is the last millisecond before the time of day of the start',
      '2025-08-01T10:30:00Z',
      '2025-10-01T10:29:59.999Z',
      ['monthly 2025-08-01 2025-09-01 2025-10-01'],
    ],
    [
      'a start whose time of day only the end tells',
      '2025-08-15',
      '2025-10-15T10:30:00Z',
      ['monthly 2025-08-15 2025-09-15 2025-10-15'],
    ],
    ['a day too few even for an end that is a last day', '2025-08-01', '2025-09-29', []],
    ['one month, which no subscription begins with', '2025-01-01', '2025-02-01', []],
    ['an end before the start', '2025-10-01', '2025-06-15T12:00:00Z', []],
  ])('are those of %s', (_what, startedAt, endedAt, expected) => {
    expect(plansOf({ startedAt, endedAt }).map(inWords)).toEqual(expected);
  });

  const halfYear = { startedAt: '2025-01-01', endedAt: '2025-07-01' };

  it.each<[string, Partial<Subscription>, Cadence[]]>([
    ['the kind', { kind: 'subscription.change-detection.Quarterly' }, ['quarterly']],
    ['the title', { title: 'Port of call, MONTHLY' }, ['monthly']],
    ['a field that is just the word', { fields: { id: 's1', billing: 'quarterly' } }, ['quarterly']],
    ['the kind before the title', { kind: 'subscription.monthly', title: 'Quarterly look' }, ['monthly']],
    [
      'such a field, though the title is just another word',
      { title: 'Monthly', fields: { title: 'Monthly', billing: 'quarterly' } },
      ['quarterly'],
    ],
    ['no title that says both', { title: 'Monthly or quarterly' }, ['monthly', 'quarterly']],
    ['no field that says more', { fields: { note: 'paid monthly' } }, ['monthly', 'quarterly']],
    ['nobody', {}, ['monthly', 'quarterly']],
  ])('have the cadence that is reported by %s', (_who, rest, expected) => {
    expect(plansOf({ ...halfYear, ...rest }).map(({ cadence }) => cadence)).toEqual(expected);
  });

  it('are not known if the reported cadence does not fit the dates', () => {
    const rest = { startedAt: '2025-01-01', endedAt: '2025-05-01' };
    expect(plansOf({ ...rest, kind: 'subscription.tasking.quarterly' })).toEqual([]);
    expect(plansOf({ ...rest, kind: 'subscription.tasking.monthly' })).toHaveLength(1);
  });

  it('are fewer than at the start after a revocation, if the cadence is reported', () => {
    const cut = { startedAt: '2025-01-01', endedAt: '2025-04-01' };
    const [plan] = plansOf({ ...cut, kind: 'subscription.tasking.quarterly' });
    expect([plan && inWords(plan), plan?.isCut]).toEqual(['quarterly 2025-01-01 2025-04-01', true]);
    expect(plansOf({ ...halfYear, kind: 'subscription.tasking.quarterly' })[0]?.isCut).toBe(false);
    // From its dates only, it would be one of three months.
    expect(plansOf(cut).map(inWords)).toEqual(['monthly 2025-01-01 2025-02-01 2025-03-01 2025-04-01']);
  });

  it.each<[string, Partial<Subscription>, string]>([
    ['a start', { endedAt: '2025-07-01' }, 'noStart'],
    ['an end', { startedAt: '2025-07-01' }, 'openEnded'],
    ['a period that has runs', { startedAt: '2025-07-01', endedAt: '2026-07-01' }, 'otherPeriod'],
  ])('are not known without %s', (_what, rest, why) => {
    expect(subscriptionRuns(bareSubscription(rest))).toEqual({ kind: 'unknown', why });
  });
});

describe('any subscription with runs', () => {
  const start = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
  const cadence = fc.constantFrom<Cadence>('monthly', 'quarterly');
  /** The ways in which a service can write the start and the end; `to` is the first moment after the end. */
  const forms: ((from: Date, to: Date) => Pick<Subscription, 'startedAt' | 'endedAt'>)[] = [
    (from, to) => ({ startedAt: from.toISOString(), endedAt: to.toISOString() }),
    (from, to) => ({ startedAt: isoDay(+from), endedAt: to.toISOString() }),
    (from, to) => ({ startedAt: from.toISOString(), endedAt: isoDay(+to) }),
    (from, to) => ({ startedAt: isoDay(+from), endedAt: isoDay(+to) }),
    (from, to) => ({ startedAt: isoDay(+from), endedAt: isoDay(+to - dayMs) }),
    (from, to) => ({ startedAt: from.toISOString(), endedAt: isoDay(+to - dayMs) }),
    (from, to) => ({ startedAt: isoDay(+from), endedAt: `${isoDay(+to - dayMs)}T23:59:59Z` }),
  ];
  const terms = fc.record({
    start,
    cadence,
    runs: fc.integer({ min: 2, max: 6 }),
    form: fc.constantFrom(...forms),
  });

  /** The same day `months` later, or the last day of that month, counted day by day. */
  function addMonths(from: Date, months: number): Date {
    const month = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
    const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
    let day = +from;
    while (monthOf(new Date(day)) < month) day += dayMs;
    while (monthOf(new Date(day)) > month) day -= dayMs;
    while (new Date(day).getUTCDate() > from.getUTCDate()) day -= dayMs;
    while (new Date(day).getUTCDate() < from.getUTCDate() && monthOf(new Date(day + dayMs)) === month)
      day += dayMs;
    return new Date(day);
  }

  it('is divided into them, run by run, without gap or overlap', () => {
    fc.assert(
      fc.property(terms, ({ start, cadence, runs: runCount, form }) => {
        const count = cadence === 'quarterly' ? 2 : runCount;
        const { months } = cadences[cadence];
        const end = addMonths(start, count * months);
        const subscription = bareSubscription({ ...form(start, end), kind: `subscription.any.${cadence}` });
        const reading = subscriptionRuns(subscription);
        if (reading.kind !== 'known') throw new Error(`unknown: ${reading.why}`);
        const [{ runs, isCut }, second] = reading.plans;
        expect([runs.length, isCut, second]).toEqual([count, false, undefined]);
        expect(runs.map(({ index }) => index)).toEqual(runs.map((_run, index) => index + 1));
        expect(runs.slice(1).map(({ from }) => from)).toEqual(runs.slice(0, -1).map(({ to }) => to));
        expect(runs.map(({ to }) => isoDay(to))).toEqual(
          runs.map(({ index }) => isoDay(+addMonths(start, index * months))),
        );
        expect([isoDay(runs[0].from), isoDay(subscriptionEnd(subscription) ?? 0)]).toEqual([
          isoDay(+start),
          isoDay(+end),
        ]);
        for (const { from, to, index } of runs) {
          expect(runAt(reading.plans[0], from)?.index).toBe(index);
          expect(runAt(reading.plans[0], to - 1)?.index).toBe(index);
        }
      }),
      runs({ quick: 100, full: 400 }),
    );
  });
});

describe('the end of a subscription', () => {
  it.each<[string, Partial<Subscription>, string | undefined]>([
    ['is that of its last run', { startedAt: '2025-08-01', endedAt: '2025-09-30' }, '2025-10-01T00:00Z'],
    ['is that of a bare date', { startedAt: '2025-08-01', endedAt: '2026-12-31' }, '2027-01-01T00:00Z'],
    ['is the time that is told', { endedAt: '2025-09-30T12:00:00Z' }, '2025-09-30T12:00Z'],
    ['is none', { startedAt: '2025-08-01' }, undefined],
  ])('%s', (_what, rest, expected) => {
    expect(subscriptionEnd(bareSubscription(rest))).toBe(expected && Date.parse(expected));
  });
});
