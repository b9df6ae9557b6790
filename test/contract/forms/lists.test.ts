import { expect } from 'vitest';
import type { Client } from '../../../src/service/wire/client.ts';
import type { RowId } from '../specification.ts';
import { type Check, clientOf, envelopes, id, testForms } from './forms.ts';

const contractPath = `/api/v1/contracts/${id}`;
const subscription = {
  id: 's-1',
  status: 'active',
  startedAt: '2025-01-01T00:00:00Z',
  endedAt: '2025-07-01T00:00:00Z',
  service: 'data',
  isAmountEstimated: true,
  title: 'Plan',
  kind: 'subscription.data.premium',
  offers: ['order.data.gb.product'],
};
interface List {
  name: string;
  row: RowId;
  path: string;
  item: (index: number) => unknown;
  read: (client: Client) => Promise<readonly unknown[]>;
}

const lists: List[] = [
  {
    name: 'subscriptions',
    row: 'get.subscriptions',
    path: `${contractPath}/subscriptions`,
    item: index => ({ ...subscription, id: `s-${index}` }),
    read: client => client.subscriptions(id, {}),
  },
  {
    name: 'payments',
    row: 'get.payments',
    path: `${contractPath}/payments`,
    item: index => ({ paymentId: `p-${index}`, amount: index }),
    read: client => allPayments(client),
  },
  {
    name: 'orders',
    row: 'get.orders',
    path: '/api/v1/orders',
    item: index => ({ id: `o-${index}`, status: 'ordered', payload: { kind: 'order.data.product' } }),
    read: client => client.orders({}),
  },
  {
    name: 'analytics',
    row: 'get.analytics',
    path: '/api/v1/analytics',
    item: index => ({ code: `a-${index}`, sensor: 'PHR', type: 'objects' }),
    read: client => client.analytics(),
  },
];

async function allPayments(client: Client): Promise<readonly unknown[]> {
  const all: unknown[] = [];
  for (let page = 1; page < 100; page++) {
    const { items, isLast } = await client.payments(id, { page, itemsPerPage: 60 });
    all.push(...items);
    if (isLast) break;
  }
  return all;
}

/** How many a page has, whatever was asked for. */
const pageSizes = [7, 20, 60, Infinity];

testForms(
  'a list',
  lists.flatMap(({ name, row, path, item, read }): Check[] => [
    ...envelopes(name).map(([form, envelop]): Check => [
      row,
      form,
      async () => {
        const all = [item(1), item(2)];
        const client = clientOf({
          [path]: (query: URLSearchParams) => envelop(Number(query.get('page') ?? 1) > 1 ? [] : all),
        });
        expect(await read(client)).toHaveLength(2);
      },
    ]),
    ...pageSizes.map((largest): Check => [
      row,
      `pages of ${largest}, without a total`,
      async () => {
        const all = Array.from({ length: 140 }, (_, index) => item(index));
        const client = clientOf({
          [path]: (query: URLSearchParams) => {
            const size = Math.min(largest, Number(query.get('itemsPerPage') ?? 10));
            const start = (Number(query.get('page') ?? 1) - 1) * size;
            return { items: all.slice(start, start + size) };
          },
        });
        expect(await read(client)).toHaveLength(140);
      },
    ]),
    [
      row,
      'the last page again beyond the end',
      async () => {
        const all = Array.from({ length: 45 }, (_, index) => item(index));
        const client = clientOf({
          [path]: (query: URLSearchParams) => {
            const page = Math.min(3, Number(query.get('page') ?? 1));
            return all.slice((page - 1) * 20, page * 20);
          },
        });
        expect(new Set((await read(client)).map(entry => JSON.stringify(entry))).size).toBe(45);
      },
    ],
    [
      row,
      'one member that is no object',
      async () => {
        const client = clientOf({
          [path]: (query: URLSearchParams) => ({
            items: Number(query.get('page') ?? 1) > 1 ? [] : [item(1), null, item(2)],
          }),
        });
        expect(await read(client)).toHaveLength(2);
        expect(client.warnings.length).toBeGreaterThan(0);
      },
    ],
  ]),
);
