import { describe, expect, it } from 'vitest';
import {
  applyArrangement,
  countValues,
  describeFilters,
  type Arrangement,
  type ArrangementChoices,
  createArrangement,
  sortedBy,
} from '../../../src/editor/arrangement.ts';

interface Thing {
  name: string;
  size?: number | undefined;
  colour?: string | undefined;
}

const choices: ArrangementChoices<Thing> = {
  sorts: [
    { id: 'name', label: 'Name', keyOf: ({ name }) => name },
    { id: 'size', label: 'Size', keyOf: ({ size }) => size },
  ],
  groups: [
    { id: 'colour', label: 'Colour', valueOf: ({ colour }) => colour },
    {
      id: 'warmth',
      label: 'Warmth',
      valueOf: ({ colour }) => colour,
      labelOf: value => `the ${value} ones`,
      rankOf: value => ['red', 'blue'].indexOf(value),
    },
  ],
  filters: [
    { id: 'colour', label: 'Colour', valuesOf: ({ colour }) => colour },
    {
      id: 'size',
      label: 'Size',
      valuesOf: ({ size }) => (size === undefined ? undefined : String(size)),
      labelOf: size => `${size} m`,
    },
  ],
  textOf: ({ name, colour }) => [name, colour].join(' '),
};

const plain = sortedBy('name');

const things: Thing[] = [
  { name: 'b10', size: 3, colour: 'blue' },
  { name: 'a', size: 1, colour: 'red' },
  { name: 'c', colour: 'blue' },
  { name: 'b9', size: 2 },
];

function shown(arrangement: Partial<Arrangement>, of: readonly Thing[] = things): string[] {
  return applyArrangement(of, { ...plain, ...arrangement }, choices).map(
    ({ label, items }) => `${label}:${items.map(({ name }) => name).join(',')}`,
  );
}

describe('an arrangement', () => {
  it.each<[string, Partial<Arrangement>, string[]]>([
    ['sorts words, with the numbers in them', {}, [':a,b9,b10,c']],
    ['sorts the other way round', { descending: true }, [':c,b10,b9,a']],
    ['sorts numbers, what has none last', { sortBy: 'size' }, [':a,b9,b10,c']],
    [
      'keeps what has none last the other way round too',
      { sortBy: 'size', descending: true },
      [':b10,b9,a,c'],
    ],
    ['sorts by the first sort where its own is unknown', { sortBy: 'weight' }, [':a,b9,b10,c']],
    ['groups in the order of the first items', { groupBy: 'colour' }, ['red:a', 'blue:b10,c', 'unknown:b9']],
    [
      'puts those without a value last',
      { groupBy: 'colour', descending: true },
      ['blue:c,b10', 'red:a', 'unknown:b9'],
    ],
    [
      'ranks groups and names them',
      { groupBy: 'warmth', descending: true },
      ['the red ones:a', 'the blue ones:c,b10', 'unknown:b9'],
    ],
    ['does not group by what is unknown', { groupBy: 'weight' }, [':a,b9,b10,c']],
    ['filters by a value', { filters: { colour: ['blue'] } }, [':b10,c']],
    ['filters by several values', { filters: { colour: ['blue', 'red'] } }, [':a,b10,c']],
    ['filters those without a value', { filters: { colour: [''] } }, [':b9']],
    ['lets all pass a filter without values', { filters: { colour: [] } }, [':a,b9,b10,c']],
    ['holds all filters together', { filters: { colour: ['blue'], size: ['3'] } }, [':b10']],
    ['has no filter that is unknown', { filters: { weight: ['3'] } }, [':a,b9,b10,c']],
    ['finds words in any case and order', { text: ' BLUE  B1 ' }, [':b10']],
    ['wants all words', { text: 'blue a' }, [':']],
    [
      'leaves no group of what is filtered out',
      { groupBy: 'colour', filters: { colour: ['red'] } },
      ['red:a'],
    ],
  ])('%s', (_what, arrangement, expected) => {
    expect(shown(arrangement)).toEqual(expected);
  });

  it('keeps items alike in the order they came, both ways', () => {
    const alike = ['z', 'y', 'x'].map(name => ({ name, size: 1 }));
    expect(shown({ sortBy: 'size' }, alike)).toEqual([':z,y,x']);
    expect(shown({ sortBy: 'size', descending: true }, alike)).toEqual([':z,y,x']);
  });
});

describe('the values of a filter', () => {
  const [colour] = choices.filters;
  if (!colour) throw new Error('no filter');

  it('are counted, the most frequent first', () => {
    expect(countValues(things, colour, plain)).toEqual([
      { value: 'blue', count: 2 },
      { value: '', count: 1 },
      { value: 'red', count: 1 },
    ]);
  });

  it('hold those in force that no item has any more', () => {
    const inForce = { ...plain, filters: { colour: ['green'] } };
    expect(countValues([], colour, inForce)).toEqual([{ value: 'green', count: 0 }]);
  });

  it('that only the service can tell have no count, and hide nothing by themselves', () => {
    const type = { id: 'type', label: 'Type', asked: ['near', 'far'] };
    expect(countValues(things, type, plain)).toEqual([
      { value: 'near', count: undefined },
      { value: 'far', count: undefined },
    ]);
    const inForce = { ...plain, filters: { type: ['far'] } };
    const [group] = applyArrangement(things, inForce, { ...choices, filters: [type] });
    expect(group?.items).toHaveLength(things.length);
    expect(describeFilters(inForce, { ...choices, filters: [type] })).toBe('Type: far');
  });
});

describe('the filters in words', () => {
  it.each<[Partial<Arrangement>, string]>([
    [{}, ''],
    [{ filters: { colour: [] }, text: '  ' }, ''],
    [{ filters: { colour: ['red', ''] } }, 'Colour: red, unknown'],
    [
      { filters: { size: ['3'], colour: ['red'] }, text: ' harbour ' },
      'Colour: red · Size: 3 m · Text: harbour',
    ],
    [{ filters: { weight: ['3'] } }, ''],
  ])('of %j are %j', (arrangement, words) => {
    expect(describeFilters({ ...plain, ...arrangement }, choices)).toBe(words);
  });
});

const atFirst: Arrangement = { ...sortedBy('date', true), groupBy: 'status' };

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
