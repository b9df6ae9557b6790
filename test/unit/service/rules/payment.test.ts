import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  balanceEffect,
  formatEffect,
  netAmount,
  type Payment,
  paymentAmountText,
  sumPayments,
} from '../../../../src/service/rules/payment.ts';
import { payment } from '../../fakes.ts';

function of(type: string | undefined, value: number | undefined, unit = 'credits'): Payment {
  return payment('p', { type, creditAmount: value === undefined ? undefined : { value, unit } });
}

describe('the effect of a payment on the balance', () => {
  it.each<[string | undefined, number | undefined, string, number | undefined, string | undefined]>([
    ['payment', 120, 'is a charge', -120, '−120 credits'],
    ['PAYMENT', 120, 'is a charge', -120, '−120 credits'],
    ['refund', 80, 'is added', 80, '+80 credits'],
    ['credit', 5000, 'is added', 5000, '+5,000 credits'],
    ['credit', 0, 'changes nothing', 0, '0 credits'],
    ['correction', 5, 'is unknown', undefined, '5 credits'],
    [undefined, 5, 'is unknown', undefined, '5 credits'],
    ['payment', -5, 'is unknown', undefined, '-5 credits'],
    ['payment', undefined, 'is unknown', undefined, undefined],
  ])('of type %j and amount %j %s', (type, value, _what, effect, text) => {
    const payment = of(type, value);
    expect(balanceEffect(payment)?.value).toBe(effect);
    expect(paymentAmountText(payment)).toBe(text);
  });
});

describe('the sum of payments', () => {
  it('is separate for each unit, and counts what cannot be added', () => {
    const all = [
      of('credit', 5000),
      of('payment', 400),
      of('payment', 120),
      of('refund', 80),
      of('payment', 7, 'EUR'),
      of('correction', 3),
    ];
    expect(sumPayments(all)).toEqual({
      sums: [
        { unit: 'credits', paid: 520, refunded: 80, credited: 5000 },
        { unit: 'EUR', paid: 7, refunded: 0, credited: 0 },
      ],
      uncounted: 1,
    });
    expect(sumPayments([])).toEqual({ sums: [], uncounted: 0 });
  });

  it('equals the sum of the effects, cent by cent', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map(value => value / 100);
    const anyPayment = fc.tuple(fc.constantFrom('payment', 'refund', 'credit'), cents);
    fc.assert(
      fc.property(fc.array(anyPayment, { minLength: 1 }), all => {
        const [sum] = sumPayments(all.map(([type, value]) => of(type, value))).sums;
        const inCents = all.reduce(
          (total, [type, value]) => total + Math.round(value * 100) * (type === 'payment' ? -1 : 1),
          0,
        );
        expect(sum && Math.round(netAmount(sum).value * 100)).toBe(inCents);
      }),
    );
  });

  it('shows no floating-point digits', () => {
    const [sum] = sumPayments([of('credit', 0.1), of('credit', 0.2)]).sums;
    expect(sum && netAmount(sum)).toEqual({ value: 0.3, unit: 'credits' });
    expect(sum && formatEffect(netAmount(sum))).toBe('+0.3 credits');
  });
});
