import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/service/wire/client.ts';
import { json } from './fakeFetch.ts';
import { failure, requestLine, setUp } from './setup.ts';

const payment = {
  id: 'p1',
  type: 'refund',
  contractId: 'c1',
  orderId: 'o1',
  subscriptionId: 's1',
  creditAmount: 120,
  description: 'Revoked: Port of call',
  createdAt: '2026-03-20T10:00:00Z',
  news: { from: 'the future' },
};

describe('a payment', () => {
  it.each<[string, object, object | undefined]>([
    [
      'credits before another amount',
      { creditAmount: 12, amount: 40, amountUnit: 'EUR' },
      { value: 12, unit: 'credits' },
    ],
    ['no amount', { creditAmount: null }, undefined],
  ])('is over %s', async (_what, sent, amount) => {
    const { client } = setUp(json({ id: 'p1', ...sent }));
    expect((await client.payment('c1', 'p1')).creditAmount).toEqual(amount);
  });

  it.each<[object, object]>([
    [{ paymentId: 'p1' }, { id: 'p1' }],
    [
      { payment_id: 12, Type: 'refund' },
      { id: '12', type: 'refund' },
    ],
    [{ payment: { id: 'p1', date: 1767312000000 } }, { id: 'p1', createdAt: '2026-01-02T00:00:00.000Z' }],
    [
      { id: 'p1', order: { id: 7, kind: 'k' }, subscription: 's1' },
      { orderId: '7', subscriptionId: 's1' },
    ],
    [
      {
        id: 'p1',
        _links: {
          order: { href: 'https://base.test/api/v1/orders/o%2F9' },
          subscription: { href: '/api/v1/subscriptions/s1/payments' },
        },
      },
      { orderId: 'o/9', subscriptionId: undefined },
    ],
    [{ id: 'p1', credits: '1,200.50' }, { creditAmount: { value: 1200.5, unit: 'credits' } }],
    [{ id: 'p1', amount: 40, amountUnit: 'Credits' }, { creditAmount: { value: 40, unit: 'credits' } }],
    [{ id: 'p1', amount: 40, currency: 'EUR' }, { creditAmount: { value: 40, unit: 'EUR' } }],
    [{ id: 'p1', amount: { value: '40', unit: 'kB' } }, { creditAmount: { value: 40, unit: 'kB' } }],
  ])('is read from %j', async (sent, expected) => {
    const { client } = setUp(json(sent));
    expect(await client.payment('c1', 'p1')).toMatchObject(expected);
  });

  it.each([{}, { id: {} }, [], null])('is not made up from %j', async sent => {
    const { client } = setUp(json(sent));
    expect((await failure(client.payment('c1', 'p1'))).kind).toBe('shape');
  });
});

describe.each<[string, (client: Client) => ReturnType<Client['payments']>, string]>([
  [
    'a contract',
    client => client.payments('c/1', { page: 2, itemsPerPage: 3 }),
    '/api/v1/contracts/c%2F1/payments',
  ],
  [
    'a subscription',
    client => client.subscriptionPayments('s/1', { page: 2, itemsPerPage: 3 }),
    '/api/v1/subscriptions/s%2F1/payments',
  ],
])('the payments of %s', (_whose, read, path) => {
  it('are read a page at a time', async () => {
    const { client, service } = setUp(json({ items: [payment], totalResults: 4, itemsPerPage: 3 }));
    expect(await read(client)).toMatchObject({ items: [{ id: 'p1' }], total: 4, isLast: true });
    expect(service.calls().map(requestLine)).toEqual([`GET ${path}?page=2&itemsPerPage=3`]);
  });

  it('are read as a bare list too, without a broken one', async () => {
    const { client, warnings } = setUp(json([null, payment, { ...payment, id: 'p2' }]));
    expect(await read(client)).toMatchObject({ items: [{ id: 'p1' }, { id: 'p2' }], isLast: false });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(`${path}: item 0 is left out`);
  });
});
