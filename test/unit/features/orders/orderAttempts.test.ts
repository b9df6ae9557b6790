import { describe, expect, it } from 'vitest';
import type { JournalLine, OrderDestination, Outcome } from '../../../../src/features/orders/journal.ts';
import {
  isElsewhere,
  isUnconfirmed,
  listAttempts,
  type OrderAttempt,
  orderDestination,
  placedIds,
  placedSince,
  sentName,
} from '../../../../src/features/orders/orderAttempts.ts';
import { spentOnDay } from '../../../../src/features/orders/spent.ts';
import { connection } from '../../fakes.ts';

const start = Date.UTC(2026, 0, 1, 12);
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const body = { kind: 'order.analytics-toolbox.archive', title: 'harbour', imageIds: ['a'] };

function sending(id: string, rest: Partial<Extract<JournalLine, { event: 'sending' }>> = {}): JournalLine {
  const order = { bodyHash: 'hash', body, title: 'harbour', orderKind: body.kind };
  const price = { value: 12, unit: 'credits' };
  return { event: 'sending', id, connection: 'Test', at: at(0), ...order, price, ...rest };
}

const outcome = (id: string, what: Outcome, seconds = 1): JournalLine => ({
  ...what,
  id,
  connection: 'Test',
  at: at(seconds),
});
const placed = (orderId: string, status = 'ordered'): Outcome => ({ event: 'placed', orderId, status });
const unclear: Outcome = { event: 'unclear', message: 'timeout' };
const notBooked: Outcome = { event: 'notBooked' };
const refused: Outcome = { event: 'refused', message: 'no' };
const withdrawn: Outcome = { event: 'withdrawn', why: 'unresolved' };

const sentTo = (connection: string, service: string, contract?: string): OrderDestination => ({
  connection,
  service,
  ...(contract === undefined ? {} : { contract }),
});

function only(...lines: JournalLine[]): OrderAttempt {
  const [first, ...others] = listAttempts(lines, { connection: 'Test' });
  if (!first || others.length > 0) throw new Error('Not exactly one');
  return first;
}

describe('a journal entry', () => {
  it.each<[string, 'open' | 'not open', Outcome?]>([
    ['missing', 'open'],
    ['unclear', 'open', unclear],
    ['placed', 'not open', placed('o1')],
    ['refused', 'not open', refused],
    ['not booked', 'not open', notBooked],
    ['withdrawn', 'not open', withdrawn],
  ])('whose last outcome is %s is %s', (_what, open, what) => {
    const lines = what ? [sending('a'), outcome('a', what)] : [sending('a')];
    expect(isUnconfirmed(only(...lines))).toBe(open === 'open');
  });

  it.each<[string, Outcome[], Outcome['event']]>([
    ['what is known outweighs what is not', [notBooked, unclear], 'notBooked'],
    ['what became known later', [unclear, placed('o1')], 'placed'],
    ['an order that exists outweighs all', [placed('o1'), notBooked], 'placed'],
    ['also the answer that came after all', [notBooked, placed('o1')], 'placed'],
    ['the later word of two', [refused, notBooked], 'notBooked'],
  ])('with outcomes from two windows: %s', (_what, outcomes, event) => {
    expect(only(sending('a'), ...outcomes.map(result => outcome('a', result))).outcome?.event).toBe(event);
  });

  it('keeps what earlier lines said of its payments, and the later status of two', () => {
    const settled = { event: 'settled' as const, id: 'a', connection: 'Test' };
    const charge = { id: 'p1', at: at(1), effect: { value: -12, unit: 'credits' } };
    const lines: JournalLine[] = [
      { ...settled, at: at(2), status: 'error', bookings: [charge], isWhole: true },
      {
        ...settled,
        at: at(3),
        status: 'rejected',
        bookings: [{ ...charge, id: 'p2', at: undefined }],
        isWhole: false,
      },
      { ...settled, at: at(4), bookings: [], isWhole: false },
    ];
    expect(only(sending('a'), outcome('a', placed('o1')), ...lines).settled).toEqual({
      status: 'rejected',
      // One without a time counts as booked when it was read.
      bookings: [charge, { ...charge, id: 'p2', at: at(3) }],
      isWhole: true,
    });
  });

  it('belongs to its connection; lines without an order belong to none', () => {
    const lines = [
      sending('a'),
      sending('b', { connection: 'Other' }),
      outcome('c', unclear),
      { ...outcome('a', notBooked), connection: 'Other' },
    ];
    expect(listAttempts(lines, { connection: 'Test' }).map(({ id, outcome: what }) => [id, what])).toEqual([
      ['a', undefined],
    ]);
    expect(listAttempts(lines, { connection: 'Other' }).map(({ id }) => id)).toEqual(['b']);
  });

  it.each<[string, OrderDestination, OrderDestination, boolean]>([
    ['the name alone, of an earlier version', { connection: 'Test' }, sentTo('Test', 'https://a'), true],
    ['another name, of an earlier version', { connection: 'Test' }, sentTo('New', 'https://a'), false],
    ['another name for the service', sentTo('Test', 'https://a'), sentTo('New', 'https://a'), true],
    ['the same contract', sentTo('Test', 'https://a', 'c1'), sentTo('New', 'https://a', 'c1'), true],
    ['a contract that is not known', sentTo('Test', 'https://a', 'c1'), sentTo('New', 'https://a'), true],
    ['a contract that was not known', sentTo('Test', 'https://a'), sentTo('New', 'https://a', 'c1'), true],
    ['another contract', sentTo('Test', 'https://a', 'c1'), sentTo('New', 'https://a', 'c2'), false],
    ['another service', sentTo('Test', 'https://a'), sentTo('New', 'https://b'), false],
    ['another address by the same name', sentTo('Test', 'https://a'), sentTo('Test', 'https://b'), true],
  ])('counts where it was sent, regardless of the name: %s', (_what, sentTo, inUse, counts) => {
    const found = listAttempts([sending('a', sentTo), outcome('a', unclear)], inUse);
    expect(found.map(({ id, outcome: what }) => [id, what?.event])).toEqual(counts ? [['a', 'unclear']] : []);
  });

  it.each<[string, OrderDestination, OrderDestination, boolean]>([
    ['the same service', sentTo('Test', 'https://a'), sentTo('New', 'https://a'), false],
    ['another service by the same name', sentTo('Test', 'https://a'), sentTo('Test', 'https://b'), true],
    ['another contract', sentTo('Test', 'https://a', 'c1'), sentTo('Test', 'https://a', 'c2'), true],
    ['a contract that is not known', sentTo('Test', 'https://a', 'c1'), sentTo('Test', 'https://a'), false],
    [
      'nothing but the name, of an earlier version',
      { connection: 'Test' },
      sentTo('New', 'https://a'),
      false,
    ],
  ])('is known to be from elsewhere or not: %s', (_what, sentTo, inUse, elsewhere) => {
    expect(isElsewhere(sentTo, inUse)).toBe(elsewhere);
    expect(isElsewhere(inUse, sentTo)).toBe(elsewhere);
  });

  it('is recorded with the service, and with the contract if it is known', () => {
    expect(orderDestination(connection)).toEqual({ connection: 'Test', service: 'https://base.test' });
    expect(orderDestination(connection).contract).toBeUndefined();
    expect(orderDestination(connection, 'c1')).toEqual({
      connection: 'Test',
      service: 'https://base.test',
      contract: 'c1',
    });
  });

  it.each([
    ['its title', 'harbour', { customerRef: 'ref' }, 'harbour'],
    ['its reference', '', { customerRef: 'ref' }, 'ref'],
    ['neither', '', { customerRef: 7 }, ''],
  ])('is named by %s', (_what, title, fields, name) => {
    expect(sentName({ title, body: { kind: 'order.data.product', ...fields } })).toBe(name);
  });

  it('keeps its outcome if its first line exists twice', () => {
    expect(only(sending('a'), outcome('a', placed('o1')), sending('a')).outcome?.event).toBe('placed');
  });

  it('from an earlier version has no body, so its kind and title are compared', () => {
    const bare = JSON.parse(JSON.stringify({ ...sending('a'), body: undefined })) as JournalLine;
    expect(only(bare).body).toEqual({ kind: body.kind, title: 'harbour' });
    expect(only({ ...bare, title: '' } as JournalLine).body).toEqual({ kind: body.kind });
  });
});

describe('the latest order with a body', () => {
  const lines = [
    sending('a'),
    outcome('a', placed('o1'), 10),
    sending('b', { at: at(15) }),
    outcome('b', placed('o2'), 20),
    sending('c', { bodyHash: 'another' }),
    outcome('c', placed('o3'), 30),
    sending('d'),
    outcome('d', unclear, 40),
  ];
  const attempts = listAttempts(lines, { connection: 'Test' });

  it.each<[string, string | undefined, number?]>([
    ['of all times is the last one that was placed', 'o2'],
    ['since the moment when it was sent is that one', 'o2', start + 15_000],
    ['since a moment after it was sent is none', undefined, start + 15_001],
  ])('%s', (_what, orderId, since) => {
    expect(placedSince(attempts, 'hash', since)?.orderId).toBe(orderId);
  });

  it('is not an order that was rejected immediately', () => {
    const lines = [
      sending('a'),
      outcome('a', placed('o1')),
      sending('b'),
      outcome('b', placed('o2', 'rejected')),
    ];
    expect(placedSince(listAttempts(lines, { connection: 'Test' }), 'hash')?.orderId).toBe('o1');
  });

  it('is among the orders that belong to an attempt', () => {
    expect([...placedIds(attempts)]).toEqual(['o1', 'o2', 'o3']);
  });
});

describe('the amount spent on a day', () => {
  const amount = (value: number, unit = 'credits') => ({ price: { value, unit } });
  const sum = (...lines: JournalLine[]) =>
    spentOnDay(start, listAttempts(lines, { connection: 'Test' })).map(
      ({ value, unit }) => `${value} ${unit}`,
    );

  it('includes orders that were or may have been placed, and no others', () => {
    expect(
      sum(
        sending('placed', amount(1)),
        outcome('placed', placed('o1')),
        sending('open', amount(2)),
        sending('unclear', amount(3, 'kB')),
        outcome('unclear', unclear),
        sending('refused', amount(4)),
        outcome('refused', refused),
        sending('not booked', amount(5)),
        outcome('not booked', notBooked),
        sending('withdrawn', amount(6)),
        outcome('withdrawn', withdrawn),
        sending('rejected', amount(7)),
        outcome('rejected', placed('o2', 'rejected')),
      ),
    ).toEqual(['1 credits', '2 credits', '3 kB']);
  });

  it('ends at midnight local time', () => {
    const local = (hours: number, days = 0) => {
      const day = new Date(start);
      return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hours).toISOString();
    };
    expect(
      sum(
        sending('first', { at: local(0), ...amount(1) }),
        sending('last', { at: local(23), ...amount(2) }),
        sending('before', { at: local(23, -1), ...amount(4) }),
        sending('after', { at: local(0, 1), ...amount(8) }),
      ),
    ).toEqual(['1 credits', '2 credits']);
  });
});
