import { describe, expect, it } from 'vitest';
import { watchOrders } from '../../../bench/watchedOrders.ts';
import { isFull } from '../../../randomRuns.ts';

/** `npm run bench` watches 500 too. */
const open = isFull ? 500 : 60;

describe(`watching ${open} orders in progress for 8 rounds in which 7 are delivered`, () => {
  it.each(['deployed', 'specification'] as const)(
    'is one call per round if the list contains everything (%s)',
    async dialect => {
      const cost = await watchOrders({ open, rounds: 8, changes: 7, dialect, isListShort: false });
      expect(cost).toMatchObject({ lists: 8, singles: 0, delivered: 7 });
    },
  );

  it.each(['deployed', 'specification'] as const)(
    "is one more for each of the 7 if it doesn't (%s)",
    async dialect => {
      const cost = await watchOrders({ open, rounds: 8, changes: 7, dialect, isListShort: true });
      expect(cost).toMatchObject({ lists: 8, singles: 7, delivered: 7 });
    },
  );
});
