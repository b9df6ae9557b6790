import { expect } from 'vitest';
import { type Check, clientOf, type Fields, id, testForms } from './forms.ts';

const contractPath = `/api/v1/contracts/${id}`;
const paymentPath = `${contractPath}/payments/p-1`;
const paymentForms: [string, Fields][] = [
  ['id', { id: 'p-1' }],
  ['paymentId', { paymentId: 'p-1' }],
  ['payment_id', { payment_id: 'p-1' }],
  ['identifier', { identifier: 'p-1' }],
  ['an object', { id: { value: 'p-1' } }],
];

testForms('a payment', [
  ...paymentForms.map(([form, sent]): Check => [
    'get.payment',
    form,
    async () =>
      expect((await clientOf({ [paymentPath]: { ...sent, amount: 12 } }).payment(id, 'p-1')).id).toBe('p-1'),
  ]),
  [
    'payment.id',
    'a number',
    async () =>
      expect((await clientOf({ [paymentPath]: { paymentId: 12 } }).payment(id, 'p-1')).id).toBe('12'),
  ],
  [
    'get.payment',
    'below its name',
    async () =>
      expect(
        (await clientOf({ [paymentPath]: { payment: { id: 'p-1', amount: 5 } } }).payment(id, 'p-1')).id,
      ).toBe('p-1'),
  ],
  [
    'get.payment',
    'as a list of one',
    async () =>
      expect((await clientOf({ [paymentPath]: [{ id: 'p-1', amount: 5 }] }).payment(id, 'p-1')).id).toBe(
        'p-1',
      ),
  ],
  ...(
    [
      ['creditAmount', { creditAmount: 12 }, 12, 'credits'],
      ['amount', { amount: 12 }, 12, 'credits'],
      ['text', { amount: '12' }, 12, 'credits'],
      ['credits', { credits: 12 }, 12, 'credits'],
      ['value and currency', { amount: { value: 12, currency: 'EUR' } }, 12, 'EUR'],
      ['a currency beside', { amount: 12, currency: 'EUR' }, 12, 'EUR'],
      ['value', { value: 12, unit: 'credits' }, 12, 'credits'],
      ['price', { price: 12 }, 12, 'credits'],
      ['total', { total: 12 }, 12, 'credits'],
    ] as [string, Fields, number, string][]
  ).map(([form, sent, value, unit]): Check => [
    'get.payment',
    `amount as ${form}`,
    async () =>
      expect(
        (await clientOf({ [paymentPath]: { id: 'p-1', ...sent } }).payment(id, 'p-1')).creditAmount,
      ).toEqual({ value, unit }),
  ]),
]);
