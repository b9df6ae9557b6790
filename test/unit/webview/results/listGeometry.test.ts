import { describe, expect, it } from 'vitest';
import { lineShapes, listGeometry } from '../../../../webview/results/listGeometry.ts';

describe('listGeometry', () => {
  it('stacks rows', () => {
    const list = listGeometry(100_000, [], lineShapes.cards);
    expect(list.height).toBe(5_600_000);
    expect(list.topOf(99_999)).toBe(5_599_944);
    expect(list.groupOf(5)).toBe(-1);
    expect(list.between(0, 56)).toEqual([0, 1]);
    expect(list.between(55, 57)).toEqual([0, 2]);
    expect(list.between(5_599_999, 9_000_000)).toEqual([99_999, 100_000]);
    expect(list.between(-500, -1)).toEqual([0, 0]);
  });

  it('leaves room for group headers', () => {
    const list = listGeometry(5, [{ at: 0 }, { at: 2 }], lineShapes.table);
    expect(list.height).toBe(168);
    expect([0, 1, 2, 4].map(list.topOf)).toEqual([24, 48, 96, 144]);
    expect([0, 1, 2, 4].map(list.groupOf)).toEqual([0, 0, 1, 1]);
    expect(list.between(73, 95)).toEqual([2, 2]);
    expect(list.between(0, 168)).toEqual([0, 5]);
  });
});
