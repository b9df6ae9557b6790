import { appendFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAppendLog } from '../../../../src/platform/files/appendLog.ts';
import {
  createJournal,
  type JournalEvent,
  type JournalLine,
  readJournalLine,
} from '../../../../src/features/orders/journal.ts';
import { listAttempts, placedSince } from '../../../../src/features/orders/orderAttempts.ts';
import { spentOnDay } from '../../../../src/features/orders/spent.ts';
import { deferred, memoryJournal, settle } from '../../fakes.ts';
import { tempFolder } from '../../tempFolder.ts';

const start = Date.UTC(2026, 0, 1);
const sending = {
  bodyHash: 'hash',
  title: 'harbour',
  orderKind: 'order.analytics-toolbox.archive',
  body: { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a'] },
  price: { value: 12, unit: 'credits' },
};

function setUp() {
  const store = memoryJournal();
  const clock = { now: start };
  return { store, clock, journal: createJournal(store, () => clock.now) };
}

describe('the journal', () => {
  it('records who sends what, at which price, and when', async () => {
    const { journal, store } = setUp();
    const id = await journal.begin({ connection: 'Test' }, sending);
    expect(store.lines).toEqual([
      { event: 'sending', id, connection: 'Test', at: '2026-01-01T00:00:00.000Z', ...sending },
    ]);
  });

  it('lets an order be sent only when its line is on the disk', async () => {
    const { journal, store } = setUp();
    const disk = deferred<undefined>();
    store.append = () => disk.promise;
    let mayLeave = false;
    const run = journal.begin({ connection: 'Test' }, sending).then(() => (mayLeave = true));
    await settle();
    expect(mayLeave).toBe(false);
    disk.resolve(undefined);
    await run;
    expect(mayLeave).toBe(true);
  });

  it("doesn't send an order whose line couldn't be written", async () => {
    const { journal, store } = setUp();
    store.append = () => Promise.reject(new Error('disk full'));
    await expect(journal.begin({ connection: 'Test' }, sending)).rejects.toThrow('disk full');
  });

  it('shows what this window last read, including its own lines', async () => {
    const { journal, store } = setUp();
    expect(journal.known.value).toEqual([]);
    const id = await journal.begin({ connection: 'Test' }, sending);
    expect(await journal.read()).toEqual(store.lines);
    await journal.close('Test', id, { event: 'refused', message: 'no' });
    expect(journal.known.value).toEqual(store.lines);
    expect(journal.known.value).toHaveLength(2);
  });

  it("counts an outcome as written even if it can't be read back", async () => {
    const { journal, store } = setUp();
    store.readAll = () => Promise.reject(new Error('unreadable'));
    await journal.close('Test', 'a', { event: 'notBooked' });
    expect(store.lines).toHaveLength(1);
    await expect(journal.read()).rejects.toThrow('unreadable');
  });
});

describe('a line of the journal', () => {
  const place = { connection: 'Test', service: 'https://base.test', contract: 'c1' };
  const stamp = { id: 'a', at: '2026-01-01T00:00:00.000Z' };
  const charge = { id: 'p1', at: '2026-01-02', effect: { value: -12, unit: 'credits' } };

  it.each<[string, JournalEvent]>([
    ['an order that is sent', { event: 'sending', ...sending, knownBefore: ['o1', 'o2'] }],
    ['a price in another unit', { event: 'sending', ...sending, price: { value: 0.5, unit: 'kB' } }],
    ['an order with a name of its own', { event: 'sending', ...sending, name: 'Quay' }],
    ['a placed order', { event: 'placed', orderId: 'o1', status: 'ordered' }],
    ['a refused order', { event: 'refused', message: 'no' }],
    ['an order without an answer', { event: 'unclear', message: 'timeout' }],
    ['an order that was not booked', { event: 'notBooked' }],
    ['an order that was withdrawn', { event: 'withdrawn', why: 'unresolved' }],
    [
      'what became of an order',
      {
        event: 'settled',
        status: 'failed',
        bookings: [charge, { ...charge, id: 'p2', at: undefined }],
        isWhole: true,
      },
    ],
    ['that an order is in progress', { event: 'settled', bookings: [], isWhole: false }],
  ])('is read as it was written: %s', (_what, event) => {
    const line = { ...event, ...place, ...stamp };
    expect(readJournalLine(JSON.parse(JSON.stringify(line)))).toEqual(line);
  });

  it('is read without what has the wrong type', () => {
    const line = {
      event: 'sending',
      id: 'a',
      connection: 'Test',
      service: 7,
      contract: null,
      bodyHash: null,
      body: ['a'],
      title: {},
      name: 7,
      orderKind: 1,
      price: { value: '9', unit: 3 },
      knownBefore: [1, 'o1', null],
      at: 5,
    };
    expect(readJournalLine(line)).toEqual({
      event: 'sending',
      id: 'a',
      connection: 'Test',
      bodyHash: '',
      title: '',
      orderKind: '',
      price: { value: 0, unit: 'credits' },
      knownBefore: ['o1'],
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  it.each<[string, object, object]>([
    ['a status that is a number', { status: 7 }, {}],
    ['payments that are no list', { bookings: 'none' }, {}],
    ['a payment that is none', { bookings: [null, charge] }, { bookings: [charge] }],
    ['a payment without an id', { bookings: [{ ...charge, id: 7 }, charge] }, { bookings: [charge] }],
    [
      'a payment without an amount',
      { bookings: [{ ...charge, effect: null }, charge] },
      { bookings: [charge] },
    ],
    ['an amount that is a text', { bookings: [{ ...charge, effect: { value: '9', unit: 'credits' } }] }, {}],
    [
      'an amount without end',
      { bookings: [{ ...charge, effect: { value: Infinity, unit: 'credits' } }] },
      {},
    ],
    ['an amount without a unit', { bookings: [{ ...charge, effect: { value: 9 } }] }, {}],
    [
      'a time that is a number',
      { bookings: [{ ...charge, at: 7 }] },
      { bookings: [{ ...charge, at: undefined }] },
    ],
    ['a mark of all payments that is a text', { isWhole: 'yes' }, {}],
  ])('about what became of an order is read without %s', (_what, written, read) => {
    const line = { event: 'settled', connection: 'Test', bookings: [], isWhole: false, ...stamp };
    expect(readJournalLine({ ...line, ...written })).toEqual({ ...line, ...read });
  });

  it.each([
    null,
    'placed',
    { event: 'notBooked', id: 7, connection: 'Test' },
    { event: 'notBooked', id: 'a', connection: null },
    { event: 'sent', id: 'a', connection: 'Test' },
  ])('is not about an order: %j', value => {
    expect(readJournalLine(value)).toBeUndefined();
  });
});

describe('the journal on the disk', () => {
  const line = (id: string): JournalLine => ({
    event: 'refused',
    message: 'no',
    id,
    connection: 'Test',
    at: '2026-01-01T00:00:00.000Z',
  });

  async function disk() {
    const path = join(await tempFolder(), 'orders.jsonl');
    return { path, file: createAppendLog(path, readJournalLine) };
  }

  it('treats manually edited lines as blocking their own order, not others', async () => {
    const { path, file } = await disk();
    await file.append(line('a'));
    const sent = { event: 'sending', connection: 'Test', bodyHash: 'hash', at: '2026-01-01T00:00:00.000Z' };
    const lines = [
      { ...sent, id: 'b' },
      { ...sent, id: 'c', price: { value: -1e9, unit: 'credits' }, at: 'yesterday' },
      { event: 'placed', id: 'c', connection: 'Test' },
      { ...sent, id: 'd', price: null, body: [], knownBefore: [1, 'o1'], title: {} },
      { event: 'placed', id: 7, connection: 'Test' },
      { event: 'sent', id: 'e', connection: 'Test' },
      [],
      null,
    ];
    await appendFile(path, lines.map(entry => `${JSON.stringify(entry)}\n`).join(''));
    const attempts = listAttempts(await file.readAll(), { connection: 'Test' });
    expect(attempts.map(attempt => [attempt.id, attempt.price.value, attempt.outcome?.event])).toEqual([
      ['b', 0, undefined],
      ['c', 0, 'placed'],
      ['d', 0, undefined],
    ]);
    expect(placedSince(attempts, 'hash')?.id).toBe('c');
    expect(spentOnDay(Date.parse('2026-01-01T00:00:01Z'), attempts)).toHaveLength(2);
  });

  it.each(['{}', '{"event":"placed"}', '{"id":"x"}'])(
    'skips the line %s, and orders still work',
    async rubbish => {
      const { path, file } = await disk();
      await file.append(line('a'));
      await appendFile(path, `${rubbish}\n`);
      await file.append(line('b'));
      expect(await file.readAll()).toEqual([line('a'), line('b')]);
      expect(listAttempts(await file.readAll(), { connection: 'Test' })).toEqual([]);
    },
  );

  it('knows after a crash that an order was being sent', async () => {
    const { path, file } = await disk();
    const id = await createJournal(file).begin({ connection: 'Test' }, sending);
    const length = (await stat(path)).size;
    await createJournal(file).close('Test', id, { event: 'placed', orderId: 'o1', status: 'ordered' });
    // The content of the disk if the machine stops while the outcome is being written.
    await truncate(path, length + 20);
    const [known] = listAttempts(await createAppendLog(path, readJournalLine).readAll(), {
      connection: 'Test',
    });
    expect(known).toMatchObject({ id, outcome: undefined });
  });
});
