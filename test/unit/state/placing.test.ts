import { describe, expect, it } from 'vitest';
import type { ApiErrorKind } from '../../../src/api/errors.ts';
import type { Order } from '../../../src/model/order/order.ts';
import { createJournal } from '../../../src/state/journal.ts';
import { createOrders } from '../../../src/state/orders.ts';
import { createPlacing } from '../../../src/state/placing.ts';
import { createPrices } from '../../../src/state/prices.ts';
import {
  apiError,
  connection,
  deferred,
  fakeClient,
  memoryJournal,
  order,
  price,
  signedInSession,
} from './fakes.ts';

const body = { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a'] };

interface Options {
  placeOrder: (body: unknown) => Promise<Order>;
  notOrderable?: string;
  /** What the service lists as orders. */
  listed?: readonly Order[];
}

async function bench({ placeOrder, notOrderable, listed = [] }: Options) {
  const sent: unknown[] = [];
  const session = await signedInSession(
    fakeClient({
      orders: () => Promise.resolve([...listed]),
      price: () => Promise.resolve(price(12, { notOrderable })),
      placeOrder: sentBody => {
        sent.push(sentBody);
        return placeOrder(sentBody);
      },
    }),
  );
  const store = memoryJournal();
  const clock = { now: Date.UTC(2026, 0, 1) };
  const prices = createPrices(session);
  const orders = createOrders(session, () => 1_000_000);
  const placing = createPlacing(
    session,
    prices,
    orders,
    createJournal(store, () => clock.now),
    () => clock.now,
  );

  async function agree(theBody: Record<string, unknown> = body) {
    const ready = await placing.readiness(theBody);
    if (ready.kind !== 'ready') throw new Error(`not ready: ${ready.kind}`);
    return placing.place(theBody, ready);
  }
  return { session, store, clock, prices, orders, placing, sent, agree };
}

describe('an order', () => {
  it('needs a fresh price of exactly this body', async () => {
    const { placing, prices } = await bench({ placeOrder: () => Promise.resolve(order('o1', 'ordered')) });
    expect((await placing.readiness(body)).kind).toBe('noFreshPrice');
    await prices.ask(body);
    expect((await placing.readiness(body)).kind).toBe('ready');
    expect((await placing.readiness({ imageIds: ['a'], title: 'harbour', kind: body.kind })).kind).toBe(
      'ready',
    );
    expect((await placing.readiness({ ...body, title: 'Harbour' })).kind).toBe('noFreshPrice');
  });

  it('needs a price of this session', async () => {
    const { placing, prices, session } = await bench({
      placeOrder: () => Promise.resolve(order('o1', 'ordered')),
    });
    await prices.ask(body);
    await session.signIn(connection, 'another key');
    expect((await placing.readiness(body)).kind).toBe('noFreshPrice');
    await session.signOut();
    expect((await placing.readiness(body)).kind).toBe('signedOut');
  });

  it('is not offered when the service says that it cannot be placed', async () => {
    const { placing, prices } = await bench({
      placeOrder: () => Promise.reject(new Error('unexpected')),
      notOrderable: 'no subscription',
    });
    await prices.ask(body);
    expect(await placing.readiness(body)).toEqual({ kind: 'notOrderable', reason: 'no subscription' });
  });

  it('is in the journal before it leaves', async () => {
    const atSending: string[][] = [];
    const { agree, prices, store } = await bench({
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
      price: { value: 12, unit: 'credits' },
      connection: 'Test',
    });
  });

  it('does not leave when the journal cannot be written', async () => {
    const { agree, prices, store, sent } = await bench({
      placeOrder: () => Promise.resolve(order('o1', 'ordered')),
    });
    await prices.ask(body);
    store.append = () => Promise.reject(new Error('disk full'));
    await expect(agree()).rejects.toThrow('disk full');
    expect(sent).toEqual([]);
  });

  it('leaves once for two quick clicks', async () => {
    const answer = deferred<Order>();
    const { placing, prices, sent } = await bench({ placeOrder: () => answer.promise });
    await prices.ask(body);
    const ready = await placing.readiness(body);
    if (ready.kind !== 'ready') throw new Error(ready.kind);
    const both = [placing.place(body, ready), placing.place(body, ready)];
    answer.resolve(order('o1', 'ordered'));
    expect((await Promise.all(both)).map(one => one.kind).sort()).toEqual(['notSent', 'placed']);
    expect(sent).toHaveLength(1);
  });

  it('is not sent for a price that the user did not see', async () => {
    const { placing, prices, sent } = await bench({
      placeOrder: () => Promise.resolve(order('o1', 'ordered')),
    });
    await prices.ask(body);
    const seen = await placing.readiness(body);
    if (seen.kind !== 'ready') throw new Error(seen.kind);
    await prices.ask(body);
    expect(await placing.place(body, seen)).toMatchObject({ kind: 'notSent' });
    expect(sent).toEqual([]);
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
    const { agree, prices, placing, store } = await bench({
      placeOrder: () => Promise.reject(apiError(kind)),
    });
    await prices.ask(body);
    expect((await agree()).kind).toBe(outcome);
    expect(store.lines.at(-1)?.event).toBe(outcome);
    expect((await placing.readiness(body)).kind).toBe(outcome === 'refused' ? 'ready' : 'unresolved');
  });

  it('whose answer never came is held back until the user says that it was not booked', async () => {
    const { agree, prices, placing, store, sent } = await bench({
      placeOrder: () => Promise.reject(apiError('timeout')),
    });
    await prices.ask(body);
    await agree();
    const held = await placing.readiness(body);
    if (held.kind !== 'unresolved') throw new Error(held.kind);
    expect(held.entry).toMatchObject({ title: 'harbour' });
    await placing.resolve(held.entry, 'notBooked');
    expect((await placing.readiness(body)).kind).toBe('ready');
    expect(store.lines.at(-1)?.event).toBe('notBooked');
    expect(sent).toHaveLength(1);
  });

  it('whose answer never came is offered for what it may be, but never an order of another yes', async () => {
    const mine: Order = {
      ...order('o2', 'ordered'),
      title: 'harbour',
      kind: body.kind,
      createdAt: '2026-01-02',
    };
    const listed = [
      { ...mine, id: 'o1', createdAt: '2026-01-01' },
      mine,
      { ...mine, id: 'o3', title: 'another' },
      { ...mine, id: 'o4', kind: 'order.data.product' },
    ];
    let answers = 0;
    const { agree, prices, placing, store } = await bench({
      listed,
      placeOrder: () =>
        answers++ === 0 ? Promise.resolve(order('o1', 'ordered')) : Promise.reject(apiError('timeout')),
    });
    await prices.ask(body);
    await agree();
    await agree();
    const held = await placing.readiness(body);
    if (held.kind !== 'unresolved') throw new Error(held.kind);
    expect((await placing.candidates(held.entry))?.map(one => one.id)).toEqual(['o2']);
    await placing.resolve(held.entry, mine);
    expect(store.lines.at(-1)).toMatchObject({ event: 'placed', orderId: 'o2' });
    expect((await placing.readiness(body)).kind).toBe('ready');
  });

  it('is looked for in a list that was read after it left', async () => {
    const listed: Order[] = [];
    const { agree, prices, placing, orders } = await bench({
      listed,
      placeOrder: () => {
        // A reading begins, and then the service books what it never answers.
        void orders.refresh();
        listed.push({ ...order('o1', 'ordered'), title: 'harbour', kind: body.kind });
        return Promise.reject(apiError('timeout'));
      },
    });
    await prices.ask(body);
    await agree();
    const held = await placing.readiness(body);
    if (held.kind !== 'unresolved') throw new Error(held.kind);
    expect((await placing.candidates(held.entry))?.map(one => one.id)).toEqual(['o1']);
  });

  it('of products, which has no title, is found by its kind and images', async () => {
    const kind = 'order.data.product';
    const products = { kind, products: [{ id: 'a' }, { id: 'b' }] };
    const bare: Order = { ...order('o1', 'ordered'), kind, title: undefined };
    const delivered = (id: string): Order['deliveries'][number] => ({
      id: undefined,
      status: undefined,
      links: {},
      download: undefined,
      errorCode: undefined,
      message: undefined,
      datas: { id },
      updatedAt: undefined,
      deliveredAt: undefined,
    });
    const listed: Order[] = [
      { ...bare, id: 'same', payload: { products: [{ id: 'b' }, { id: 'a' }] } },
      { ...bare, id: 'same by deliveries', deliveries: [delivered('a'), delivered('b')] },
      { ...bare, id: 'silent' },
      { ...bare, id: 'fewer', payload: { products: [{ id: 'a' }] } },
      { ...bare, id: 'others', payload: { products: [{ id: 'a' }, { id: 'c' }] } },
      { ...bare, id: 'titled', title: 'harbour' },
      { ...bare, id: 'a report', kind: body.kind, payload: { imageIds: ['a', 'b'] } },
    ];
    const { agree, prices, placing } = await bench({
      listed,
      placeOrder: () => Promise.reject(apiError('timeout')),
    });
    await prices.ask(products);
    await agree(products);
    const held = await placing.readiness(products);
    if (held.kind !== 'unresolved') throw new Error(held.kind);
    const found = await placing.candidates(held.entry);
    expect(found?.map(one => one.id).sort()).toEqual(['same', 'same by deliveries', 'silent']);
  });

  it('is held back after a crash between the journal and the answer', async () => {
    const { agree, prices, placing, store } = await bench({
      placeOrder: () => Promise.resolve(order('o1', 'ordered')),
    });
    await prices.ask(body);
    await agree();
    // What is on the disk when the machine stops right after the order left.
    store.lines.splice(1);
    expect((await placing.readiness(body)).kind).toBe('unresolved');
  });

  it('is told apart from the same order placed less than ten minutes ago', async () => {
    const { agree, prices, placing, clock } = await bench({
      placeOrder: () => Promise.resolve(order('o1', 'ordered')),
    });
    await prices.ask(body);
    await agree();
    clock.now += 9 * 60_000;
    expect(await placing.readiness(body)).toMatchObject({ kind: 'ready', placedBefore: { orderId: 'o1' } });
    clock.now += 2 * 60_000;
    expect(await placing.readiness(body)).toMatchObject({ kind: 'ready', placedBefore: undefined });
  });

  it('appears among the orders at once', async () => {
    const { agree, prices, orders } = await bench({
      placeOrder: () => Promise.resolve(order('o1', 'ordered')),
    });
    await prices.ask(body);
    await agree();
    expect(orders.current.value).toMatchObject({ kind: 'ready', orders: [{ id: 'o1' }] });
    orders.dispose();
  });
});
