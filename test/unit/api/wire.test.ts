import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  amountOf,
  optionalFlag,
  optionalNumber,
  optionalText,
  pageOf,
  priceField,
  readItems,
} from '../../../src/api/wire.ts';

describe('a number of the service', () => {
  it.each<[unknown, number | undefined]>([
    [12, 12],
    [0, 0],
    ['12', 12],
    ['-12.25', -12.25],
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    ['12 km²', undefined],
    ['Infinity', undefined],
    [true, undefined],
    [{ value: 12 }, undefined],
  ])('that comes as %j is read as %s', (sent, read) => {
    expect(optionalNumber.parse(sent)).toBe(read);
  });
});

describe('a flag of the service', () => {
  it.each<[unknown, boolean | undefined]>([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
    ['FALSE', false],
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    [1, undefined],
  ])('that comes as %j is read as %s', (sent, read) => {
    expect(optionalFlag.parse(sent)).toBe(read);
  });
});

describe('a text of the service', () => {
  it.each<[unknown, string | undefined]>([
    ['active', 'active'],
    ['', ''],
    [undefined, undefined],
    [null, undefined],
    [7, undefined],
    [['active'], undefined],
  ])('that comes as %j is read as %j', (sent, read) => {
    expect(optionalText.parse(sent)).toBe(read);
  });
});

describe('an amount', () => {
  it('is in credits where the service names no unit', () => {
    expect(amountOf(5, undefined)).toEqual({ value: 5, unit: 'credits' });
    expect(amountOf(0, undefined)).toEqual({ value: 0, unit: 'credits' });
    expect(amountOf(5, 'kB')).toEqual({ value: 5, unit: 'kB' });
  });
});

describe('a price', () => {
  it.each<[string, unknown, { value: number; unit: string } | undefined]>([
    ['a number', 12, { value: 12, unit: 'credits' }],
    ['a number in quotes', '12', { value: 12, unit: 'credits' }],
    ['nothing to pay', 0, { value: 0, unit: 'credits' }],
    ['credits', { credits: 12 }, { value: 12, unit: 'credits' }],
    ['an amount in its unit', { amount: 40, amountUnit: 'EUR' }, { value: 40, unit: 'EUR' }],
    [
      'no credits, but kilobytes of the allowance',
      { credits: 0, amount: 1523, amountUnit: 'kB' },
      { value: 1523, unit: 'kB' },
    ],
    [
      'credits that leave the account, beside the size',
      { credits: 12, amount: 1523, amountUnit: 'kB' },
      { value: 12, unit: 'credits' },
    ],
    ['no credits and no amount', { credits: 0, amountUnit: 'kB' }, { value: 0, unit: 'credits' }],
    ['nothing at all', {}, undefined],
  ])('of %s is read', (_what, sent, total) => {
    expect(priceField.parse(sent).total).toEqual(total);
  });

  it.each<[unknown, boolean]>([
    [true, true],
    ['true', true],
    ['false', false],
    [undefined, false],
  ])('whose isAmountEstimated is %j is an estimate: %s', (flag, isEstimate) => {
    expect(priceField.parse({ credits: 1, isAmountEstimated: flag, areaKm2: '12.4' })).toMatchObject({
      isEstimate,
      areaKm2: 12.4,
    });
  });

  it.each([null, 'free', true, [12]])('is not made up from %j', sent => {
    expect(priceField.safeParse(sent).success).toBe(false);
  });
});

describe('items', () => {
  const item = z.looseObject({ id: z.string() });

  it('are read one by one: the broken ones are told by place and reason, the rest stands', () => {
    const { items, broken } = readItems([{ id: 'a' }, null, { id: 7 }, { id: 'b', more: true }], item);
    expect(items.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(broken.map(({ index }) => index)).toEqual([1, 2]);
    expect(broken[1]?.reason).toContain('id');
  });
});

describe('a page', () => {
  const page = pageOf(z.looseObject({ id: z.string() }));

  it.each<[string, unknown, number | undefined]>([
    [
      'an envelope',
      { startIndex: 0, totalResults: 5, countLimitReached: false, itemsPerPage: 10, items: [{ id: 'a' }] },
      5,
    ],
    ['an envelope without totals', { items: [{ id: 'a' }] }, undefined],
    ['a bare list', [{ id: 'a' }], undefined],
  ])('is read from %s', (_what, sent, total) => {
    expect(page.parse(sent)).toMatchObject({ items: [{ id: 'a' }], broken: [], total });
  });

  it('may be empty', () => {
    expect(page.parse([])).toMatchObject({ items: [], broken: [], total: undefined });
    expect(page.parse({ items: [], totalResults: 0 })).toMatchObject({ items: [], broken: [], total: 0 });
  });

  it.each([null, {}, { items: {} }, { message: 'busy' }, 'busy'])('is not made up from %j', sent => {
    expect(page.safeParse(sent).success).toBe(false);
  });
});
