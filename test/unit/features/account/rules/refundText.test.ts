import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import { expectedRefund, type Paid } from '../../../../../src/features/account/rules/refund.ts';
import { refundText } from '../../../../../src/features/account/rules/refundText.ts';
import { bareSubscription, payment } from './subscriptions.ts';

const cost = (value: number): Paid => ({ kind: 'told', amount: { value, unit: 'credits' } });
const monthly = {
  status: 'active',
  kind: 'subscription.tasking.monthly',
  startedAt: '2025-08-01',
  endedAt: '2025-12-01',
};

function refundLines(rest: Partial<Subscription>, at: string, paid: Paid): string[] {
  const subscription = bareSubscription(rest);
  const now = Date.parse(at);
  return refundText(expectedRefund(subscription, now), subscription, paid, now);
}

const untold = "The payments loaded don't show what it cost, so no amount is estimated.";

describe('the text about a revocation', () => {
  it('says which run continues, and which ones are refunded with how much', () => {
    expect(refundLines(monthly, '2025-08-20T12:00:00Z', cost(400))).toEqual([
      'Run 1 of 4 ends on 2025-09-01 (in 12 days). It continues until then. Runs 2 to 4 are refunded (2025-09-01 – 2025-12-01, ≈ 300 credits).',
      'According to the payments, it cost 400 credits. Refunds are estimates; the service decides.',
    ]);
  });

  it.each([
    [
      '2025-10-31T00:00:00Z',
      'Run 3 of 4 ends on 2025-11-01 (tomorrow). It continues until then. Run 4 is refunded (2025-11-01 – 2025-12-01).',
    ],
    [
      '2025-11-30T12:00:00Z',
      "Run 4 of 4 ends on 2025-12-01 (tomorrow). It continues until then. That is its last run: nothing is refunded, and the end doesn't change.",
    ],
  ])('on %s: %s', (at, text) => {
    expect(refundLines(monthly, at, { kind: 'untold' })).toEqual([text, untold]);
  });

  it('says that a run ends today', () => {
    const dates = { startedAt: '2025-08-01T15:00:00Z', endedAt: '2025-12-01T15:00:00Z' };
    const [first] = refundLines({ ...monthly, ...dates }, '2025-09-01T12:00:00Z', cost(1));
    expect(first).toContain('2025-09-01 (today)');
  });

  it('gives both interpretations of ambiguous dates', () => {
    const halfYear = { status: 'active', startedAt: '2025-01-01', endedAt: '2025-07-01' };
    expect(refundLines(halfYear, '2025-02-10T00:00:00Z', cost(600)).slice(0, 3)).toEqual([
      "The dates match both monthly and quarterly runs, and the service doesn't report which.",
      'monthly: Run 2 of 6 ends on 2025-03-01 (in 19 days). It continues until then. Runs 3 to 6 are refunded (2025-03-01 – 2025-07-01, ≈ 400 credits).',
      'quarterly: Run 1 of 2 ends on 2025-04-01 (in 50 days). It continues until then. Run 2 is refunded (2025-04-01 – 2025-07-01, ≈ 300 credits).',
    ]);
  });

  it('says that a subscription that has not started is refunded at once', () => {
    expect(refundLines(monthly, '2025-07-31T00:00:00Z', { kind: 'untold' })).toEqual([
      'It starts on 2025-08-01, so it ends immediately and is fully refunded.',
      untold,
    ]);
  });

  it('warns of an earlier refund', () => {
    const refund = payment(300, { type: 'refund', createdAt: '2025-08-20T12:00:00Z' });
    const [arithmetic, price] = refundLines(monthly, '2025-08-25T00:00:00Z', {
      kind: 'refunded',
      refund,
      isNamed: true,
    });
    expect(arithmetic).toMatch(/Runs? [\d to]+ (is|are) refunded [^≈]*$/);
    expect(price).toBe(
      'A refund was already issued (300 credits, 2025-08-20), so this subscription may have been revoked before. The remaining refund is unknown.',
    );
  });

  it('promises no full refund after an earlier one, and doubts one that names nothing', () => {
    const refund = payment(10, { type: 'refund', createdAt: '2025-07-20T12:00:00Z' });
    const before = '2025-07-31T00:00:00Z';
    expect(refundLines(monthly, before, { kind: 'refunded', refund, isNamed: true })[0]).toBe(
      'It starts on 2025-08-01, so it ends immediately.',
    );
    expect(refundLines(monthly, before, { kind: 'refunded', refund, isNamed: false })).toEqual([
      'It starts on 2025-08-01, so it ends immediately.',
      "The payments list a refund (10 credits, 2025-07-20) and don't say what it is for, so no amount is estimated.",
    ]);
  });

  it.each<[string, Partial<Subscription>, RegExp]>([
    ['no start', { endedAt: '2025-12-01' }, /^Its start is unknown\./],
    ['no end', { startedAt: '2025-01-01' }, /^Its dates don't match .* unknown\.$/],
    ['another period', { startedAt: '2025-01-01', endedAt: '2026-01-01' }, /^Its dates don't match/],
    ['its end behind it', { startedAt: '2025-01-01', endedAt: '2025-03-01' }, /^It ended on 2025-03-01/],
    ['been revoked', { ...monthly, status: 'revoked' }, /already revoked.*2025-08-01 – 2025-12-01\.$/],
    ['been revoked without an end', { status: 'revoked' }, /already revoked.*unknown – no end\.$/],
  ])('says what is known about a subscription that has %s', (_what, rest, expected) => {
    const texts = refundLines(rest, '2025-08-20T12:00:00Z', cost(400));
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(expected);
    expect(texts[0]).not.toContain('credits');
  });
});
