import { describe, expect, it } from 'vitest';
import { watchOrders } from '../../../bench/watchedOrders.ts';

describe('watching 500 orders in progress for 8 rounds in which 7 are delivered', () => {
  it.each(['deployed', 'specification'] as const)(
    'is one call per round if the list contains everything (%s)',
    async dialect => {
      const cost = await watchOrders({ open: 500, rounds: 8, changes: 7, dialect, isListShort: false });
      expect(cost).toMatchObject({ lists: 8, singles: 0, delivered: 7 });
    },
  );

  it.each(['deployed', 'specification'] as const)(
    "is one more for each of the 7 if it doesn't (%s)",
    async dialect => {
      const cost = await watchOrders({ open: 500, rounds: 8, changes: 7, dialect, isListShort: true });
      expect(cost).toMatchObject({ lists: 8, singles: 7, delivered: 7 });
    },
  );
});
