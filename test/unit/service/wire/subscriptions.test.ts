import { describe, expect, it } from 'vitest';
import { revokeEffect } from '../../../../src/service/rules/subscription.ts';
import { wasSurelyRefused } from '../../../../src/service/wire/errors.ts';
import { json, type Reply, resetByPeer } from './fakeFetch.ts';
import { failure, requestLine, setUp, setupOf } from './setup.ts';

const specified = {
  id: 's1',
  status: 'active',
  startedAt: '2026-03-01T00:00:00.000Z',
  endedAt: '2026-07-01T00:00:00.000Z',
  service: 'change-detection',
  isAmountEstimated: false,
  title: 'Port of call',
  kind: 'subscription.change-detection.monthly',
  offers: ['order.data.gb.product'],
};
const deployed = {
  ...specified,
  _links: { self: { href: 'https://base.test/api/v1/contracts/c1/subscriptions/s1' } },
  contractId: 'c1',
  startedAt: '2026-03-01',
  endedAt: null,
  isAmountEstimated: 'true',
  amountConsumed: 1240000,
  amountMax: '10000000',
  amountUnit: 'kB',
  news: { from: 'the future' },
};
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => ({ ...specified, id: `s${from + index}` }));
const missing = json({ message: 'There is nothing here.' }, 404);

describe('a subscription', () => {
  it('needs no more than an id', async () => {
    const sent = { id: 's1', status: null, offers: null, amountConsumed: 'much' };
    const { client } = setUp(json(sent));
    expect(await client.subscription('c1', 's1')).toEqual({ id: 's1', offers: [], fields: sent });
  });

  it.each<[object, object]>([
    [
      { ID: 7, State: { code: 'active' }, Offers: 'a, b' },
      { id: '7', status: 'active', offers: ['a', 'b'] },
    ],
    [
      { subscriptionId: 's1', service: { id: 'x', name: 'data' } },
      { id: 's1', service: 'data' },
    ],
    [
      { id: 's1', title: { value: 'T' }, period: { start: 1767312000, end: '2026-03-01' } },
      { id: 's1', title: 'T', startedAt: '2026-01-02T00:00:00.000Z', endedAt: '2026-03-01' },
    ],
    [
      { id: 's1', kind: 'subscription.streaming.starter' },
      { plan: 'starter', amountMax: { value: 4, unit: 'GB' } },
    ],
    [
      { id: 's1', plan: 'Advanced', title: 'discover' },
      { plan: 'advanced', amountMax: { value: 30 } },
    ],
    [
      { id: 's1', title: 'Standard' },
      { plan: undefined, amountMax: undefined },
    ],
  ])('is read from %j', async (sent, expected) => {
    const { client } = setUp(json(sent));
    expect(await client.subscription('c1', 's1')).toMatchObject(expected);
  });

  it.each([{}, { id: {} }, [], null])('is not made up from %j', async sent => {
    const { client } = setUp(json(sent));
    expect((await failure(client.subscription('c1', 's1'))).kind).toBe('shape');
  });
});

describe('the subscriptions of a contract', () => {
  it('are read to the last page, of one type where one is named', async () => {
    const { client, service } = setUp(
      json({ items: many(0, 100), totalResults: 101 }),
      json({ items: many(100, 1), totalResults: 101 }),
    );
    expect(await client.subscriptions('c1', { type: 'change-detection' })).toHaveLength(101);
    expect(service.calls().map(requestLine)).toEqual([
      'GET /api/v1/contracts/c1/subscriptions?type=change-detection&page=1&itemsPerPage=100',
      'GET /api/v1/contracts/c1/subscriptions?type=change-detection&page=2&itemsPerPage=100',
    ]);
  });
});

describe('revoking a subscription', () => {
  const first = 'GET /api/v1/subscriptions/s1/revoke';
  const second = 'GET /api/v1/s1/revoke';

  it('is not asked for at any path when the exchange for a token is answered as unknown', async () => {
    const { client, service } = setupOf({ exchange: json({}, 404) }, json(specified));
    await failure(client.revoke('s1'));
    expect(service.seen).toHaveLength(1);
  });

  const failures: [string, Reply, boolean][] = [
    ['a 401', json('Unauthorized', 401), true],
    ['a 403', json({}, 403), true],
    ['a 429', json({}, 429), true],
    ['a 500', json({}, 500), false],
    ['a 503', json({}, 503), false],
    ['a reset connection', resetByPeer(), false],
    ['a redirect', new Response(null, { status: 307, headers: { Location: '/api/v1/s1/revoke' } }), false],
    ['a page that is not JSON', new Response('<html>busy</html>'), false],
    ['an answer without a subscription', json({}), false],
  ];

  it.each(failures)('is sent once at each path, also after %s', async (_what, reply, refused) => {
    for (const before of [[], [missing]]) {
      const { client, service } = setUp(...before, reply, json(specified));
      const error = await failure(client.revoke('s1'));
      expect(service.calls().map(requestLine)).toEqual([first, second].slice(0, before.length + 1));
      expect(wasSurelyRefused(error)).toBe(refused);
    }
  });

  it.each<[string, object, string | undefined]>([
    ['not started', { startedAt: '2026-04-01T00:00:00Z' }, 'instant'],
    ['not started, by a bare date', { status: 'pending', startedAt: '2026-04-01' }, 'instant'],
    ['started a moment ago', { status: 'active', startedAt: '2026-03-31T12:00:00Z' }, 'endOfPeriod'],
    ['revoked', { status: 'Revoked', startedAt: '2026-04-01' }, 'none'],
    ['without a start', { status: 'active' }, undefined],
  ])('of one that is %s', (_what, { status, startedAt }: { status?: string; startedAt?: string }, effect) => {
    expect(revokeEffect({ status, startedAt }, Date.UTC(2026, 2, 31, 12))).toBe(effect);
  });
});

describe('the consumption', () => {
  it('is read from one object, whose every field is kept', async () => {
    const sent = {
      service: 'data',
      remainingCredit: 4900,
      streaming: { amount: 1240000, amountMax: 14000000, amountUnit: 'kB' },
      imagery: { amount: 100, amountUnit: 'credits' },
      news: { amount: 1 },
    };
    const { client } = setUp(json(sent));
    expect(await client.consumption()).toEqual({
      remaining: { value: 4900, unit: 'credits' },
      uses: [
        {
          name: 'streaming',
          consumed: { value: 1240000, unit: 'kB' },
          max: { value: 14000000, unit: 'kB' },
        },
        { name: 'imagery', consumed: { value: 100, unit: 'credits' } },
      ],
      fields: sent,
      rest: { service: 'data', news: { amount: 1 } },
    });
  });

  it.each<[string, (items: unknown[]) => unknown]>([
    ['a page', items => ({ items, totalResults: items.length, itemsPerPage: 10 })],
    ['a bare list', items => items],
  ])('is read from %s of subscriptions, without a broken one', async (_what, envelope) => {
    const sent = [deployed, { id: 's2', title: null, kind: 'subscription.data.premium' }, { title: 'no id' }];
    const { client, service, warnings } = setUp(json(envelope(sent)));
    expect(await client.consumption()).toEqual({
      remaining: undefined,
      uses: [
        {
          name: 'Port of call',
          consumed: { value: 1240000, unit: 'kB' },
          max: { value: 10000000, unit: 'kB' },
          isEstimate: true,
        },
        { name: 'subscription.data.premium' },
      ],
      unreadable: 1,
      isWhole: true,
      fields: { items: sent.slice(0, 2) },
      rest: {},
    });
    expect(warnings).toHaveLength(1);
    expect(service.calls()).toHaveLength(1);
  });

  it.each<[string, unknown]>([
    ['the total tells of more', { items: many(0, 10), totalResults: 12 }],
    ['a full page could be followed by another', { items: many(0, 10) }],
  ])('is read from all pages of the list where %s', async (_what, sent) => {
    const { client, service } = setUp(json(sent), json({ items: many(0, 12), totalResults: 12 }));
    expect((await client.consumption()).uses).toHaveLength(12);
    expect(service.calls().map(requestLine)).toEqual([
      'GET /api/v1/subscriptions?service=data',
      'GET /api/v1/subscriptions?service=data&page=1&itemsPerPage=100',
    ]);
  });

  it('says that there can be more where the service refuses pages', async () => {
    const sent = { items: many(0, 10), totalResults: 12 };
    const { client } = setUp(json(sent), json({ message: 'unknown parameter page' }, 400));
    const { uses, isWhole } = await client.consumption();
    expect([uses.length, isWhole]).toEqual([10, false]);
  });

  const left = { value: 700, unit: 'credits' };
  const streaming = { name: 'streaming', value: 3.2, unit: 'GB' };

  it.each<[unknown, object | undefined, { name: string; value?: number; unit?: string }[]]>([
    [{ creditRemaining: 700, streaming: '3.2 GB' }, left, [streaming]],
    [{ remaining: 700, balance: 5000 }, left, []],
    [{ remaining_credits: '700' }, left, []],
    [{ 'available-credit': { value: 700 } }, left, []],
    [{ credits: 700 }, left, []],
    [{ credit: { remaining: 700, total: 1000 } }, left, []],
    [{ creditLeft: 700, creditUsed: 300 }, left, []],
    [{ creditUsed: 300 }, undefined, []],
    [{ consumption: { remainingCredit: 700, streaming: { used: 3.2, unit: 'GB' } } }, left, [streaming]],
    [
      { spent: { streaming: 10, imageryOrders: 20 }, remaining: 700 },
      left,
      [
        { name: 'spent.streaming', value: 10, unit: 'credits' },
        { name: 'spent.imageryOrders', value: 20, unit: 'credits' },
      ],
    ],
    [
      { streamingAmount: 3.2, streamingAmountUnit: 'GB' },
      undefined,
      [{ ...streaming, name: 'streamingAmount' }],
    ],
    [
      {
        items: [
          { type: 'streaming', amount: 3.2, unit: 'GB' },
          { type: 'remaining', amount: 700 },
        ],
      },
      left,
      [streaming],
    ],
    [[{ name: 'streaming', consumed: { value: 3.2, unit: 'GB' } }], undefined, [streaming]],
    [{ usage: [{ service: 'streaming', used: 3.2, unit: 'GB' }] }, undefined, [streaming]],
    [{ remaining: 700, currency: 'EUR' }, { value: 700, unit: 'EUR' }, []],
  ])('is recognized by what it says in %j', async (sent, remaining, uses) => {
    const consumption = await setUp(json(sent)).client.consumption();
    expect(consumption.remaining).toEqual(remaining);
    expect(consumption.uses.map(({ name, consumed }) => ({ name, ...consumed }))).toEqual(uses);
  });

  it('has the allowance of the plan that it names, and says what is an estimate', async () => {
    const sent = { streaming: '3.2 GB', plan: 'Standard', isAmountEstimated: 'true', note: { by: 'area' } };
    expect(await setUp(json(sent)).client.consumption()).toMatchObject({
      uses: [{ max: { value: 10, unit: 'GB' }, isEstimate: true }],
      rest: { plan: 'Standard', note: { by: 'area' } },
    });
  });

  it.each(['none', 5, null])('is not made up from %j', async sent => {
    const { client } = setUp(json(sent));
    expect((await failure(client.consumption())).kind).toBe('shape');
  });
});
