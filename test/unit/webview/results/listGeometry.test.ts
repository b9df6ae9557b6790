import { describe, expect, it } from 'vitest';
import { listGeometry } from '../../../../webview/results/listGeometry.ts';

describe('listGeometry', () => {
  it('lays rows one upon the other', () => {
    const list = listGeometry(100_000, [], 56, 24);
    expect(list.height).toBe(5_600_000);
    expect(list.topOf(99_999)).toBe(5_599_944);
    expect(list.groupOf(5)).toBe(-1);
    expect(list.between(0, 56)).toEqual({ rows: [0, 1], groups: [0, 0] });
    expect(list.between(55, 57).rows).toEqual([0, 2]);
    expect(list.between(5_599_999, 9_000_000).rows).toEqual([99_999, 100_000]);
    expect(list.between(-500, -1).rows).toEqual([0, 0]);
  });

  it('leaves room for the heads of groups', () => {
    const list = listGeometry(5, [{ at: 0 }, { at: 2 }], 50, 20);
    expect(list.height).toBe(290);
    expect([0, 1, 2, 4].map(list.topOf)).toEqual([20, 70, 140, 240]);
    expect([0, 1].map(list.headTopOf)).toEqual([0, 120]);
    expect([0, 1, 2, 4].map(list.groupOf)).toEqual([0, 0, 1, 1]);
    expect(list.between(121, 139)).toEqual({ rows: [2, 2], groups: [1, 2] });
    expect(list.between(0, 290)).toEqual({ rows: [0, 5], groups: [0, 2] });
  });
});
