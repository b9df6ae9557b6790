import { describe, expect, it } from 'vitest';
import {
  balanceAfter,
  consumptionModes,
  formatAmount,
  isOrderKind,
  type OrderKind,
  orderKinds,
  type OrderPhase,
  orderPhase,
  paidOrderKinds,
} from '../../../../src/service/rules/order.ts';

describe('an order', () => {
  it.each<[string, OrderPhase]>([
    ['ordered', 'inProgress'],
    ['delivered', 'delivered'],
    ['error', 'failed'],
    ['rejected', 'failed'],
    ['failed', 'failed'],
    ['REJECTED', 'failed'],
    ['quality-check', 'inProgress'],
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
  ])('of %d is shown with its unit %s', (value, unit, text) => {
    expect(formatAmount({ value, unit })).toBe(text);
  });
});

describe('a balance after a price', () => {
  it('is counted in only one unit, and is negative if it is insufficient', () => {
    const credits = (value: number) => ({ value, unit: 'credits' });
    expect(balanceAfter(credits(100), credits(40))).toEqual(credits(60));
    expect(balanceAfter(credits(100), credits(140))).toEqual(credits(-40));
    expect(balanceAfter(credits(100), { value: 40, unit: 'kB' })).toBeUndefined();
    expect(balanceAfter(undefined, credits(40))).toBeUndefined();
  });
});

describe('a kind of order', () => {
  const report: OrderKind = 'order.analytics-toolbox.archive';
  const product: OrderKind = 'order.data.product';
  const volume: OrderKind = 'order.data.gb.product';

  it('is one of the three of the specification', () => {
    expect(orderKinds.toSorted()).toEqual([report, volume, product].sort());
    expect([report, product, volume].map(isOrderKind)).toEqual([true, true, true]);
    expect([undefined, '', 'order.data', 'toString', 7].map(isOrderKind)).not.toContain(true);
  });

  it('by volume and the counting of tiles will be removed; 0.3 m images are counted only by area', () => {
    const abandoned = Object.values(consumptionModes)
      .flat()
      .filter(mode => mode.toBeAbandoned)
      .map(mode => mode.counts);
    expect(abandoned.sort()).toEqual(['GB', 'tiles']);
    const ofPneo = Object.values(consumptionModes)
      .flat()
      .filter(mode => mode.constellations.includes('PNEO'));
    expect(ofPneo.map(mode => mode.counts)).toEqual(['km2']);
  });

  const subscription = (status: string | undefined, ...offers: string[]) => ({ status, offers });
  const unread = { ...subscription('active'), fields: { offers: { plan: 7 } } };
  it.each<[string, ReturnType<typeof subscription>[], readonly string[] | undefined]>([
    [
      'by all subscriptions in use together, each kind once',
      [subscription('active', product), subscription('ACTIVE', product, report), subscription('active')],
      [product, report],
    ],
    ['by one that spells it differently', [subscription('active', ' Order.Data.Product')], [product]],
    [
      'by nobody knows whom, with none in use',
      ['pending', 'Suspended', 'revoked'].map(state => subscription(state, product)),
      undefined,
    ],
    ['by nobody knows whom, with none at all', [], undefined],
    ['maybe by one whose offers are unreadable', [subscription('active', product), unread], undefined],
    ['by one of a status that appeared later', [subscription('trial', product)], [product]],
    ['maybe by those that do not say', [subscription('active'), subscription('pending', product)], undefined],
  ])('is paid for %s', (_what, subscriptions, kinds) => {
    expect(paidOrderKinds(subscriptions)).toEqual(kinds);
  });
});
