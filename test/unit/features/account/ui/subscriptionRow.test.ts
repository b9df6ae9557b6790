import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import type { RevokeMark } from '../../../../../src/features/account/revokeMarks.ts';
import { bareSubscription, payment } from '../rules/subscriptions.ts';
import { inShort, monthly, opened, over, pendingOne, plan, platform, setUp } from './subscriptionSetup.ts';

const recorded = (isConfirmed: boolean): RevokeMark => ({
  kind: 'recorded',
  at: '2025-08-19T10:00:00.000Z',
  isConfirmed,
});

describe('the rows of the subscriptions', () => {
  it('show use, time, status and kind, those in use first', () => {
    const { rows } = setUp({ listed: [over, pendingOne, platform, plan, monthly] });
    expect(rows.map(inShort)).toEqual([
      'Platform | no end · active · platform',
      'Streaming | 12 % used · no end · active · data, premium',
      'Port of call | ends in 103 days · active · change detection, monthly',
      'Quarry | starts 2025-10-01 · pending · change detection, monthly',
      'Vessels | ended 2025-04-01 · revoked · ocean finder, monthly',
    ]);
    expect(rows[2]?.spoken).toBe('Port of call, ends in 103 days, active, change detection, monthly');
    expect(rows.map(({ icon }) => icon)).toEqual([
      'pass-filled',
      'pass-filled',
      'pass-filled',
      'clock',
      'circle-slash',
    ]);
  });

  it('work with only an ID', () => {
    const { row, below } = opened(bareSubscription());
    expect(inShort(row)).toBe('s1 | no end');
    expect([below('Period')?.description, below('Runs')]).toEqual(['unknown – no end', undefined]);
    expect([below('Can order'), below('Used'), below('Allowance')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(row.tooltip?.facts).toContainEqual(['Start', 'unknown']);
  });

  it('say in words what they are for, and what they pay for', () => {
    expect([opened(plan), opened(monthly)].map(({ below }) => below('Service')?.description)).toEqual([
      'Catalog imagery: streaming and image products (data)',
      'Changes between images of one area (change-detection)',
    ]);
    expect(opened(plan).below('Can order')?.description).toBe(
      'Image product, Image product by volume, order.new',
    );
    expect(opened(monthly).below('Can order')).toBeUndefined();
  });

  it('contain everything that the service sent, in the words of the tree, also in their details', () => {
    const { row } = opened(plan);
    const facts = Object.fromEntries(row.tooltip?.facts ?? []);
    expect(row.details?.facts?.()).toEqual(row.tooltip?.facts);
    expect([facts.Contract, facts.contractId]).toEqual(['c7', undefined]);
    expect(facts).toMatchObject({
      Status: 'active',
      Kind: 'data, premium',
      Service: 'Catalog imagery: streaming and image products (data)',
      Start: '2025-01-01',
      End: 'none',
      'Can order':
        'Image product (by area; by tiles viewed, deprecated), Image product by volume (by processed GB, deprecated), order.new',
      Used: '≈ 1.24 of 10 GB',
      'Streaming plan': 'standard',
      Subscription: 'd',
      'news.from': 'the future',
    });
    expect([row.copyId, row.details?.fields, row.subject]).toEqual(['d', plan.fields, plan]);
  });

  it('show the allowance in readable units, and mark estimates', () => {
    const { below } = opened(plan);
    expect(below('Used')?.description).toBe('▰▱▱▱▱ ≈ 1.24 of 10 GB · 12 % · Streaming plan: standard');
    expect(below('Used')?.spoken).toBe('Used, ≈ 1.24 of 10 GB, 12 %, Streaming plan: standard');
    expect(opened({ ...plan, isAmountEstimated: false }).below('Used')?.description).toBe(
      '▰▱▱▱▱ 1.24 of 10 GB · 12 % · Streaming plan: standard',
    );
    expect(opened({ ...plan, amountMax: undefined }).below('Used')?.description).toBe('≈ 1.24 GB');
    expect(opened({ ...plan, amountConsumed: undefined }).below('Allowance')?.description).toBe(
      '10 GB · Streaming plan: standard',
    );
  });

  it.each<['offer a' | 'offer no', string, Subscription, RevokeMark?]>([
    ['offer a', 'runs', monthly],
    ['offer a', 'has no end', plan],
    ['offer a', 'has not started', pendingOne],
    ['offer no', 'is over', over],
    ['offer no', 'is active though it has ended', { ...over, status: 'active' }],
    ['offer no', 'is being revoked', monthly, { kind: 'underWay' }],
    ['offer no', 'was revoked', monthly, { kind: 'revoked', before: monthly, after: monthly }],
    ['offer no', 'was revoked from this machine', monthly, recorded(true)],
    ['offer a', 'has an unconfirmed one of an earlier session', monthly, recorded(false)],
    ['offer a', 'may have been revoked elsewhere', monthly, { kind: 'possible' }],
    ['offer a', 'has an unconfirmed one, to check it', monthly, { kind: 'unclear', before: monthly }],
  ])('%s revocation of a subscription that %s', (offer, _what, subscription, mark) => {
    const words = opened(subscription, mark).row.contextValue?.split(' ');
    expect(words).toContain('subscription');
    expect(words?.includes('subscription.revocable')).toBe(offer === 'offer a');
  });
});

describe('the runs of a subscription', () => {
  it('are shown with dates and status', () => {
    const runs = opened({ ...monthly, startedAt: '2025-07-01', endedAt: '2025-10-01' }).below('Runs');
    expect(runs?.description).toBe('run 2 of 3, monthly');
    expect(runs?.children?.().map(row => `${row.icon ?? ''} ${inShort(row)}`)).toEqual([
      'check Run 1 | 2025-07-01 – 2025-08-01 · ended',
      'play Run 2 | 2025-08-01 – 2025-09-01 · in progress',
      'circle-outline Run 3 | 2025-09-01 – 2025-10-01 · upcoming',
    ]);
  });

  it('are counted before the first and after the last', () => {
    expect(opened(pendingOne).below('Runs')?.description).toBe('2, monthly');
    expect(opened(over).below('Runs')?.description).toBe('3, monthly');
  });

  it('are shown in both interpretations if the dates have two', () => {
    const halfYear = { ...monthly, kind: 'subscription.verde', endedAt: '2026-02-01' };
    const runs = opened(halfYear).below('Runs');
    expect(runs?.description).toBe('run 1 of 6, monthly or run 1 of 2, quarterly');
    expect(runs?.children?.().map(row => [row.label, row.children?.().length])).toEqual([
      ['6, monthly', 6],
      ['2, quarterly', 2],
    ]);
  });

  it('are shown as they were before a revocation, with those that are refunded', () => {
    const after = { ...monthly, endedAt: '2025-09-01T00:00:00.000Z' };
    const { row, below } = opened(after, { kind: 'revoked', before: monthly, after });
    expect(inShort(row)).toBe('Port of call | revoked, ends in 12 days · active · change detection, monthly');
    expect(row.icon).toBe('stop-circle');
    expect(below('Runs')?.description).toBe('run 1 of 1, monthly · 3 refunded');
    expect(
      below('Runs')
        ?.children?.()
        .map(child => child.description),
    ).toEqual([
      '2025-08-01 – 2025-09-01 · in progress',
      '2025-09-01 – 2025-10-01 · refunded',
      '2025-10-01 – 2025-11-01 · refunded',
      '2025-11-01 – 2025-12-01 · refunded',
    ]);
  });

  it.each<[string, Partial<Subscription>]>([
    ['no start', { startedAt: undefined }],
    ['other dates', { endedAt: '2025-09-15' }],
    ['no end', { endedAt: undefined }],
  ])('are not shown with %s', (_what, rest) => {
    expect(opened({ ...monthly, ...rest }).below('Runs')).toBeUndefined();
  });
});

describe('what a revoked subscription used', () => {
  const credits = (value: number) => ({ value, unit: 'credits' });
  const after = { ...monthly, amountConsumed: credits(400), amountMax: credits(400) };

  it('is what the service reports, beside what came back', () => {
    const refund = payment(300, { type: 'refund', subscriptionId: 'm' });
    const { row, below } = opened(after, { kind: 'revoked', before: monthly, after }, [
      payment(400, { subscriptionId: 'm' }),
      refund,
      payment(50, { type: 'refund', subscriptionId: 'another' }),
    ]);
    expect([below('Used'), below('Reported as used')?.description, below('Refunded')?.description]).toEqual([
      undefined,
      '400 of 400 credits',
      '300 credits',
    ]);
    const facts = Object.fromEntries(row.details?.facts?.() ?? []);
    expect(facts).toMatchObject({ 'Reported as used': '400 of 400 credits', Refunded: '300 credits' });
    expect(facts.Used).toBeUndefined();
  });

  it('is not said to be refunded before the payments are read', () => {
    const { below } = opened({ ...after, status: 'revoked' });
    expect([below('Used'), below('Reported as used')?.description, below('Refunded')]).toEqual([
      undefined,
      '400 of 400 credits',
      undefined,
    ]);
  });
});

describe('the icon of a subscription', () => {
  it.each<[string, Partial<Subscription>, string]>([
    ['active but over', { endedAt: '2025-08-02' }, 'circle-slash'],
    ['active before its start', { startedAt: '2025-09-01', endedAt: undefined }, 'clock'],
    ['suspended', { status: 'Suspended' }, 'warning'],
    ['of another word', { status: 'frozen' }, 'circle-outline'],
    ['of no word', { status: undefined }, 'circle-outline'],
  ])('of one that is %s', (_what, rest, icon) => {
    expect(opened({ ...monthly, ...rest }).row.icon).toBe(icon);
  });
});

describe('the state of a revocation', () => {
  it('is on the row', () => {
    const underWay = opened(monthly, { kind: 'underWay' }).row;
    expect([underWay.icon, underWay.description]).toEqual([
      'loading~spin',
      'ends in 103 days, revoking… · active · change detection, monthly',
    ]);
    const unclear = opened(monthly, { kind: 'unclear', before: monthly }).row;
    expect([unclear.icon, unclear.description]).toEqual([
      'question',
      'ends in 103 days, revocation unconfirmed · active · change detection, monthly',
    ]);
  });

  it.each<[RevokeMark, string, string, string]>([
    [
      recorded(true),
      'stop-circle',
      'revoked, ends in 103 days',
      'carried out from this machine, 2025-08-19 10:00:00 UTC',
    ],
    [
      recorded(false),
      'question',
      'ends in 103 days, revocation unconfirmed',
      'sent from this machine and never confirmed, 2025-08-19 10:00:00 UTC',
    ],
    [
      { kind: 'possible', refund: payment(300, { type: 'refund', createdAt: '2025-08-19T10:00:00Z' }) },
      'question',
      'may be revoked, ends in 103 days',
      'possible: a refund was issued for it (300 credits, 2025-08-19)',
    ],
  ])('is on the row, in its details and in the filter in a later session', (mark, icon, words, fact) => {
    const { row } = opened(monthly, mark);
    expect([row.icon, row.description]).toEqual([icon, `${words} · active · change detection, monthly`]);
    expect(row.tooltip?.facts).toContainEqual(['Revocation', fact]);
    expect(row.details?.facts?.()).toContainEqual(['Revocation', fact]);
  });
});
