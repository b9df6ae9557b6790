import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Payment } from '../../../../../src/service/rules/payment.ts';
import { click, drawn, factsOf, rowAt } from '../../../platform/drawn.ts';
import { createKeyedReader, createPagedReader, createReader } from '../../../../../src/session/reader.ts';
import { paymentsCsv } from '../../../../../src/features/account/rules/paymentsCsv.ts';
import { paymentsAtFirst } from '../../../../../src/features/account/ui/contract/contractsView.ts';
import {
  exportPayments,
  loadPayments,
} from '../../../../../src/features/account/ui/contract/loadPayments.ts';
import {
  paymentRows,
  type PaymentRowsParts,
} from '../../../../../src/features/account/ui/contract/paymentRows.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { apiError, fakeClient, payment, settle, signedInSession } from '../../../fakes.ts';
import { tempFolder } from '../../../tempFolder.ts';

// Days, months and times are shown in the local time zone; the expected ones are those of this zone.
beforeEach(() => void vi.stubEnv('TZ', 'UTC'));
afterEach(() => vi.unstubAllEnvs());

const all: Payment[] = [
  payment('p1', {
    type: 'credit',
    creditAmount: { value: 5000, unit: 'credits' },
    description: 'Prepaid',
    createdAt: '2026-01-10T23:30:00-02:00',
  }),
  payment('p2', {
    creditAmount: { value: 400, unit: 'credits' },
    description: 'Port of call',
    createdAt: '2026-02-01T10:00:00Z',
    subscriptionId: 's1',
  }),
  payment('p3', {
    type: 'refund',
    creditAmount: { value: 100, unit: 'credits' },
    createdAt: '2026-03-01T10:00:00Z',
    orderId: 'o1',
    subscriptionId: 's1',
    fields: { id: 'p3', orderId: 'o1', invoice: { number: 'I-7' } },
  }),
];

/** The text of the file that they are exported to. */
async function exported(payments: Parameters<typeof exportPayments>[0]): Promise<string> {
  const path = join(await tempFolder(), 'payments.csv');
  editor.fileAnswers.push(path);
  user.answers.push(say(undefined));
  await exportPayments(payments);
  return readFile(path, 'utf8');
}

/** The rows of a list with pages of `perPage`; `tellsTotal` is whether the service reports the total. */
async function setUp(items: readonly Payment[], perPage = 50, tellsTotal = true) {
  const total = tellsTotal ? items.length : undefined;
  const service = {
    broken: false,
    repeats: false,
    alone: undefined as Payment | Error | undefined,
    readAlone: 0,
    unreadable: [] as string[],
  };
  const client = fakeClient({
    payments: (_id, { page, itemsPerPage }) => {
      if (service.broken) return Promise.reject(apiError('server', 500));
      if (service.repeats)
        return Promise.resolve({ items: items.slice(0, itemsPerPage), total, isLast: false });
      const part = items.slice((page - 1) * itemsPerPage, page * itemsPerPage);
      const { unreadable } = service;
      return Promise.resolve({
        items: part,
        total: total === undefined ? undefined : total + unreadable.length,
        isLast: page * itemsPerPage >= items.length,
        unreadable,
      });
    },
    payment: () => {
      service.readAlone += 1;
      const { alone } = service;
      return alone instanceof Error || !alone ? Promise.reject(alone ?? new Error()) : Promise.resolve(alone);
    },
  });
  const session = await signedInSession(client);
  const reader = createPagedReader(
    session,
    (client, request) => client.payments('c1', request),
    payment => payment.id,
    perPage,
  );
  const details = createKeyedReader<Payment>(id => createReader(session, client => client.payment('c1', id)));
  const rows = (parts: PaymentRowsParts = {}) => paymentRows('pay', reader, parts);
  return { service, reader, details, rows };
}

beforeEach(newUser);

describe('the rows of payments', () => {
  it('request the first page, and wait for it', async () => {
    const { rows } = await setUp(all);
    expect(drawn(rows())).toEqual(['Loading…']);
    await settle();
    expect(drawn(rows())).toEqual([
      'Total | +4,700 credits · 3 of 3',
      'Prepaid | +5,000 credits · credit · 2026-01-11',
      'Port of call | −400 credits · payment · 2026-02-01',
      'refund | +100 credits · refund · 2026-03-01',
    ]);
    expect(factsOf(rowAt(rows(), 'Total'))).toEqual({
      Paid: '−400 credits',
      Refunded: '+100 credits',
      Credited: '+5,000 credits',
    });
  });

  it('describe a payment in the words of its row, also in its details', async () => {
    const description = 'order.data.product';
    const { rows } = await setUp([payment('p1', { description, fields: { id: 'p1', description } })]);
    rows();
    await settle();
    const { details } = rowAt(rows(), 'Image product');
    expect(details?.facts?.()).toContainEqual(['Description', 'Image product']);
    expect(details?.fields).toMatchObject({ description });
  });

  it('say what a sum covers, and load more', async () => {
    const { rows } = await setUp(all, 2);
    rows();
    await settle();
    expect(drawn(rows())).toEqual([
      'Total | +4,600 credits · 2 of 3',
      'Prepaid | +5,000 credits · credit · 2026-01-11',
      'Port of call | −400 credits · payment · 2026-02-01',
      'Load more | 2 of 3',
    ]);
    click(rowAt(rows(), 'Load more'));
    await settle();
    expect(drawn(rows())[0]).toBe('Total | +4,700 credits · 3 of 3');
  });

  it('are grouped by local month, with the total of each', async () => {
    const { rows } = await setUp(all);
    rows();
    await settle();
    const arrangement = { ...paymentsAtFirst, groupBy: 'month' };
    expect(drawn(rows({ arranged: { by: arrangement, now: 0 } }), 1)).toEqual([
      'Total | +4,700 credits · 3 of 3',
      'March 2026 | +100 credits · 1',
      '  refund | +100 credits · refund · 2026-03-01',
      'February 2026 | −400 credits · 1',
      '  Port of call | −400 credits · payment · 2026-02-01',
      'January 2026 | +5,000 credits · 1',
      '  Prepaid | +5,000 credits · credit · 2026-01-11',
    ]);
    const filtered = { ...paymentsAtFirst, filters: { date: ['2026-02'] } };
    expect(drawn(rows({ arranged: { by: filtered, now: 0 } }))[0]).toBe('Total | −400 credits · 1 of 3');
    const lastDays = { ...paymentsAtFirst, filters: { date: ['last7'] } };
    const now = Date.parse('2026-03-05T00:00:00Z');
    expect(drawn(rows({ arranged: { by: lastDays, now } }))[0]).toBe('Total | +100 credits · 1 of 3');
  });

  it('say that only the loaded ones are sorted, and load all of them', async () => {
    const many = Array.from({ length: 2001 }, (_, index) => payment(`p${index}`));
    const { rows, reader } = await setUp(many, 500);
    rows();
    await settle();
    const loadAll = () => void loadPayments(reader);
    const parts = { arrangement: paymentsAtFirst, loadAll };
    expect(drawn(rows(parts))[1]).toBe('Load all | only 500 of 2,001 sorted and filtered');
    const row = rowAt(rows(parts), 'Load all');
    click(row);
    await eventually(() => expect(drawn(rows(parts))[0]).toContain('2,001 of 2,001'));
    expect(drawn(rows(parts))).toHaveLength(2002);
    const [progress] = editor.progress;
    expect([progress?.title, progress?.messages.at(-1)]).toEqual(['Loading all payments', '2,000 of 2,001']);
  });

  it('stay as they are after Cancel, and when the service repeats its first page', async () => {
    const { service, rows, reader } = await setUp(all, 2);
    service.repeats = true;
    rows();
    await settle();
    const cancelled = new AbortController();
    cancelled.abort();
    await reader.all(cancelled.signal, () => undefined);
    expect(drawn(rows())[0]).toContain('2 of 3');
    let pages = 0;
    await reader.all(new AbortController().signal, () => (pages += 1));
    expect([drawn(rows()).length, pages]).toEqual([4, 1]);
  });

  it('are exported with words in place of the codes of the service', () => {
    expect(paymentsCsv([payment('p1', { description: 'order.data.product' })])).toContain(',Image product,');
  });

  it('are exported as CSV, all of them or none', async () => {
    const { service, reader } = await setUp(all, 2);
    service.broken = true;
    await expect(exportPayments(reader)).rejects.toMatchObject({ kind: 'server' });
    service.broken = false;
    const text = await exported(reader);
    expect(user.messages).toEqual(['Exported payments (3) to payments.csv.']);
    expect(text.split('\r\n')).toEqual([
      'time,type,amount,unit,effect,description,paymentId,orderId,subscriptionId',
      '2026-01-10T23:30:00-02:00,credit,5000,credits,5000,Prepaid,p1,,',
      '2026-02-01T10:00:00Z,payment,400,credits,-400,Port of call,p2,,s1',
      '2026-03-01T10:00:00Z,refund,100,credits,100,,p3,o1,s1',
      '',
    ]);
  });

  it('are exported as a part where some could not be read, by name and with a warning', async () => {
    const { service, reader, rows } = await setUp(all);
    service.unreadable = ['#3', '#4'];
    const text = await exported(reader);
    expect(drawn(rows())[0]).toBe("2 entries couldn't be read | Show Log");
    expect(editor.fileDialogs[0]?.options.defaultUri?.path).toMatch(
      /\/swath-payments-partial-\d{4}-\d\d-\d\d\.csv$/,
    );
    expect(text.trimEnd().split('\r\n')).toHaveLength(4);
    expect(user.messages).toEqual([
      "Exported payments (3 of 5) to payments.csv. The others couldn't be read.",
    ]);
  });

  it('never add different units, and report what is in no sum', async () => {
    const { rows } = await setUp([
      payment('a'),
      payment('b', { creditAmount: { value: 7, unit: 'EUR' } }),
      payment('c', { type: 'correction' }),
      payment('d', { creditAmount: undefined }),
    ]);
    rows();
    await settle();
    const [sum] = rows();
    expect(sum?.description).toBe('−120 credits · −7 EUR · 4 of 4');
    expect(sum?.tooltip?.notes?.[0]).toMatch(/not included: 2/);
  });

  it('are sorted and filtered, and the sum covers what is shown', async () => {
    const { rows } = await setUp(all);
    rows();
    await settle();
    expect(
      drawn(
        rows({ arranged: { by: { ...paymentsAtFirst, filters: { type: ['refund', 'payment'] } }, now: 0 } }),
      ),
    ).toEqual([
      'Total | −300 credits · 2 of 3',
      'refund | +100 credits · refund · 2026-03-01',
      'Port of call | −400 credits · payment · 2026-02-01',
    ]);
  });
});

describe('a payment', () => {
  it('links to what it was for, and contains its IDs', async () => {
    const { rows } = await setUp(all);
    rows();
    await settle();
    const refund = rowAt(rows(), 'refund');
    expect(refund).toMatchObject({ id: 'pay/p3', contextValue: 'payment hasRelated', copyId: 'p3' });
    expect(refund.subject).toMatchObject({ orderId: 'o1', subscriptionId: 's1' });
    expect(rowAt(rows(), 'Prepaid').contextValue).toBe('payment');
    expect(rowAt(rows(), 'refund', 'Order')).toMatchObject({
      description: 'o1',
      contextValue: 'hasRelated',
      copyId: 'o1',
      subject: { orderId: 'o1' },
    });
    expect(rowAt(rows(), 'refund', 'Subscription').subject).toEqual({ subscriptionId: 's1' });
    expect(factsOf(refund)).toMatchObject({ Type: 'refund', 'invoice.number': 'I-7' });
  });
});
