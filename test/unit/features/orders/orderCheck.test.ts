import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import type { Order } from '../../../../src/service/rules/order.ts';
import {
  createJournal,
  type OrderDestination,
  type Outcome,
} from '../../../../src/features/orders/journal.ts';
import {
  isUnconfirmed,
  listAttempts,
  orderDestination,
} from '../../../../src/features/orders/orderAttempts.ts';
import { settlingMs } from '../../../../src/features/orders/orderAttempts.ts';
import { createOrderCheck } from '../../../../src/features/orders/orderCheck.ts';
import {
  apiError,
  connection,
  fakeClient,
  memoryJournal,
  otherConnection,
  renamed,
  signedInSession,
} from '../../fakes.ts';
import { bareOrder } from '../../fixtures.ts';

const start = Date.UTC(2026, 0, 1);
const body = {
  kind: 'order.analytics-toolbox.archive',
  title: 'harbour',
  imageIds: ['a'],
  aoi: polygon(box(5, 43, 6, 44)),
};
const nameless: Partial<typeof body> = { ...body };
delete nameless.title;
const createdAt = new Date(start + 1000).toISOString();
const mine = bareOrder({ id: 'mine', kind: body.kind, title: 'harbour', createdAt, payload: body });
const silent = bareOrder({ id: 'silent', kind: body.kind, createdAt });
const stranger = bareOrder({ id: 'stranger', kind: 'order.data.product' });

interface Options {
  listed?: readonly Order[];
  /** Details that the list lacks, as returned for the single order; an error if it can't be read. */
  single?: Order | Error;
  knownBefore?: string[];
}

async function setUp({ listed = [], single = apiError('server'), knownBefore }: Options = {}) {
  const requests: string[] = [];
  const client = fakeClient({
    ordersPage: ({ page }) => {
      requests.push(`page ${page}`);
      return Promise.resolve({ items: [...listed], total: listed.length, isLast: true });
    },
    order: id => {
      requests.push(id);
      return single instanceof Error ? Promise.reject(single) : Promise.resolve(single);
    },
  });
  const session = await signedInSession(client);
  const store = memoryJournal();
  const clock = { now: start, elapsed: 5_000 };
  const journal = createJournal(store, () => clock.now);
  const onItsWay = new Set<string>();
  const checkOrder = createOrderCheck({
    session,
    journal,
    placing: { isOnItsWay: id => onItsWay.has(id) },
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  });
  const write = (title = 'harbour', destination: OrderDestination = orderDestination(connection)) =>
    journal.begin(destination, {
      bodyHash: title,
      body: { ...body, title },
      title,
      orderKind: body.kind,
      price: { value: 12, unit: 'credits' },
      ...(knownBefore ? { knownBefore } : {}),
    });
  const id = await write();
  const entryOf = (of: string) => {
    const found = listAttempts(store.lines, { connection: connection.name }).find(
      attempt => attempt.id === of,
    );
    if (!found) throw new Error('No such entry');
    return found;
  };
  clock.now += settlingMs;
  const close = (outcome: Outcome) => journal.close(connection.name, id, outcome);
  return {
    session,
    client,
    store,
    clock,
    journal,
    onItsWay,
    checkOrder,
    write,
    requests,
    id,
    close,
    entryOf,
    entry: entryOf(id),
  };
}

describe('an order without an answer', () => {
  it('is found if no other order matches, and then counts as placed', async () => {
    const { checkOrder, entry, entryOf, id, requests } = await setUp({ listed: [stranger, mine] });
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'found', order: mine });
    expect(entryOf(id).outcome).toMatchObject({ event: 'placed', orderId: 'mine' });
    expect(requests).toEqual(['page 1']);
    expect(await checkOrder.checkOrder(entry)).toMatchObject({
      kind: 'known',
      entry: { outcome: { orderId: 'mine' } },
    });
    // What is known needs no request.
    expect(requests).toEqual(['page 1']);
  });

  it('has its own outcome, whatever came of another one', async () => {
    const { checkOrder, entry, entryOf, write, close, clock } = await setUp();
    await close({ event: 'placed', orderId: 'o1', status: 'ordered' });
    const id = await write('another');
    clock.now += settlingMs;
    expect(await checkOrder.resolve(entryOf(id), 'notBooked')).toEqual({ kind: 'written' });
    expect(entryOf(id).outcome?.event).toBe('notBooked');
    expect(await checkOrder.attempt(id)).toEqual(entryOf(id));
    expect(await checkOrder.attempt(entry.id)).toEqual(entryOf(entry.id));
    expect(await checkOrder.attempt('unknown')).toBeUndefined();
  });

  it('is searched for from when it was sent, and the search reports how far it is', async () => {
    const { checkOrder, entry, client } = await setUp();
    const old = (id: string) => ({ ...mine, id, createdAt: new Date(start - 30 * 86_400_000).toISOString() });
    const pages = [[mine, old('a')], [old('b'), old('c')], [old('d')]];
    const read: unknown[] = [];
    client.ordersPage = ({ page }) =>
      Promise.resolve({ items: pages[page - 1] ?? [], total: 5, isLast: page === 3 });
    expect(await checkOrder.checkOrder(entry, { progress: (...counts) => read.push(counts) })).toMatchObject({
      kind: 'found',
      order: { id: 'mine' },
    });
    expect(read.slice(0, 2)).toEqual([
      [2, 5],
      [4, 5],
    ]);
    expect(read).not.toContainEqual([5, 5]);
  });

  it('stays open while the list keeps changing', async () => {
    const { checkOrder, entry, entryOf, id, client } = await setUp();
    let newest = 100;
    client.ordersPage = ({ page }) => {
      const first = (newest += page === 1 ? 50 : 0) - (page - 1) * 2;
      const items = [first, first - 1].map(number => ({ ...stranger, id: `o${number}` }));
      return Promise.resolve({ items, total: 4, isLast: page === 2 });
    };
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'unsteady' });
    expect(isUnconfirmed(entryOf(id))).toBe(true);
  });

  it('is not an order that belongs to another attempt or existed before', async () => {
    const { checkOrder, entry, write, journal } = await setUp({
      listed: [mine, { ...mine, id: 'old' }],
      knownBefore: ['old'],
    });
    await journal.close(connection.name, await write('another'), {
      event: 'placed',
      orderId: 'mine',
      status: 'ordered',
    });
    expect(await checkOrder.checkOrder(entry)).toMatchObject({ kind: 'notListed', read: 2 });
  });

  it('is left to the user if it is listed twice', async () => {
    const { checkOrder, entry, entryOf, id } = await setUp({ listed: [mine, { ...mine, id: 'duplicate' }] });
    expect(await checkOrder.checkOrder(entry)).toMatchObject({
      kind: 'undecided',
      same: [{ id: 'mine' }, { id: 'duplicate' }],
    });
    expect(isUnconfirmed(entryOf(id))).toBe(true);
    expect(await checkOrder.resolve(entry, { ...mine, id: 'duplicate' })).toEqual({ kind: 'written' });
    expect(entryOf(id).outcome).toMatchObject({ event: 'placed', orderId: 'duplicate' });
  });

  const unnamed = { ...mine, title: undefined, payload: nameless };

  it('is the order as it was read individually', async () => {
    const full = { ...mine, id: 'silent', status: 'delivered' };
    const { checkOrder, entry, entryOf, id } = await setUp({ listed: [silent], single: full });
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'found', order: full });
    expect(entryOf(id).outcome).toMatchObject({ orderId: 'silent', status: 'delivered' });
  });

  it.each<[string, Order, Order | Error, string]>([
    ['is this', silent, mine, 'found'],
    ['is another', silent, { ...mine, title: 'airport' }, 'notListed'],
    ['has no more', silent, silent, 'undecided'],
    ["can't be read", silent, apiError('server'), 'undecided'],
    ['is this by its name', unnamed, mine, 'found'],
    ["is somebody else's by its name", unnamed, { ...mine, title: 'airport' }, 'notListed'],
    ['has no name either', unnamed, unnamed, 'found'],
    ["can't be read for its name", unnamed, apiError('server'), 'undecided'],
  ])(
    'is read individually if the list lacks details; the single order %s',
    async (_what, listed, single, kind) => {
      const { checkOrder, entry, requests } = await setUp({ listed: [listed], single });
      expect((await checkOrder.checkOrder(entry)).kind).toBe(kind);
      expect(requests).toEqual(['page 1', listed.id]);
    },
  );

  it('is left to the user without a time, unless the list was known when it was sent', async () => {
    const timeless = { ...mine, createdAt: undefined };
    const unknown = await setUp({ listed: [timeless] });
    expect((await unknown.checkOrder.checkOrder(unknown.entry)).kind).toBe('undecided');
    const known = await setUp({ listed: [timeless], knownBefore: [] });
    expect((await known.checkOrder.checkOrder(known.entry)).kind).toBe('found');
  });

  it('reads only a few single orders, newest first', async () => {
    const many = Array.from({ length: 30 }, (_none, index) => ({
      ...silent,
      id: `o${index}`,
      createdAt: new Date(start + index * 1000).toISOString(),
    }));
    const { checkOrder, entry, requests } = await setUp({ listed: many });
    const found = await checkOrder.checkOrder(entry);
    expect(found.kind === 'undecided' && found.maybe).toHaveLength(30);
    expect(requests.slice(1)).toEqual(
      many
        .slice(10)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it('is not taken for one that was not read for its name, as there were too many', async () => {
    const many = Array.from({ length: 21 }, (_none, index) => ({
      ...unnamed,
      id: `o${index}`,
      createdAt: new Date(start + index * 1000).toISOString(),
    }));
    const { checkOrder, entry } = await setUp({ listed: many, single: { ...mine, title: 'airport' } });
    expect(await checkOrder.checkOrder(entry)).toMatchObject({
      kind: 'undecided',
      same: [],
      maybe: [{ id: 'o0' }],
    });
  });

  it.each([
    ['first', 0],
    ['last', 1],
  ])('is left to the user newest first, and one without a time last; it was listed %s', async (_what, at) => {
    const listed = [silent];
    listed.splice(at, 0, { ...silent, id: 'timeless', createdAt: undefined });
    const { checkOrder, entry } = await setUp({ listed });
    expect(await checkOrder.checkOrder(entry)).toMatchObject({
      kind: 'undecided',
      maybe: [{ id: 'silent' }, { id: 'timeless' }],
    });
  });

  it('reports similar orders, newest first', async () => {
    const near = { ...mine, id: 'near', title: 'airport' };
    const later = { ...near, id: 'later', createdAt: new Date(start + 2000).toISOString() };
    const { checkOrder, entry } = await setUp({
      listed: [
        { ...near, id: 'other image', payload: { ...body, imageIds: ['z'] } },
        near,
        later,
        { ...near, id: 'other kind', kind: 'order.data.product' },
        { ...near, id: 'before', createdAt: new Date(start - 86_400_000).toISOString() },
        { ...silent, id: 'no image', title: 'airport' },
        stranger,
      ],
    });
    expect(await checkOrder.checkOrder(entry)).toEqual({
      kind: 'notListed',
      read: 7,
      near: [later, near],
      waitMs: 0,
    });
  });

  it("may be in transit for a while, so it can't be declared not booked yet", async () => {
    const { checkOrder, entry, clock, entryOf, id } = await setUp();
    clock.now = start + 20_000;
    const waitMs = settlingMs - 20_000;
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'notListed', read: 0, near: [], waitMs });
    expect(await checkOrder.resolve(entry, 'notBooked')).toEqual({ kind: 'tooEarly', waitMs });
    expect(isUnconfirmed(entryOf(id))).toBe(true);
    clock.now = start + settlingMs;
    expect(await checkOrder.resolve(entry, 'notBooked')).toEqual({ kind: 'written' });
    expect(entryOf(id).outcome?.event).toBe('notBooked');
  });

  it.each([-1, -2 * settlingMs, -1e9])(
    'after the clock was set back (%d ms), can be declared not booked only after the full wait',
    async step => {
      const { checkOrder, entry, clock } = await setUp();
      clock.now = start + step;
      const waitMs = settlingMs;
      expect(await checkOrder.checkOrder(entry)).toMatchObject({ kind: 'notListed', waitMs });
      expect(await checkOrder.resolve(entry, 'notBooked')).toEqual({ kind: 'tooEarly', waitMs });
      clock.elapsed += settlingMs - 1;
      expect(await checkOrder.resolve(entry, 'notBooked')).toEqual({ kind: 'tooEarly', waitMs: 1 });
      clock.elapsed += 1;
      expect(await checkOrder.resolve(entry, 'notBooked')).toEqual({ kind: 'written' });
    },
  );

  it("waits by the machine's clock that is never set", async () => {
    const { session, journal, entry, clock } = await setUp();
    clock.now = start - 1;
    const placing = { isOnItsWay: () => false };
    const checkOrder = createOrderCheck({ session, journal, placing, now: () => clock.now });
    expect(checkOrder.settlesIn(entry)).toBeLessThanOrEqual(settlingMs);
    expect(checkOrder.settlesIn(entry)).toBeGreaterThan(0);
  });

  it('is not checked while this window waits for its answer', async () => {
    const { checkOrder, entry, id, onItsWay, requests } = await setUp({ listed: [mine] });
    onItsWay.add(id);
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'onItsWay' });
    expect(await checkOrder.resolve(entry, 'notBooked')).toMatchObject({ kind: 'tooEarly' });
    expect(await checkOrder.open()).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('is known if another window recorded the outcome, even while the orders are being read', async () => {
    const parts = await setUp();
    const { checkOrder, entry, client, close } = parts;
    client.ordersPage = async () => {
      await close({ event: 'placed', orderId: 'o9', status: 'ordered' });
      return { items: [mine], total: 1, isLast: true };
    };
    expect(await checkOrder.checkOrder(entry)).toMatchObject({
      kind: 'known',
      entry: { outcome: { orderId: 'o9' } },
    });
    expect(await checkOrder.resolve(entry, 'notBooked')).toMatchObject({ kind: 'known' });
    expect(parts.store.lines.map(({ event }) => event)).toEqual(['sending', 'placed']);
  });

  it('is checked only on its own connection', async () => {
    const { checkOrder, entry, session, requests, write } = await setUp({ listed: [mine] });
    expect((await checkOrder.open()).map(({ id }) => id)).toEqual([entry.id]);
    await write('elsewhere', orderDestination(otherConnection));
    expect(await checkOrder.open()).toHaveLength(1);
    await session.signIn(otherConnection, 'key');
    expect((await checkOrder.open()).map(({ title }) => title)).toEqual(['elsewhere']);
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'otherConnection' });
    await session.signOut();
    expect(await checkOrder.open()).toEqual([]);
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'otherConnection' });
    expect(requests).toEqual([]);
  });

  it('is checked after its connection is renamed', async () => {
    const { checkOrder, entry, entryOf, id, session } = await setUp({ listed: [mine] });
    await session.signIn(renamed, 'key');
    expect(await checkOrder.open()).toEqual([entry]);
    expect(await checkOrder.checkOrder(entry)).toEqual({ kind: 'found', order: mine });
    expect(entryOf(id).outcome).toMatchObject({ event: 'placed', orderId: 'mine' });
  });

  it("stays open if the orders can't be read or the check is canceled", async () => {
    const { checkOrder, entry, client, entryOf, id } = await setUp({ listed: [mine] });
    const abort = new AbortController();
    client.ordersPage = () => {
      abort.abort();
      return Promise.resolve({ items: [mine], total: 1, isLast: true });
    };
    expect(await checkOrder.checkOrder(entry, { signal: abort.signal })).toEqual({ kind: 'cancelled' });
    client.ordersPage = () => Promise.reject(apiError('network'));
    await expect(checkOrder.checkOrder(entry)).rejects.toMatchObject({ kind: 'network' });
    expect(isUnconfirmed(entryOf(id))).toBe(true);
  });
});
