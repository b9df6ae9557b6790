import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptySnapshot,
  isOpen,
  knowsMore,
  meet,
  ordersIn,
  placedAt,
  toShare,
  withReading,
  type Snapshot,
} from '../../../src/state/orderSnapshot.ts';
import { runs } from '../../randomRuns.ts';
import { order } from './fakes.ts';

const statuses = ['ordered', 'processing', 'delivered', 'error'];
const hour = 3_600_000;

/** What a window does with what it knows. */
type Step =
  | {
      kind: 'reads';
      window: 0 | 1 | 2;
      orders: [id: string, status: string][];
      isWhole: boolean;
      isLate: boolean;
    }
  | { kind: 'hears'; window: 0 | 1 | 2; from: 0 | 1 | 2 };

const windowNumber = fc.constantFrom<0 | 1 | 2>(0, 1, 2);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('reads' as const),
    window: windowNumber,
    orders: fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom(...statuses)), {
      selector: ([id]) => id,
    }),
    isWhole: fc.boolean(),
    isLate: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('hears' as const), window: windowNumber, from: windowNumber }),
);

/** Three windows that read and hear of each other in any order, each at a time of its own. */
function windowsAfter(steps: readonly Step[]): Snapshot[] {
  const windows = [emptySnapshot, emptySnapshot, emptySnapshot];
  steps.forEach((one, time) => {
    const known = windows[one.window] ?? emptySnapshot;
    if (one.kind === 'hears') windows[one.window] = meet(known, windows[one.from] ?? emptySnapshot, time);
    else {
      const orders = one.orders.map(([id, status]) => order(id, status));
      // A reading can have begun before something that is known by its end.
      const turn = Math.max(1, known.turn + (one.isLate ? 0 : 1));
      windows[one.window] = withReading(known, { turn, orders, isWhole: one.isWhole }, time);
    }
  });
  return windows;
}

/** Of readings at one turn each window may keep its own words, as long as they are of the same phase. */
function contentOf({ orders, finished, wholeTurn, placed }: Snapshot) {
  const known = orders.map(one => `${one.order.id} ${isOpen(one)} ${one.turn} ${one.isGone ?? ''}`);
  const ends = finished.map(({ id }) => id);
  return { known: known.sort(), ends: ends.sort(), wholeTurn, placed };
}

const lines = (snapshot: Snapshot) => ordersIn(snapshot, 0).map(({ id, status }) => `${id} ${status}`);

describe('what windows know of orders', () => {
  it('is the same after they heard of each other, whoever begins, and they have nothing more to tell', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), steps => {
        const [one = emptySnapshot, other = emptySnapshot] = windowsAfter(steps);
        // As they write and hear in turn: whoever was first to see an end is told of its beginning by the other.
        const first = meet(one, other, 99);
        const second = meet(other, first, 99);
        const again = meet(first, second, 99);
        expect(contentOf(again)).toEqual(contentOf(second));
        expect([knowsMore(again, second), knowsMore(second, again)]).toEqual([false, false]);
        expect(meet(again, second, 100)).toBe(again);
        const back = meet(other, one, 99);
        expect(contentOf(meet(back, meet(one, back, 99), 99))).toEqual(contentOf(again));
      }),
      runs({ quick: 100, full: 3_000 }),
    );
  });

  it('never loses an order that one of them knows', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), steps => {
        const windows = windowsAfter(steps);
        const all = windows.reduce((sum, one) => meet(sum, one, 99), emptySnapshot);
        for (const { orders } of windows) {
          for (const known of orders) {
            expect(all.orders.some(one => one.order.id === known.order.id)).toBe(true);
          }
        }
      }),
      runs({ quick: 100, full: 2_000 }),
    );
  });

  const open = withReading(
    emptySnapshot,
    { turn: 1, orders: [order('a', 'ordered'), order('b', 'delivered')], isWhole: true },
    0,
  );

  it('is the same object where a reading tells nothing new', () => {
    const again = { turn: 2, orders: [order('a', 'ordered'), order('b', 'delivered')], isWhole: true };
    expect(withReading(open, again, 5)).toBe(open);
    expect(withReading(open, { ...again, orders: [order('a', 'ordered')], isWhole: false }, 5)).toBe(open);
  });

  it('keeps what a part of the list does not show, and drops what the whole list lacks', () => {
    const part = withReading(open, { turn: 2, orders: [order('c', 'ordered')], isWhole: false }, 1);
    expect(lines(part)).toEqual(['a ordered', 'c ordered', 'b delivered']);
    const whole = withReading(part, { turn: 3, orders: [order('c', 'ordered')], isWhole: true }, 2);
    expect(lines(whole)).toEqual(['a ordered', 'c ordered']);
    const gone = withReading(whole, { turn: 4, orders: [], gone: new Set(['a']), isWhole: false }, 3);
    expect(lines(gone)).toEqual(['c ordered']);
    const back = withReading(gone, { turn: 5, orders: [order('a', 'delivered')], isWhole: false }, 3);
    expect(lines(back)).toContain('a delivered');
  });

  it('notes an end once, with the time at which it was seen first', () => {
    const ended = withReading(open, { turn: 2, orders: [order('a', 'delivered')], isWhole: false }, 7);
    expect(ended.finished).toEqual([{ id: 'a', phase: 'delivered', at: 7 }]);
    const again = withReading(ended, { turn: 3, orders: [order('a', 'processing')], isWhole: false }, 8);
    const twice = withReading(again, { turn: 4, orders: [order('a', 'error')], isWhole: false }, 9);
    expect(twice.finished).toEqual([{ id: 'a', phase: 'delivered', at: 7 }]);
    expect(meet(open, ended, 99).finished).toEqual(ended.finished);
  });

  it('forgets an end after a month', () => {
    const ended = withReading(open, { turn: 2, orders: [order('a', 'delivered')], isWhole: false }, 7);
    const later = withReading(
      ended,
      { turn: 3, orders: [order('c', 'ordered')], isWhole: false },
      31 * 24 * hour,
    );
    expect(later.finished).toEqual([]);
  });

  it('does not take an end back by a reading that began before it was seen', () => {
    const ended = withReading(open, { turn: 2, orders: [order('a', 'delivered')], isWhole: false }, 7);
    const late = withReading(ended, { turn: 2, orders: [order('a', 'ordered')], isWhole: true }, 8);
    expect(lines(late)).toContain('a delivered');
  });

  it('tells how old an order is by the service, or else since when it is known', () => {
    const [known] = open.orders;
    if (!known) throw new Error('no order');
    expect(placedAt({ ...known, since: 5 })).toBe(5);
    const told = { ...known.order, createdAt: '2026-03-20T12:00:00Z' };
    expect(placedAt({ ...known, order: told })).toBe(Date.parse('2026-03-20T12:00:00Z'));
  });

  it('shares the orders in progress and the news, and of the others as many as a file takes', () => {
    const many = Array.from({ length: 5000 }, (_one, index) =>
      order(`o${index}`, index === 4999 ? 'ordered' : 'delivered'),
    );
    const all = withReading(emptySnapshot, { turn: 1, orders: many, isWhole: true }, 0);
    const shared = toShare(all);
    expect(shared.orders).toHaveLength(1001);
    expect(lines(shared)).toContain('o4999 ordered');
    // Whoever reads it knows that there are more.
    expect(shared.wholeTurn).toBe(0);
    expect(toShare(open)).toBe(open);
    expect(lines(meet(all, shared, 1))).toHaveLength(5000);
  });
});
