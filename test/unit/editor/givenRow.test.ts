import { describe, expect, it } from 'vitest';
import { givenId } from '../../../src/editor/row.ts';

const row = { id: 'row', label: 'Row', subject: { id: 'key-1', orderId: 'order-1', count: 2 } };

describe('the id that a command was given', () => {
  it.each([
    ['as it is', 'key-9', undefined, 'key-9'],
    ['by a row', row, undefined, 'key-1'],
    ['by another member of the row', row, 'orderId', 'order-1'],
    ['by a row that has none', row, 'paymentId', undefined],
    ['by a row whose member is no text', row, 'count', undefined],
    ['by nothing', undefined, undefined, undefined],
    ['by something that is no row', { subject: { id: 'key-1' } }, undefined, undefined],
  ])('is told %s', (_how, given, member, id) => {
    expect(givenId(given, member)).toBe(id);
  });
});
