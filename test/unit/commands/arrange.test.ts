import { describe, expect, it, vi } from 'vitest';
import type { ArrangementChoices } from '../../../src/state/arrangement.ts';
import { createArrangement } from '../../../src/state/arrangementOwner.ts';
import { settle } from '../state/fakes.ts';
import { fakeInputs } from './fakeInputs.ts';

const inputs = vi.hoisted(() => ({ window: {} as ReturnType<typeof fakeInputs>['window'] }));
vi.mock('vscode', () => ({
  get window() {
    return inputs.window;
  },
  l10n: {
    t: (text: string, ...given: unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, index) => String(given[Number(index)])),
  },
  QuickInputButtons: { Back: 'back' },
  ThemeIcon: Object,
  QuickPickItemKind: { Separator: -1 },
}));

const { arrange } = await import('../../../src/commands/arrange.ts');

interface Thing {
  name: string;
  colour?: string;
}

const choices: ArrangementChoices<Thing> = {
  sorts: [
    { id: 'name', label: 'Name', keyOf: ({ name }) => name },
    { id: 'colour', label: 'Colour', keyOf: ({ colour }) => colour },
  ],
  groups: [{ id: 'colour', label: 'Colour', valueOf: ({ colour }) => colour }],
  filters: [
    {
      id: 'colour',
      label: 'colour',
      valuesOf: ({ colour }) => colour,
      labelOf: value => value.toUpperCase(),
    },
  ],
  textOf: ({ name }) => name,
};

const things: Thing[] = [{ name: 'a', colour: 'red' }, { name: 'b', colour: 'red' }, { name: 'c' }];

/** The command as it asks for the first time. */
async function bench(of: ArrangementChoices<Thing> = choices) {
  const asked = fakeInputs();
  inputs.window = asked.window;
  const atFirst = { sortBy: 'name', descending: false, groupBy: undefined, filters: {}, text: '' };
  const memory = { read: () => undefined, write: () => undefined };
  const arrangement = createArrangement('things', atFirst, memory);
  let isOver = false;
  void arrange({ title: 'Things', arrangement, choices: of, items: () => things }).then(
    () => (isOver = true),
  );
  await settle();
  return { ...asked, atFirst, arrangement, isOver: () => isOver, now: () => arrangement.current.value };
}

describe('arranging a view', () => {
  it('shows first what is in force, and is over when the user leaves', async () => {
    const { lines, escape, isOver, shown } = await bench();
    expect(shown()).toMatchObject({ title: 'Things', ignoreFocusOut: true, buttons: [] });
    expect(lines()).toEqual([
      'Sort by: Name',
      'Least or oldest first',
      'Group by: No groups',
      'Filter colour: all',
      'Text: any',
      '',
      'Reset',
    ]);
    await escape();
    expect(isOver()).toBe(true);
  });

  it('offers only what the view has', async () => {
    const [first] = choices.sorts;
    if (!first) throw new Error('no sort');
    const { lines } = await bench({ sorts: [first], groups: [], filters: [] });
    expect(lines()).toEqual(['Least or oldest first', '', 'Reset']);
  });

  it('sorts and groups at once, and comes back to say so', async () => {
    const { lines, choose, now, shown } = await bench();
    await choose('Sort by: Name');
    expect(shown().title).toBe('Things: sort by');
    expect(lines()).toEqual(['Name | in force', 'Colour']);
    expect(shown().activeItems).toMatchObject([{ label: 'Name' }]);
    await choose('Colour');
    expect([now().sortBy, lines()[0]]).toEqual(['colour', 'Sort by: Colour']);
    await choose('Least or oldest first');
    expect([now().descending, lines()[1]]).toEqual([true, 'Greatest or newest first']);
    expect(shown().activeItems).toMatchObject([{ label: 'Greatest or newest first' }]);
    await choose('Group by: No groups');
    await choose('Colour');
    expect(now().groupBy).toBe('colour');
    await choose('Group by: Colour');
    expect(lines()).toEqual(['Colour | in force', 'No groups']);
    await choose('No groups');
    expect(now().groupBy).toBeUndefined();
  });

  it('filters by values, with how often each occurs', async () => {
    const { lines, choose, now, shown } = await bench();
    await choose('Filter colour: all');
    expect(shown()).toMatchObject({ canSelectMany: true, selectedItems: [], buttons: ['back'] });
    expect(lines()).toEqual(['RED | 2', 'unknown | 1']);
    await choose('RED', 'unknown');
    expect(now().filters).toEqual({ colour: ['red', ''] });
    await choose('Filter colour: RED, unknown');
    expect(shown().selectedItems).toHaveLength(2);
    await choose();
    expect(now().filters).toEqual({});
  });

  it('takes words, without what stands around them', async () => {
    const { choose, type, now, shown, lines } = await bench();
    await choose('Text: any');
    expect(shown()).toMatchObject({ title: 'Things: text', value: '', ignoreFocusOut: true });
    await type('  harbour ');
    expect([now().text, lines()[4]]).toEqual(['harbour', 'Text: harbour']);
    await choose('Text: harbour');
    expect(shown().value).toBe('harbour');
    await type('');
    expect(now().text).toBe('');
  });

  it.each(['Sort by: Name', 'Group by: No groups', 'Filter colour: all', 'Text: any'])(
    'goes back from "%s" with nothing changed, or leaves from there',
    async entry => {
      const { atFirst, choose, back, escape, now, lines, isOver, isAsking } = await bench();
      await choose(entry);
      await back();
      expect([now(), lines()[0]]).toEqual([atFirst, 'Sort by: Name']);
      await choose(entry);
      await escape();
      expect([now(), isOver(), isAsking()]).toEqual([atFirst, true, false]);
    },
  );

  it('shows all again, and goes back to how it was', async () => {
    const { arrangement, atFirst, choose, now, lines } = await bench();
    arrangement.change({ sortBy: 'colour', text: 'x' });
    await choose('Least or oldest first');
    await choose('Show all');
    expect(now()).toEqual({ ...atFirst, sortBy: 'colour', descending: true });
    expect(lines()).not.toContain('Show all');
    await choose('Reset');
    expect(now()).toEqual(atFirst);
  });

  it('waits where nothing fits what was typed', async () => {
    const { choose, isAsking, isOver } = await bench();
    await choose();
    expect([isAsking(), isOver()]).toEqual([true, false]);
  });

  it('never leaves a question open behind another', async () => {
    const { choose, back, openCount, escape } = await bench();
    await choose('Filter colour: all');
    await back();
    await choose('Sort by: Name');
    expect(openCount()).toBe(1);
    await escape();
    expect(openCount()).toBe(0);
  });
});
