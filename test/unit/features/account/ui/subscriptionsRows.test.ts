import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import { apiError } from '../../../fakes.ts';
import { inShort, monthly, now, pendingOne, plan, platform, run, setUp } from './subscriptionSetup.ts';

describe('the list', () => {
  it('is grouped and expanded, with counts', () => {
    const { rows } = setUp({
      listed: [plan, monthly, platform, pendingOne],
      arrangement: { groupBy: 'service' },
    });
    expect(rows.map(row => [inShort(row), row.isOpen])).toEqual([
      ['Catalog imagery: streaming and image products (data) | 1', true],
      ['Changes between images of one area (change-detection) | 2', true],
      ['platform | 1', true],
    ]);
    expect(rows[1]?.children?.().map(({ id }) => id)).toEqual(['subscription/m', 'subscription/q']);
  });

  it('finds a revoked subscription that runs on under both words, and sorts it after those that continue', () => {
    const marks = { m: { kind: 'recorded', at: '2025-08-19T10:00:00.000Z', isConfirmed: true } as const };
    const listed = [monthly, plan, platform, pendingOne];
    const ids = (status: string[]) =>
      setUp({ listed, marks, arrangement: { filters: { status } } }).rows.map(({ id }) =>
        id.split('/').at(-1),
      );
    expect(ids(['revoked'])).toEqual(['m']);
    expect(ids(['active'])).toEqual(['d', 'p', 'm']);
    expect(ids([])).toEqual(['d', 'p', 'm', 'q']);
  });

  it('says that the filter hides all, and shows all again', () => {
    const { rows, called } = setUp({ listed: [monthly], arrangement: { filters: { service: ['data'] } } });
    expect(rows.map(({ label }) => label)).toEqual(['Nothing matches the filter']);
    run(rows[0]);
    expect(called).toEqual(['showAll']);
  });

  it('shows those of the types that the service returns, and waits for each', () => {
    const listed = [plan, monthly, pendingOne, platform];
    const ready = (...value: Subscription[]) => ({ kind: 'ready' as const, value, at: now });
    const filtered = (types: string[], ofType: Record<string, Reading<readonly Subscription[]>>) =>
      setUp({ listed, ofType, arrangement: { filters: { type: types } } });
    const known = { view: ready(plan), 'change-detection': ready(monthly, pendingOne) };
    const ids = (types: string[]) => filtered(types, known).rows.map(({ id }) => id.split('/').at(-1));
    expect(ids(['change-detection'])).toEqual(['m', 'q']);
    expect(ids(['view', 'change-detection'])).toEqual(['d', 'm', 'q']);
    expect(ids(['of another version'])).toHaveLength(4);
    expect(filtered(['view', 'change-detection'], { view: ready(plan) }).rows[0]?.icon).toBe('loading~spin');
    const failed = filtered(['view'], { view: { kind: 'failed', error: apiError('server') } });
    expect(failed.rows[0]?.spoken).toBe("Can't load: Subscriptions. Try Again");
    run(failed.rows[0]);
    expect(failed.called).toEqual(['retry']);
    expect(filtered(['view'], { view: ready() }).rows.map(({ label }) => label)).toEqual([
      'Nothing matches the filter',
    ]);
  });

  it('is empty for the welcome text', () => {
    expect(setUp({ listed: [] }).rows).toEqual([]);
  });

  it.each<[string, Subscription[], boolean]>([
    ['beside a data plan', [plan, monthly], true],
    ['but it is there', [plan, platform], false],
    ['but it is revoked', [plan, { ...platform, status: 'revoked' }], true],
    ['but it has ended', [plan, { ...platform, endedAt: '2025-08-01' }], true],
    ['but the plan is over too', [{ ...plan, endedAt: '2025-08-01' }], false],
  ])('warns of a missing platform subscription %s', (_what, listed, warns) => {
    const { rows } = setUp({ listed, arrangement: { groupBy: 'service' } });
    expect(rows[0]?.label === 'Platform subscription missing').toBe(warns);
    expect(rows.filter(({ icon }) => icon === 'warning')).toHaveLength(warns ? 1 : 0);
  });
});
