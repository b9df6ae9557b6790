import { describe, expect, it } from 'vitest';
import {
  moneyOfFailed,
  moneySentence,
  moneyWords,
  type PaymentsKnown,
} from '../../../../../src/features/orders/rules/orderMoney.ts';
import { payment } from '../../../fakes.ts';

const credits = (value: number) => ({ value, unit: 'credits' });
const booked = (id: string, type: string | undefined, value: number, orderId: string | undefined = 'o1') =>
  payment(id, { type, creditAmount: credits(value), orderId });

function wordsOf(
  payments: PaymentsKnown['payments'],
  rest: Partial<PaymentsKnown> = {},
  price: ReturnType<typeof credits> | undefined = credits(87),
): [string, string] {
  const known = { payments, isCurrent: true, isWhole: true, ...rest };
  const money = moneyOfFailed({ id: 'o1', price }, known);
  return [moneyWords(money), moneySentence(money, String)];
}

describe('the money of an order that failed', () => {
  it.each<[string, [string, string], [string, string]]>([
    [
      'came back in full',
      wordsOf([booked('a', 'payment', 87), booked('b', 'refund', 87)]),
      ['87 credits refunded', 'Refunded in full: 87 credits.'],
    ],
    [
      'came back in parts that add up',
      wordsOf([booked('a', 'payment', 87), booked('b', 'refund', 40), booked('c', 'refund', 47)]),
      ['87 credits refunded', 'Refunded in full: 87 credits.'],
    ],
    [
      'came back in part',
      wordsOf([booked('a', 'payment', 87), booked('b', 'refund', 40)]),
      ['40 of 87 credits refunded', 'Refunded: 40 of 87 credits.'],
    ],
    [
      'came back, with no charge listed',
      wordsOf([booked('b', 'refund', 40)]),
      ['40 of 87 credits refunded', 'Refunded: 40 of 87 credits.'],
    ],
    [
      'was charged and has not come back',
      wordsOf([booked('a', 'payment', 87)]),
      ['87 credits charged, no refund listed', "87 credits charged. The payments don't list a refund yet."],
    ],
    [
      'was never charged',
      wordsOf([booked('a', 'payment', 12, 'o2')]),
      ['not charged', 'Not charged: no payment is listed for this order.'],
    ],
    [
      'is of an unknown direction',
      wordsOf([booked('a', undefined, 87)]),
      ['refund unknown', "The payments don't report whether this was charged or refunded: 87 credits."],
    ],
    [
      'is not listed in what was loaded',
      wordsOf([booked('a', 'payment', 12, 'o2')], { isWhole: false }),
      ['refund unknown', "The payments don't show yet whether this order was charged or refunded."],
    ],
    [
      'is not read yet',
      wordsOf([], { isCurrent: false }),
      ['refund unknown', 'The payments show whether it was refunded. They are not loaded yet.'],
    ],
    [
      'cannot be read',
      wordsOf([], { isCurrent: false, error: 'Forbidden.' }),
      ['refund unknown', "Can't read the payments, which show whether it was refunded: Forbidden."],
    ],
  ])('%s', (_what, words, expected) => expect(words).toEqual(expected));

  it('never comes back by a payment of another order or of none', () => {
    const others = [
      booked('a', 'refund', 87, 'o2'),
      payment('b', { type: 'refund', creditAmount: credits(87) }),
    ];
    expect(wordsOf(others, { isWhole: false })[0]).toBe('refund unknown');
  });
});
