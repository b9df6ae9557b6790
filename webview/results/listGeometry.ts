import type { RowGroup } from './arrangement.ts';
import { itemAt } from '../../src/model/itemAt.ts';

/** Where the rows of a list lie, in CSS pixels from its top; every row and every head of a group is as high as another. */
export interface ListGeometry {
  height: number;
  rowHeight: number;
  topOf: (row: number) => number;
  /** The head stands above the first row of its group. */
  headTopOf: (group: number) => number;
  /** Index of the group that a row belongs to; -1 when nothing is grouped. */
  groupOf: (row: number) => number;
  /** What lies between two heights: indices from and up to, the latter not included. */
  between: (top: number, bottom: number) => { rows: [number, number]; groups: [number, number] };
}

export function listGeometry(
  rowCount: number,
  groups: readonly Pick<RowGroup, 'at'>[],
  rowHeight: number,
  headHeight: number,
): ListGeometry {
  const headTopOf = (group: number) => (groups[group]?.at ?? rowCount) * rowHeight + group * headHeight;
  const groupOf = (row: number) => firstIndex(groups.length, group => itemAt(groups, group).at > row) - 1;
  const topOf = (row: number) => row * rowHeight + (groupOf(row) + 1) * headHeight;
  return {
    height: rowCount * rowHeight + groups.length * headHeight,
    rowHeight,
    topOf,
    headTopOf,
    groupOf,
    between: (top, bottom) => ({
      rows: [
        firstIndex(rowCount, row => topOf(row) + rowHeight > top),
        firstIndex(rowCount, row => topOf(row) >= bottom),
      ],
      groups: [
        firstIndex(groups.length, group => headTopOf(group) + headHeight > top),
        firstIndex(groups.length, group => headTopOf(group) >= bottom),
      ],
    }),
  };
}

/** The first index that passes, where all after it pass as well; `count` when none does. */
function firstIndex(count: number, passes: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
