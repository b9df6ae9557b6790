import { expect, it } from 'vitest';
import { itemAt, noItem } from '../../../src/model/itemAt.ts';

it('gives the item at an index', () => {
  expect(itemAt(['a', 'b', 'c'], 1)).toBe('b');
  expect(itemAt('abc', 2)).toBe('c');
  expect(itemAt(Float64Array.of(0.5, 1.5), 1)).toBe(1.5);
});

it('gives an item that is nothing but a value', () => {
  expect(itemAt([1, 0], 1)).toBe(0);
  expect(itemAt(['', 'a'], 0)).toBe('');
  expect(itemAt([null], 0)).toBeNull();
  expect(itemAt(new Uint8Array(1), 0)).toBe(0);
});

it.each([
  ['before the list', ['a', 'b'], -1, 'No item -1 in a list of 2.'],
  ['right behind its end', ['a', 'b'], 2, 'No item 2 in a list of 2.'],
  ['of an empty list', [], 0, 'No item 0 in a list of 0.'],
  ['of a typed array', new Uint32Array(3), 3, 'No item 3 in a list of 3.'],
  ['that is no number', [1, 2], NaN, 'No item NaN in a list of 2.'],
  ['with a gap', [undefined, 'b'], 0, 'No item 0 in a list of 2.'],
] as const)('throws for a place %s', (_place, list: ArrayLike<unknown>, index, message) => {
  expect(() => itemAt(list, index)).toThrow(new RangeError(message));
});

it('says in a loop of its own which item is missing', () => {
  const list = [1];
  expect(() => list[1] ?? noItem(list, 1)).toThrow(new RangeError('No item 1 in a list of 1.'));
});
