import type { ImageRow } from '../../../src/protocol/protocol.ts';

/**
 * How clicks and keys work in a list with multiple selection, as in the editor's own lists: the cursor moves without
 * selecting, Space toggles, Shift extends from the anchor.
 */
export interface ListCursor {
  /** Index of the row that keys apply to. */
  active: number;
  /** Index of the row where a range starts. */
  anchor: number;
}

export interface ListChange<Id = string> {
  cursor: ListCursor;
  /** Ids of the selected rows in list order; absent if the selection doesn't change. */
  selected?: readonly Id[];
}

export interface Modifiers {
  /** Ctrl, or Cmd on a Mac. */
  toggle: boolean;
  range: boolean;
}

export function eventModifiers(event: MouseEvent | KeyboardEvent): Modifiers {
  return { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey };
}

export interface ListLines {
  /** Lines that PageDown and PageUp move by. */
  pageLength: number;
  /** The row that is this many lines further down; without it, each line is a row. */
  neighbor?: (row: number, lines: number) => number;
  /** Whether a line has several rows, so that the other arrow keys move too. */
  hasColumns?: boolean;
}

export function pressRow<Id>(
  ids: readonly Id[],
  selected: readonly Id[],
  cursor: ListCursor,
  index: number,
  { toggle, range }: Modifiers,
): ListChange<Id> {
  if (range) {
    const { anchor } = cursor;
    const selected = ids.slice(Math.min(anchor, index), Math.max(anchor, index) + 1);
    return { cursor: { anchor, active: index }, selected };
  }
  const moved = { active: index, anchor: index };
  const id = ids[index];
  if (id === undefined) return { cursor };
  return { cursor: moved, selected: toggle ? toggled(ids, selected, id) : [id] };
}

export function pressKey<Id>(
  ids: readonly Id[],
  selected: readonly Id[],
  cursor: ListCursor,
  key: string,
  modifiers: Modifiers,
  { pageLength, neighbor = (row, lines) => row + lines, hasColumns = false }: ListLines,
): ListChange<Id> | undefined {
  const last = ids.length - 1;
  if (last < 0) return undefined;
  switch (key) {
    case ' ':
      return pressRow(ids, selected, cursor, cursor.active, { ...modifiers, toggle: !modifiers.range });
    case 'Enter':
      return pressRow(ids, selected, cursor, cursor.active, { toggle: false, range: false });
    case 'Escape':
      return selected.length > 0 ? { cursor, selected: [] } : undefined;
    case 'a':
      return modifiers.toggle ? { cursor, selected: ids } : undefined;
    default: {
      const { active } = cursor;
      const places: Record<string, number> = {
        ArrowDown: neighbor(active, 1),
        ArrowUp: neighbor(active, -1),
        Home: 0,
        End: last,
        PageDown: neighbor(active, pageLength),
        PageUp: neighbor(active, -pageLength),
        ...(hasColumns ? { ArrowRight: active + 1, ArrowLeft: active - 1 } : {}),
      };
      const place = places[key];
      if (place === undefined) return undefined;
      const to = Math.min(last, Math.max(0, place));
      if (modifiers.range) return pressRow(ids, selected, cursor, to, modifiers);
      return { cursor: { active: to, anchor: to } };
    }
  }
}

/**
 * In list order, so that the same selection always gives the same message; selected images that aren't currently listed
 * stay at the end.
 */
export function toggled<Id>(ids: readonly Id[], selected: readonly Id[], id: Id): readonly Id[] {
  const chosen = new Set(selected);
  if (!chosen.delete(id)) chosen.add(id);
  const listed = ids.filter(candidate => chosen.delete(candidate));
  return [...listed, ...chosen];
}

/** The cursor in a changed list: it stays on its images if they are still there. */
export function movedCursor(
  { active, anchor }: ListCursor,
  before: readonly ImageRow[],
  after: readonly ImageRow[],
): ListCursor {
  const place = (index: number) => {
    const id = before[index]?.id;
    const isThere = id === undefined || after[index]?.id === id;
    const found = isThere ? -1 : after.findIndex(row => row.id === id);
    return found >= 0 ? found : Math.min(index, Math.max(0, after.length - 1));
  };
  return { active: place(active), anchor: place(anchor) };
}

/** Whether the end of the loaded images is near: within one list height below the view. CSS pixels. */
export function isNearEnd(top: number, height: number, ofRows: number): boolean {
  return height > 0 && ofRows - top - height < height;
}
