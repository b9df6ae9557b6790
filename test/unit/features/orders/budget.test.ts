import { describe, expect, it } from 'vitest';
import {
  type Budget,
  limitsExceeded,
  readLimit,
  totalsByUnit,
} from '../../../../src/features/orders/budget.ts';

const credits = (value: number) => ({ value, unit: 'credits' });
const kilobytes = (value: number) => ({ value, unit: 'kB' });

describe('a limit in the settings', () => {
  it.each<[unknown, string, number | undefined]>([
    [undefined, 'sets none', undefined],
    [null, 'sets none', undefined],
    [0, 'sets none', undefined],
    [50, 'is that amount', 50],
    [0.5, 'is that amount', 0.5],
    [-1, "can't be read", NaN],
    ['50', "can't be read", NaN],
    [true, "can't be read", NaN],
    [NaN, "can't be read", NaN],
  ])('that is %o %s', (value, _what, limit) => expect(readLimit(value)).toBe(limit));
});

describe('a budget', () => {
  const kinds = (
    prices: Parameters<typeof limitsExceeded>[0],
    budget: Partial<Budget>,
    spent = [credits(0)],
  ) =>
    limitsExceeded(prices, { perOrder: undefined, perDay: undefined, ...budget }, spent).map(
      ({ kind }) => kind,
    );

  it.each<[string, ReturnType<typeof kinds>, string[]]>([
    ['without a limit', kinds([credits(1e9), kilobytes(1)], {}), []],
    ['of an order, reached', kinds([credits(50)], { perOrder: 50 }), []],
    ['of an order, exceeded', kinds([credits(50.01)], { perOrder: 50 }), ['perOrder']],
    [
      'of an order, by the dearest',
      kinds([credits(1), credits(51), credits(2)], { perOrder: 50 }),
      ['perOrder'],
    ],
    ['of a day, reached', kinds([credits(20)], { perDay: 50 }, [credits(30)]), []],
    ['of a day, exceeded', kinds([credits(21)], { perDay: 50 }, [credits(30)]), ['perDay']],
    ['of a day, by all together', kinds([credits(20), credits(31)], { perDay: 50 }), ['perDay']],
    ['of a day, in tenths', kinds([credits(0.1)], { perDay: 0.3 }, [credits(0.1), credits(0.1)]), []],
    ['of a day, other units aside', kinds([credits(50)], { perDay: 50 }, [kilobytes(1e6)]), []],
    ['of both, exceeded', kinds([credits(60)], { perOrder: 50, perDay: 50 }), ['perOrder', 'perDay']],
    ['in another unit', kinds([kilobytes(1)], { perOrder: 50 }), ['otherUnit']],
    [
      'of a day, exceeded before, in another unit',
      kinds([kilobytes(99)], { perDay: 50 }, [credits(60)]),
      ['otherUnit'],
    ],
    ['of an order, in another unit', kinds([kilobytes(99)], { perOrder: 50 }), ['otherUnit']],
    ['of a day alone', kinds([credits(60)], { perDay: 70 }), []],
    ['in another unit among credits', kinds([credits(1), kilobytes(1)], { perDay: 50 }), ['otherUnit']],
    ['that cannot be read', kinds([credits(1)], { perOrder: NaN }), ['unreadable']],
    ['of a day that cannot be read', kinds([credits(1)], { perDay: NaN, perOrder: 5 }), ['unreadable']],
  ])('%s', (_what, found, expected) => expect(found).toEqual(expected));

  it('names the limit that cannot be read', () => {
    expect(limitsExceeded([credits(1)], { perOrder: NaN, perDay: NaN }, [])).toEqual([
      { kind: 'unreadable', limit: 'perOrder' },
      { kind: 'unreadable', limit: 'perDay' },
    ]);
  });

  it('makes no room by a negative price', () => {
    expect(kinds([credits(51), credits(-20)], { perDay: 50 })).toEqual(['perDay']);
    expect(kinds([credits(40)], { perDay: 50 }, [credits(20), credits(-20)])).toEqual(['perDay']);
  });

  it('reports what was spent before', () => {
    expect(
      limitsExceeded([credits(20)], { perOrder: undefined, perDay: 50 }, [credits(25), credits(10)]),
    ).toEqual([{ kind: 'perDay', limit: 50, spent: credits(35), price: credits(20) }]);
  });
});

it('keeps sums of different units apart', () => {
  expect(totalsByUnit([credits(1), kilobytes(5), credits(2)])).toEqual([credits(3), kilobytes(5)]);
  expect(totalsByUnit([])).toEqual([]);
});
