import { describe, expect, it } from 'vitest';
import { lineShapes, listGeometry, tallList } from '../../../../webview/ui/virtualList.ts';

describe('listGeometry', () => {
  it('stacks rows', () => {
    const list = listGeometry(100_000, [], lineShapes.cards);
    expect(list.height).toBe(5_600_000);
    expect(list.rowTop(99_999)).toBe(5_599_944);
    expect(list.rowGroup(5)).toBe(-1);
    expect(list.between(0, 56)).toEqual([0, 1]);
    expect(list.between(55, 57)).toEqual([0, 2]);
    expect(list.between(5_599_999, 9_000_000)).toEqual([99_999, 100_000]);
    expect(list.between(-500, -1)).toEqual([0, 0]);
  });

  it('leaves room for the details below the line of the open row', () => {
    const list = listGeometry(5, [], { lineHeight: 100, headHeight: 0, perLine: 2 }, { row: 2, height: 70 });
    expect(list.height).toBe(370);
    expect([1, 2, 3, 4].map(list.rowTop)).toEqual([0, 100, 100, 270]);
    expect(list.between(150, 280)).toEqual([2, 5]);
  });

  it('leaves room for group headers', () => {
    const list = listGeometry(5, [{ at: 0 }, { at: 2 }], lineShapes.table);
    expect(list.height).toBe(168);
    expect([0, 1, 2, 4].map(list.rowTop)).toEqual([24, 48, 96, 144]);
    expect([0, 1, 2, 4].map(list.rowGroup)).toEqual([0, 0, 1, 1]);
    expect(list.between(73, 95)).toEqual([2, 2]);
    expect(list.between(0, 168)).toEqual([0, 5]);
  });

  it('puts several rows into a line, and begins each group with a new one', () => {
    const shape = { lineHeight: 100, headHeight: 0, perLine: 3 };
    const list = listGeometry(9, [{ at: 0 }, { at: 4 }, { at: 5 }], shape);
    expect(list.height).toBe(572);
    expect([0, 2, 3, 4, 5, 8].map(list.rowTop)).toEqual([24, 24, 124, 248, 372, 472]);
    expect([0, 2, 3, 4, 5, 8].map(list.rowColumn)).toEqual([0, 2, 0, 0, 0, 0]);
    expect(list.between(124, 250)).toEqual([3, 5]);
    const walk = (row: number, lines: number) => list.neighbor(row, lines);
    expect([walk(1, 1), walk(3, 1), walk(4, 1), walk(7, -1), walk(2, 3)]).toEqual([3, 4, 5, 4, 7]);
    expect([walk(1, -1), walk(8, 1), walk(0, 99)]).toEqual([1, 8, 8]);
  });
});

describe('tallList', () => {
  it('is as tall as its rows where an element can be', () => {
    const { height, offsetAt, scrollTopFor } = tallList(24_000, 480, 2);
    expect([height, offsetAt(96), scrollTopFor(96)]).toEqual([24_000, 96, 96]);
  });

  it.each([1, 2, 3])('of a million rows is scrolled from end to end, with %d device pixels', ratio => {
    const all = listGeometry(1_000_000, [], lineShapes.table).height;
    const { height, offsetAt, scrollTopFor } = tallList(all, 480, ratio);
    expect(height * ratio).toBeLessThanOrEqual(16_000_000);
    expect(offsetAt(0)).toBe(0);
    expect(offsetAt(height - 480)).toBeCloseTo(all - 480);
    expect(offsetAt(scrollTopFor(12_000_000))).toBeCloseTo(12_000_000);
  });
});
