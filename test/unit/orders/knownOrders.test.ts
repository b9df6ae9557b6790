import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/model/order/order.ts';
import { placedAt, withOrders, type KnownOrder, type OrdersRead } from '../../../src/orders/knownOrders.ts';
import { order } from '../fakes.ts';

const now = Date.UTC(2026, 5, 1);
const read = (known: readonly KnownOrder[], orders: Order[], rest: Partial<OrdersRead> = {}) =>
  withOrders(known, { orders, isWhole: true, asked: 1, learned: 2, ...rest }, now);
const shown = (known: readonly KnownOrder[]) => known.map(one => `${one.order.id} ${one.order.status}`);

describe('the orders known to a window', () => {
  it('are the same array if a request returned nothing new', () => {
    const known = read([], [order('a', 'ordered'), order('b', 'delivered')]);
    expect(read(known, [order('a', 'ordered'), order('b', 'delivered')], { asked: 2, learned: 3 })).toBe(
      known,
    );
  });

  it('keep what a partial list lacks, and drop what the entire list lacks unless it is in progress', () => {
    const known = read([], [order('a', 'ordered'), order('b', 'delivered')]);
    const part = { asked: 2, learned: 3, isWhole: false };
    expect(shown(read(known, [order('c', 'ordered')], part))).toEqual([
      'a ordered',
      'c ordered',
      'b delivered',
    ]);
    expect(shown(read(known, [order('c', 'ordered')], { ...part, isWhole: true }))).toEqual([
      'a ordered',
      'c ordered',
    ]);
  });

  it('are not reopened by an answer to an earlier request', () => {
    const known = read([], [order('a', 'ordered')]);
    const ended = read(known, [order('a', 'delivered')], { asked: 2, learned: 5 });
    expect(read(ended, [order('a', 'ordered')], { asked: 3, learned: 6 })).toBe(ended);
    expect(shown(read(ended, [order('a', 'ordered')], { asked: 5, learned: 7 }))).toEqual(['a ordered']);
    const added = read(known, [order('b', 'rejected')], {
      asked: 3,
      learned: 3,
      isWhole: false,
      isPlaced: true,
    });
    expect(shown(read(added, [order('a', 'ordered')], { asked: 2, learned: 4 }))).toEqual([
      'b rejected',
      'a ordered',
    ]);
  });

  it('are as old as the service reports, or else as long as they have been known', () => {
    const dated = { ...order('a', 'ordered'), createdAt: '2026-05-01T00:00:00Z' };
    const known = read([], [dated, order('b', 'ordered')]);
    expect(known.map(placedAt)).toEqual([Date.UTC(2026, 4, 1), now]);
  });
});
