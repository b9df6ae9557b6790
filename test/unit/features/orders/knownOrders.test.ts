import { describe, expect, it } from 'vitest';
import type { Order } from '../../../../src/service/rules/order.ts';
import {
  type KnownOrder,
  type OrdersRead,
  placedAt,
  withOrders,
} from '../../../../src/features/orders/knownOrders.ts';
import { order } from '../../fakes.ts';

const now = Date.UTC(2026, 5, 1);
const read = (known: readonly KnownOrder[], orders: Order[], rest: Partial<OrdersRead> = {}) =>
  withOrders(known, { orders, isWhole: true, requested: 1, learned: 2, ...rest }, now);
const inShort = (known: readonly KnownOrder[]) =>
  known.map(entry => `${entry.order.id} ${entry.order.status}`);

describe('the orders known to a window', () => {
  it('are the same array if a request returned nothing new', () => {
    const known = read([], [order('a', 'ordered'), order('b', 'delivered')]);
    expect(read(known, [order('a', 'ordered'), order('b', 'delivered')], { requested: 2, learned: 3 })).toBe(
      known,
    );
  });

  it('keep what a partial list lacks, and drop what the entire list lacks unless it is in progress', () => {
    const known = read([], [order('a', 'ordered'), order('b', 'delivered')]);
    const part = { requested: 2, learned: 3, isWhole: false };
    expect(inShort(read(known, [order('c', 'ordered')], part))).toEqual([
      'a ordered',
      'c ordered',
      'b delivered',
    ]);
    expect(inShort(read(known, [order('c', 'ordered')], { ...part, isWhole: true }))).toEqual([
      'a ordered',
      'c ordered',
    ]);
  });

  it('are not reopened by an answer to an earlier request', () => {
    const known = read([], [order('a', 'ordered')]);
    const ended = read(known, [order('a', 'delivered')], { requested: 2, learned: 5 });
    expect(read(ended, [order('a', 'ordered')], { requested: 3, learned: 6 })).toBe(ended);
    expect(inShort(read(ended, [order('a', 'ordered')], { requested: 5, learned: 7 }))).toEqual([
      'a ordered',
    ]);
    const added = read(known, [order('b', 'rejected')], {
      requested: 3,
      learned: 3,
      isWhole: false,
      isPlaced: true,
    });
    expect(inShort(read(added, [order('a', 'ordered')], { requested: 2, learned: 4 }))).toEqual([
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
