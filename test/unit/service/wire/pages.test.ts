import { describe, expect, it } from 'vitest';
import type { Client } from '../../../../src/service/wire/client.ts';
import { json, type Reply } from './fakeFetch.ts';
import { requestLine, setUp } from './setup.ts';

const order = (id: string) => ({ id, status: 'delivered' });
const orders = (from: number, count: number) =>
  Array.from({ length: count }, (_none, index) => order(`o${from + index}`));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** A list of so many orders; the service gives at most `cap` a page, and refuses to be asked without end. */
function listOf(count: number, cap: number, envelope: (items: unknown[]) => unknown): Reply {
  let requests = 0;
  return ({ url }) => {
    if (++requests > count + 2) return json({ message: 'asked without end' }, 400);
    const query = new URL(url).searchParams;
    const size = Math.min(cap, Number(query.get('itemsPerPage')));
    const start = (Number(query.get('page')) - 1) * size;
    return json(envelope(orders(0, count).slice(start, start + size)));
  };
}

describe('a list of the account host', () => {
  it('is asked for page by page, counted from 1, with the filters that were given', async () => {
    const { client, service } = setUp(
      json({ items: orders(0, 100), totalResults: 130 }),
      json({ items: orders(100, 30), totalResults: 130 }),
    );
    const filter = { status: 'delivered', kind: 'order.analytics-toolbox.archive' };
    expect(ids(await client.orders(filter))).toEqual(ids(orders(0, 130)));
    expect(service.calls().map(requestLine)).toEqual([
      'GET /api/v1/orders?status=delivered&kind=order.analytics-toolbox.archive&page=1&itemsPerPage=100',
      'GET /api/v1/orders?status=delivered&kind=order.analytics-toolbox.archive&page=2&itemsPerPage=100',
    ]);
  });

  it.each<[string, number, (items: unknown[]) => unknown, number]>([
    ['an empty list', 0, items => ({ items, totalResults: 0 }), 1],
    ['a short page with a total', 7, items => ({ items, totalResults: 7 }), 1],
    [
      'a full page that is all there is, after one more, because the total can be that of the page',
      100,
      items => ({ items, totalResults: 100 }),
      2,
    ],
    ['an empty page after a full one, without a total', 100, items => ({ items }), 2],
    [
      'an empty page, although the total promises more, when it was read twice',
      7,
      items => ({ items, totalResults: 9 }),
      4,
    ],
    ['an empty page after a short one, without a total', 7, items => ({ items }), 2],
  ])('ends with %s', async (_what, count, envelope, requests) => {
    const { client, service } = setUp(listOf(count, 100, envelope));
    expect(ids(await client.orders({}))).toEqual(ids(orders(0, count)));
    expect(service.calls()).toHaveLength(requests);
  });

  it.each<[string, (items: unknown[]) => unknown]>([
    ['tells the total alone', items => ({ items, totalResults: 25 })],
    ['tells the total as text', items => ({ items, total: '25' })],
    ['tells the size that was asked for', items => ({ items, totalResults: 25, itemsPerPage: 100 })],
    ['tells nothing', items => ({ items })],
    ['tells the count of the page as the total', items => ({ items, itemsPerPage: 10, total: items.length })],
    ['names the list after itself', items => ({ orders: items, page: { totalElements: 25 } })],
    ['sends a bare list', items => items],
    ['has it in `data`', items => ({ data: items, meta: { pagination: { total: 25 } } })],
    ['embeds it', items => ({ _embedded: { orders: items }, total_results: 25 })],
    ['tells the total and the page size', items => ({ items, totalResults: 25, itemsPerPage: 10 })],
    ['tells the page size alone', items => ({ items, itemsPerPage: 10 })],
  ])('goes on where the service gives less a page than was asked, and %s', async (_what, envelope) => {
    const { client } = setUp(listOf(25, 10, envelope));
    expect(ids(await client.orders({}))).toEqual(ids(orders(0, 25)));
  });

  it.each<[string, unknown[]]>([['everything, with a broken item in it', [null, ...orders(0, 150)]]])(
    'ends, each item once, where the service knows no pages and always sends %s',
    async (_what, sent) => {
      let requests = 0;
      const { client } = setUp(() =>
        ++requests > 20 ? json({ message: 'asked without end' }, 400) : json(sent),
      );
      expect(ids(await client.orders({}))).toEqual(ids(orders(0, 150)));
    },
  );

  it('holds an item once that slid to the next page while the list was read', async () => {
    const { client } = setUp(
      json({ items: orders(0, 100), totalResults: 101 }),
      json({ items: orders(99, 2), totalResults: 102 }),
    );
    expect(ids(await client.orders({}))).toEqual(ids(orders(0, 101)));
  });

  it('loses a broken item alone, and says which and why', async () => {
    const sent = [order('a'), null, { status: 'delivered' }, order('b')];
    const { client, warnings } = setUp(json({ items: sent, totalResults: 4 }));
    expect(ids(await client.orders({}))).toEqual(['a', 'b']);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^\/api\/v1\/orders: item 1 is left out: ./);
    expect(warnings[1]).toMatch(/^\/api\/v1\/orders: item 2 is left out: .*id/s);
  });

  it('goes on after a page that is broken as a whole', async () => {
    const { client, warnings } = setUp(
      json({ items: Array.from({ length: 100 }, () => null), totalResults: 101 }),
      json({ items: [order('a')], totalResults: 101 }),
    );
    expect(ids(await client.orders({}))).toEqual(['a']);
    expect(warnings).toHaveLength(100);
  });
});

describe('how much of a list was read', () => {
  const extentOf = ({ length, total, unreadable, isWhole }: Awaited<ReturnType<Client['orders']>>) => ({
    length,
    total,
    unreadable,
    isWhole,
  });

  it.each<[string, Reply, ReturnType<typeof extentOf>]>([
    [
      'everything, by the total',
      listOf(25, 10, items => ({ items, totalResults: 25 })),
      { length: 25, total: 25, unreadable: 0, isWhole: true },
    ],
    [
      'everything, because two passes agree',
      listOf(25, 10, items => ({ items })),
      { length: 25, total: undefined, unreadable: 0, isWhole: true },
    ],
    [
      'fewer than the total',
      listOf(7, 100, items => ({ items, totalResults: 9 })),
      { length: 7, total: 9, unreadable: 0, isWhole: false },
    ],
    [
      'the same page of a longer list again and again',
      json({ items: orders(0, 100), totalResults: 250 }),
      { length: 100, total: 250, unreadable: 0, isWhole: false },
    ],
    [
      'the same full page again and again, without a total',
      json({ items: orders(0, 100) }),
      { length: 100, total: undefined, unreadable: 0, isWhole: false },
    ],
    [
      'entries that could not be read',
      json({ items: [order('a'), null, { status: 'x' }], totalResults: 3 }),
      { length: 1, total: 3, unreadable: 2, isWhole: true },
    ],
    [
      'an entry that is listed twice',
      json({ items: [order('a'), order('a'), order('b')], totalResults: 3 }),
      { length: 2, total: 3, unreadable: 0, isWhole: true },
    ],
  ])('is told: %s', async (_what, reply, extent) => {
    const { client } = setUp(reply);
    expect(extentOf(await client.orders({}))).toEqual(extent);
  });

  it('is less where a page in the middle is none, and the others stay', async () => {
    const { client } = setUp(({ url }) => {
      const page = Number(new URL(url).searchParams.get('page'));
      const count = [0, 100, 0, 30][page] ?? 0;
      return json(page === 2 ? 'overloaded' : { items: orders(page * 100, count), totalResults: 230 });
    });
    const read = await client.orders({});
    expect(extentOf(read)).toEqual({ length: 130, total: 230, unreadable: 0, isWhole: false });
  });

  it.each<[string, object]>([
    [
      'with a list of something else',
      { id: 'u1', permissions: [{ contractId: 'c1', kind: 'contract.user' }] },
    ],
    ['with an empty list of something else', { id: 'u1', contracts: [], roles: ['contractViewer'] }],
    ['inside another object', { account: { id: 'u1', permissions: [] } }],
  ])('is nothing where the answer is a thing %s', async (_what, sent) => {
    const { client } = setUp(json(sent));
    await expect(client.orders({})).rejects.toMatchObject({ kind: 'shape' });
  });

  it("isn't everything because a proxy refuses the next page", async () => {
    const { client } = setUp(json({ items: orders(0, 100) }), new Response('Log in', { status: 407 }));
    await expect(client.orders({})).rejects.toMatchObject({ details: { refused: 'proxy' } });
  });

  it('is not told of a part or a copy of the list', async () => {
    const { client } = setUp(json({ items: [order('a'), null], totalResults: 2 }));
    const read = await client.orders({});
    expect((read.slice(0) as typeof read).unreadable).toBeUndefined();
    expect(Object.keys(read)).toEqual(['0']);
  });
});

describe('one page of a list', () => {
  it('is the page that was asked for, in the size that was asked for, with the filters', async () => {
    const { client, service } = setUp(json({ items: orders(20, 10), totalResults: 35 }));
    const filter = { status: 'delivered', kind: 'order.data.product' };
    const page = await client.ordersPage({ ...filter, page: 3, itemsPerPage: 10 });
    expect([ids(page.items), page.total, page.isLast]).toEqual([ids(orders(20, 10)), 35, false]);
    expect(service.calls().map(requestLine)).toEqual([
      'GET /api/v1/orders?status=delivered&kind=order.data.product&page=3&itemsPerPage=10',
    ]);
  });

  it.each<[string, 'is' | "isn't", number, unknown]>([
    ['the total is reached', 'is', 2, { items: orders(10, 10), totalResults: 20 }],
    ['the total is not reached', "isn't", 2, { items: orders(10, 10), totalResults: 21 }],
    ['it is empty, whatever the total promises', 'is', 2, { items: [], totalResults: 99 }],
    ['it is short, without a total', "isn't", 1, { items: orders(0, 9) }],
    [
      'it is short, and the total can be reached by shorter pages',
      "isn't",
      3,
      { items: orders(50, 20), totalResults: 120 },
    ],
    ['it is full, without a total', "isn't", 1, { items: orders(0, 10) }],
    ['it is full, with a broken item', "isn't", 1, [null, ...orders(0, 9)]],
    ['the service puts less on a page and says so', "isn't", 1, { items: orders(0, 5), itemsPerPage: 5 }],
    ['it is longer than asked, without a total', "isn't", 1, orders(0, 30)],
  ])('where %s %s the last one', async (_what, verb, page, sent) => {
    const { client } = setUp(json(sent));
    expect((await client.ordersPage({ page, itemsPerPage: 10 })).isLast).toBe(verb === 'is');
  });
});
