import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { itemAt } from '../../src/base/itemAt.ts';

/** Rows are rendered this far beyond the view, CSS pixels. */
const margin = 240;
/** Browsers cut taller elements off: Firefox at 17.9 million device pixels, Chromium at 33.5 million. */
const tallest = 16_000_000;

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
  groups: readonly { at: number }[],
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
  const rowGroup = (row: number) => firstIndex(groups.length, group => itemAt(groups, group).at > row) - 1;
  const groupStart = (row: number) => itemAt(starts, Math.max(0, rowGroup(row)));
  const rowColumn = (row: number) => (row - groupStart(row)) % perLine;
  const rowLine = (row: number) =>
    itemAt(firstLines, Math.max(0, rowGroup(row))) + Math.floor((row - groupStart(row)) / perLine);
  const openLine = open ? rowLine(open.row) : Infinity;
  const rowTop = (row: number) =>
    rowLine(row) * lineHeight +
    (rowGroup(row) + 1) * groupHeadHeight +
    (rowLine(row) > openLine ? (open?.height ?? 0) : 0);
  return {
    ...shape,
    height: lineCount * lineHeight + groups.length * groupHeadHeight + (open?.height ?? 0),
    rowTop,
    /** With its details if it is open. */
    rowHeight: (row: number): number => lineHeight + (row === open?.row ? open.height : 0),
    rowGroup,
    rowColumn,
    /** The row this many lines further down in the same column, or the last one of a shorter line. */
    neighbor: (row: number, lines: number): number => {
      const line = Math.max(0, Math.min(lineCount - 1, rowLine(row) + lines));
      const group = firstIndex(starts.length, index => itemAt(firstLines, index) > line) - 1;
      const first = itemAt(starts, group) + (line - itemAt(firstLines, group)) * perLine;
      const end = Math.min(first + perLine, starts[group + 1] ?? rowCount);
      return Math.min(first + rowColumn(row), end - 1);
    },
    /** The rows between two heights: from an index to another (exclusive). */
    between: (top: number, bottom: number): [from: number, to: number] => [
      firstIndex(rowCount, row => rowTop(row) + lineHeight > top),
      firstIndex(rowCount, row => rowTop(row) >= bottom),
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

/**
 * A list that can be taller than an element. Then each pixel of scrolling moves the rows by more than one, and the rows lie
 * where the list is scrolled to. CSS pixels.
 *
 * @param all height of its rows
 * @param viewHeight of what is seen of them
 */
export function tallList(all: number, viewHeight: number, pixelRatio = window.devicePixelRatio) {
  const height = Math.min(all, Math.floor(tallest / pixelRatio));
  const scale = height === all ? 1 : (all - viewHeight) / (height - viewHeight);
  return {
    height,
    /** What is at the top of the view, from the top of the rows. */
    offsetAt: (scrollTop: number): number => scrollTop * scale,
    scrollTopFor: (offset: number): number => offset / scale,
  };
}

/** How far a list was scrolled when it was last seen, and its size. CSS pixels. */
export function useScrollView(scroller: RefObject<HTMLElement | null>) {
  const view = useSignal({ scrollTop: 0, width: 0, height: 0 });

  function see(): void {
    if (!scroller.current) return;
    const { scrollTop, clientWidth: width, clientHeight: height } = scroller.current;
    view.value = { scrollTop, width, height };
  }

  useLayoutEffect(() => {
    const observer = new ResizeObserver(see);
    if (scroller.current) observer.observe(scroller.current);
    see();
    return () => observer.disconnect();
  }, []);
  return { view, see };
}

export type VirtualList = ReturnType<typeof useVirtualList>;

/** A list that renders only what is in view. Offsets are CSS pixels from the top of all rows. */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  { view, see }: ReturnType<typeof useScrollView>,
  geometry: ReadonlySignal<ListGeometry>,
) {
  const tall = useComputed(() => {
    const { height, headHeight } = geometry.value;
    return tallList(height, view.value.height - headHeight);
  });

  function scrollTo(offset: number): void {
    scroller.current?.scrollTo({ top: tall.peek().scrollTopFor(offset), behavior: 'instant' });
  }

  /** Of the rows in view: the headers cover the first line. */
  const seenHeight = () => (scroller.current?.clientHeight ?? 0) - geometry.peek().headHeight;
  const offset = () => tall.peek().offsetAt(scroller.current?.scrollTop ?? 0);
  function seen(): [top: number, bottom: number] {
    const top = tall.value.offsetAt(view.value.scrollTop);
    return [top, top + view.value.height];
  }
  return {
    view,
    see,
    scrollTo,
    offset,
    /** From the top of the view to its bottom, as it was last seen. */
    seen,
    /** Of the element with the rows. */
    height: (): number => tall.value.height,
    /** Where the element of a row is: beyond an end of the list for one that is out of view. */
    rowTop: (row: number): number => geometry.value.rowTop(row) + view.value.scrollTop - seen()[0],
    toRow: (row: number): void => {
      const { rowTop, rowHeight } = geometry.peek();
      const before = offset();
      const top = rowTop(row);
      const next = Math.min(top, Math.max(before, top + rowHeight(row) - seenHeight()));
      if (next !== before) scrollTo(next);
    },
    /** Whole lines in view, without the one that stays in it when paging. */
    pageLength: (): number => Math.max(1, Math.floor(seenHeight() / geometry.peek().lineHeight) - 1),
    /** The rows to render. `aria-activedescendant` refers to the active one, so it is always rendered. */
    rendered: (active: number, count: number): number[] => {
      const [top, bottom] = seen();
      const [from, to] = geometry.value.between(top - margin, bottom + margin);
      const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
      if (active < from) rows.unshift(active);
      else if (active >= to && active < count) rows.push(active);
      return rows;
    },
  };
}
