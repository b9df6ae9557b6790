import { describe, expect, it } from 'vitest';
import { createTextHistory, type HistoryStep } from '../../../../src/features/areas/textHistory.ts';

describe('the history of a text', () => {
  it.each<[string, [string, HistoryStep][], [canUndo: boolean, canRedo: boolean]]>([
    ['nothing', [], [false, false]],
    ['an edit', [['b', 'edit']], [true, false]],
    [
      'an edit that was undone',
      [
        ['b', 'edit'],
        ['a', 'undo'],
      ],
      [false, true],
    ],
    [
      'one that was redone',
      [
        ['b', 'edit'],
        ['a', 'undo'],
        ['b', 'redo'],
      ],
      [true, false],
    ],
    [
      'one of two undone',
      [
        ['b', 'edit'],
        ['c', 'edit'],
        ['b', 'undo'],
      ],
      [true, true],
    ],
    [
      'both undone at once',
      [
        ['b', 'edit'],
        ['c', 'edit'],
        ['a', 'undo'],
      ],
      [false, true],
    ],
    [
      'an edit after an undone one',
      [
        ['b', 'edit'],
        ['a', 'undo'],
        ['c', 'edit'],
      ],
      [true, false],
    ],
    [
      'a text in between',
      [
        ['abc', 'edit'],
        ['ab', 'undo'],
      ],
      [true, true],
    ],
    [
      'a text in between, and back',
      [
        ['abc', 'edit'],
        ['ab', 'undo'],
        ['a', 'undo'],
      ],
      [false, true],
    ],
    [
      'an edit by hand back to the start',
      [
        ['b', 'edit'],
        ['a', 'edit'],
      ],
      [true, false],
    ],
  ])('after %s', (_what, steps, [canUndo, canRedo]) => {
    const history = createTextHistory('a', false);
    for (const [text, step] of steps) history.add(text, step);
    expect(history.state()).toEqual({ canUndo, canRedo });
  });

  it('of a document that was edited before goes back until undo does nothing', () => {
    const history = createTextHistory('b', true);
    history.add('a', 'undo');
    expect(history.state()).toEqual({ canUndo: true, canRedo: true });
    history.ends('undo');
    expect(history.state()).toEqual({ canUndo: false, canRedo: true });
    history.add('b', 'redo');
    history.ends('redo');
    expect(history.state()).toEqual({ canUndo: true, canRedo: false });
  });
});
