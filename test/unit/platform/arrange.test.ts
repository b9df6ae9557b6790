import { describe, expect, it } from 'vitest';
import { arrange } from '../../../src/platform/rows/arrange.ts';
import type { ArrangementChoices } from '../../../src/platform/rows/arrangement.ts';
import { createArrangement } from '../../../src/platform/rows/arrangementOwner.ts';
import { editor } from '../../fake/editor.ts';
import { newUser } from '../../fake/user.ts';
import { settle } from '../fakes.ts';

interface Thing {
  name: string;
  color?: string;
}

const choices: ArrangementChoices<Thing> = {
  sorts: [
    { id: 'name', label: 'Name', toKey: ({ name }) => name },
    { id: 'color', label: 'Color', toKey: ({ color }) => color },
  ],
  groups: [{ id: 'color', label: 'Color', toValue: ({ color }) => color }],
  filters: [
    {
      id: 'color',
      label: 'color',
      toValues: ({ color }) => color,
      toLabel: value => value.toUpperCase(),
    },
  ],
  toText: ({ name }) => name,
};

const things: Thing[] = [{ name: 'a', color: 'red' }, { name: 'b', color: 'red' }, { name: 'c' }];

/** The command as it asks for the first time. */
async function setUp(of: ArrangementChoices<Thing> = choices) {
  newUser();
  const initial = { sortBy: 'name', descending: false, groupBy: undefined, filters: {}, text: '' };
  const memory = { read: () => undefined, write: () => undefined };
  const arrangement = createArrangement('things', initial, memory);
  let isOver = false;
  void arrange({ title: 'Things', arrangement, choices: of, items: () => things }).then(
    () => (isOver = true),
  );
  await settle();
  return { initial, arrangement, isOver: () => isOver, now: () => arrangement.current.value };
}

describe('arranging a view', () => {
  it('shows the current choices first, and ends when the user leaves', async () => {
    const { isOver } = await setUp();
    expect(editor.question).toMatchObject({ title: 'Things', ignoreFocusOut: true, buttons: [] });
    expect(editor.question.lines()).toEqual([
      'Sort by: Name',
      'Ascending',
      'Group by: No groups',
      'color: all',
      'Text: all',
      '',
      'Reset',
    ]);
    await editor.escape();
    expect(isOver()).toBe(true);
  });

  it('sorts and groups at once, and returns to show that', async () => {
    const { now } = await setUp();
    await editor.pick('Sort by: Name');
    expect(editor.question).toMatchObject({ title: 'Things', placeholder: 'Sort by' });
    expect(editor.question.lines()).toEqual(['Name', 'Color']);
    expect(editor.question.activeItems).toMatchObject([{ label: 'Name' }]);
    await editor.pick('Color');
    expect([now().sortBy, editor.question.lines()[0]]).toEqual(['color', 'Sort by: Color']);
    await editor.pick('Ascending');
    expect([now().descending, editor.question.lines()[1]]).toEqual([true, 'Descending']);
    expect(editor.question.activeItems).toMatchObject([{ label: 'Descending' }]);
    await editor.pick('Group by: No groups');
    await editor.pick('Color');
    expect(now().groupBy).toBe('color');
    await editor.pick('Group by: Color');
    expect(editor.question.lines()).toEqual(['Color', 'No groups']);
    await editor.pick('No groups');
    expect(now().groupBy).toBeUndefined();
  });

  it('filters by values, with how often each occurs', async () => {
    const { now } = await setUp();
    await editor.pick('color: all');
    expect(editor.question).toMatchObject({
      canSelectMany: true,
      selectedItems: [],
      buttons: [{ tooltip: 'Back' }],
    });
    expect(editor.question.lines()).toEqual(['RED | 2', 'unknown | 1']);
    await editor.pick('RED', 'unknown');
    expect(now().filters).toEqual({ color: ['red', ''] });
    await editor.pick('color: RED, unknown');
    expect(editor.question.selectedItems).toHaveLength(2);
    await editor.pick();
    expect(now().filters).toEqual({});
  });

  it('accepts words, without the space around them', async () => {
    const { now } = await setUp();
    await editor.pick('Text: all');
    expect(editor.question).toMatchObject({ title: 'Things', value: '', ignoreFocusOut: true });
    await editor.enter('  harbour ');
    expect([now().text, editor.question.lines()[4]]).toEqual(['harbour', 'Text: harbour']);
    await editor.pick('Text: harbour');
    expect(editor.question.value).toBe('harbour');
    await editor.enter('');
    expect(now().text).toBe('');
  });

  it('shows all again, and resets to the initial state', async () => {
    const { arrangement, initial, now } = await setUp();
    arrangement.change({ sortBy: 'color', text: 'x' });
    await editor.pick('Ascending');
    await editor.pick('Show all');
    expect(now()).toEqual({ ...initial, sortBy: 'color', descending: true });
    expect(editor.question.lines()).not.toContain('Show all');
    await editor.pick('Reset');
    expect(now()).toEqual(initial);
  });
});
