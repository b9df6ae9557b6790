import { describe, expect, it } from 'vitest';
import type { Arrangement } from '../../../src/editor/arrangement.ts';
import { createArrangement } from '../../../src/editor/arrangementOwner.ts';

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
  it('is what the view was given at first, and writes nothing by itself', () => {
    const { slots, owner } = bench();
    expect(owner.current.value).toEqual(atFirst);
    expect(slots.get('orders')).toBeUndefined();
  });

  it('outlives a reload, for its view alone', () => {
    const { memory, owner } = bench();
    owner.change({ sortBy: 'price', groupBy: undefined });
    owner.filter('status', ['delivered']);
    const expected = { ...atFirst, sortBy: 'price', groupBy: undefined, filters: { status: ['delivered'] } };
    expect(owner.current.value).toEqual(expected);
    expect(createArrangement('orders', atFirst, memory).current.value).toEqual(expected);
    expect(createArrangement('keys', atFirst, memory).current.value).toEqual(atFirst);
  });

  it('takes a filter away with its last value, and leaves the others', () => {
    const { owner } = bench();
    owner.filter('status', ['delivered']);
    owner.filter('kind', ['report']);
    owner.filter('status', []);
    expect(owner.current.value.filters).toEqual({ kind: ['report'] });
  });

  it('shows all again without losing sort and groups', () => {
    const { owner } = bench();
    owner.change({ sortBy: 'price', text: 'harbour' });
    owner.filter('status', ['delivered']);
    owner.showAll();
    expect(owner.current.value).toEqual({ ...atFirst, sortBy: 'price' });
  });

  it('goes back to how it was at first, and forgets', () => {
    const { slots, owner } = bench();
    owner.change({ sortBy: 'price', text: 'harbour' });
    owner.reset();
    expect(owner.current.value).toEqual(atFirst);
    expect(slots.get('orders')).toBeUndefined();
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
