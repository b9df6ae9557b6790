import { describe, expect, it } from 'vitest';
import type { ArrangementChoices } from '../../../src/state/arrangement.ts';
import { createArrangement } from '../../../src/state/arrangementOwner.ts';
import { settle } from '../state/fakes.ts';
import { arrange } from '../../../src/commands/arrange.ts';
import { editor } from '../../fake/editor.ts';
import { newPerson, person } from '../../fake/person.ts';

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
  newPerson();
  const atFirst = { sortBy: 'name', descending: false, groupBy: undefined, filters: {}, text: '' };
  const memory = { read: () => undefined, write: () => undefined };
  const arrangement = createArrangement('things', atFirst, memory);
  let isOver = false;
  void arrange({ title: 'Things', arrangement, choices: of, items: () => things }).then(
    () => (isOver = true),
  );
  await settle();
  return { atFirst, arrangement, isOver: () => isOver, now: () => arrangement.current.value };
}

describe('arranging a view', () => {
  it('shows first what is in force, and is over when the user leaves', async () => {
    const { isOver } = await bench();
    expect(person.asked).toMatchObject({ title: 'Things', ignoreFocusOut: true, buttons: [] });
    expect(person.asked.lines()).toEqual([
      'Sort by: Name',
      'Least or oldest first',
      'Group by: No groups',
      'Filter colour: all',
      'Text: any',
      '',
      'Reset',
    ]);
    await person.escape();
    expect(isOver()).toBe(true);
  });

  it('offers only what the view has', async () => {
    const [first] = choices.sorts;
    if (!first) throw new Error('no sort');
    await bench({ sorts: [first], groups: [], filters: [] });
    expect(person.asked.lines()).toEqual(['Least or oldest first', '', 'Reset']);
  });

  it('sorts and groups at once, and comes back to say so', async () => {
    const { now } = await bench();
    await person.choose('Sort by: Name');
    expect(person.asked.title).toBe('Things: sort by');
    expect(person.asked.lines()).toEqual(['Name | in force', 'Colour']);
    expect(person.asked.activeItems).toMatchObject([{ label: 'Name' }]);
    await person.choose('Colour');
    expect([now().sortBy, person.asked.lines()[0]]).toEqual(['colour', 'Sort by: Colour']);
    await person.choose('Least or oldest first');
    expect([now().descending, person.asked.lines()[1]]).toEqual([true, 'Greatest or newest first']);
    expect(person.asked.activeItems).toMatchObject([{ label: 'Greatest or newest first' }]);
    await person.choose('Group by: No groups');
    await person.choose('Colour');
    expect(now().groupBy).toBe('colour');
    await person.choose('Group by: Colour');
    expect(person.asked.lines()).toEqual(['Colour | in force', 'No groups']);
    await person.choose('No groups');
    expect(now().groupBy).toBeUndefined();
  });

  it('filters by values, with how often each occurs', async () => {
    const { now } = await bench();
    await person.choose('Filter colour: all');
    expect(person.asked).toMatchObject({
      canSelectMany: true,
      selectedItems: [],
      buttons: [{ tooltip: 'Back' }],
    });
    expect(person.asked.lines()).toEqual(['RED | 2', 'unknown | 1']);
    await person.choose('RED', 'unknown');
    expect(now().filters).toEqual({ colour: ['red', ''] });
    await person.choose('Filter colour: RED, unknown');
    expect(person.asked.selectedItems).toHaveLength(2);
    await person.choose();
    expect(now().filters).toEqual({});
  });

  it('takes words, without what stands around them', async () => {
    const { now } = await bench();
    await person.choose('Text: any');
    expect(person.asked).toMatchObject({ title: 'Things: text', value: '', ignoreFocusOut: true });
    await person.type('  harbour ');
    expect([now().text, person.asked.lines()[4]]).toEqual(['harbour', 'Text: harbour']);
    await person.choose('Text: harbour');
    expect(person.asked.value).toBe('harbour');
    await person.type('');
    expect(now().text).toBe('');
  });

  it.each(['Sort by: Name', 'Group by: No groups', 'Filter colour: all', 'Text: any'])(
    'goes back from "%s" with nothing changed, or leaves from there',
    async entry => {
      const { atFirst, now, isOver } = await bench();
      await person.choose(entry);
      await person.press('Back');
      expect([now(), person.asked.lines()[0]]).toEqual([atFirst, 'Sort by: Name']);
      await person.choose(entry);
      await person.escape();
      expect([now(), isOver(), editor.input !== undefined]).toEqual([atFirst, true, false]);
    },
  );

  it('shows all again, and goes back to how it was', async () => {
    const { arrangement, atFirst, now } = await bench();
    arrangement.change({ sortBy: 'colour', text: 'x' });
    await person.choose('Least or oldest first');
    await person.choose('Show all');
    expect(now()).toEqual({ ...atFirst, sortBy: 'colour', descending: true });
    expect(person.asked.lines()).not.toContain('Show all');
    await person.choose('Reset');
    expect(now()).toEqual(atFirst);
  });

  it('waits where nothing fits what was typed', async () => {
    const { isOver } = await bench();
    await person.choose();
    expect([editor.input !== undefined, isOver()]).toEqual([true, false]);
  });

  it('never leaves a question open behind another', async () => {
    await bench();
    await person.choose('Filter colour: all');
    await person.press('Back');
    await person.choose('Sort by: Name');
    expect(editor.inputs.filter(({ isOpen }) => isOpen)).toHaveLength(1);
    await person.escape();
    expect(editor.input).toBeUndefined();
  });
});
