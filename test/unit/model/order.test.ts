import { describe, expect, it } from 'vitest';
import { balanceAfter, formatAmount, orderPhase, type OrderPhase } from '../../../src/model/order.ts';

describe('an order', () => {
  it.each<[string, OrderPhase]>([
    ['ordered', 'inProgress'],
    ['delivered', 'delivered'],
    ['error', 'failed'],
    ['rejected', 'failed'],
    ['created', 'inProgress'],
    ['pending', 'inProgress'],
    ['processing', 'inProgress'],
    ['failed', 'failed'],
    ['Delivered', 'delivered'],
    ['REJECTED', 'failed'],
    ['quality-check', 'inProgress'],
    ['', 'inProgress'],
    ['constructor', 'inProgress'],
  ])('that is "%s" counts as %s', (status, phase) => {
    expect(orderPhase(status)).toBe(phase);
  });
});

describe('an amount', () => {
  it.each<[number, string, string]>([
    [12, 'credits', '12 credits'],
    [0, 'credits', '0 credits'],
    [5000, 'credits', '5,000 credits'],
    [12.5, 'EUR', '12.5 EUR'],
    [0.126, 'credits', '0.13 credits'],
    [1_234_567.891, 'kB', '1,234,567.89 kB'],
    [-3, 'credits', '-3 credits'],
  ])('of %d is shown with its unit %s', (value, unit, shown) => {
    expect(formatAmount({ value, unit })).toBe(shown);
  });
});

describe('a balance after a price', () => {
  it('is counted in one unit alone, and falls below nothing where it does not suffice', () => {
    const credits = (value: number) => ({ value, unit: 'credits' });
    expect(balanceAfter(credits(100), credits(40))).toEqual(credits(60));
    expect(balanceAfter(credits(100), credits(140))).toEqual(credits(-40));
    expect(balanceAfter(credits(100), { value: 40, unit: 'kB' })).toBeUndefined();
    expect(balanceAfter(undefined, credits(40))).toBeUndefined();
  });
});
