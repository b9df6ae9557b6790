import { describe, expect, it } from 'vitest';
import { pressKey, pressRow } from '../../../../../webview/features/images/listSelection.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const plain = { toggle: false, range: false };
const toggle = { toggle: true, range: false };
const range = { toggle: false, range: true };
const cursor = { active: 1, anchor: 1 };

describe('pressRow', () => {
  it.each([
    ['selects one row', ['a', 'b'], 3, plain, 3, ['d']],
    ['adds with Ctrl, in the order of the list', ['d'], 0, toggle, 0, ['a', 'd']],
    ['takes away with Ctrl', ['a', 'd'], 3, toggle, 3, ['a']],
    ['keeps with Ctrl what is not in the list for now', ['hidden', 'd'], 0, toggle, 0, ['a', 'd', 'hidden']],
    ['extends from the anchor with Shift', [], 3, range, 1, ['b', 'c', 'd']],
    ['extends it upwards', [], 0, range, 1, ['a', 'b']],
  ])('%s', (_what, before, index, keys, anchor, selected) => {
    expect(pressRow(ids, before, cursor, index, keys)).toEqual({
      cursor: { active: index, anchor },
      selected,
    });
  });
});

describe('pressKey', () => {
  it.each([
    ['ArrowDown', 2],
    ['ArrowUp', 0],
    ['Home', 0],
    ['End', 4],
    ['PageDown', 4],
    ['PageUp', 0],
  ])('%s moves the cursor and selects nothing', (key, active) => {
    expect(pressKey(ids, ['c'], cursor, key, plain, { pageLength: 3 })).toEqual({
      cursor: { active, anchor: active },
    });
  });

  it.each([
    ['ArrowRight', 2],
    ['ArrowLeft', 0],
    ['ArrowDown', 3],
    ['PageDown', 4],
  ])('%s moves through the lines of a grid', (key, active) => {
    const neighbor = (row: number, lines: number) => row + 2 * lines;
    const lines = { pageLength: 2, neighbor, hasColumns: true };
    expect(pressKey(ids, [], cursor, key, plain, lines)?.cursor.active).toBe(active);
    expect(pressKey(ids, [], cursor, 'ArrowRight', plain, { pageLength: 2 })).toBeUndefined();
  });

  it('stays within the list', () => {
    expect(
      pressKey(ids, [], { active: 4, anchor: 4 }, 'ArrowDown', plain, { pageLength: 3 })?.cursor.active,
    ).toBe(4);
    expect(pressKey([], [], { active: 0, anchor: 0 }, 'ArrowDown', plain, { pageLength: 3 })).toBeUndefined();
  });

  it('toggles, selects, extends, selects all and clears', () => {
    expect(pressKey(ids, ['b'], cursor, ' ', plain, { pageLength: 3 })?.selected).toEqual([]);
    expect(pressKey(ids, ['a', 'c'], cursor, 'Enter', plain, { pageLength: 3 })?.selected).toEqual(['b']);
    expect(pressKey(ids, [], cursor, 'ArrowDown', range, { pageLength: 3 })?.selected).toEqual(['b', 'c']);
    expect(pressKey(ids, [], cursor, 'a', toggle, { pageLength: 3 })?.selected).toEqual(ids);
    expect(pressKey(ids, ['b'], cursor, 'Escape', plain, { pageLength: 3 })?.selected).toEqual([]);
  });

  it('leaves other keys to the editor', () => {
    for (const key of ['Tab', 'F1', 'a'])
      expect(pressKey(ids, ['b'], cursor, key, plain, { pageLength: 3 })).toBeUndefined();
    expect(pressKey(ids, [], cursor, 'Escape', plain, { pageLength: 3 })).toBeUndefined();
  });
});
