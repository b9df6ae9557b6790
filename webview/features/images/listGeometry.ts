import { itemAt } from '../../../src/base/itemAt.ts';
import type { RowGroup } from './arrangement.ts';

/** The lines of a list, CSS pixels as in `list.css`. */
export interface LineShape {
  lineHeight: number;
  /** Height of the table's headers, which stay above the rows. */
  headHeight: number;
  /** Rows beside each other. */
  perLine: number;
}

export const lineShapes = {
  cards: { lineHeight: 56, headHeight: 0, perLine: 1 },
  table: { lineHeight: 24, headHeight: 24, perLine: 1 },
} as const satisfies Record<string, LineShape>;

const groupHeadHeight = 24;

export type ListGeometry = ReturnType<typeof listGeometry>;

/** The open row, with the height of its details below its line. */
export interface OpenRow {
  row: number;
  height: number;
}

/** Positions of the rows of a list, in CSS pixels from its top; a group's header is above its first line. */
export function listGeometry(
  rowCount: number,
  groups: readonly Pick<RowGroup, 'at'>[],
  shape: LineShape,
  open?: OpenRow,
) {
  const { lineHeight, perLine } = shape;
  const starts = groups.length > 0 ? groups.map(({ at }) => at) : [0];
  const firstLines = [0];
  let lineCount = 0;
  for (const [index, start] of starts.entries()) {
    lineCount += Math.ceil(((starts[index + 1] ?? rowCount) - start) / perLine);
    firstLines.push(lineCount);
  }
  /** Index of the group that contains a row; -1 if there is no grouping. */
  const groupOf = (row: number) => firstIndex(groups.length, group => itemAt(groups, group).at > row) - 1;
  const startOf = (row: number) => itemAt(starts, Math.max(0, groupOf(row)));
  const columnOf = (row: number) => (row - startOf(row)) % perLine;
  const lineOf = (row: number) =>
    itemAt(firstLines, Math.max(0, groupOf(row))) + Math.floor((row - startOf(row)) / perLine);
  const openLine = open ? lineOf(open.row) : Infinity;
  const topOf = (row: number) =>
    lineOf(row) * lineHeight +
    (groupOf(row) + 1) * groupHeadHeight +
    (lineOf(row) > openLine ? (open?.height ?? 0) : 0);
  return {
    ...shape,
    height: lineCount * lineHeight + groups.length * groupHeadHeight + (open?.height ?? 0),
    topOf,
    groupOf,
    columnOf,
    /** The row this many lines further down in the same column, or the last one of a shorter line. */
    neighbor: (row: number, lines: number): number => {
      const line = Math.max(0, Math.min(lineCount - 1, lineOf(row) + lines));
      const group = firstIndex(starts.length, index => itemAt(firstLines, index) > line) - 1;
      const first = itemAt(starts, group) + (line - itemAt(firstLines, group)) * perLine;
      const end = Math.min(first + perLine, starts[group + 1] ?? rowCount);
      return Math.min(first + columnOf(row), end - 1);
    },
    /** The rows between two heights: from an index to another (exclusive). */
    between: (top: number, bottom: number): [from: number, to: number] => [
      firstIndex(rowCount, row => topOf(row) + lineHeight > top),
      firstIndex(rowCount, row => topOf(row) >= bottom),
    ],
  };
}

/** The first index that passes, if all after it pass as well; `count` if none does. */
function firstIndex(count: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
