import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  lastPart,
  looseFields,
  optionalNumber,
  optionalText,
  pageSchema,
  readItems,
  toAmount,
  toFlag,
  toQuantity,
} from '../../../../src/service/wire/wire.ts';

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
    [1, true],
    ['0', false],
    [2, undefined],
  ])('that comes as %j is read as %s', (sent, read) => {
    expect(toFlag(sent)).toBe(read);
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
    expect(toAmount(5, undefined)).toEqual({ value: 5, unit: 'credits' });
    expect(toAmount(0, undefined)).toEqual({ value: 0, unit: 'credits' });
    expect(toAmount(5, 'kB')).toEqual({ value: 5, unit: 'kB' });
  });
});

describe('a quantity', () => {
  it.each<[unknown, object | undefined]>([
    [12, { value: 12, unit: undefined }],
    [' 12.5 ', { value: 12.5, unit: undefined }],
    ['12 credits', { value: 12, unit: 'credits' }],
    ['EUR 12', { value: 12, unit: 'EUR' }],
    ['€12.50', { value: 12.5, unit: '€' }],
    ['1523kB', { value: 1523, unit: 'kB' }],
    ['1,234', undefined],
    ['free', undefined],
    ['12 of 40', undefined],
    [true, undefined],
    [null, undefined],
  ])('in %j is read with its unit', (sent, quantity) => {
    expect(toQuantity(sent)).toEqual(quantity);
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
  const page = pageSchema(z.looseObject({ id: z.string() }));

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

describe('a field that the specification names without showing it', () => {
  it.each<[Record<string, unknown>, string | undefined]>([
    [{ status: 'active' }, 'active'],
    [{ Status: 'active' }, 'active'],
    [{ state: 'active' }, 'active'],
    [{ status: 4 }, '4'],
    [{ status: { value: 'active' } }, 'active'],
    [{ status: { Status: 'active', value: 'A' } }, 'active'],
    [{ status: { code: 'active', label: 'Active' } }, 'active'],
    [{ status: ['active'] }, 'active'],
    [{ status: ['active', 'late'] }, 'active, late'],
    [{ attributes: { status: 'active' } }, 'active'],
    [{ payload: { status: 'active' } }, 'active'],
    [{ contract: { id: 'c', status: 'active' } }, undefined],
    [{ price: { status: 'paid' } }, undefined],
    [{ status: null, state: 'active' }, 'active'],
    [{ status: '' }, undefined],
    [{ status: { since: { year: 2026 } } }, undefined],
    [{}, undefined],
  ])('is read as a text from %j', (fields, read) => {
    expect(looseFields(fields, ['payload']).text('status', 'state')).toBe(read);
  });

  it.each(['startedAt', 'started_at', 'started-at', 'StartedAt', 'STARTED_AT'])('is found as %s', name => {
    expect(looseFields({ [name]: '2026-01-02' }).moment('startedAt')).toBe('2026-01-02');
    expect(looseFields({ period: { [name]: '2026-01-02' } }).moment('startedAt')).toBe('2026-01-02');
  });

  it.each<[unknown, string | undefined]>([
    [1_767_312_000_000, '2026-01-02T00:00:00.000Z'],
    [1_767_312_000, '2026-01-02T00:00:00.000Z'],
    ['1767312000', '2026-01-02T00:00:00.000Z'],
    [[2026, 1, 2], '2026-01-02T00:00:00.000Z'],
    [{ date: '2026-01-02' }, '2026-01-02'],
    ['20260102', '2026-01-02'],
    [2026, '2026'],
    [{}, undefined],
  ])('is read as a moment from %j', (startedAt, read) => {
    expect(looseFields({ startedAt }).moment('startedAt')).toBe(read);
  });

  it.each<[Record<string, unknown>, { value: number; unit: string } | undefined]>([
    [{ balance: 12 }, { value: 12, unit: 'credits' }],
    [{ balance: '12' }, { value: 12, unit: 'credits' }],
    [{ balance: '12 EUR' }, { value: 12, unit: 'EUR' }],
    [{ balance: { value: 12, unit: 'EUR' } }, { value: 12, unit: 'EUR' }],
    [{ balance: { amount: '12', currency: 'EUR' } }, { value: 12, unit: 'EUR' }],
    [
      { balance: { amount: 12 }, currency: { code: 'EUR' } },
      { value: 12, unit: 'EUR' },
    ],
    [
      { balance: 12, balanceUnit: 'EUR', currency: 'USD' },
      { value: 12, unit: 'EUR' },
    ],
    [
      { balance: 12, currency: 'EUR' },
      { value: 12, unit: 'EUR' },
    ],
    [{ balance: [{ amount: 12, unit: 'EUR' }] }, { value: 12, unit: 'EUR' }],
    [{ balance: 'none' }, undefined],
    [{ balance: {} }, undefined],
  ])('is read as an amount from %j', (fields, read) => {
    expect(looseFields(fields).amount('balance')).toEqual(read);
  });

  it.each<[unknown, string[]]>([
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a', ['a']],
    ['a, b', ['a', 'b']],
    [
      [{ kind: 'a' }, { name: 'b' }, 3],
      ['a', 'b', '3'],
    ],
    [{ items: [{ id: 'a' }] }, ['a']],
    [{ a: true, b: false, c: true }, ['a', 'c']],
    [{ first: { kind: 'a' }, second: { kind: 'b' } }, ['a', 'b']],
    [{ kind: 'a' }, ['a']],
    [null, []],
  ])('is read as words from %j', (offers, read) => {
    expect(looseFields({ offers }).words('offers')).toEqual(read);
  });

  it.each<[unknown, unknown[]]>([
    [
      [1, 2],
      [1, 2],
    ],
    [{ _links: { self: {} } }, [{ _links: { self: {} } }]],
    [{ d1: { status: 'x' }, d2: { status: 'y' } }, [{ status: 'x' }, { status: 'y' }]],
    [{ deliveries: [1] }, [1]],
    [undefined, []],
  ])('is read as a list from %j', (deliveries, read) => {
    expect(looseFields({ deliveries }).list('deliveries')).toEqual(read);
  });

  it.each<[Record<string, unknown>, string | undefined]>([
    [{ id: 'p 1' }, 'p 1'],
    [{ paymentId: 'p 1' }, 'p 1'],
    [{ id: 12 }, '12'],
    [{ id: { value: 12 } }, '12'],
    [{ data: { id: 'p 1' } }, 'p 1'],
    [{ payment: { id: 'p 1' } }, 'p 1'],
    [{ order: { id: 'o1' } }, undefined],
    [{ _links: { self: { href: 'https://a.test/payments/p%201' } } }, 'p 1'],
    [{ _links: { self: { href: 'https://a.test/payments/{paymentId}' } } }, undefined],
    [{ id: true }, undefined],
  ])('is read as an id from %j', (fields, read) => {
    expect(looseFields(fields, ['payment']).id('id', 'paymentId')).toBe(read);
  });

  it.each([
    ['https://a.test/items/a%2Fb?x=/y', 'a/b'],
    ['/items/a/', 'a'],
    ['items/%zz', undefined],
  ])('is the last part of %s', (address, read) => {
    expect(lastPart(address)).toBe(read);
  });
});
