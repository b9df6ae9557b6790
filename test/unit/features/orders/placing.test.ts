import { signal } from '@preact/signals-core';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../../src/service/rules/order.ts';
import type { ApiErrorKind } from '../../../../src/service/wire/errors.ts';
import { asSignedIn } from '../../../../src/session/session.ts';
import type { Budget } from '../../../../src/features/orders/budget.ts';
import { createJournal, type JournalLine } from '../../../../src/features/orders/journal.ts';
import type { OrdersState } from '../../../../src/features/orders/knownOrders.ts';
import { createPlacing } from '../../../../src/features/orders/placing.ts';
import { createPrices } from '../../../../src/features/orders/prices.ts';
import { eventually } from '../../../eventually.ts';
import {
  apiError,
  connection,
  deferred,
  fakeClient,
  memoryJournal,
  noRecord,
  order,
  price,
  renamed,
  settle,
  signedInSession,
} from '../../fakes.ts';

const body = { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a'] };
const { total } = price(12);

interface Options {
  placeOrder?: (body: unknown) => Promise<Order>;
  notOrderable?: string;
  listed?: readonly Order[];
  budget?: Partial<Budget>;
}

/** The part of the order list that placing an order uses. Not read until a test says so. */
function knownOrders(listed: readonly Order[]) {
  const current = signal<OrdersState>({ kind: 'none' });
  const known = () => (current.peek().kind === 'ready' ? listed : []);
  return {
    current,
    read: () => void (current.value = { kind: 'ready', orders: listed }),
    readPage: () =>
      void (current.value = { kind: 'ready', orders: listed, unfinished: { total: undefined } }),
    add: (order: Order) => void (current.value = { kind: 'ready', orders: [order, ...known()] }),
  };
}

const ordered = () => Promise.resolve(order('o1', 'ordered'));

async function setUp({ placeOrder = ordered, notOrderable, listed = [], budget = {} }: Options = {}) {
  const sent: unknown[] = [];
  const end = vi.fn();
  const session = await signedInSession(
    fakeClient({
      price: () => Promise.resolve(price(12, { notOrderable })),
      orderSlot: () =>
        Promise.resolve({
          place: sentBody => {
            sent.push(sentBody);
            return placeOrder(sentBody);
          },
          end,
        }),
    }),
  );
  const store = memoryJournal();
  const clock = { now: Date.UTC(2026, 0, 1) };
  const prices = createPrices(session, noRecord);
  const orders = knownOrders(listed);
  const journal = createJournal(store, () => clock.now);
  const placing = createPlacing({
    session,
    prices,
    orders,
    journal,
    budget: () => ({ perOrder: undefined, perDay: undefined, ...budget }),
    now: () => clock.now,
  });

  async function agreed(isTyped = false) {
    const ready = await placing.readiness(body);
    if (ready.kind !== 'ready') throw new Error(`not ready: ${ready.kind}`);
    return { ...ready, isTyped };
  }
  const agree = async (isTyped = false) => placing.place(body, await agreed(isTyped));
  return { agreed, session, store, clock, prices, orders, journal, placing, sent, end, agree };
}

/** The same, with a price for the order. */
async function priced(options: Options = {}) {
  const parts = await setUp(options);
  await parts.prices.ask(body);
  return parts;
}

describe('an order', () => {
  it('needs a current price of exactly this body', async () => {
    const { placing, prices } = await setUp();
    expect((await placing.readiness(body)).kind).toBe('noFreshPrice');
    await prices.ask(body);
    expect((await placing.readiness(body)).kind).toBe('ready');
    const sameBody = { imageIds: ['a'], title: 'harbour', kind: body.kind };
    expect((await placing.readiness(sameBody)).kind).toBe('ready');
    expect((await placing.readiness({ ...body, title: 'Harbour' })).kind).toBe('noFreshPrice');
  });

  it('needs a price from this session', async () => {
    const { placing, session } = await priced();
    await session.signIn(connection, 'another key');
    expect((await placing.readiness(body)).kind).toBe('noFreshPrice');
    await session.signOut();
    expect((await placing.readiness(body)).kind).toBe('signedOut');
  });

  it('needs a price from this session, even if an earlier one is still known', async () => {
    const { agreed, placing, prices, session, sent } = await priced();
    const seen = await agreed();
    const earlier = prices.of(body);
    await session.signIn(connection, 'another key');
    prices.of = () => earlier;
    expect((await placing.readiness(body)).kind).toBe('noFreshPrice');
    expect(await placing.place(body, seen)).toEqual({ kind: 'notSent', why: { kind: 'noFreshPrice' } });
    expect(sent).toEqual([]);
  });

  it("is not offered if the service reports that it can't be placed", async () => {
    const { placing } = await priced({ notOrderable: 'no subscription' });
    expect(await placing.readiness(body)).toEqual({ kind: 'notOrderable', reason: 'no subscription' });
  });

  it('is in the journal before it is sent', async () => {
    const atSending: string[][] = [];
    const { agree, prices, store } = await setUp({
      placeOrder: () => {
        atSending.push(store.lines.map(line => line.event));
        return Promise.resolve(order('o1', 'ordered'));
      },
    });
    await prices.ask(body);
    expect(await agree()).toMatchObject({ kind: 'placed', order: { id: 'o1' } });
    expect(atSending).toEqual([['sending']]);
    expect(store.lines.map(line => line.event)).toEqual(['sending', 'placed']);
    expect(store.lines[0]).toMatchObject({
      title: 'harbour',
      orderKind: body.kind,
      price: { value: 12, unit: 'credits' },
      connection: 'Test',
    });
  });

  it('is in the list of orders once it is placed, and only then', async () => {
    const { agree, orders } = await priced();
    orders.read();
    await agree();
    expect(orders.current.value).toMatchObject({ orders: [{ id: 'o1' }] });
    const failed = await priced({ placeOrder: () => Promise.reject(apiError('network')) });
    failed.orders.read();
    await failed.agree();
    expect(failed.orders.current.value).toEqual({ kind: 'ready', orders: [] });
  });

  it("is not sent if the journal can't be written", async () => {
    const { agree, store, sent, end } = await priced();
    store.append = () => Promise.reject(new Error('disk full'));
    await expect(agree()).rejects.toThrow('disk full');
    expect(sent).toEqual([]);
    expect(end).toHaveBeenCalledOnce();
  });

  it("is not sent if the journal didn't keep the line", async () => {
    const { agree, store, sent } = await priced();
    const appended: unknown[] = [];
    store.append = line => Promise.resolve(void appended.push(line));
    await expect(agree()).rejects.toThrow("Can't record the order on disk");
    expect(sent).toEqual([]);
    expect(appended).toMatchObject([
      { event: 'sending' },
      { event: 'withdrawn', why: 'The journal did not keep the entry.' },
    ]);
  });

  it("is not sent, and is withdrawn, if the journal can't be read after writing", async () => {
    const { agree, placing, store, sent } = await priced();
    let readings = 0;
    // Read to see what prevents it, again at the confirmation, and again after the line is written.
    store.readAll = () =>
      ++readings === 3 ? Promise.reject(new Error('unreadable')) : Promise.resolve([...store.lines]);
    await expect(agree()).rejects.toThrow('unreadable');
    expect(sent).toEqual([]);
    expect(store.lines).toMatchObject([
      { event: 'sending' },
      { event: 'withdrawn', why: 'The journal could not be read.' },
    ]);
    expect(placing.isOnItsWay(store.lines[0]?.id ?? '')).toBe(false);
  });

  it('has an empty title or kind in the journal if its body has none', async () => {
    const { placing, prices, store } = await setUp();
    const product = { title: 7, kind: null, products: [] };
    await prices.ask(product);
    const ready = await placing.readiness(product);
    if (ready.kind !== 'ready') throw new Error(`not ready: ${ready.kind}`);
    await placing.place(product, { ...ready, isTyped: false });
    expect(store.lines[0]).toMatchObject({ title: '', orderKind: '' });
  });

  it.each<[string, string | undefined]>([
    ['Quay', 'Quay'],
    [body.title, undefined],
  ])(
    'that was confirmed as "%s" has that name in the journal, unless it is its title',
    async (name, kept) => {
      const { placing, agreed, store } = await priced();
      await placing.place(body, { ...(await agreed()), name });
      expect(store.lines[0]).toMatchObject({ event: 'sending', title: body.title, name: kept });
    },
  );

  it('contains what was sent: its body, its price, and which earlier orders could be mistaken for it', async () => {
    const duplicate = { ...order('duplicate', 'ordered'), kind: body.kind, title: 'harbour' };
    const { agree, store, orders } = await priced({
      listed: [duplicate, { ...duplicate, id: 'another', title: 'airport' }],
    });
    await agree();
    expect(store.lines[0]).toMatchObject({ body });
    expect(store.lines[0]).toHaveProperty('knownBefore', undefined);
    orders.readPage();
    await agree();
    expect(store.lines.findLast(({ event }) => event === 'sending')).toHaveProperty('knownBefore', undefined);
    orders.read();
    await agree();
    expect(store.lines.findLast(({ event }) => event === 'sending')).toMatchObject({
      knownBefore: ['duplicate'],
    });
  });

  it("is placed even if the journal can't record it, and must be checked before it is sent again", async () => {
    const { agree, prices, store, placing } = await setUp({
      placeOrder: () => {
        store.append = () => Promise.reject(new Error('disk full'));
        return Promise.resolve(order('o1', 'ordered'));
      },
    });
    await prices.ask(body);
    expect(await agree()).toMatchObject({
      kind: 'placed',
      order: { id: 'o1' },
      unwritten: new Error('disk full'),
    });
    expect((await placing.readiness(body)).kind).toBe('unresolved');
  });

  it('is in progress until it is answered, and needs no check', async () => {
    const answer = deferred<Order>();
    const { agree, placing, store } = await priced({ placeOrder: () => answer.promise });
    const run = agree();
    await eventually(() => expect(store.lines).toHaveLength(1));
    await settle();
    expect(await placing.readiness(body)).toEqual({ kind: 'onItsWay' });
    expect(placing.isOnItsWay(store.lines[0]?.id ?? '')).toBe(true);
    expect(placing.unresolvedAttempt(body)).toBeUndefined();
    answer.resolve(order('o1', 'ordered'));
    await run;
    expect(placing.isOnItsWay(store.lines[0]?.id ?? '')).toBe(false);
    expect(placing.placedOf(body)).toMatchObject({ orderId: 'o1' });
  });

  it('is on its way until its own answer, whatever comes of another order of this window', async () => {
    const other = { ...body, title: 'quay' };
    const answer = deferred<Order>();
    const { agree, placing, prices, store } = await priced({
      placeOrder: sent => (sent === other ? Promise.resolve(order('o2', 'ordered')) : answer.promise),
    });
    const run = agree();
    await eventually(() => expect(store.lines).toHaveLength(1));
    await prices.ask(other);
    const ready = await placing.readiness(other);
    if (ready.kind !== 'ready') throw new Error(`not ready: ${ready.kind}`);
    await placing.place(other, { ...ready, isTyped: false });
    expect(placing.placedOf(other)).toMatchObject({ orderId: 'o2' });
    expect(placing.isOnItsWay(store.lines[0]?.id ?? '')).toBe(true);
    expect(placing.unresolvedAttempt(body)).toBeUndefined();
    answer.resolve(order('o1', 'ordered'));
    await run;
  });

  it('shows at once whether it must be checked, and not while its answer is awaited', async () => {
    const answer = deferred<Order>();
    const { agree, placing, store } = await priced({ placeOrder: () => answer.promise });
    const seen: boolean[] = [];
    placing.changed.subscribe(() => seen.push(placing.unresolvedAttempt(body) !== undefined));
    const run = agree();
    await eventually(() => expect(store.lines).toHaveLength(1));
    await settle();
    expect(seen).not.toContain(true);
    answer.reject(apiError('timeout'));
    await run;
    expect(seen.at(-1)).toBe(true);
  });

  it('has a time after which a balance counts it, unless it was rejected', async () => {
    const answers = ['rejected', 'ordered'];
    const { agree, placing, clock } = await priced({
      placeOrder: () => Promise.resolve(order('o1', answers.shift() ?? '')),
    });
    await agree();
    expect(placing.lastPlacedMs()).toBe(0);
    await agree();
    expect(placing.lastPlacedMs()).toBe(clock.now);
    clock.now -= 1000;
    expect(placing.lastPlacedMs()).toBe(0);
  });

  it.each<[string, (parts: Awaited<ReturnType<typeof setUp>>) => unknown]>([
    ['it is priced again', ({ prices }) => prices.ask(body)],
    ['its price is forgotten', ({ prices }) => (prices.of = () => undefined)],
    ['the user signs out', ({ session }) => session.signOut()],
    [
      'the user signs out and the price is still known',
      ({ prices, session }) => {
        const known = prices.of(body);
        prices.of = () => known;
        return session.signOut();
      },
    ],
  ])('is not sent if, while it waits for its turn, %s', async (_what, meanwhile) => {
    const turn = deferred<undefined>();
    const sent: unknown[] = [];
    const parts = await setUp();
    const { session, prices, store } = parts;
    const client = await asSignedIn(session.current.value)?.client();
    if (!client) throw new Error('Nobody is signed in.');
    client.orderSlot = async () => {
      await turn.promise;
      const place = (requestBody: unknown) => {
        sent.push(requestBody);
        return Promise.resolve(order('o1', 'ordered'));
      };
      return { place, end: () => undefined };
    };
    await prices.ask(body);
    const run = parts.agree();
    await settle();
    await meanwhile(parts);
    turn.resolve(undefined);
    expect(await run).toEqual({ kind: 'notSent', why: { kind: 'noFreshPrice' } });
    expect([sent, store.lines]).toEqual([[], []]);
  });

  it('is sent once for a double click', async () => {
    const answer = deferred<Order>();
    const { agreed, placing, sent } = await priced({ placeOrder: () => answer.promise });
    const seen = await agreed();
    const both = [placing.place(body, seen), placing.place(body, seen)];
    answer.resolve(order('o1', 'ordered'));
    const [first, second] = await Promise.all(both);
    expect(first?.kind).toBe('placed');
    expect(second).toEqual({ kind: 'notSent', why: { kind: 'onItsWay' } });
    expect(sent).toHaveLength(1);
  });

  it('is sent once for a confirmation, even if the service refused it', async () => {
    const { agreed, placing, sent } = await priced({
      placeOrder: () => Promise.reject(apiError('denied')),
    });
    const seen = await agreed();
    expect((await placing.place(body, seen)).kind).toBe('refused');
    expect(await placing.place(body, seen)).toEqual({ kind: 'notSent', why: { kind: 'noFreshPrice' } });
    expect((await placing.place(body, await agreed())).kind).toBe('refused');
    expect(sent).toHaveLength(2);
  });

  it('is sent beside another one', async () => {
    const other = { ...body, title: 'airport' };
    const { agreed, placing, prices, sent } = await priced();
    await prices.ask(other);
    const ready = await placing.readiness(other);
    if (ready.kind !== 'ready') throw new Error(`not ready: ${ready.kind}`);
    const both = [placing.place(body, await agreed()), placing.place(other, { ...ready, isTyped: false })];
    expect((await Promise.all(both)).map(({ kind }) => kind)).toEqual(['placed', 'placed']);
    expect(sent).toEqual([body, other]);
  });

  it('is waited for until the journal has its outcome', async () => {
    const answer = deferred<Order>();
    const { agree, placing, store } = await priced({ placeOrder: () => answer.promise });
    await placing.settled();
    const run = agree();
    await eventually(() => expect(store.lines).toHaveLength(1));
    let isSettled = false;
    const settled = placing.settled().then(() => (isSettled = true));
    await settle();
    expect(isSettled).toBe(false);
    answer.resolve(order('o1', 'ordered'));
    await settled;
    expect(store.lines.map(({ event }) => event)).toEqual(['sending', 'placed']);
    await run;
  });

  it('is not sent if another window recorded the same one after the dialog was shown', async () => {
    const { agreed, agree, placing, store, end } = await priced({
      placeOrder: () => Promise.reject(apiError('network')),
    });
    const seen = await agreed();
    await agree();
    const lines = [...store.lines];
    expect(end).toHaveBeenCalledOnce();
    expect(await placing.place(body, seen)).toMatchObject({
      kind: 'notSent',
      why: { kind: 'unresolved', entry: { id: lines[0]?.id } },
    });
    expect(store.lines).toEqual(lines);
    expect(end).toHaveBeenCalledOnce();
  });

  it("is not sent at a price that the user didn't see", async () => {
    const { agreed, placing, prices, sent, end } = await priced();
    const seen = await agreed();
    await prices.ask(body);
    expect(await placing.place(body, seen)).toEqual({ kind: 'notSent', why: { kind: 'noFreshPrice' } });
    expect(sent).toEqual([]);
    // It took no turn.
    expect(end).not.toHaveBeenCalled();
  });

  it.each<[ApiErrorKind, 'refused' | 'unclear']>([
    ['denied', 'refused'],
    ['invalid', 'refused'],
    ['notFound', 'refused'],
    ['rateLimited', 'refused'],
    ['suspended', 'refused'],
    ['network', 'unclear'],
    ['timeout', 'unclear'],
    ['server', 'unclear'],
    ['shape', 'unclear'],
  ])('that ends with %s counts as %s', async (kind, outcome) => {
    const { agree, placing, store } = await priced({ placeOrder: () => Promise.reject(apiError(kind)) });
    expect((await agree()).kind).toBe(outcome);
    expect(store.lines.at(-1)?.event).toBe(outcome);
    expect((await placing.readiness(body)).kind).toBe(outcome === 'refused' ? 'ready' : 'unresolved');
  });

  it('is held back after a crash between the journal and the answer', async () => {
    const { agree, placing, store } = await priced();
    await agree();
    // The content of the disk if the machine stops right after the order was sent.
    store.lines.splice(1);
    expect((await placing.readiness(body)).kind).toBe('unresolved');
  });

  it('is not sent by a confirmation from before the same was placed, however long ago that is', async () => {
    const { agree, placing, clock, sent } = await priced();
    const ready = await placing.readiness(body);
    if (ready.kind !== 'ready') expect.fail();
    await agree();
    clock.now += 11 * 60_000;
    const { price, signedIn, placedBefore } = ready;
    expect(await placing.place(body, { price, signedIn, placedBefore, isTyped: false })).toMatchObject({
      kind: 'notSent',
      why: { kind: 'orderedMeanwhile', placedBefore: { orderId: 'o1' } },
    });
    expect(sent).toHaveLength(1);
    expect(await placing.readiness(body)).toMatchObject({ kind: 'ready', placedBefore: { orderId: 'o1' } });
  });

  /** What another window has written by the time this window has written its line. */
  async function besideAnother(lines: (mine: JournalLine) => JournalLine[], options: Partial<Options> = {}) {
    const parts = await setUp({ placeOrder: () => Promise.resolve(order('o1', 'ordered')), ...options });
    const { store, prices } = parts;
    await prices.ask(body);
    let isFirst = true;
    store.append = async line => {
      if (isFirst) store.lines.push(...lines(line));
      isFirst = false;
      store.lines.push(line);
      await Promise.resolve();
    };
    return parts;
  }

  const theirs = (mine: JournalLine) => ({ ...mine, id: 'theirs' });

  it.each<[string, (mine: JournalLine) => JournalLine[], Partial<Options>, object]>([
    ['has the same in progress', mine => [theirs(mine)], {}, { kind: 'unresolved', entry: { id: 'theirs' } }],
    [
      'sends it to the service by another name for it',
      mine => [{ ...theirs(mine), connection: 'Renamed' }],
      {},
      { kind: 'unresolved' },
    ],
    [
      'placed the same meanwhile',
      mine => [
        theirs(mine),
        { event: 'placed', orderId: 'o9', status: 'ordered', id: 'theirs', connection: 'Test', at: mine.at },
      ],
      {},
      { kind: 'orderedMeanwhile', placedBefore: { orderId: 'o9' } },
    ],
    [
      'used up the budget meanwhile',
      mine => [{ ...theirs(mine), ...(mine.event === 'sending' ? { bodyHash: 'another' } : {}) }],
      { budget: { perDay: 20 } },
      { kind: 'overBudget' },
    ],
  ])('is withdrawn when another window %s', async (_what, lines, options, why) => {
    const { agree, sent, store, end } = await besideAnother(lines, options);
    expect(await agree()).toMatchObject({ kind: 'notSent', why });
    expect([sent, store.lines.at(-1)?.event]).toEqual([[], 'withdrawn']);
    expect(end).toHaveBeenCalledOnce();
  });

  it('is withdrawn when the user stated at another window that it was not booked', async () => {
    const { agree, sent, store } = await besideAnother(() => []);
    const append = store.append.bind(store);
    store.append = async line => {
      await append(line);
      if (line.event === 'sending')
        store.lines.push({ event: 'notBooked', id: line.id, connection: line.connection, at: line.at });
    };
    expect(await agree()).toMatchObject({ kind: 'notSent', why: { kind: 'noFreshPrice' } });
    expect([sent, store.lines.at(-1)?.event]).toEqual([[], 'withdrawn']);
  });

  it.each([
    ['slept', 31_000],
    ['got another time', -31_000],
  ])('is withdrawn when the machine %s after it was recorded', async (_what, ms) => {
    const { agree, sent, store, clock } = await besideAnother(() => []);
    const append = store.append.bind(store);
    store.append = async line => {
      await append(line);
      if (line.event === 'sending') clock.now += ms;
    };
    expect(await agree()).toMatchObject({ kind: 'notSent', why: { kind: 'noFreshPrice' } });
    expect([sent, store.lines.at(-1)?.event]).toEqual([[], 'withdrawn']);
  });

  it('is still sent half a minute after it was recorded', async () => {
    const { agree, store, clock } = await besideAnother(() => []);
    const append = store.append.bind(store);
    store.append = async line => {
      await append(line);
      clock.now += 30_000;
    };
    expect(await agree()).toMatchObject({ kind: 'placed' });
  });

  it('is not withdrawn for an order that another window sends on another connection, or for a rejected one', async () => {
    const { agree } = await besideAnother(mine => [
      { ...mine, id: 'elsewhere', connection: 'Other', service: 'https://other.test' },
      { ...mine, id: 'theirs' },
      { event: 'refused', message: 'no', id: 'theirs', connection: 'Test', at: mine.at },
    ]);
    expect(await agree()).toMatchObject({ kind: 'placed' });
  });

  it('is held back if its connection was renamed after it was sent without an answer', async () => {
    const { agree, session, prices, placing, sent } = await priced({
      placeOrder: () => Promise.reject(apiError('network')),
    });
    expect(await agree()).toMatchObject({ kind: 'unclear' });
    await session.signIn(renamed, 'key');
    await prices.ask(body);
    expect(await placing.readiness(body)).toMatchObject({
      kind: 'unresolved',
      entry: { connection: 'Test' },
    });
    expect(placing.unresolvedAttempt(body)).toMatchObject({ connection: 'Test' });
    await expect(agree()).rejects.toThrow('not ready: unresolved');
    expect(sent).toHaveLength(1);
  });

  it('above the budget requires typing the amount', async () => {
    const { agree, placing, sent, store } = await priced({ budget: { perOrder: 10 } });
    expect(placing.exceededBy([total])).toMatchObject([{ kind: 'perOrder', limit: 10 }]);
    expect(await agree()).toMatchObject({ kind: 'notSent', why: { kind: 'overBudget' } });
    expect([sent, store.lines]).toEqual([[], []]);
    expect(await agree(true)).toMatchObject({ kind: 'placed' });
  });

  it('counts toward the budget of the day', async () => {
    const { agree, placing, clock } = await priced({ budget: { perDay: 20 } });
    await agree();
    expect(placing.exceededBy([total])).toMatchObject([{ kind: 'perDay', spent: { value: 12 } }]);
    clock.now += 36 * 3_600_000;
    expect(placing.exceededBy([total])).toEqual([]);
  });

  it('may come back if it failed since, which the budget says', async () => {
    const { agree, placing, journal } = await priced({ budget: { perDay: 20 } });
    await agree();
    const [id = ''] = (await journal.read()).map(line => line.id);
    const end = { event: 'settled', status: 'error', bookings: [], isWhole: false } as const;
    await journal.settle([{ ...end, connection: 'Test', id }]);
    expect(placing.exceededBy([total])).toMatchObject([
      { kind: 'perDay', spent: { value: 12 }, mayReturn: { value: 12 } },
    ]);
  });

  it('counts toward the budget of several orders', async () => {
    const { agree, placing, session } = await priced({ budget: { perDay: 20 } });
    const prices = [
      { value: 4, unit: 'credits' },
      { value: 5, unit: 'credits' },
    ];
    expect(placing.exceededBy(prices)).toEqual([]);
    await agree();
    expect(placing.exceededBy(prices)).toMatchObject([
      { kind: 'perDay', spent: { value: 12 }, price: { value: 9 } },
    ]);
    await session.signOut();
    expect(placing.exceededBy(prices)).toEqual([]);
  });

  it('is found by its body with its latest attempt, unless that was withdrawn', async () => {
    const { agree, placing, store, journal } = await priced({
      placeOrder: () => Promise.reject(apiError('network')),
    });
    expect(placing.attemptOf(body)).toBeUndefined();
    await agree();
    const [line] = store.lines;
    if (!line) throw new Error('Nothing was recorded.');
    expect(placing.attemptOf(body)).toMatchObject({ id: line.id, outcome: { event: 'unclear' } });
    expect(placing.attemptOf({ ...body, title: 'Harbour' })).toBeUndefined();
    expect(placing.unresolvedAttempt({ ...body, title: 'Harbour' })).toBeUndefined();
    // Another window withdrew the same one, and is sending a third.
    store.lines.push(
      { ...line, id: 'withdrawn' },
      { event: 'withdrawn', why: 'unresolved', id: 'withdrawn', connection: 'Test', at: line.at },
    );
    await journal.read();
    expect(placing.attemptOf(body)).toMatchObject({ id: line.id });
    store.lines.push({ ...line, id: 'sending' });
    await journal.read();
    expect(placing.attemptOf(body)).toMatchObject({ id: 'sending' });
    expect(placing.unresolvedAttempt(body)).toMatchObject({ id: 'sending' });
    await journal.close('Test', 'sending', { event: 'notBooked' });
    expect(placing.unresolvedAttempt(body)).toMatchObject({ id: line.id });
  });

  it('is found by its body, on the current connection', async () => {
    const { agree, placing, session } = await priced();
    const seen: unknown[] = [];
    placing.changed.subscribe(() => seen.push(placing.placedOf(body)?.orderId));
    await agree();
    expect(seen.at(-1)).toBe('o1');
    expect(placing.placedOf({ ...body, title: 'Harbour' })).toBeUndefined();
    await session.signOut();
    expect(placing.placedOf(body)).toBeUndefined();
  });
});
