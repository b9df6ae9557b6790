import { describe, expect, it } from 'vitest';
import {
  type AreaCommand,
  areaCommand,
  type KeySituation,
} from '../../../../../webview/features/areas/areaKeys.ts';

function command(keys: string, situation: Partial<KeySituation> = {}): AreaCommand | undefined {
  const parts = keys.split('+');
  const press = {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
  return areaCommand(press, { tool: 'none', points: 0, focus: 'map', ...situation });
}

const drawing = { tool: 'drawing' as const, points: 3 };

describe('keys of the map', () => {
  it.each<[string, Partial<KeySituation>, AreaCommand | undefined]>([
    ['n', {}, 'next'],
    ['Shift+N', {}, 'previous'],
    ['p', {}, undefined],
    ['Enter', {}, 'reveal'],
    ['d', {}, 'polygon'],
    ['r', {}, 'rectangle'],
    ['e', {}, 'reshape'],
    ['h', {}, 'hole'],
    ['F2', {}, 'rename'],
    ['Delete', {}, 'remove'],
    ['Delete', { tool: 'reshaping' }, 'remove'],
    ['Escape', {}, undefined],
    ['Escape', { tool: 'choosing' }, 'leave'],
    ['Enter', { tool: 'choosing' }, 'reshape'],
    ['Enter', { tool: 'reshaping' }, 'leave'],
    [' ', {}, undefined],
    ['Backspace', {}, undefined],
    ['x', {}, undefined],
    ['Alt+d', {}, undefined],
  ])('%s with %o is %s', (keys, situation, expected) => {
    expect(command(keys, situation)).toBe(expected);
  });

  it.each<[string, number, AreaCommand | undefined]>([
    [' ', 0, 'place'],
    [' ', 5, 'place'],
    ['Enter', 0, 'place'],
    ['Enter', 1, 'finish'],
    ['Backspace', 2, 'takeBack'],
    ['Ctrl+z', 2, 'takeBack'],
    ['Ctrl+y', 2, undefined],
    ['Escape', 2, 'leave'],
    ['n', 2, undefined],
    ['u', 2, undefined],
    ['Delete', 2, undefined],
    ['d', 2, 'polygon'],
  ])('%j while drawing with %d points is %s', (keys, points, expected) => {
    expect(command(keys, { ...drawing, points })).toBe(expected);
  });

  it.each<[string, AreaCommand | undefined]>([
    [' ', 'place'],
    ['Enter', 'finish'],
    ['Backspace', 'takeBack'],
    ['Delete', 'takeBack'],
    ['Escape', 'leave'],
    ['m', 'measure'],
    ['n', 'next'],
    ['Ctrl+z', 'undo'],
  ])('%j while measuring is %s', (keys, expected) => {
    expect(command(keys, { tool: 'measuring' })).toBe(expected);
  });

  it('leaves Enter and Space to a button, and everything to a field', () => {
    for (const key of ['Enter', ' ']) expect(command(key, { ...drawing, focus: 'button' })).toBeUndefined();
    expect(command('Escape', { ...drawing, focus: 'button' })).toBe('leave');
    for (const key of ['d', 'Delete', 'Ctrl+z', 'Escape'])
      expect(command(key, { tool: 'drawing', focus: 'field' })).toBeUndefined();
  });

  it('undoes anywhere on the page, but draws and deletes only on the map', () => {
    const elsewhere = { focus: 'elsewhere' as const };
    expect(command('Ctrl+z', elsewhere)).toBe('undo');
    expect(command('Cmd+z', elsewhere)).toBe('undo');
    expect(command('Ctrl+Shift+Z', elsewhere)).toBe('redo');
    expect(command('Ctrl+y', elsewhere)).toBe('redo');
    expect(command('Ctrl+Alt+z', elsewhere)).toBeUndefined();
    expect(command('Ctrl+d', elsewhere)).toBeUndefined();
    for (const key of ['d', 'Delete', 'n']) expect(command(key, elsewhere)).toBeUndefined();
  });
});
