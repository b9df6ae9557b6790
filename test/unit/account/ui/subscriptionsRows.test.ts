import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../../src/model/account/payment.ts';
import type { Subscription } from '../../../../src/model/account/subscription.ts';
import { createPagedReader } from '../../../../src/account/reader.ts';
import type { Reading } from '../../../../src/editor/reading.ts';
import { subscriptionsAtFirst } from '../../../../src/account/ui/subscriptionsArrangement.ts';
import { subscriptionsRows } from '../../../../src/account/ui/subscriptionsRows.ts';
import { payment } from '../../model/account/subscriptions.ts';
import { apiError, fakeClient, settle, signedInSession } from '../../fakes.ts';
import { bench, inShort, monthly, now, pendingOne, plan, platform, run } from './subscriptionBench.ts';

describe('the list', () => {
  it('is grouped, open, with how many there are', () => {
    const { rows } = bench({
      listed: [plan, monthly, platform, pendingOne],
      arrangement: { groupBy: 'service' },
    });
    expect(rows.map(row => [inShort(row), row.isOpen])).toEqual([
      ['data | 1', true],
      ['change-detection | 2', true],
      ['platform | 1', true],
    ]);
    expect(rows[1]?.children?.().map(({ id }) => id)).toEqual(['subscription/m', 'subscription/q']);
  });

  it('says that the filter hides all, and shows all again', () => {
    const { rows, called } = bench({ listed: [monthly], arrangement: { filters: { service: ['data'] } } });
    expect(rows.map(({ label }) => label)).toEqual(['No subscription matches the filter']);
    run(rows[0]);
    expect(called).toEqual(['showAll']);
  });

  it('shows those of the types that the service tells of, and waits for each', () => {
    const listed = [plan, monthly, pendingOne, platform];
    const ready = (...value: Subscription[]) => ({ kind: 'ready' as const, value, at: now });
    const shown = (types: string[], ofType: Record<string, Reading<readonly Subscription[]>>) =>
      bench({ listed, ofType, arrangement: { filters: { type: types } } });
    const known = { view: ready(plan), 'change-detection': ready(monthly, pendingOne) };
    const ids = (types: string[]) => shown(types, known).rows.map(({ id }) => id.split('/').at(-1));
    expect(ids(['change-detection'])).toEqual(['m', 'q']);
    expect(ids(['view', 'change-detection'])).toEqual(['d', 'm', 'q']);
    expect(ids(['of another version'])).toHaveLength(4);
    expect(shown(['view', 'change-detection'], { view: ready(plan) }).rows[0]?.icon).toBe('loading~spin');
    const failed = shown(['view'], { view: { kind: 'failed', error: apiError('server') } });
    expect(failed.rows[0]?.spoken).toBe('The subscriptions of the type "view" could not be read. Try again');
    run(failed.rows[0]);
    expect(failed.called).toEqual(['retry']);
    expect(shown(['view'], { view: ready() }).rows.map(({ label }) => label)).toEqual([
      'No subscription matches the filter',
    ]);
  });

  it('is empty for the welcome text', () => {
    expect(bench({ listed: [] }).rows).toEqual([]);
  });

  it.each<[string, Subscription[], boolean]>([
    ['beside a data plan', [plan, monthly], true],
    ['but it is there', [plan, platform], false],
    ['but it is revoked', [plan, { ...platform, status: 'revoked' }], true],
    ['but it has ended', [plan, { ...platform, endedAt: '2025-08-01' }], true],
    ['but the plan is over too', [{ ...plan, endedAt: '2025-08-01' }], false],
  ])('warns of a missing platform subscription %s', (_what, listed, warns) => {
    const { rows } = bench({ listed, arrangement: { groupBy: 'service' } });
    expect(rows[0]?.label === 'The platform subscription is missing').toBe(warns);
    expect(rows.filter(({ icon }) => icon === 'warning')).toHaveLength(warns ? 1 : 0);
  });
});

describe('the payments of a subscription', () => {
  it('are read when they are opened, and summed up as far as they are loaded', async () => {
    const pages: Payment[][] = [[payment(400)], [payment(300, { id: 'p2', type: 'refund' })]];
    const session = await signedInSession(fakeClient());
    const reader = createPagedReader(
      session,
      (_client, { page }) =>
        Promise.resolve({ items: pages[page - 1] ?? [], total: 2, isLast: page === pages.length }),
      one => one.id,
    );
    const asked: string[] = [];
    const rowsNow = () =>
      subscriptionsRows(
        { reading: { kind: 'ready', value: [monthly], at: now }, ofType: new Map(), marks: new Map(), now },
        subscriptionsAtFirst,
        {
          retry: () => undefined,
          showAll: () => undefined,
          paymentsOf: id => {
            asked.push(id);
            return reader;
          },
        },
      );
    const paymentRows = () =>
      rowsNow()[0]
        ?.children?.()
        .find(({ label }) => label === 'Payments')
        ?.children?.();
    rowsNow()[0]?.children?.();
    expect(asked).toEqual([]);
    expect(paymentRows()?.map(({ icon }) => icon)).toEqual(['loading~spin']);
    await settle();
    expect(paymentRows()?.map(inShort)).toEqual([
      'Sum so far | −400 credits · 1 of 2 loaded',
      'payment | −400 credits · payment',
      'Load more | 1 of 2',
    ]);
    run(paymentRows()?.at(-1));
    await settle();
    expect(paymentRows()?.map(inShort)).toEqual([
      'Sum | −100 credits · all 2',
      'payment | −400 credits · payment',
      'refund | +300 credits · refund',
    ]);
  });
});
