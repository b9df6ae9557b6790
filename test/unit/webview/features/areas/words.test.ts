import { describe, expect, it } from 'vitest';
import type { MapState } from '../../../../../src/protocol/protocol.ts';
import { noTool } from '../../../../../webview/features/areas/areaEditing.ts';
import {
  beyondText,
  leftOutText,
  placeText,
  toolReasons,
} from '../../../../../webview/features/areas/words.ts';
import { namesThatFit } from '../../../../../webview/ground/nameBoxes.ts';
import { areaRow, square } from './areaRow.ts';

const row = { ...areaRow(1, square(0, 0)), name: 'Harbour', areaKm2: 4.2 };
const document = { name: 'a.geojson', revision: 1, areaCount: 1, leftOut: 0, canUndo: true, canRedo: true };
const state = { document } as MapState;
const notEditing = { tool: noTool, queue: [] };

describe('texts about areas', () => {
  it('do not claim that the areas on the map are all there are', () => {
    expect(placeText(1, 7, 0)).toBe('Area 2 of 7');
    expect(placeText(-1, 7, 0)).toBe('7 areas');
    expect(placeText(1, 5000, 26_400)).toBe('Area 2 of 5,000+');
    expect(leftOutText(document)).toBeUndefined();
    expect(leftOutText({ ...document, leftOut: 26_400 })).toContain('26,400 more areas of a.geojson');
  });
});

describe('names on the map', () => {
  it('are shown as long as they do not cover one that comes first', () => {
    const name = (x: number, y: number) => ({ x, y, width: 50, height: 16 });
    const first = name(0, 0);
    const beside = name(60, 0);
    const below = name(40, 30);
    const above = name(20, 10);
    expect(namesThatFit([first, above, beside, below])).toEqual([first, beside, below]);
    const crowd = Array.from({ length: 300 }, (_none, index) => name(index, index % 7));
    expect(namesThatFit(crowd)).toHaveLength(6);
  });

  it('are told for areas beyond the latitudes of the map', () => {
    const polar = { ...areaRow(2, square(0, 86)), name: 'Pole' };
    expect(beyondText([row])).toBeUndefined();
    expect(beyondText([row, polar])).toBe("The map ends at 85° latitude and can't show all of Pole.");
    expect(beyondText([polar, polar])).toContain('all of 2 areas');
  });
});

describe('why a tool cannot be used', () => {
  const nowhere = {} as MapState;
  const locked = { document: { ...document, locked: 'Locked.' } } as MapState;
  const stepping = (canUndo: boolean, canRedo: boolean) =>
    ({ document: { ...document, canUndo, canRedo } }) as MapState;
  const removing = { ...notEditing, queue: [{ change: { kind: 'remove' as const, key: row.key } }] };
  const none = 'No area of interest';
  const unlinked = "The map isn't linked to a document.";
  const unchosen = 'Select an area first: click its outline, or step to it.';
  const saving = 'Saving the last change to the text.';

  it.each<[string, Parameters<typeof toolReasons>, (string | undefined)[]]>([
    ['nothing where it can', [state, 1, row, notEditing], []],
    [
      'no area, though one can be drawn',
      [nowhere, 0, undefined, notEditing],
      [, none, none, unlinked, unlinked],
    ],
    ['none chosen to delete, though to reshape', [state, 3, undefined, notEditing], [, , unchosen]],
    ['a deleted area that has not gone', [state, 3, row, removing], [, saving, saving]],
    [
      'the lock, but not to undo, nor to draw in a new file',
      [locked, 0, undefined, notEditing],
      [, 'Locked.', 'Locked.'],
    ],
    [
      'that nothing is known yet',
      [undefined, 0, undefined, notEditing],
      ['Loading…', 'Loading…', 'Loading…', unlinked, unlinked],
    ],
    ['nothing to undo', [stepping(false, true), 1, row, notEditing], [, , , 'Nothing to undo.']],
    ['nothing to redo', [stepping(true, false), 1, row, notEditing], [, , , , 'Nothing to redo.']],
  ])('is %s', (_what, args, [draw, reshape, remove, undo, redo]) => {
    expect(toolReasons(...args)).toEqual({ draw, reshape, hole: remove, remove, undo, redo });
  });
});
