import { describe, expect, it } from 'vitest';
import type { Order } from '../../../../src/service/rules/order.ts';
import { readOrders } from '../../../../src/features/orders/readOrders.ts';
import { apiError, fakeClient, order } from '../../fakes.ts';

const now = Date.UTC(2026, 0, 10);
const named = (...ids: (string | number)[]): Order[] => ids.map(id => order(String(id), 'ordered'));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_none, index) => from + index);

interface Service {
  size: number;
  tellsTotal?: boolean;
  /** The orders listed at each page request, counted from 1. */
  listed: (call: number) => Order[];
  knowsPages?: boolean;
  failsBeyondEnd?: boolean;
  /** Entries of a page that can't be read. */
  unreadable?: readonly string[];
}

function setUp({
  size,
  tellsTotal = true,
  listed,
  knowsPages = true,
  failsBeyondEnd = false,
  unreadable = [],
}: Service) {
  const pages: number[] = [];
  const client = fakeClient({
    ordersPage: ({ page, itemsPerPage }) => {
      pages.push(page);
      const all = listed(pages.length);
      const items = knowsPages ? all.slice((page - 1) * size, page * size) : all;
      if (items.length === 0 && failsBeyondEnd && page > 1) return Promise.reject(apiError('notFound', 404));
      // As in the client: by the total, or else by the requested page size.
      const isLast =
        items.length === 0 || (tellsTotal ? page * size >= all.length : items.length < itemsPerPage);
      return Promise.resolve({ items, total: tellsTotal ? all.length : undefined, isLast, unreadable });
    },
  });
  const read = async (since = now) => {
    const { orders, isUnsteady } = await readOrders(client, { since });
    return { ids: orders.map(({ id }) => id).join(' '), isUnsteady, pages: pages.join(' ') };
  };
  return { client, read };
}

describe('reading all orders', () => {
  it.each<[string, Service, Awaited<ReturnType<ReturnType<typeof setUp>['read']>>]>([
    [
      'is done with one page that is all',
      { size: 100, listed: () => named('a', 'b') },
      { ids: 'a b', isUnsteady: false, pages: '1' },
    ],
    [
      'reads several pages until two readings agree',
      { size: 2, listed: () => named('a', 'b', 'c') },
      { ids: 'a b c', isUnsteady: false, pages: '1 2 1 2' },
    ],
    [
      'does not believe a short page of a service that caps them',
      { size: 2, tellsTotal: false, listed: () => named('a', 'b', 'c') },
      { ids: 'a b c', isUnsteady: false, pages: '1 2 3 1 2 3' },
    ],
    [
      'takes an answer beyond the end for the end',
      { size: 2, tellsTotal: false, failsBeyondEnd: true, listed: () => named('a', 'b', 'c') },
      { ids: 'a b c', isUnsteady: false, pages: '1 2 3 1 2 3' },
    ],
    [
      'ends where a service knows no pages',
      { size: 2, tellsTotal: false, knowsPages: false, listed: () => named('a', 'b', 'c') },
      { ids: 'a b c', isUnsteady: false, pages: '1 2' },
    ],
    [
      'finds what slipped to a page that was read',
      { size: 2, listed: call => (call === 1 ? named('a', 'b', 'c', 'd') : named('b', 'c', 'd')) },
      { ids: 'a b d c', isUnsteady: false, pages: '1 2 1 2 1 2' },
    ],
    [
      'finds what slipped to the only page, if no total shows that something is missing',
      {
        size: 2,
        tellsTotal: false,
        listed: call => (call === 1 ? named('a', 'b', 'c') : named('a', 'c')),
      },
      { ids: 'a b c', isUnsteady: false, pages: '1 2 1 2 1 2' },
    ],
    [
      'does the same if a page beyond the end is refused',
      {
        size: 2,
        tellsTotal: false,
        failsBeyondEnd: true,
        listed: call => (call === 1 ? named('a', 'b', 'c') : named('a', 'c')),
      },
      { ids: 'a b c', isUnsteady: false, pages: '1 2 1 2 1 2' },
    ],
    [
      'has what came meanwhile',
      { size: 2, listed: call => (call === 1 ? named('a', 'b', 'c') : named('new', 'a', 'b', 'c')) },
      { ids: 'a b c new', isUnsteady: false, pages: '1 2 3 1 2' },
    ],
    [
      'gives up on a list that never stands still',
      { size: 2, listed: call => named(...numbers(call, call + 4)) },
      expect.objectContaining({ isUnsteady: true }) as never,
    ],
    [
      'is not certain of a list with an entry that it could not read: that may be the order',
      { size: 100, tellsTotal: false, listed: () => named('a'), unreadable: ['#1'] },
      expect.objectContaining({ ids: 'a', isUnsteady: true }) as never,
    ],
    ['reads an empty list', { size: 100, listed: () => [] }, { ids: '', isUnsteady: false, pages: '1' }],
  ])('%s', async (_what, service, expected) => expect(await setUp(service).read()).toEqual(expected));

  const dated = (days: number[]) =>
    days.map((day, index) => ({
      ...order(`o${index}`, 'ordered'),
      createdAt: new Date(now - day * 86_400_000).toISOString(),
    }));

  it.each<[string, number[], string]>([
    ['ends with a page that is surely older', [0, 0, 2, 3, 4, 5], '1 2 1 2'],
    ['reads on where some are not older', [0, 0, 2, 0.5, 4, 5], '1 2 3 1 2 3'],
    ['reads on where the newest do not come first', [0, 1, 3, 2, 4, 5], '1 2 3 1 2 3'],
    ['reads on where the oldest come first', [9, 8, 7, 6, 5, 0], '1 2 3 1 2 3'],
  ])('%s', async (_what, days, pages) => {
    expect(await setUp({ size: 2, listed: () => dated(days) }).read()).toMatchObject({ pages });
  });

  it('reports progress, fails when a page fails, and can be canceled', async () => {
    const { client } = setUp({ size: 2, listed: () => named('a', 'b', 'c') });
    const reported: unknown[] = [];
    await readOrders(client, { since: now, progress: (read, total) => reported.push([read, total]) });
    expect(reported).toEqual([
      [2, 3],
      [3, 3],
      [3, 3],
      [3, 3],
    ]);
    client.ordersPage = () => Promise.reject(apiError('notFound', 404));
    await expect(readOrders(client, { since: now })).rejects.toMatchObject({ kind: 'notFound' });
  });
});
