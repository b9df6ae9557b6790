// Loaded with the first round, and the fake clocks don't wait for it.
import '../../../../src/features/orders/readRound.ts';
import '../../../../src/features/orders/filteredOrders.ts';
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sandboxConnection } from '../../../../src/service/rules/connection.ts';
import type { Order } from '../../../../src/service/rules/order.ts';
import type { SessionOwner } from '../../../../src/session/session.ts';
import { asSignedIn } from '../../../../src/session/session.ts';
import type { JournalLine } from '../../../../src/features/orders/journal.ts';
import { loadedOrders } from '../../../../src/features/orders/knownOrders.ts';
import { memoryMarks } from '../../../../src/features/orders/orderMarks.ts';
import type { NewsKind } from '../../../../src/features/orders/orderNews.ts';
import { createOrders, type Orders, type OrdersOptions } from '../../../../src/features/orders/orders.ts';
import { apiError, connection, fakeClient, order, ownOrders, signedInSession } from '../../fakes.ts';
import { bareDelivery, bareOrder } from '../../fixtures.ts';

beforeEach(() => vi.useFakeTimers());
const made: Orders[] = [];
afterEach(() => {
  for (const orders of made.splice(0)) orders.dispose();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

const minute = 60_000;
const hour = 60 * minute;

function watch(session: SessionOwner, pollMs: () => number, options: Partial<OrdersOptions> = {}): Orders {
  const orders = createOrders(session, pollMs, { ...ownOrders(), ...options });
  made.push(orders);
  return orders;
}

/** The service's answers to consecutive requests; the last one repeats. The first request is already done. */
async function setUp(readings: (readonly Order[] | Error)[], options: Partial<OrdersOptions> = {}) {
  let calls = 0;
  const client = fakeClient({
    order: id => {
      const answers = readings.flatMap(answer => (answer instanceof Error ? [] : answer));
      const found = answers.findLast(answer => answer.id === id);
      return found ? Promise.resolve(found) : Promise.reject(apiError('notFound', 404));
    },
    orders: () => {
      const answer = readings[Math.min(calls++, readings.length - 1)] ?? [];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([...answer]);
    },
  });
  const session = await signedInSession(client);
  const orders = watch(session, () => 30_000, options);
  const news: Record<NewsKind, string[][]> = { ended: [], late: [] };
  orders.onNews((kind, all) => news[kind].push(all.map(({ id }) => id)));
  await vi.advanceTimersByTimeAsync(1);
  const signedIn = asSignedIn(session.current.value);
  if (!signedIn) throw new Error('not signed in');
  return { session, orders, signedIn, ...news, calls: () => calls };
}

/** Journal lines of an order that this machine sent and the service accepted. */
function placed(
  orderId: string,
  rest: { title?: string; customerRef?: string },
  orderKind = 'order.analytics-toolbox.archive',
  name = connection.name,
): JournalLine[] {
  const stamp = { id: `entry of ${orderId}`, connection: name, at: '2026-03-20T10:00:00.000Z' };
  const price = { value: 12, unit: 'credits' };
  const body = { kind: orderKind, ...rest };
  return [
    { event: 'sending', bodyHash: 'h', body, title: rest.title ?? '', orderKind, price, ...stamp },
    { event: 'placed', orderId, status: 'ordered', ...stamp },
  ];
}

/** Orders, newest first, in pages of at most 100, each of which waits until the test answers it. */
function longList(count: number, statusOf: (index: number) => string) {
  const list = Array.from({ length: count }, (_one, index) => ({
    ...order(`o${index}`, statusOf(index)),
    createdAt: new Date(Date.now() - index * hour).toISOString(),
  }));
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let calls = 0;
  const client = fakeClient({
    async ordersPage({ page, itemsPerPage }) {
      calls += 1;
      const size = Math.min(itemsPerPage, 100);
      await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
      const items = list.slice((page - 1) * size, page * size);
      return { items, total: list.length, isLast: page * size >= list.length };
    },
  });
  /** Answers the request in progress; `false` if there is none. */
  async function answer(failure?: Error): Promise<boolean> {
    await vi.advanceTimersByTimeAsync(1);
    const next = waiting.shift();
    if (failure) next?.reject(failure);
    else next?.resolve();
    await vi.advanceTimersByTimeAsync(1);
    return next !== undefined;
  }
  async function answerAll() {
    while (await answer());
  }
  return { orders: list as Order[], client, answer, answerAll, calls: () => calls };
}

function inShort(orders: Orders): string[] {
  const state = orders.current.value;
  return state.kind === 'ready' ? state.orders.map(order => `${order.id} ${order.status}`) : [state.kind];
}

describe('the order watch', () => {
  it('reads once after sign-in, and not again while nothing is in progress', async () => {
    const { orders, calls } = await setUp([[order('a', 'delivered'), order('b', 'rejected')]]);
    await vi.advanceTimersByTimeAsync(10 * hour);
    expect(inShort(orders)).toEqual(['a delivered', 'b rejected']);
    expect(calls()).toBe(1);
  });

  it('follows an order from this machine to its end, quickly at first, with one call per round', async () => {
    const { orders, signedIn, calls, ended } = await setUp([
      [],
      [order('a', 'ordered')],
      [order('a', 'processing')],
      [order('a', 'delivered')],
    ]);
    orders.add(order('a', 'ordered'), signedIn);
    await vi.advanceTimersByTimeAsync(2000);
    expect([calls(), inShort(orders)]).toEqual([2, ['a ordered']]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([calls(), inShort(orders)]).toEqual([3, ['a processing']]);
    await vi.advanceTimersByTimeAsync(4000);
    expect([calls(), inShort(orders)]).toEqual([4, ['a delivered']]);
    await vi.advanceTimersByTimeAsync(hour);
    expect(calls()).toBe(4);
    expect(ended).toEqual([['a']]);
    expect([...orders.unseen.value]).toEqual(['a']);
    orders.markSeen('a');
    await vi.advanceTimersByTimeAsync(0);
    expect(orders.unseen.value.size).toBe(0);
  });

  it('keeps the known orders when a request fails, and continues', async () => {
    const { orders, signedIn, calls } = await setUp([
      [],
      [order('a', 'ordered')],
      apiError('network'),
      [order('a', 'delivered')],
    ]);
    orders.add(order('a', 'ordered'), signedIn);
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls()).toBe(3);
    expect(inShort(orders)).toEqual(['a ordered']);
    expect(orders.current.value).toMatchObject({ stale: { kind: 'network' } });
    await vi.advanceTimersByTimeAsync(4000);
    expect(inShort(orders)).toEqual(['a delivered']);
    expect(orders.current.value).toHaveProperty('stale', undefined);
  });

  it('retries immediately when the window gets focus after a network failure', async () => {
    const isFocused = signal(true);
    const { calls } = await setUp(
      [[order('a', 'ordered')], ...Array<Error>(5).fill(apiError('network')), [order('a', 'ordered')]],
      { isFocused },
    );
    // 30 s, 30 s, 30 s, a minute, a minute …
    await vi.advanceTimersByTimeAsync(4 * minute);
    expect(calls()).toBe(6);
    isFocused.value = false;
    isFocused.value = true;
    await vi.advanceTimersByTimeAsync(1);
    expect(calls()).toBe(7);
  });

  it('reads once when the machine wakes up, and reports once what was delivered during the night', async () => {
    const { calls, ended, orders } = await setUp([
      [order('a', 'ordered'), order('b', 'ordered')],
      [order('a', 'delivered'), order('b', 'delivered')],
    ]);
    expect(calls()).toBe(1);
    // Timers stand still while the machine sleeps.
    vi.setSystemTime(Date.now() + 10 * hour);
    await vi.advanceTimersByTimeAsync(minute);
    expect(calls()).toBe(2);
    expect(ended).toEqual([['a', 'b']]);
    expect([...orders.unseen.value].sort()).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(10 * hour);
    expect(calls()).toBe(2);
  });

  it('slows down without focus, and reads immediately on focus if it is due', async () => {
    const isFocused = signal(false);
    const { calls } = await setUp([[order('a', 'ordered')]], { isFocused });
    await vi.advanceTimersByTimeAsync(4 * minute + 1000);
    expect(calls()).toBe(1 + 2);
    await vi.advanceTimersByTimeAsync(minute);
    isFocused.value = true;
    await vi.advanceTimersByTimeAsync(1);
    expect(calls()).toBe(1 + 3);
    isFocused.value = false;
    isFocused.value = true;
    await vi.advanceTimersByTimeAsync(29_000);
    expect(calls()).toBe(1 + 3);
  });

  it('reports orders that end together at once', async () => {
    const { orders, ended } = await setUp([
      [order('a', 'ordered'), order('b', 'ordered'), order('c', 'ordered')],
      [order('a', 'delivered'), order('b', 'error'), order('c', 'delivered')],
    ]);
    await vi.advanceTimersByTimeAsync(minute);
    expect(ended).toEqual([['a', 'b', 'c']]);
    expect([...orders.unseen.value].sort()).toEqual(['a', 'c']);
  });

  it('redraws nothing if a round returns nothing new', async () => {
    const { orders, calls } = await setUp([[order('a', 'ordered')]]);
    const drawn = vi.fn();
    const stop = orders.current.subscribe(drawn);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(calls()).toBe(21);
    expect(drawn).toHaveBeenCalledTimes(1);
    stop();
  });

  it('starts a new request for callers that need one that begins now', async () => {
    const { orders, calls } = await setUp([[]]);
    const signedIn = orders.refresh();
    await Promise.all([signedIn, orders.refresh(), orders.refreshAnew()]);
    expect(calls()).toBe(3);
  });

  it.each(['refresh', 'refreshAnew'] as const)(
    'reads everything on %s, also while a poll reads only a part',
    async refresh => {
      const list = longList(250, index => (index === 0 ? 'ordered' : 'delivered'));
      const orders = watch(await signedInSession(list.client), () => 30_000);
      await list.answerAll();
      await vi.advanceTimersByTimeAsync(30_000);
      list.orders[200] = { ...order('o200', 'processing'), createdAt: list.orders[200]?.createdAt };
      const refreshed = orders[refresh]();
      await list.answerAll();
      await refreshed;
      expect(inShort(orders)[200]).toBe('o200 processing');
    },
  );

  it('shows the orders of each page of a long list as it arrives, and how many there are', async () => {
    const list = longList(250, index => (index % 2 === 0 ? 'delivered' : 'rejected'));
    const orders = watch(await signedInSession(list.client), () => 30_000);
    await list.answer();
    expect(inShort(orders)).toHaveLength(100);
    expect(orders.current.value).toMatchObject({ unfinished: { total: 250 } });
    await list.answer();
    expect(inShort(orders)).toHaveLength(200);
    await list.answer();
    expect(inShort(orders)).toHaveLength(250);
    expect(orders.current.value).toHaveProperty('unfinished', undefined);
    expect(list.calls()).toBe(3);
  });

  it('shows new orders with the first page of a refresh, and keeps the others meanwhile', async () => {
    const list = longList(250, () => 'delivered');
    const orders = watch(await signedInSession(list.client), () => 30_000);
    await list.answerAll();
    list.orders.splice(200, 1);
    list.orders.unshift(order('new', 'ordered'));
    const refreshed = orders.refreshAnew();
    await list.answer();
    expect(inShort(orders)).toHaveLength(251);
    expect(inShort(orders)).toContain('new ordered');
    expect(orders.current.value).toHaveProperty('unfinished', undefined);
    await list.answerAll();
    await refreshed;
    expect(inShort(orders)).toHaveLength(250);
  });

  it('keeps what was read if a later page fails, and says that there is more', async () => {
    const list = longList(250, () => 'delivered');
    const orders = watch(await signedInSession(list.client), () => 30_000);
    await list.answer();
    await list.answer(apiError('network'));
    expect(inShort(orders)).toHaveLength(100);
    expect(orders.current.value).toMatchObject({ stale: { kind: 'network' }, unfinished: { total: 250 } });
    const loaded = loadedOrders(orders);
    await list.answerAll();
    expect(await loaded).toHaveLength(250);
  });

  describe('while the view is filtered', () => {
    /** A service that reports more orders than its list has. */
    async function filteredSetup(total: number) {
      const list = [order('o1', 'delivered'), { ...order('o2', 'ordered'), kind: 'order.data.product' }];
      const service = { listCalls: 0, filters: [] as object[] };
      const client = fakeClient({
        order: () => Promise.reject(apiError('notFound', 404)),
        ordersPage: () => {
          service.listCalls += 1;
          return Promise.resolve({ items: list, total, isLast: true });
        },
        orders: filter => {
          service.filters.push(filter);
          return Promise.resolve([
            order('o1', 'delivered'),
            order(`of ${Object.values(filter).join()}`, 'rejected'),
          ]);
        },
      });
      const filters = signal<Record<string, readonly string[]>>({});
      const orders = watch(await signedInSession(client), () => 30_000, { filters });
      await vi.advanceTimersByTimeAsync(1);
      const filter = async (next: Record<string, readonly string[]>) => {
        filters.value = next;
        await vi.advanceTimersByTimeAsync(1);
      };
      return { orders, service, filter };
    }

    it('adds what the service finds by the filter to a list that may be incomplete', async () => {
      const { orders, service, filter } = await filteredSetup(4);
      expect(service.filters).toEqual([]);
      await filter({ status: ['rejected', 'error'], kind: ['order.data.product'] });
      expect(service.filters).toEqual([
        { status: 'rejected', kind: 'order.data.product' },
        { status: 'error', kind: 'order.data.product' },
      ]);
      expect(inShort(orders)).toEqual([
        'o1 delivered',
        'o2 ordered',
        'of rejected,order.data.product rejected',
        'of error,order.data.product rejected',
      ]);
      expect(orders.current.value).toMatchObject({ lack: { isWhole: false } });
    });

    it('asks for that once, and again on a refresh, but in no round of the watch', async () => {
      const { orders, service, filter } = await filteredSetup(4);
      await filter({ kind: ['order.data.product'] });
      const { listCalls } = service;
      await vi.advanceTimersByTimeAsync(5 * minute);
      expect(service.listCalls).toBeGreaterThan(listCalls);
      expect(service.filters).toEqual([{ kind: 'order.data.product' }]);
      await orders.refreshAnew();
      await vi.advanceTimersByTimeAsync(1);
      expect(service.filters).toHaveLength(2);
    });

    it.each<[string, number, Record<string, readonly string[]>]>([
      ['a whole list', 2, { status: ['rejected'] }],
      ['orders without a status', 4, { status: ['unknown'] }],
      ['orders without a kind', 4, { kind: [''] }],
    ])('asks for nothing more with %s', async (_what, total, filters) => {
      const { service, filter } = await filteredSetup(total);
      await filter(filters);
      expect(service.filters).toEqual([]);
    });

    it('asks while the pages of a long list arrive', async () => {
      const list = longList(250, () => 'delivered');
      const asked: object[] = [];
      const client = {
        ...list.client,
        orders: (filter: object) => {
          asked.push(filter);
          return Promise.resolve([order('o240', 'rejected')]);
        },
      };
      const filters = signal({ status: ['rejected'] });
      const orders = watch(await signedInSession(client), () => 30_000, { filters });
      await list.answer();
      await vi.advanceTimersByTimeAsync(1);
      expect(inShort(orders)).toContain('o240 rejected');
      await list.answerAll();
      expect(inShort(orders)).toHaveLength(250);
      expect(asked).toEqual([{ status: 'rejected' }]);
    });
  });

  it('reports orders of several pages together, and each end once', async () => {
    const marks = memoryMarks();
    const list = longList(250, index => (index % 100 === 7 ? 'ordered' : 'delivered'));
    const first = watch(await signedInSession(list.client), () => 30_000, { marks });
    await list.answerAll();
    first.dispose();
    for (const [index, order] of list.orders.entries())
      list.orders[index] = { ...order, status: 'delivered' };
    const orders = watch(await signedInSession(list.client), () => 30_000, { marks });
    const ended: string[][] = [];
    orders.onNews((_kind, all) => ended.push(all.map(({ id }) => id)));
    await list.answer();
    await vi.advanceTimersByTimeAsync(minute);
    expect(ended).toEqual([]);
    await list.answerAll();
    await vi.advanceTimersByTimeAsync(minute);
    expect(ended).toEqual([['o7', 'o107', 'o207']]);
    expect(orders.unseen.value.size).toBe(3);
  });

  it('reports once that an order is late, when it becomes late', async () => {
    const placed = { ...order('a', 'ordered'), createdAt: new Date(Date.now() - 1.5 * hour).toISOString() };
    const { late } = await setUp([[placed, order('b', 'ordered')]], { lateAfterMs: () => 2 * hour });
    await vi.advanceTimersByTimeAsync(25 * minute);
    expect(late).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(late).toEqual([['a']]);
    // The service doesn't report when the other one was placed, so its age counts from when it was first known.
    await vi.advanceTimersByTimeAsync(1.5 * hour);
    expect(late).toEqual([['a'], ['b']]);
  });

  it('reads a single order if the list only shows that it has ended', async () => {
    const whole = {
      ...order('a', 'delivered'),
      deliveries: [bareDelivery({ download: 'https://x.test/d' })],
    };
    const single = vi.fn().mockRejectedValueOnce(apiError('server')).mockResolvedValue(whole);
    const client = fakeClient({
      orders: vi
        .fn()
        .mockResolvedValueOnce([order('a', 'ordered')])
        .mockResolvedValue([order('a', 'delivered')]),
      order: single,
    });
    const orders = watch(await signedInSession(client), () => 30_000);
    await vi.advanceTimersByTimeAsync(30_001);
    expect(inShort(orders)).toEqual(['a ordered']);
    await vi.advanceTimersByTimeAsync(30_001);
    expect(inShort(orders)).toEqual(['a delivered']);
    await orders.refresh();
    expect(orders.current.value).toMatchObject({
      orders: [{ deliveries: [{ download: 'https://x.test/d' }] }],
    });
    expect(single).toHaveBeenCalledTimes(2);
  });

  it('keeps showing an order from this machine that the service no longer knows, and says so', async () => {
    const others = [order('x', 'delivered'), order('y', 'delivered')];
    const back = [...others, order('lost', 'delivered')];
    const readings: (readonly Order[])[] = [others];
    const { orders, signedIn, calls, ended } = await setUp(readings);
    orders.add(order('lost', 'ordered'), signedIn);
    const drawn = vi.fn();
    const stop = orders.unlisted.subscribe(drawn);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect([inShort(orders)[0], [...orders.unlisted.value]]).toEqual(['lost ordered', []]);
    await vi.advanceTimersByTimeAsync(hour);
    expect([inShort(orders), [...orders.unlisted.value]]).toEqual([
      ['lost ordered', 'x delivered', 'y delivered'],
      ['lost'],
    ]);
    expect([calls(), drawn.mock.calls.length, ended]).toEqual([13, 2, []]);
    readings[0] = back;
    await orders.refresh();
    expect([inShort(orders).includes('lost delivered'), [...orders.unlisted.value]]).toEqual([true, []]);
    stop();
  });

  it('drops such an order from another machine immediately, and its own after a month', async () => {
    const client = fakeClient({
      orders: vi
        .fn()
        .mockResolvedValueOnce([order('theirs', 'ordered')])
        .mockResolvedValue([]),
      order: () => Promise.reject(apiError('notFound', 404)),
    });
    const session = await signedInSession(client);
    const orders = watch(session, () => 30_000);
    const signedIn = asSignedIn(session.current.value);
    if (!signedIn) throw new Error('not signed in');
    await vi.advanceTimersByTimeAsync(1);
    orders.add(order('own', 'ordered'), signedIn);
    await vi.advanceTimersByTimeAsync(hour);
    expect(inShort(orders)).toEqual(['own ordered']);
    vi.setSystemTime(Date.now() + 31 * 24 * hour);
    orders.add(order('new', 'delivered'), signedIn);
    expect(inShort(orders)).toEqual(['new delivered']);
  });

  it('shows an order from this machine by the name it was sent with if the service returns none', async () => {
    const journal = signal<readonly JournalLine[]>([
      ...placed('o1', { title: 'Cars three' }),
      ...placed('o2', { customerRef: 'K-7' }, 'order.data.product'),
      ...placed('o3', { title: 'Sent as this' }),
      ...placed('o4', { title: 'Elsewhere' }, undefined, 'Other'),
    ]);
    const listed = (status: string) => [
      bareOrder({ id: 'o1', status, title: undefined }),
      bareOrder({ id: 'o2', status, title: undefined }),
      bareOrder({
        id: 'o3',
        status,
        title: 'As the service has it',
        fields: { title: 'As the service has it' },
      }),
      bareOrder({ id: 'o4', status, title: undefined }),
    ];
    const { orders } = await setUp([listed('ordered'), listed('delivered')], { journal });
    const names = (all: readonly Order[]) => all.map(({ title, customerRef }) => title ?? customerRef);
    const shownNames = () => {
      const state = orders.current.value;
      return state.kind === 'ready' && names(state.orders);
    };
    const ended: unknown[] = [];
    orders.onNews((_kind, all) => ended.push(...names(all)));
    const whole = ['Cars three', 'K-7', 'As the service has it', undefined];
    expect(shownNames()).toEqual(whole);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(shownNames()).toEqual(whole);
    expect(ended).toEqual(whole);
  });

  it("shows nothing from the journal before the service answers, and doesn't read it automatically", async () => {
    const journal = signal<readonly JournalLine[]>(
      placed('o1', { title: 'Quay' }).map(line => ({ ...line, at: new Date().toISOString() })),
    );
    const single = vi.fn(() => Promise.reject(apiError('notFound', 404)));
    let answer: (orders: Order[]) => void = () => undefined;
    const client = fakeClient({ orders: () => new Promise(resolve => (answer = resolve)), order: single });
    const orders = watch(await signedInSession(client), () => 30_000, { journal });
    const ended = vi.fn();
    orders.onEnded(ended);
    await vi.advanceTimersByTimeAsync(10);
    expect(inShort(orders)).toEqual(['loading']);
    answer([order('o1', 'delivered')]);
    await vi.advanceTimersByTimeAsync(10);
    expect(inShort(orders)).toEqual(['o1 delivered']);
    expect([single.mock.calls.length, ended.mock.calls.length]).toEqual([0, 0]);
  });

  it.each([
    ['a service', connection, ['o1 ordered']],
    ['the sandbox, which may have started over', sandboxConnection, []],
  ])('keeps an order from this machine that it does not list: %s', async (_what, under, expected) => {
    const lines = placed('o1', { title: 'Quay' }, undefined, under.name);
    const journal = signal<readonly JournalLine[]>(
      lines.map(line => ({ ...line, at: new Date().toISOString() })),
    );
    const client = fakeClient({
      orders: () => Promise.resolve([]),
      order: () => Promise.reject(apiError('notFound', 404)),
    });
    const orders = watch(await signedInSession(client, under), () => 30_000, { journal });
    await vi.advanceTimersByTimeAsync(10);
    expect(inShort(orders)).toEqual(expected);
  });

  it('releases everything that would outlive it', async () => {
    const unwatched = vi.fn();
    const isFocused = signal(true, { unwatched });
    const { orders, session } = await setUp([[order('a', 'ordered')]], { isFocused });
    await session.signOut();
    expect(unwatched).toHaveBeenCalledTimes(1);
    orders.dispose();
    await session.signIn(connection, 'key');
    expect(inShort(orders)).toEqual(['none']);
  });

  it('clears everything at sign-out, and ignores a late answer', async () => {
    const { orders, session, calls } = await setUp([[order('a', 'ordered')]]);
    const reading = orders.refresh();
    await session.signOut();
    await reading;
    await vi.advanceTimersByTimeAsync(hour);
    expect(inShort(orders)).toEqual(['none']);
    expect(calls()).toBe(2);
  });
});
