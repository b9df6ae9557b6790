import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, isoDay } from '../../../../../src/base/words/moment.ts';
import type { Payment } from '../../../../../src/service/rules/payment.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import {
  expectedRefund,
  type Paid,
  paidFor,
  refundEstimate,
  type RestOfRuns,
} from '../../../../../src/features/account/rules/refund.ts';
import { type Cadence, cadences, subscriptionEnd } from '../../../../../src/features/account/rules/runs.ts';
import { runs } from '../../../../randomRuns.ts';
import { bareSubscription, payment } from './subscriptions.ts';

function refund(rest: Partial<Subscription>, at: string) {
  return expectedRefund(bareSubscription(rest), Date.parse(at));
}

/** For example `monthly, run 1 of 4 to 2025-09-01, refunded 2025-09-01 2025-10-01 2025-11-01`. */
function inWords({ plan, current, refunded }: RestOfRuns): string {
  const place = `run ${current.index} of ${plan.runs.length} to ${isoDay(current.to)}`;
  return [`${plan.cadence}, ${place}, refunded`, ...refunded.map(({ from }) => isoDay(from))].join(' ');
}

function amountPaid(value: number): Paid {
  return { kind: 'told', amount: { value, unit: 'credits' } };
}

function restOf(rest: Partial<Subscription>, at: string): string[] {
  const found = refund(rest, at);
  return found.kind === 'rest' ? found.options.map(inWords) : [found.kind];
}

describe('the refund of a revocation', () => {
  it('is September to November, for four months from August, on August 20 (specification: Runs)', () => {
    const subscription = {
      status: 'active',
      kind: 'subscription.change-detection.monthly',
      startedAt: '2025-08-01',
      endedAt: '2025-12-01T00:00:00.000Z',
    };
    expect(restOf(subscription, '2025-08-20T12:00:00Z')).toEqual([
      'monthly, run 1 of 4 to 2025-09-01, refunded 2025-09-01 2025-10-01 2025-11-01',
    ]);
  });

  it('is April to June, for a quarterly one from January to June, in March (specification: Runs)', () => {
    const subscription = {
      status: 'active',
      title: 'Quarterly watch',
      startedAt: '2025-01-01',
      endedAt: '2025-06-30',
    };
    expect(restOf(subscription, '2025-03-14T00:00:00Z')).toEqual([
      'quarterly, run 1 of 2 to 2025-04-01, refunded 2025-04-01',
    ]);
  });

  const halfYear = { status: 'active', startedAt: '2025-01-01', endedAt: '2025-07-01' };

  it('is given for both cadences that half a year can have', () => {
    expect(restOf(halfYear, '2025-02-10T00:00:00Z')).toEqual([
      'monthly, run 2 of 6 to 2025-03-01, refunded 2025-03-01 2025-04-01 2025-05-01 2025-06-01',
      'quarterly, run 1 of 2 to 2025-04-01, refunded 2025-04-01',
    ]);
  });

  const pending = { ...halfYear, status: 'pending' };
  const revoked = { ...halfYear, status: 'Revoked' };
  const wholeYear = { startedAt: '2025-01-01', endedAt: '2026-01-01' };

  it.each<[string, Partial<Subscription>, string, string, string?]>([
    ['all before the start', halfYear, '2024-12-31T23:59:59Z', 'all'],
    ['all on the day of the start, while it is pending', pending, '2025-01-01T09:00:00Z', 'all'],
    ['all of one without an end, before', { startedAt: '2025-01-01' }, '2024-12-01T00:00:00Z', 'all'],
    ['nothing of one that is revoked', revoked, '2025-02-01T00:00:00Z', 'nothing', 'revoked'],
    ['nothing at the end', halfYear, '2025-07-01T00:00:00Z', 'nothing', 'ended'],
    ['unknown without a start', { endedAt: '2025-07-01' }, '2025-02-01T00:00:00Z', 'unknown', 'noStart'],
    ['unknown without an end', { startedAt: '2025-01-01' }, '2025-02-01T00:00:00Z', 'unknown', 'openEnded'],
    ['unknown for a period without runs', wholeYear, '2025-02-01T00:00:00Z', 'unknown', 'otherPeriod'],
  ])('is %s', (_what, subscription, at, kind, why) => {
    expect(refund(subscription, at)).toStrictEqual(why === undefined ? { kind } : { kind, why });
  });

  it('is nothing in the last run, up to the last moment of a last day', () => {
    const subscription = { ...halfYear, endedAt: '2025-06-30', kind: 'subscription.verde.quarterly' };
    expect(restOf(subscription, '2025-06-30T23:59:59Z')).toEqual([
      'quarterly, run 2 of 2 to 2025-07-01, refunded',
    ]);
  });

  it('leaves the first run if its time of day is only known from the end', () => {
    const subscription = { status: 'active', startedAt: '2025-01-01', endedAt: '2025-03-01T10:00:00Z' };
    expect(restOf(subscription, '2025-01-01T02:00:00Z')).toEqual([
      'monthly, run 1 of 2 to 2025-02-01, refunded 2025-02-01',
    ]);
  });
});

describe('the payments for a subscription', () => {
  const refunded = payment(300, { type: 'Refund', id: 'r1' });

  const ofOrder = payment(10, { type: 'refund', id: 'r2', subscriptionId: undefined, orderId: 'o1' });
  const stray = payment(10, { type: 'refund', id: 'r3', subscriptionId: undefined });
  const untold: Paid = { kind: 'untold' };
  const unnamed = payment(400, { subscriptionId: undefined });
  const ofOther = payment(7, { subscriptionId: 's2', type: 'refund' });
  const euro = payment(1, { creditAmount: { value: 1, unit: 'EUR' } });

  it.each<[string, Payment[] | undefined, Paid]>([
    ['its only payment', [payment(400)], amountPaid(400)],
    [
      'the sum of its payments',
      [payment(400), payment(100.5, { id: 'p2', type: 'Payment' })],
      amountPaid(500.5),
    ],
    ['what names it or nothing', [unnamed, ofOther], amountPaid(400)],
    ['open after a refund', [payment(400), refunded], { kind: 'refunded', refund: refunded, isNamed: true }],
    [
      'open after a refund that names nothing',
      [payment(400), stray],
      { kind: 'refunded', refund: stray, isNamed: false },
    ],
    ['unchanged by the refund of an order', [payment(400), ofOrder], amountPaid(400)],
    ['not told without a payment', [], untold],
    ['not told without an amount', [payment(400), payment(0, { creditAmount: undefined })], untold],
    ['not told by a payment of no type', [payment(400, { type: undefined })], untold],
    ['not told by an amount with a sign of its own', [payment(-400)], untold],
    ['not told in two units', [payment(400), euro], untold],
    ['not told while the payments are not known', undefined, untold],
  ])('is %s', (_what, payments, expected) => {
    expect(paidFor('s1', payments)).toEqual(expected);
  });
});

describe('any revocation of a running subscription', () => {
  const terms = fc.record({
    start: fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
    cadence: fc.constantFrom<Cadence>('monthly', 'quarterly'),
    monthlyRuns: fc.integer({ min: 2, max: 6 }),
    isTold: fc.boolean(),
    /** Position in the period, 0 to 1. */
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    paid: fc.integer({ min: 1, max: 1_000_000 }),
  });

  it('refunds what is not used, and uses what is not refunded', () => {
    fc.assert(
      fc.property(terms, ({ start, cadence, monthlyRuns, isTold, place, paid }) => {
        const count = cadence === 'quarterly' ? 2 : monthlyRuns;
        const end = addMonths(+start, count * cadences[cadence].months);
        const now = +start + Math.floor((end - +start) * place);
        const subscription = bareSubscription({
          startedAt: start.toISOString(),
          endedAt: new Date(end).toISOString(),
          ...(isTold ? { kind: `subscription.any.${cadence}` } : {}),
        });
        const found = expectedRefund(subscription, now);
        if (found.kind !== 'rest') throw new Error(`${found.kind} at ${new Date(now).toISOString()}`);
        expect(found.options.map(({ plan }) => plan.cadence)).toContain(cadence);
        for (const option of found.options) {
          const { plan, current, refunded } = option;
          const used = plan.runs.filter(({ index }) => index <= current.index);
          expect([...used, ...refunded]).toEqual(plan.runs);
          expect([current.from <= now, now < current.to]).toEqual([true, true]);
          expect(refunded.every(({ from }) => from > now)).toBe(true);
          expect(plan.runs.at(-1)?.to).toBe(subscriptionEnd(subscription));
          const back = refundEstimate({ value: paid, unit: 'EUR' }, option);
          expect(back.unit).toBe('EUR');
          expect(back.value + (paid * used.length) / plan.runs.length).toBeCloseTo(paid, 1);
          expect(back.value === 0).toBe(refunded.length === 0);
        }
      }),
      runs({ quick: 100, full: 500 }),
    );
  });
});
