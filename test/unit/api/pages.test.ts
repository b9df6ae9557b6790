import { describe, expect, it } from 'vitest';
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
    ['a full page that is all there is', 100, items => ({ items, totalResults: 100 }), 1],
    ['an empty page after a full one, without a total', 100, items => ({ items }), 2],
    ['an empty page, although the total promises more', 7, items => ({ items, totalResults: 9 }), 2],
  ])('ends with %s', async (_what, count, envelope, requests) => {
    const { client, service } = setUp(listOf(count, 100, envelope));
    expect(ids(await client.orders({}))).toEqual(ids(orders(0, count)));
    expect(service.calls()).toHaveLength(requests);
  });

  it.each<[string, (items: unknown[]) => unknown]>([
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

  it.each<[string, boolean, number, unknown]>([
    ['the total is reached', true, 2, { items: orders(10, 10), totalResults: 20 }],
    ['the total is not reached', false, 2, { items: orders(10, 10), totalResults: 21 }],
    ['it is empty, whatever the total promises', true, 2, { items: [], totalResults: 99 }],
    ['it is short, without a total', true, 1, { items: orders(0, 9) }],
    ['it is full, without a total', false, 1, { items: orders(0, 10) }],
    ['it is full, with a broken item', false, 1, [null, ...orders(0, 9)]],
    ['the service puts less on a page and says so', false, 1, { items: orders(0, 5), itemsPerPage: 5 }],
    ['the service knows no pages and sends everything', true, 1, orders(0, 30)],
  ])('where %s is the last one: %s', async (_what, isLast, page, sent) => {
    const { client } = setUp(json(sent));
    expect((await client.ordersPage({ page, itemsPerPage: 10 })).isLast).toBe(isLast);
  });
});
