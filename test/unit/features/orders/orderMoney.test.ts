import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { localDay } from '../../../../src/base/words/moment.ts';
import type { Order } from '../../../../src/service/rules/order.ts';
import type { Payment } from '../../../../src/service/rules/payment.ts';
import { createAccount } from '../../../../src/session/account.ts';
import { createContracts } from '../../../../src/session/contracts.ts';
import { createJournal } from '../../../../src/features/orders/journal.ts';
import type { OrdersState } from '../../../../src/features/orders/knownOrders.ts';
import { listAttempts } from '../../../../src/features/orders/orderAttempts.ts';
import { createOrderMoney } from '../../../../src/features/orders/orderMoney.ts';
import { mayReturnOnDay, spentOnDay } from '../../../../src/features/orders/spent.ts';
import { eventually } from '../../../eventually.ts';
import {
  apiError,
  fakeClient,
  memoryJournal,
  payment,
  profile,
  settle,
  signedInSession,
} from '../../fakes.ts';
import { bareOrder } from '../../fixtures.ts';

const credits = (value: number) => ({ value, unit: 'credits' });
const booked = (id: string, type: string, value: number, orderId: string) =>
  payment(id, { type, creditAmount: credits(value), orderId, createdAt: new Date().toISOString() });

/** One window, whose account lists these payments, and in which orders were placed at these prices. */
async function setUp(prices: Readonly<Record<string, number>>) {
  const service = { payments: [] as Payment[], reads: 0, fails: false, perPage: 50 };
  const session = await signedInSession(
    fakeClient({
      profile: () => Promise.resolve(profile()),
      payments: (_id, { page }) => {
        service.reads += 1;
        if (service.fails) return Promise.reject(apiError('server', 500));
        const from = (page - 1) * service.perPage;
        const items = service.payments.slice(from, from + service.perPage);
        const isLast = from + service.perPage >= service.payments.length;
        return Promise.resolve({ items, total: service.payments.length, isLast });
      },
    }),
  );
  const account = createAccount(session);
  const { payments } = createContracts(session, account);
  const store = memoryJournal();
  const journal = createJournal(store);
  const current = signal<OrdersState>({ kind: 'ready', orders: [] });
  for (const [orderId, value] of Object.entries(prices)) {
    const order = { bodyHash: orderId, title: orderId, orderKind: '', price: credits(value) };
    const id = await journal.begin({ connection: 'Test' }, order);
    await journal.close('Test', id, { event: 'placed', orderId, status: 'ordered' });
  }
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const window = () =>
    createOrderMoney({ session, account, orders: { current }, journal, payments, onError });
  const money = window();
  const orderOf = (id: string, status: string, rest: Partial<Order> = {}) =>
    bareOrder({
      id,
      status,
      title: id,
      ...(id in prices ? { price: credits(prices[id] ?? 0) } : {}),
      ...rest,
    });
  const list = async (...orders: Order[]) => {
    current.value = { kind: 'ready', orders };
    await settle();
  };
  const spent = () =>
    spentOnDay(Date.now(), listAttempts(store.lines, undefined)).reduce((sum, { value }) => sum + value, 0);
  const mayReturn = () => mayReturnOnDay(Date.now(), listAttempts(store.lines, undefined));
  return { service, store, journal, payments, money, window, orderOf, list, spent, mayReturn, errors };
}

describe('an order that fails', () => {
  it('is not spent once the payments show that all of it came back', async () => {
    const { service, orderOf, list, money, spent } = await setUp({ a: 47, b: 87 });
    service.payments = [booked('1', 'payment', 47, 'a'), booked('2', 'payment', 87, 'b')];
    expect(spent()).toBe(134);
    service.payments.push(booked('3', 'refund', 87, 'b'));
    const failed = orderOf('b', 'error');
    await list(orderOf('a', 'ordered'), failed);
    expect(money.of(failed)).toMatchObject({ kind: 'returned', isAll: true });
    expect(spent()).toBe(47);
  });

  it('is spent while the payments can not be read, until they can', async () => {
    const { service, orderOf, list, money, spent } = await setUp({ b: 87 });
    service.fails = true;
    const failed = orderOf('b', 'error');
    await list(failed);
    expect(money.of(failed)).toMatchObject({ kind: 'unread' });
    expect(spent()).toBe(87);
    service.fails = false;
    service.payments = [booked('2', 'payment', 87, 'b'), booked('3', 'refund', 87, 'b')];
    await money.learn();
    expect(spent()).toBe(0);
  });

  it('is spent while only its charge is listed, or a refund that names no order', async () => {
    const { service, orderOf, list, spent } = await setUp({ b: 87 });
    service.payments = [
      booked('2', 'payment', 87, 'b'),
      payment('3', { type: 'refund', creditAmount: credits(87) }),
      booked('4', 'refund', 87, 'elsewhere'),
    ];
    await list(orderOf('b', 'error'));
    expect(spent()).toBe(87);
  });

  it('is spent in part if a part came back', async () => {
    const { service, orderOf, list, spent } = await setUp({ b: 87 });
    service.payments = [booked('2', 'payment', 87, 'b'), booked('3', 'refund', 40, 'b')];
    await list(orderOf('b', 'error'));
    expect(spent()).toBe(47);
  });

  it('may come back as long as it is spent, and only that of failed orders', async () => {
    const { service, orderOf, list, money, mayReturn } = await setUp({ a: 47, b: 87 });
    service.fails = true;
    await list(orderOf('a', 'delivered'), orderOf('b', 'error'));
    expect(mayReturn()).toEqual([credits(87)]);
    service.fails = false;
    service.payments = [booked('2', 'payment', 87, 'b'), booked('3', 'refund', 40, 'b')];
    await money.learn();
    expect(mayReturn()).toEqual([credits(47)]);
  });

  it('is not spent if all payments are read and it was never charged', async () => {
    const { service, orderOf, list, money, spent } = await setUp({ b: 87 });
    service.payments = [booked('1', 'payment', 5, 'elsewhere')];
    const failed = orderOf('b', 'rejected');
    await list(failed);
    expect(money.of(failed)).toEqual({ kind: 'notCharged' });
    expect(spent()).toBe(0);
  });

  it('is spent if no payment names an order, because none can show that it was not charged', async () => {
    const { service, orderOf, list, money, spent } = await setUp({ b: 87 });
    service.payments = [payment('1', { creditAmount: credits(87) })];
    const failed = orderOf('b', 'rejected');
    await list(failed);
    expect(money.of(failed)).toEqual({ kind: 'unlisted' });
    expect(spent()).toBe(87);
  });

  it('has its refund found on a later page', async () => {
    const { service, orderOf, list, spent } = await setUp({ b: 87 });
    service.perPage = 2;
    service.payments = [
      ...Array.from({ length: 4 }, (_none, index) => booked(`x${index}`, 'payment', 1, 'elsewhere')),
      booked('3', 'refund', 87, 'b'),
    ];
    await list(orderOf('b', 'error'));
    await eventually(() => expect(spent()).toBe(0));
  });

  it('is recorded once, for all windows and later starts', async () => {
    const { service, store, orderOf, list, journal, window } = await setUp({ b: 87 });
    service.payments = [booked('2', 'payment', 87, 'b'), booked('3', 'refund', 87, 'b')];
    await list(orderOf('b', 'error'));
    const { length } = store.lines;
    window();
    await list(orderOf('b', 'error', { updatedAt: '2026-03-20' }));
    await journal.read();
    await settle();
    expect(store.lines).toHaveLength(length);
  });
});

describe('the cost of an order', () => {
  it('is what was charged, if its price was another one', async () => {
    const { service, orderOf, list, spent } = await setUp({ a: 47 });
    service.payments = [booked('1', 'payment', 50, 'a')];
    await list(orderOf('a', 'delivered', { price: credits(50) }));
    expect(spent()).toBe(50);
  });

  it('needs no payments if it was delivered at its price', async () => {
    const { service, orderOf, list } = await setUp({ a: 47 });
    await list(orderOf('a', 'delivered'));
    expect(service.reads).toBe(0);
  });

  it('makes no room for another one by more than it cost', async () => {
    const { service, orderOf, list, spent } = await setUp({ a: 47, b: 87 });
    service.payments = [booked('1', 'payment', 87, 'b'), booked('2', 'refund', 100, 'b')];
    await list(orderOf('a', 'ordered'), orderOf('b', 'error'));
    await eventually(() => expect(spent()).toBe(47));
  });

  it('counts on the day on which it was ordered, so that refunds of earlier orders make no room', async () => {
    const { store, list, orderOf, service } = await setUp({ a: 47, b: 87 });
    const yesterday = new Date(Date.now() - 86_400_000);
    store.lines = store.lines.map(line =>
      line.event === 'sending' && line.title === 'b' ? { ...line, at: yesterday.toISOString() } : line,
    );
    service.payments = [booked('1', 'payment', 47, 'a'), booked('3', 'refund', 87, 'b')];
    await list(orderOf('b', 'error'));
    const attempts = listAttempts(store.lines, undefined);
    expect(spentOnDay(Date.now(), attempts)).toEqual([credits(47)]);
    expect(localDay(yesterday.getTime())).not.toBe(localDay(Date.now()));
  });
});

it('tells of orders that were placed elsewhere, and records nothing of them', async () => {
  const { service, store, orderOf, list, money } = await setUp({});
  service.payments = [booked('2', 'payment', 87, 'x'), booked('3', 'refund', 87, 'x')];
  const failed = orderOf('x', 'error');
  await list(failed);
  expect(money.of(failed)).toMatchObject({ kind: 'returned', isAll: true });
  expect(store.lines).toEqual([]);
});
