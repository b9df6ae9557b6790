import { itemAt } from '../../src/model/itemAt.ts';
import type { RowGroup } from './arrangement.ts';

/** CSS pixels, as in `list.css`. */
const heights = { card: 56, line: 24, groupHead: 24 };

export type ListGeometry = ReturnType<typeof listGeometry>;

/** Positions of the rows of a list, in CSS pixels from its top; a group's header is above its first row. */
export function listGeometry(rowCount: number, groups: readonly Pick<RowGroup, 'at'>[], isTable: boolean) {
  const rowHeight = isTable ? heights.line : heights.card;
  /** Index of the group that contains a row; -1 if there is no grouping. */
  const groupOf = (row: number) => firstIndex(groups.length, group => itemAt(groups, group).at > row) - 1;
  const topOf = (row: number) => row * rowHeight + (groupOf(row) + 1) * heights.groupHead;
  return {
    height: rowCount * rowHeight + groups.length * heights.groupHead,
    /** Height of the table's headers, which stay above the rows. */
    headHeight: isTable ? heights.line : 0,
    ...{ rowHeight, topOf, groupOf },
    /** The rows between two heights: from an index to another (exclusive). */
    between: (top: number, bottom: number): [from: number, to: number] => [
      firstIndex(rowCount, row => topOf(row) + rowHeight > top),
      firstIndex(rowCount, row => topOf(row) >= bottom),
    ],
  };
}

/** The first index that passes, if all after it pass as well; `count` if none does. */
function firstIndex(count: number, passes: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
