import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '../../../../src/service/rules/ledgerEntry.ts';
import { entry } from '../../service/rules/ledgerFixtures.ts';
import type { AppendLog } from '../../../../src/platform/files/appendLog.ts';
import { readValue } from '../../../../src/platform/host/reading.ts';
import type { JournalLine, Outcome, Settlement } from '../../../../src/features/orders/journal.ts';
import { sumOrders } from '../../../../src/features/ledger/rules/ledgerSums.ts';
import { createLedger, createLedgerLog } from '../../../../src/features/ledger/ledger.ts';
import { orderEntries } from '../../../../src/features/ledger/orderEntries.ts';
import { eventually } from '../../../eventually.ts';
import { settle } from '../../fakes.ts';
import { tempFolder } from '../../tempFolder.ts';

const noon = Date.UTC(2026, 2, 20, 12);

function setUp(journal: readonly JournalLine[] = []) {
  const lines: LedgerEntry[] = [];
  const errors: unknown[] = [];
  const fails = { append: false, read: false };
  const store: AppendLog<LedgerEntry> = {
    append: line => {
      if (fails.append) return Promise.reject(new Error('The disk is full'));
      lines.push(line);
      return Promise.resolve();
    },
    readAll: () => (fails.read ? Promise.reject(new Error('No disk')) : Promise.resolve([...lines])),
  };
  const clock = { now: noon };
  const ledger = createLedger(
    store,
    { read: () => Promise.resolve(journal) },
    error => errors.push(error),
    connection => (connection === 'Test' ? 'c1' : undefined),
    () => clock.now,
  );
  const entries = async () => {
    await settle();
    await ledger.read();
    return readValue(ledger.current.value) ?? [];
  };
  return { ledger, lines, errors, fails, clock, entries };
}

const about = { connection: 'Test', action: 'revoke', subscriptionId: 's1' } as const;

describe('the ledger', () => {
  it('shows what has started as unconfirmed until it ends, with the time of its start', async () => {
    const { ledger, clock, entries } = setUp();
    const end = ledger.record(about);
    expect(await entries()).toMatchObject([{ ...about, result: 'unclear', at: '2026-03-20T12:00:00.000Z' }]);
    clock.now += 5000;
    end({ result: 'refused', message: 'No.' });
    expect(await entries()).toMatchObject([
      { result: 'refused', message: 'No.', at: '2026-03-20T12:00:00.000Z' },
    ]);
  });

  it('is sorted newest first', async () => {
    const { ledger, clock, entries } = setUp();
    ledger.record({ ...about, subscriptionId: 'first' }, { result: 'ok' });
    clock.now += 1;
    ledger.record({ ...about, subscriptionId: 'second' }, { result: 'ok' });
    expect((await entries()).map(({ subscriptionId }) => subscriptionId)).toEqual(['second', 'first']);
  });

  it('blocks nothing when it cannot be written, and logs that', async () => {
    const { ledger, fails, errors, entries } = setUp();
    fails.append = true;
    const end = ledger.record(about);
    end({ result: 'ok' });
    await settle();
    expect(errors).toHaveLength(2);
    fails.append = false;
    ledger.record(about, { result: 'ok' });
    expect(await entries()).toHaveLength(1);
  });

  it('follows its own lines once it has been read', async () => {
    const { ledger, entries } = setUp();
    ledger.record(about, { result: 'ok' });
    await settle();
    expect(ledger.current.value.kind).toBe('none');
    await entries();
    ledger.record(about, { result: 'ok' });
    await eventually(() => expect(readValue(ledger.current.value)).toHaveLength(2));
  });

  it('keeps what it knows when it cannot be read again', async () => {
    const { ledger, fails, entries } = setUp();
    ledger.record(about, { result: 'ok' });
    await entries();
    fails.read = true;
    await ledger.read();
    expect(ledger.current.value).toMatchObject({ kind: 'ready', stale: new Error('No disk') });
    expect(readValue(ledger.current.value)).toHaveLength(1);
    fails.read = false;
    await ledger.read();
    expect('stale' in ledger.current.value).toBe(false);
  });
});

describe('orders in the ledger', () => {
  const at = (seconds: number) => new Date(noon + seconds * 1000).toISOString();
  const sent = (id: string, connection = 'Test'): JournalLine => ({
    event: 'sending',
    id,
    connection,
    at: at(0),
    bodyHash: '0123456789abcdef',
    body: { kind: 'order.data.product', customerRef: 'private words' },
    title: 'Quay',
    orderKind: 'order.data.product',
    price: { value: 12, unit: 'credits' },
  });
  const line = (id: string, outcome: Outcome, seconds = 1): JournalLine => ({
    ...outcome,
    id,
    connection: 'Test',
    at: at(seconds),
  });
  const settled = (id: string, rest: Partial<Settlement>, seconds = 5): JournalLine => ({
    event: 'settled',
    bookings: [],
    isWhole: false,
    ...rest,
    id,
    connection: 'Test',
    at: at(seconds),
  });
  const booking = (id: string, value: number, seconds?: number) => ({
    id,
    at: seconds === undefined ? undefined : at(seconds),
    effect: { value, unit: 'credits' },
  });
  const placed: Outcome = { event: 'placed', orderId: 'o1', status: 'ordered' };

  it('keeps the contract that pays now, and that of the order in the journal', async () => {
    const { ledger, lines, entries } = setUp([{ ...sent('a'), contract: 'c2' }]);
    ledger.record(about);
    ledger.record({ ...about, connection: 'Other' });
    const [order] = (await entries()).filter(({ action }) => action === 'order');
    expect(order?.contractId).toBe('c2');
    expect(lines.map(({ contractId }) => contractId)).toEqual(['c1', undefined]);
  });

  it('give the price of a product their name', async () => {
    const { ledger, entries } = setUp([sent('a')]);
    const price = { action: 'price', orderKind: 'order.data.product' } as const;
    ledger.record({ ...price, connection: 'Test', bodyHash: '01234567' }, { result: 'ok' });
    ledger.record({ ...price, connection: 'Other', bodyHash: '01234567' }, { result: 'ok' });
    const prices = (await entries()).filter(({ action }) => action === 'price');
    expect(prices.map(({ connection, title }) => [connection, title]).sort()).toEqual([
      ['Other', undefined],
      ['Test', 'Quay'],
    ]);
  });

  it('contain what their price was for', async () => {
    const { ledger, entries } = setUp([sent('a')]);
    const contents = { areaKm2: 12, product: 'pansharpened', constellation: 'PHR' };
    const price = { connection: 'Test', action: 'price', bodyHash: '01234567', ...contents } as const;
    ledger.record({ ...price, connection: 'Other', areaKm2: 7 }, { result: 'ok' });
    ledger.record(price, { result: 'ok' });
    expect((await entries()).find(({ action }) => action === 'order')).toMatchObject(contents);
  });

  it('are named by their reference if they have no title, as everywhere', () => {
    const [entry] = orderEntries([{ ...sent('a'), title: '' } as JournalLine, line('a', placed)]);
    expect(entry?.title).toBe('private words');
  });

  it.each<[string, JournalLine[], Partial<LedgerEntry>]>([
    ['placed', [line('a', placed)], { result: 'ok', orderId: 'o1', status: 'ordered' }],
    ['without an answer', [], { result: 'unclear' }],
    [
      'unclear',
      [line('a', { event: 'unclear', message: 'timeout' })],
      { result: 'unclear', message: 'timeout' },
    ],
    [
      'unclear and found later',
      [line('a', { event: 'unclear', message: 'timeout' }), line('a', placed, 2)],
      { result: 'foundLater', orderId: 'o1', status: 'ordered' },
    ],
    [
      'found after a crash',
      [line('a', placed, 90)],
      { result: 'foundLater', orderId: 'o1', status: 'ordered' },
    ],
    [
      'delivered',
      [line('a', placed), settled('a', { status: 'delivered' })],
      { result: 'ok', orderId: 'o1', status: 'delivered' },
    ],
    [
      'failed, with no refund known',
      [line('a', placed), settled('a', { status: 'error' })],
      { result: 'failed', orderId: 'o1', status: 'error' },
    ],
    [
      'never charged',
      [line('a', placed), settled('a', { status: 'rejected', isWhole: true })],
      { result: 'failed', orderId: 'o1', status: 'rejected', isFree: true },
    ],
    [
      'charged at another price',
      [line('a', placed), settled('a', { bookings: [booking('p1', -15)] })],
      {
        result: 'ok',
        orderId: 'o1',
        status: 'ordered',
        amount: { value: 15, unit: 'credits' },
        confirmed: { value: 12, unit: 'credits' },
      },
    ],
    ['refused', [line('a', { event: 'refused', message: 'No.' })], { result: 'refused', message: 'No.' }],
    [
      'rejected at once',
      [line('a', { ...placed, status: 'rejected' })],
      { result: 'failed', orderId: 'o1', status: 'rejected', isFree: true },
    ],
    ['not booked', [line('a', { event: 'notBooked' })], { result: 'notBooked' }],
    ['withdrawn', [line('a', { event: 'withdrawn', why: 'overBudget' })], { result: 'notSent' }],
  ])('%s', async (_what, outcomes, expected) => {
    const { entries, lines } = setUp([sent('a'), ...outcomes]);
    expect(await entries()).toEqual([
      {
        id: 'a',
        at: at(0),
        connection: 'Test',
        action: 'order',
        title: 'Quay',
        orderKind: 'order.data.product',
        bodyHash: '01234567',
        amount: { value: 12, unit: 'credits' },
        ...expected,
      },
    ]);
    // Only the journal contains them.
    expect(lines).toEqual([]);
  });

  it('agree with the balance to the credit: a refund has a line and a sign', () => {
    const entries = orderEntries([
      sent('a'),
      line('a', placed),
      settled('a', { bookings: [booking('p1', -12)] }),
      settled('a', { status: 'error', bookings: [booking('p2', 5, 60), booking('p3', 2.5)] }, 90),
      settled('a', { status: 'error', bookings: [booking('p2', 5, 60)] }, 95),
    ]);
    expect(entries.map(({ action, at: time, amount }) => [action, time, amount?.value])).toEqual([
      ['refund', at(60), 5],
      // Without a time of its own, it counts as booked when it was read.
      ['refund', at(90), 2.5],
      ['order', at(0), 12],
    ]);
    expect(entries[2]).toMatchObject({ result: 'failed', returned: [{ value: 7.5, unit: 'credits' }] });
    expect(sumOrders(entries)[0]?.net).toEqual([{ value: -4.5, unit: 'credits' }]);
  });

  it('are listed once, whatever the number of connections and windows', async () => {
    const { entries } = setUp([
      sent('a'),
      sent('a'),
      sent('b', 'Other'),
      line('a', placed),
      line('a', placed),
    ]);
    expect((await entries()).map(({ id, connection }) => `${id} ${connection}`).sort()).toEqual([
      'a Test',
      'b Other',
    ]);
  });
});

describe('the files of the ledger', () => {
  const made = (id: string) => entry({ id });
  const revoke = (id: string) => entry({ id, action: 'revoke' });

  it('of an earlier version are read, and continued', async () => {
    const folder = await tempFolder();
    const lines = { 'actions-0001': revoke('a'), 'actions-0002': revoke('b'), 'prices-0007': made('p') };
    for (const [name, line] of Object.entries(lines)) {
      await writeFile(join(folder, `${name}.jsonl`), `\n${JSON.stringify(line)}\n`);
    }
    await writeFile(join(folder, 'notes.txt'), JSON.stringify(revoke('z')));
    const log = createLedgerLog(folder);
    await log.append(revoke('c'));
    expect(await log.readAll()).toEqual([revoke('a'), revoke('b'), revoke('c'), made('p')]);
    expect(await readdir(folder)).toHaveLength(4);
  });

  it('are read without invalid entries', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'actions-0001.jsonl'), '\n{"id":"x"}\nnull\n[]\n');
    expect(await createLedgerLog(folder).readAll()).toEqual([]);
  });

  it('drop the oldest prices, and no action', async () => {
    const folder = await tempFolder();
    const log = createLedgerLog(folder, 300);
    const ids = Array.from({ length: 30 }, (_, index) => `e${index}`);
    for (const id of ids) {
      await log.append(made(id));
      await log.append(revoke(`r-${id}`));
    }
    const names = await readdir(folder);
    expect(names.filter(name => name.startsWith('prices'))).toHaveLength(4);
    const read = await log.readAll();
    const idsOf = (action: string) => read.filter(entry => entry.action === action).map(({ id }) => id);
    expect(idsOf('revoke')).toEqual(ids.map(id => `r-${id}`));
    const prices = idsOf('price');
    expect(prices.length).toBeLessThan(20);
    expect(prices).toEqual(ids.slice(-prices.length));
  });
});
