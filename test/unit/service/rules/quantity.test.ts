import { describe, expect, it } from 'vitest';
import { shareText } from '../../../../src/base/words/areaText.ts';
import { contractTypeText, offerText, orderKindText } from '../../../../src/service/rules/kindText.ts';
import { type Amount, formatAmount } from '../../../../src/service/rules/order.ts';
import { barText, readableAmount, usedOfText } from '../../../../src/service/rules/quantity.ts';
import { planByAllowance } from '../../../../src/service/rules/subscription.ts';

const kB = (value: number): Amount => ({ value, unit: 'kB' });
const credits = (value: number): Amount => ({ value, unit: 'credits' });

describe('a volume', () => {
  it.each<[Amount, string]>([
    [kB(0), '0 kB'],
    [kB(999), '999 kB'],
    [kB(1000), '1 MB'],
    [kB(1_240_000), '1.24 GB'],
    [kB(30_000_000), '30 GB'],
    [kB(2_500_000_000), '2.5 TB'],
    [{ value: 1500, unit: 'mb' }, '1.5 GB'],
    [credits(1_240_000), '1,240,000 credits'],
    [{ value: 12, unit: 'km2' }, '12 km2'],
  ])('of %j reads %s', (amount, text) => {
    expect(formatAmount(readableAmount(amount))).toBe(text);
  });
});

describe('a part of an allowance', () => {
  it.each<[Amount, Amount, string]>([
    [kB(3_100_000), kB(10_000_000), '3.1 of 10 GB'],
    [kB(0), kB(10_000_000), '0 of 10 GB'],
    [kB(5), kB(10_000_000), '5 kB of 10 GB'],
    [{ value: 3.1, unit: 'GB' }, kB(10_000_000), '3.1 of 10 GB'],
    [kB(12_000_000), kB(10_000_000), '12 of 10 GB'],
    [credits(120), credits(1200), '120 of 1,200 credits'],
    [credits(0.001), credits(1200), '0.001 of 1,200 credits'],
    [credits(120), kB(10_000_000), '120 credits of 10 GB'],
    [kB(120), { value: 10, unit: 'EUR' }, '120 kB of 10 EUR'],
  ])('%j of %j reads %s', (used, max, text) => {
    expect(usedOfText(used, max)).toBe(text);
    expect(usedOfText(used, max, true)).toBe(`≈ ${text}`);
  });

  it.each<[number, string, string]>([
    [0, '▱▱▱▱▱▱▱▱▱▱', '0 %'],
    [0.0001, '▰▱▱▱▱▱▱▱▱▱', '<0.1 %'],
    [0.31, '▰▰▰▱▱▱▱▱▱▱', '31 %'],
    [0.9995, '▰▰▰▰▰▰▰▰▰▱', '99.9 %'],
    [1, '▰▰▰▰▰▰▰▰▰▰', '100 %'],
    [1.12, '▰▰▰▰▰▰▰▰▰▰', '112 %'],
  ])('%s is drawn as %s and written as %s', (share, bar, percent) => {
    expect([barText(share), shareText(share)]).toEqual([bar, percent]);
  });
});

describe('a streaming plan', () => {
  it.each<[Amount, string]>([
    [kB(1_000_000), 'discover'],
    [{ value: 4, unit: 'GB' }, 'starter'],
    [kB(10_000_000), 'standard'],
    [kB(30 * 1024 * 1024), 'advanced'],
  ])('with %j is %s', (max, plan) => {
    expect(planByAllowance(max)).toBe(plan);
  });

  it.each<Amount>([kB(14_000_000), { value: 10, unit: 'credits' }])('is not guessed from %j', max => {
    expect(planByAllowance(max)).toBeUndefined();
  });
});

describe('display text for kinds', () => {
  it.each<[string, string]>([
    ['contract.platformdata.premium', 'Premium'],
    ['contract.platformdata.techEval', 'Evaluation'],
    ['TechEval', 'Evaluation'],
    ['contract.platformdata.gold', 'contract.platformdata.gold'],
  ])('a contract of kind %s is %s', (kind, words) => {
    expect(contractTypeText({ kind })).toBe(words);
  });

  it('a contract without a kind has none', () => {
    expect(contractTypeText({ kind: undefined })).toBeUndefined();
  });

  it.each<[string, string, string]>([
    ['order.analytics-toolbox.archive', 'Analytic report', 'Analytic report'],
    ['order.data.product', 'Image product', 'Image product (by area; by tiles viewed, deprecated)'],
    [
      'order.data.gb.product',
      'Image product by volume',
      'Image product by volume (by processed GB, deprecated)',
    ],
    ['order.from.the.future', 'order.from.the.future', 'order.from.the.future'],
    ['constructor', 'constructor', 'constructor'],
  ])('an offer of %s is %s', (kind, short, long) => {
    expect([orderKindText(kind), offerText(kind)]).toEqual([short, long]);
  });
});
