import { describe, expect, it } from 'vitest';
import {
  applyArrangement,
  type Arrangement,
  type ArrangementChoices,
  countValues,
  describeFilters,
} from '../../../src/platform/rows/arrangement.ts';
import { createArrangement, sortedBy } from '../../../src/platform/rows/arrangementOwner.ts';

interface Thing {
  name: string;
  size?: number | undefined;
  color?: string | undefined;
}

const choices: ArrangementChoices<Thing> = {
  sorts: [
    { id: 'name', label: 'Name', toKey: ({ name }) => name },
    { id: 'size', label: 'Size', toKey: ({ size }) => size },
  ],
  groups: [
    { id: 'color', label: 'Color', toValue: ({ color }) => color },
    {
      id: 'warmth',
      label: 'Warmth',
      toValue: ({ color }) => color,
      toLabel: value => `the ${value} ones`,
      toRank: value => ['red', 'blue'].indexOf(value),
    },
  ],
  filters: [
    { id: 'color', label: 'Color', toValues: ({ color }) => color },
    {
      id: 'size',
      label: 'Size',
      toValues: ({ size }) => (size === undefined ? undefined : String(size)),
      toLabel: size => `${size} m`,
    },
  ],
  toText: ({ name, color }) => [name, color].join(' '),
};

const plain = sortedBy('name');

const things: Thing[] = [
  { name: 'b10', size: 3, color: 'blue' },
  { name: 'a', size: 1, color: 'red' },
  { name: 'c', color: 'blue' },
  { name: 'b9', size: 2 },
];

function arranged(arrangement: Partial<Arrangement>, of: readonly Thing[] = things): string[] {
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
    ['groups in the order of the first items', { groupBy: 'color' }, ['red:a', 'blue:b10,c', 'unknown:b9']],
    [
      'puts those without a value last',
      { groupBy: 'color', descending: true },
      ['blue:c,b10', 'red:a', 'unknown:b9'],
    ],
    [
      'ranks groups and names them',
      { groupBy: 'warmth', descending: true },
      ['the red ones:a', 'the blue ones:c,b10', 'unknown:b9'],
    ],
    ['does not group by what is unknown', { groupBy: 'weight' }, [':a,b9,b10,c']],
    ['filters by a value', { filters: { color: ['blue'] } }, [':b10,c']],
    ['filters by several values', { filters: { color: ['blue', 'red'] } }, [':a,b10,c']],
    ['filters those without a value', { filters: { color: [''] } }, [':b9']],
    ['lets all pass a filter without values', { filters: { color: [] } }, [':a,b9,b10,c']],
    ['holds all filters together', { filters: { color: ['blue'], size: ['3'] } }, [':b10']],
    ['has no filter that is unknown', { filters: { weight: ['3'] } }, [':a,b9,b10,c']],
    ['finds words in any case and order', { text: ' BLUE  B1 ' }, [':b10']],
    ['wants all words', { text: 'blue a' }, [':']],
    ['leaves no group of what is filtered out', { groupBy: 'color', filters: { color: ['red'] } }, ['red:a']],
  ])('%s', (_what, arrangement, expected) => {
    expect(arranged(arrangement)).toEqual(expected);
  });

  it('keeps equal items in their original order, both ways', () => {
    const alike = ['z', 'y', 'x'].map(name => ({ name, size: 1 }));
    expect(arranged({ sortBy: 'size' }, alike)).toEqual([':z,y,x']);
    expect(arranged({ sortBy: 'size', descending: true }, alike)).toEqual([':z,y,x']);
  });
});

describe('the values of a filter', () => {
  const [color] = choices.filters;
  if (!color) throw new Error('no filter');

  it('are counted, the most frequent first', () => {
    expect(countValues(things, color, plain)).toEqual([
      { value: 'blue', count: 2 },
      { value: '', count: 1 },
      { value: 'red', count: 1 },
    ]);
  });

  it('contain selected ones that no item has anymore', () => {
    const inForce = { ...plain, filters: { color: ['green'] } };
    expect(countValues([], color, inForce)).toEqual([{ value: 'green', count: 0 }]);
  });

  it('that only the service knows have no count, and do not hide anything themselves', () => {
    const type = { id: 'type', label: 'Type', requested: ['near', 'far'] };
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

describe('the description of the filters', () => {
  it.each<[Partial<Arrangement>, string]>([
    [{}, ''],
    [{ filters: { color: [] }, text: '  ' }, ''],
    [{ filters: { color: ['red', ''] } }, 'Color: red, unknown'],
    [
      { filters: { size: ['3'], color: ['red'] }, text: ' harbour ' },
      'Color: red · Size: 3 m · Text: harbour',
    ],
    [{ filters: { weight: ['3'] } }, ''],
  ])('of %j is %j', (arrangement, words) => {
    expect(describeFilters({ ...plain, ...arrangement }, choices)).toBe(words);
  });
});

const initial: Arrangement = { ...sortedBy('date', true), groupBy: 'status' };

function setUp(kept?: unknown) {
  const slots = new Map<string, unknown>([['orders', kept]]);
  const memory = {
    read: (view: string) => slots.get(view),
    write: (view: string, value: Arrangement | undefined) => void slots.set(view, value),
  };
  return { slots, memory, owner: createArrangement('orders', initial, memory) };
}

describe('the arrangement of a view', () => {
  it('survives a reload, only for its view', () => {
    const { memory, owner } = setUp();
    owner.change({ sortBy: 'price', groupBy: undefined });
    owner.filter('status', ['delivered']);
    const expected = { ...initial, sortBy: 'price', groupBy: undefined, filters: { status: ['delivered'] } };
    expect(owner.current.value).toEqual(expected);
    expect(createArrangement('orders', initial, memory).current.value).toEqual(expected);
    expect(createArrangement('keys', initial, memory).current.value).toEqual(initial);
  });

  it.each([
    ['nothing', null],
    ['a word', 'date'],
    ['an older form', { sortBy: 'date', descending: true }],
    ['a filter that is no list', { ...initial, filters: { status: 'delivered' } }],
    ['a filter of other values', { ...initial, filters: { status: [1] } }],
    ['no filters', { ...initial, filters: null }],
    ['a group that is no word', { ...initial, groupBy: 3 }],
  ])('ignores a memory that contains %s', (_what, kept) => {
    expect(setUp(kept).owner.current.value).toEqual(initial);
  });
});
