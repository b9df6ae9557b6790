import { describe, expect, it } from 'vitest';
import type { Payment } from '../../../../src/model/account/payment.ts';
import { paymentsAtFirst } from '../../../../src/account/ui/paymentsArrangement.ts';
import { createKeyedReader, createPagedReader, createReader } from '../../../../src/account/reader.ts';
import { paymentRows, type PaymentRowsParts } from '../../../../src/account/ui/paymentRows.ts';
import { apiError, fakeClient, payment, settle, signedInSession } from '../../fakes.ts';
import { click, drawn, factsOf, rowAt } from '../../editor/drawn.ts';

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

/** The rows of a list that is read in pages of `perPage`; `tellsTotal` is whether the service says how many there are. */
async function bench(items: readonly Payment[], perPage = 50, tellsTotal = true) {
  const total = tellsTotal ? items.length : undefined;
  const service = { broken: false, alone: undefined as Payment | Error | undefined, readAlone: 0 };
  const client = fakeClient({
    payments: (_id, { page, itemsPerPage }) => {
      if (service.broken) return Promise.reject(apiError('server', 500));
      const part = items.slice((page - 1) * itemsPerPage, page * itemsPerPage);
      return Promise.resolve({ items: part, total, isLast: page * itemsPerPage >= items.length });
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
    (one, wanted) => one.payments('c1', wanted),
    one => one.id,
    perPage,
  );
  const details = createKeyedReader<Payment>(id => createReader(session, one => one.payment('c1', id)));
  const rows = (parts: PaymentRowsParts = {}) => paymentRows('pay', reader, parts);
  return { service, reader, details, rows };
}

describe('the rows of payments', () => {
  it('ask for the first page, and wait for it', async () => {
    const { rows } = await bench(all);
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

  it('say of a sum what it is the sum of, and load on', async () => {
    const { rows } = await bench(all, 2);
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

  it('never add different units, and tell what is in no sum', async () => {
    const { rows } = await bench([
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

  it('are sorted and filtered, and the sum is that of what is shown', async () => {
    const { rows } = await bench(all);
    rows();
    await settle();
    expect(
      drawn(rows({ arrangement: { ...paymentsAtFirst, filters: { type: ['refund', 'payment'] } } })),
    ).toEqual([
      'Total | −300 credits · 2 of 3',
      'refund | +100 credits · refund · 2026-03-01',
      'Port of call | −400 credits · payment · 2026-02-01',
    ]);
  });
});

describe('a payment', () => {
  it('leads to what it was for, and gives its ids', async () => {
    const { rows } = await bench(all);
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
