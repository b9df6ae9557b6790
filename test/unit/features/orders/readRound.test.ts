import { describe, expect, it } from 'vitest';
import type { Order } from '../../../../src/service/rules/order.ts';
import type { PageRequest } from '../../../../src/service/wire/listReading.ts';
import { withOrders } from '../../../../src/features/orders/knownOrders.ts';
import { readRound, type RoundOptions } from '../../../../src/features/orders/readRound.ts';
import { apiError, fakeClient, order } from '../../fakes.ts';

interface Service {
  orders: Order[];
  /** Maximum page size that the service sends. */
  cap?: number;
  /** Larger pages are refused. */
  maxPageSize?: number;
  hasTotal?: boolean;
  /** Returns everything for any page. */
  knowsNoPages?: boolean;
  /** Called before each page, to change the list. */
  before?: (page: number, orders: Order[]) => void;
}

/** Newest first, one per hour. */
function dated(count: number, isOpen: (index: number) => boolean = () => false): Order[] {
  return Array.from({ length: count }, (_one, index) => ({
    ...order(`o${index}`, isOpen(index) ? 'ordered' : 'delivered'),
    createdAt: new Date(Date.UTC(2026, 0, 1) - index * 3_600_000).toISOString(),
  }));
}

const undated = (orders: readonly Order[]) => orders.map(order => ({ ...order, createdAt: undefined }));

async function read(service: Service, known: readonly Order[], options: Partial<RoundOptions> = {}) {
  const requests: PageRequest[] = [];
  const { orders, cap = Infinity, maxPageSize = Infinity, hasTotal = true, knowsNoPages, before } = service;
  const client = fakeClient({
    ordersPage: ({ page, itemsPerPage }) => {
      requests.push({ page, itemsPerPage });
      if (itemsPerPage > maxPageSize) return Promise.reject(apiError('invalid', 400));
      before?.(page, orders);
      const size = Math.min(cap, itemsPerPage);
      const items = knowsNoPages ? [...orders] : orders.slice((page - 1) * size, page * size);
      const total = hasTotal ? orders.length : undefined;
      // As in the client: without a total or a page size, the list ends with a page that isn't full.
      const isLast = total === undefined ? items.length < itemsPerPage : page * size >= total;
      return Promise.resolve({ items, total, isLast });
    },
  });
  const before_ = withOrders([], { orders: known, isWhole: true, requested: 0, learned: 1 }, 0);
  const round = await readRound(client, before_, { isWhole: false, ...options });
  return { requests, ...round, ids: round.orders.map(({ id }) => id) };
}

describe('a round', () => {
  it.each<[string, Service, Order[]]>([
    ['with a total', { orders: dated(500, () => true) }, dated(500, () => true)],
    ['without one', { orders: dated(500, () => true), hasTotal: false }, dated(500, () => true)],
    [
      'without one, of orders without a time',
      { orders: undated(dated(500, () => true)), hasTotal: false },
      undated(dated(500, () => true)),
    ],
    [
      'that knows no pages',
      { orders: dated(700, () => true), knowsNoPages: true, hasTotal: false },
      dated(700, () => true),
    ],
  ])('is one call for 500 orders in progress, with a list %s', async (_what, service, known) => {
    const { requests, ids, absent } = await read(service, known);
    expect([requests.length, ids.length, absent]).toEqual([1, service.orders.length, []]);
  });

  it('reads only what can have changed if the list is sorted newest first', async () => {
    const all = dated(2000, index => index < 30 || index === 120);
    const { requests, isWhole } = await read({ orders: all }, all);
    expect(requests).toEqual([{ page: 1, itemsPerPage: 121 + 50 }]);
    expect(isWhole).toBe(false);
  });

  it.each([true, false])(
    'reads the other pages too if the service sends fewer than requested (total: %s)',
    async hasTotal => {
      const all = dated(500, index => index === 0 || index === 320);
      const { requests, ids } = await read({ orders: all, cap: 100, hasTotal }, all);
      expect(requests).toHaveLength(4);
      expect(ids).toContain('o320');
    },
  );

  it('finds more new orders than the page has space for', async () => {
    const all = dated(400);
    const { requests, ids } = await read({ orders: all }, all.slice(200));
    expect([requests.length, ids.includes('o0'), ids.includes('o199')]).toEqual([3, true, true]);
  });

  it('uses a common page size after large ones are refused', async () => {
    const all = dated(250, () => true);
    const first = await read({ orders: all, maxPageSize: 100 }, all);
    expect(first.requests.map(({ itemsPerPage }) => itemsPerPage)).toEqual([300, 100, 100, 100]);
    const { requests } = await read({ orders: all, maxPageSize: 100 }, all, {
      maxPerPage: first.maxPerPage,
    });
    expect(requests).toHaveLength(3);
  });

  it('reports an order in progress that the list lacks, but none beyond what was read', async () => {
    const all = dated(600, index => index === 3 || index === 599);
    const without = all.filter(({ id }) => id !== 'o3');
    const { absent } = await read({ orders: without }, all);
    expect(absent).toEqual(['o3']);
  });

  it("doesn't lose an order that moves between two pages", async () => {
    const all = dated(300, () => true);
    const service: Service = {
      orders: [...all],
      cap: 100,
      before: (page, orders) => {
        // An order on the first page is removed while the second page is read.
        if (page === 2 && orders.length === 300) orders.splice(10, 1);
      },
    };
    const { ids, isWhole, absent } = await read(service, all, { isWhole: true });
    expect(ids).toHaveLength(299);
    expect(ids).toContain('o100');
    expect(isWhole).toBe(true);
    expect(absent).toEqual(['o10']);
  });

  it.each<[string, Partial<Service>, number, boolean]>([
    ['no total', { hasTotal: false }, 2, true],
    ['none at all', { orders: [] }, 1, true],
    ['pages of seven and no total', { cap: 7, hasTotal: false, orders: dated(40) }, 14, true],
  ])('to the end of a list with %s takes as many calls as needed', async (_what, service, calls, isWhole) => {
    const all = { orders: dated(60), ...service };
    const round = await read(all, [], { isWhole: true });
    expect([round.requests.length, round.isWhole, round.ids.length]).toEqual([
      calls,
      isWhole,
      all.orders.length,
    ]);
  });

  it('fails if the first page fails, and treats a refused later page as the end', async () => {
    const failing = fakeClient({ ordersPage: () => Promise.reject(apiError('network')) });
    await expect(readRound(failing, [], { isWhole: true })).rejects.toMatchObject({ kind: 'network' });
    let page = 0;
    const strict = fakeClient({
      ordersPage: () =>
        ++page === 1
          ? Promise.resolve({ items: dated(20), total: undefined, isLast: true })
          : Promise.reject(apiError('notFound', 404)),
    });
    expect(await readRound(strict, [], { isWhole: true })).toMatchObject({ isWhole: true });
  });
});
