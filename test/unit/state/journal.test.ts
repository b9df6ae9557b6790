import { describe, expect, it } from 'vitest';
import { createJournal, type JournalLine } from '../../../src/state/journal.ts';
import { deferred, memoryJournal, settle } from './fakes.ts';

const start = Date.UTC(2026, 0, 1);
const sending = {
  bodyHash: 'hash',
  title: 'harbour',
  orderKind: 'order.analytics-toolbox.archive',
  imageIds: ['a'],
  price: { value: 12, unit: 'credits' },
};

function bench() {
  const store = memoryJournal();
  const clock = { now: start };
  return { store, clock, journal: createJournal(store, () => clock.now) };
}

describe('the journal', () => {
  it('says who sends what for how much, and when', async () => {
    const { journal, store } = bench();
    const id = await journal.begin('Test', sending);
    expect(store.lines).toEqual([
      { event: 'sending', id, connection: 'Test', at: '2026-01-01T00:00:00.000Z', ...sending },
    ]);
  });

  it('lets an order leave only when its line is on the disk', async () => {
    const { journal, store } = bench();
    const disk = deferred<undefined>();
    store.append = () => disk.promise;
    let mayLeave = false;
    const run = journal.begin('Test', sending).then(() => (mayLeave = true));
    await settle();
    expect(mayLeave).toBe(false);
    disk.resolve(undefined);
    await run;
    expect(mayLeave).toBe(true);
  });

  it('holds an order back whose line could not be written', async () => {
    const { journal, store } = bench();
    store.append = () => Promise.reject(new Error('disk full'));
    await expect(journal.begin('Test', sending)).rejects.toThrow('disk full');
  });

  it('tells two orders of the same body apart', async () => {
    const { journal } = bench();
    expect(await journal.begin('Test', sending)).not.toBe(await journal.begin('Test', sending));
  });
});

describe('an order whose outcome', () => {
  it('is not written is unresolved, with what a person needs to look for it', async () => {
    const { journal } = bench();
    const id = await journal.begin('Test', sending);
    expect(await journal.unresolved('Test', 'hash')).toEqual({
      id,
      at: '2026-01-01T00:00:00.000Z',
      title: 'harbour',
      orderKind: sending.orderKind,
      imageIds: sending.imageIds,
    });
  });

  it.each<[string, Parameters<ReturnType<typeof createJournal>['close']>[2], boolean]>([
    ['placed', { event: 'placed', orderId: 'o1', status: 'ordered' }, false],
    ['refused', { event: 'refused', message: 'no' }, false],
    ['not booked', { event: 'notBooked' }, false],
    ['unclear', { event: 'unclear', message: 'timeout' }, true],
  ])('is %s leaves it unresolved or not', async (_what, outcome, open) => {
    const { journal } = bench();
    const id = await journal.begin('Test', sending);
    await journal.close('Test', id, outcome);
    expect((await journal.unresolved('Test', 'hash'))?.id).toBe(open ? id : undefined);
  });

  it.each<[string, Parameters<ReturnType<typeof createJournal>['close']>[2]]>([
    ['the user says that it was not booked', { event: 'notBooked' }],
    ['it turns out to be booked', { event: 'placed', orderId: 'o1', status: 'ordered' }],
  ])('was unclear is resolved when %s', async (_what, outcome) => {
    const { journal } = bench();
    const id = await journal.begin('Test', sending);
    await journal.close('Test', id, { event: 'unclear', message: 'timeout' });
    await journal.close('Test', id, outcome);
    expect(await journal.unresolved('Test', 'hash')).toBeUndefined();
  });

  it('is unclear stays so when the same body is ordered again', async () => {
    const { journal } = bench();
    const first = await journal.begin('Test', sending);
    await journal.close('Test', first, { event: 'unclear', message: 'timeout' });
    const second = await journal.begin('Test', sending);
    await journal.close('Test', second, { event: 'placed', orderId: 'o2', status: 'ordered' });
    expect((await journal.unresolved('Test', 'hash'))?.id).toBe(first);
  });

  it('is not known concerns its own connection and its own body alone', async () => {
    const { journal } = bench();
    await journal.begin('Test', sending);
    expect(await journal.unresolved('Other', 'hash')).toBeUndefined();
    expect(await journal.unresolved('Test', 'other hash')).toBeUndefined();
  });

  it('is not known for several is told of the latest', async () => {
    const { journal, clock } = bench();
    await journal.begin('Test', sending);
    clock.now += 1000;
    const latest = await journal.begin('Test', { ...sending, title: 'later' });
    expect(await journal.unresolved('Test', 'hash')).toMatchObject({ id: latest, title: 'later' });
  });
});

describe('an order that was placed', () => {
  async function placed(orderId = 'o1') {
    const parts = bench();
    const id = await parts.journal.begin('Test', sending);
    parts.clock.now += 500;
    await parts.journal.close('Test', id, { event: 'placed', orderId, status: 'ordered' });
    return { ...parts, id };
  }

  it('is found by its body, with the time at which the service took it', async () => {
    const { journal, id } = await placed();
    expect(await journal.placedSince('Test', 'hash', start)).toEqual({
      id,
      at: '2026-01-01T00:00:00.500Z',
      title: 'harbour',
      orderId: 'o1',
    });
  });

  it.each([
    [0, true],
    [500, true],
    [501, false],
  ])('counts since the very moment at which it was taken (+%i ms)', async (since, found) => {
    const { journal } = await placed();
    expect((await journal.placedSince('Test', 'hash', start + since)) !== undefined).toBe(found);
  });

  it('concerns its own connection and its own body alone', async () => {
    const { journal } = await placed();
    expect(await journal.placedSince('Other', 'hash', 0)).toBeUndefined();
    expect(await journal.placedSince('Test', 'other hash', 0)).toBeUndefined();
  });

  it('is told of the latest of several', async () => {
    const { journal, clock } = await placed();
    clock.now += 1000;
    const again = await journal.begin('Test', sending);
    await journal.close('Test', again, { event: 'placed', orderId: 'o2', status: 'ordered' });
    expect(await journal.placedSince('Test', 'hash', 0)).toMatchObject({ orderId: 'o2' });
  });

  it.each<[string, Parameters<ReturnType<typeof createJournal>['close']>[2] | undefined]>([
    ['is still on its way', undefined],
    ['was refused', { event: 'refused', message: 'no' }],
    ['is unclear', { event: 'unclear', message: 'timeout' }],
    ['was not booked', { event: 'notBooked' }],
  ])('is not one that %s', async (_what, outcome) => {
    const { journal } = bench();
    const id = await journal.begin('Test', sending);
    if (outcome) await journal.close('Test', id, outcome);
    expect(await journal.placedSince('Test', 'hash', 0)).toBeUndefined();
  });

  it('is an answer to a yes of the user, on its own connection', async () => {
    const { journal } = await placed();
    const open = await journal.begin('Test', sending);
    await journal.close('Test', open, { event: 'unclear', message: 'timeout' });
    const elsewhere = await journal.begin('Other', sending);
    await journal.close('Other', elsewhere, { event: 'placed', orderId: 'o9', status: 'ordered' });
    expect([...(await journal.placedOrders('Test'))]).toEqual(['o1']);
    expect([...(await journal.placedOrders('Other'))]).toEqual(['o9']);
    expect([...(await journal.placedOrders('Third'))]).toEqual([]);
  });

  it('is known to the next window: everything is in the lines', async () => {
    const { store } = await placed();
    const lines = JSON.parse(JSON.stringify(store.lines)) as JournalLine[];
    const next = createJournal({ append: () => Promise.resolve(), readAll: () => Promise.resolve(lines) });
    expect(await next.placedSince('Test', 'hash', 0)).toMatchObject({ orderId: 'o1' });
    expect(await next.unresolved('Test', 'hash')).toBeUndefined();
  });
});
