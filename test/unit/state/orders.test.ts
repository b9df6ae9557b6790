import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../src/model/order/order.ts';
import { createOrders, type Orders } from '../../../src/state/orders.ts';
import { signedInOf } from '../../../src/state/session.ts';
import { apiError, fakeClient, order, signedInSession } from './fakes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The service's answers to one reading after another; the last one stays. */
async function bench(readings: (readonly Order[] | Error)[]) {
  let calls = 0;
  const client = fakeClient({
    orders: () => {
      const answer = readings[Math.min(calls++, readings.length - 1)] ?? [];
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve([...answer]);
    },
  });
  const session = await signedInSession(client);
  const orders = createOrders(session, () => 30_000);
  const under = signedInOf(session.current.value);
  if (!under) throw new Error('not signed in');
  return { session, orders, under, calls: () => calls };
}

function shown(orders: Orders): string[] {
  const state = orders.current.value;
  return state.kind === 'ready' ? state.orders.map(one => `${one.id} ${one.status}`) : [state.kind];
}

describe('the watcher', () => {
  it('reads nothing again while nothing is in progress', async () => {
    const { orders, calls } = await bench([[order('a', 'delivered'), order('b', 'rejected')]]);
    await orders.refresh();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls()).toBe(1);
  });

  it('follows an own order from a quick pace to its end, one call a round', async () => {
    const { orders, under, calls } = await bench([
      [order('a', 'ordered')],
      [order('a', 'processing')],
      [order('a', 'delivered')],
    ]);
    const finished: string[] = [];
    orders.onFinished(one => finished.push(one.id));
    orders.add(order('a', 'ordered'), under);
    await vi.advanceTimersByTimeAsync(2000);
    expect([calls(), shown(orders)]).toEqual([1, ['a ordered']]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([calls(), shown(orders)]).toEqual([2, ['a processing']]);
    await vi.advanceTimersByTimeAsync(4000);
    expect([calls(), shown(orders)]).toEqual([3, ['a delivered']]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(calls()).toBe(3);
    expect(finished).toEqual(['a']);
    expect([...orders.unseen.value]).toEqual(['a']);
    orders.markSeen('a');
    expect(orders.unseen.value.size).toBe(0);
  });

  it('takes an unknown status for in progress', async () => {
    const { orders, calls } = await bench([[order('a', 'quality-check')]]);
    await orders.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls()).toBe(3);
    orders.dispose();
  });

  it('keeps what it knows when a reading fails, and goes on', async () => {
    const { orders, under, calls } = await bench([
      [order('a', 'ordered')],
      apiError('network'),
      [order('a', 'delivered')],
    ]);
    orders.add(order('a', 'ordered'), under);
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls()).toBe(2);
    expect(shown(orders)).toEqual(['a ordered']);
    expect(orders.current.value).toMatchObject({ stale: { kind: 'network' } });
    await vi.advanceTimersByTimeAsync(4000);
    expect(shown(orders)).toEqual(['a delivered']);
    expect(orders.current.value).not.toHaveProperty('stale');
  });

  it('does not lose an own order that the list does not show yet', async () => {
    const { orders, under } = await bench([[], [order('a', 'ordered')]]);
    orders.add(order('a', 'ordered'), under);
    await vi.advanceTimersByTimeAsync(2000);
    expect(shown(orders)).toEqual(['a ordered']);
    orders.dispose();
  });

  it('says nothing of orders that were already delivered when it began', async () => {
    const { orders } = await bench([[order('a', 'delivered')]]);
    const finished: string[] = [];
    orders.onFinished(one => finished.push(one.id));
    await orders.refresh();
    expect(finished).toEqual([]);
  });

  it('forgets everything at sign-out, and a late answer stays away', async () => {
    const { orders, session, calls } = await bench([[order('a', 'ordered')]]);
    const reading = orders.refresh();
    await session.signOut();
    await reading;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(shown(orders)).toEqual(['none']);
    expect(calls()).toBe(1);
  });
});
