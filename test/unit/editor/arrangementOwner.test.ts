import { describe, expect, it } from 'vitest';
import { type Arrangement, createArrangement } from '../../../src/editor/arrangement.ts';

const atFirst: Arrangement = {
  sortBy: 'date',
  descending: true,
  groupBy: 'status',
  filters: {},
  text: '',
};

function bench(kept?: unknown) {
  const slots = new Map<string, unknown>([['orders', kept]]);
  const memory = {
    read: (view: string) => slots.get(view),
    write: (view: string, value: Arrangement | undefined) => void slots.set(view, value),
  };
  return { slots, memory, owner: createArrangement('orders', atFirst, memory) };
}

describe('the arrangement of a view', () => {
  it('outlives a reload, for its view alone', () => {
    const { memory, owner } = bench();
    owner.change({ sortBy: 'price', groupBy: undefined });
    owner.filter('status', ['delivered']);
    const expected = { ...atFirst, sortBy: 'price', groupBy: undefined, filters: { status: ['delivered'] } };
    expect(owner.current.value).toEqual(expected);
    expect(createArrangement('orders', atFirst, memory).current.value).toEqual(expected);
    expect(createArrangement('keys', atFirst, memory).current.value).toEqual(atFirst);
  });

  it.each([
    ['nothing', null],
    ['a word', 'date'],
    ['an older form', { sortBy: 'date', descending: true }],
    ['a filter that is no list', { ...atFirst, filters: { status: 'delivered' } }],
    ['a filter of other values', { ...atFirst, filters: { status: [1] } }],
    ['no filters', { ...atFirst, filters: null }],
    ['a group that is no word', { ...atFirst, groupBy: 3 }],
  ])('does not follow a memory that holds %s', (_what, kept) => {
    expect(bench(kept).owner.current.value).toEqual(atFirst);
  });
});
