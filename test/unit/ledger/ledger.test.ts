import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../src/api/errors.ts';
import type { LedgerEntry } from '../../../src/model/ledger/ledgerEntry.ts';
import type { JournalLine, Outcome } from '../../../src/orders/journal.ts';
import { orderEntries } from '../../../src/ledger/ledgerOrders.ts';
import { createLedger, notePrice, type LedgerStore } from '../../../src/ledger/ledger.ts';
import { refundSince } from '../../../src/ledger/ledgerOutcome.ts';
import type { PricedEvent } from '../../../src/orders/prices.ts';
import { valueOf } from '../../../src/editor/reading.ts';
import { payment } from '../model/account/subscriptions.ts';
import { apiError, price, settle } from '../fakes.ts';

const noon = Date.UTC(2026, 2, 20, 12);

function bench(journal: readonly JournalLine[] = []) {
  const lines: LedgerEntry[] = [];
  const errors: unknown[] = [];
  const fails = { append: false, read: false };
  const store: LedgerStore = {
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
    () => clock.now,
  );
  const entries = async () => {
    await settle();
    await ledger.read();
    return valueOf(ledger.current.value) ?? [];
  };
  return { ledger, lines, errors, fails, clock, entries };
}

const about = { connection: 'Test', action: 'revoke', subscriptionId: 's1' } as const;

describe('the ledger', () => {
  it('holds what began as unclear until it ends, with the time of its beginning', async () => {
    const { ledger, clock, entries } = bench();
    const end = ledger.begin(about);
    expect(await entries()).toMatchObject([{ ...about, result: 'unclear', at: '2026-03-20T12:00:00.000Z' }]);
    clock.now += 5000;
    end({ result: 'refused', message: 'No.' });
    expect(await entries()).toMatchObject([
      { result: 'refused', message: 'No.', at: '2026-03-20T12:00:00.000Z' },
    ]);
  });

  it('has the newest first', async () => {
    const { ledger, clock, entries } = bench();
    ledger.note({ ...about, subscriptionId: 'first' }, { result: 'ok' });
    clock.now += 1;
    ledger.note({ ...about, subscriptionId: 'second' }, { result: 'ok' });
    expect((await entries()).map(({ subscriptionId }) => subscriptionId)).toEqual(['second', 'first']);
  });

  it('hinders nothing when it cannot be written, and says so to the log', async () => {
    const { ledger, fails, errors, entries } = bench();
    fails.append = true;
    const end = ledger.begin(about);
    end({ result: 'ok' });
    await settle();
    expect(errors).toHaveLength(2);
    fails.append = false;
    ledger.note(about, { result: 'ok' });
    expect(await entries()).toHaveLength(1);
  });

  it('follows its own lines once somebody has looked', async () => {
    const { ledger, entries } = bench();
    ledger.note(about, { result: 'ok' });
    await settle();
    expect(ledger.current.value.kind).toBe('none');
    await entries();
    ledger.note(about, { result: 'ok' });
    await settle();
    expect(valueOf(ledger.current.value)).toHaveLength(2);
  });

  it('keeps what it knows when it cannot be read again', async () => {
    const { ledger, fails, entries } = bench();
    ledger.note(about, { result: 'ok' });
    await entries();
    fails.read = true;
    await ledger.read();
    expect(ledger.current.value).toMatchObject({ kind: 'ready', stale: new Error('No disk') });
    expect(valueOf(ledger.current.value)).toHaveLength(1);
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
  const placed: Outcome = { event: 'placed', orderId: 'o1', status: 'ordered' };

  it('are named by their reference where they have no title, as everywhere', () => {
    const [entry] = orderEntries([{ ...sent('a'), title: '' } as JournalLine, line('a', placed)]);
    expect(entry?.title).toBe('private words');
  });

  it.each<[string, JournalLine[], Partial<LedgerEntry>]>([
    ['placed', [line('a', placed)], { result: 'ok', orderId: 'o1' }],
    ['without an answer', [], { result: 'unclear' }],
    [
      'unclear',
      [line('a', { event: 'unclear', message: 'timeout' })],
      { result: 'unclear', message: 'timeout' },
    ],
    [
      'unclear and found later',
      [line('a', { event: 'unclear', message: 'timeout' }), line('a', placed, 2)],
      { result: 'foundLater', orderId: 'o1' },
    ],
    ['found after a crash', [line('a', placed, 90)], { result: 'foundLater', orderId: 'o1' }],
    ['refused', [line('a', { event: 'refused', message: 'No.' })], { result: 'refused', message: 'No.' }],
    [
      'rejected at once',
      [line('a', { ...placed, status: 'rejected' })],
      { result: 'refused', orderId: 'o1', message: 'The status of the order is "rejected".' },
    ],
    ['not booked', [line('a', { event: 'notBooked' })], { result: 'notBooked' }],
    [
      'withdrawn',
      [line('a', { event: 'withdrawn', why: 'overBudget' })],
      { result: 'notSent', message: 'The amount was above the budget.' },
    ],
  ])('%s', async (_what, outcomes, expected) => {
    const { entries, lines } = bench([sent('a'), ...outcomes]);
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
    // They stand in the journal alone.
    expect(lines).toEqual([]);
  });

  it('stand once, whatever the number of connections and windows', async () => {
    const { entries } = bench([
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

describe('a price in the ledger', () => {
  const event = (result: PricedEvent['result']): PricedEvent => ({
    body: { kind: 'order.data.product', title: 'Quay', note: 'private words' },
    hash: '0123456789abcdef',
    connection: 'Test',
    at: noon,
    result,
  });
  const subject = {
    connection: 'Test',
    action: 'price',
    title: 'Quay',
    orderKind: 'order.data.product',
    bodyHash: '01234567',
  };

  it.each<[string, PricedEvent['result'], Partial<LedgerEntry>]>([
    ['told', { kind: 'priced', price: price(12) }, { result: 'ok', amount: { value: 12, unit: 'credits' } }],
    [
      'told, though it cannot be ordered',
      { kind: 'priced', price: price(12, { notOrderable: 'insufficient' }) },
      { result: 'ok', message: 'insufficient', amount: { value: 12, unit: 'credits' } },
    ],
    [
      'refused',
      {
        kind: 'failed',
        error: new ApiError('invalid', { request: 'POST /x', status: 400, serverMessage: 'Bad AOI.' }),
      },
      { result: 'refused', message: 'Bad AOI.' },
    ],
    ['without an answer', { kind: 'failed', error: apiError('timeout') }, { result: 'failed' }],
    ['with a useless answer', { kind: 'failed', error: apiError('shape', 200) }, { result: 'failed' }],
  ])('%s', async (_what, result, expected) => {
    const { ledger, entries, lines } = bench();
    notePrice(ledger, event(result));
    expect(await entries()).toMatchObject([{ ...subject, ...expected }]);
    expect(JSON.stringify(lines)).not.toContain('private words');
  });
});

describe('the refund of a revoke', () => {
  const refund = (value: number, createdAt?: string) =>
    payment(value, { type: 'refund', ...(createdAt === undefined ? {} : { createdAt }) });

  it('is the newest since then', () => {
    const before = refund(1, '2026-03-19T12:00:00Z');
    const after = refund(2, '2026-03-20T11:59:30Z');
    expect(refundSince([before, after, payment(5, { createdAt: '2026-03-20T12:00:01Z' })], noon)).toEqual({
      value: 2,
      unit: 'credits',
    });
    expect(refundSince([before], noon)).toBeUndefined();
    expect(refundSince([{ ...after, createdAt: undefined }], noon)).toBeUndefined();
  });
});
