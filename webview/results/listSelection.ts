import type { ImageRow } from '../../src/shared/protocol.ts';

/**
 * What a click or a key does to a list in which several rows can be selected, as in the editor's own lists: the
 * cursor moves without selecting, Space toggles, Shift extends from the anchor.
 */
export interface ListCursor {
  /** Index of the row that keys act on. */
  active: number;
  /** Index of the row that a range starts at. */
  anchor: number;
}

export interface ListChange {
  cursor: ListCursor;
  /** Ids of the selected rows in the order of the list; absent when the selection stays. */
  selected?: readonly string[];
}

export interface Modifiers {
  /** Ctrl, or Cmd on a Mac. */
  toggle: boolean;
  range: boolean;
}

export function pressRow(
  ids: readonly string[],
  selected: readonly string[],
  cursor: ListCursor,
  index: number,
  { toggle, range }: Modifiers,
): ListChange {
  if (range) return { cursor: { ...cursor, active: index }, selected: rangeOf(ids, cursor.anchor, index) };
  const moved = { active: index, anchor: index };
  const id = ids[index];
  if (id === undefined) return { cursor };
  return { cursor: moved, selected: toggle ? toggled(ids, selected, id) : [id] };
}

export function pressKey(
  ids: readonly string[],
  selected: readonly string[],
  cursor: ListCursor,
  key: string,
  modifiers: Modifiers,
  pageLength: number,
): ListChange | undefined {
  const last = ids.length - 1;
  if (last < 0) return undefined;
  switch (key) {
    case ' ':
      return pressRow(ids, selected, cursor, cursor.active, {
        toggle: !modifiers.range,
        range: modifiers.range,
      });
    case 'Enter':
      return pressRow(ids, selected, cursor, cursor.active, { toggle: false, range: false });
    case 'Escape':
      return selected.length > 0 ? { cursor, selected: [] } : undefined;
    case 'a':
      return modifiers.toggle ? { cursor, selected: ids } : undefined;
    default: {
      const destination = movedTo(cursor.active, last, key, pageLength);
      if (destination === undefined) return undefined;
      if (modifiers.range) return pressRow(ids, selected, cursor, destination, modifiers);
      return { cursor: { active: destination, anchor: destination } };
    }
  }
}

function movedTo(active: number, last: number, key: string, pageLength: number): number | undefined {
  const clamp = (index: number) => Math.min(last, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1);
    case 'ArrowUp':
      return clamp(active - 1);
    case 'PageDown':
      return clamp(active + pageLength);
    case 'PageUp':
      return clamp(active - pageLength);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function rangeOf(ids: readonly string[], from: number, to: number): readonly string[] {
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1);
}

/**
 * Kept in the order of the list, so that the same choice is always the same message; what is selected and not in the
 * list for now stays, at the end.
 */
export function toggled(ids: readonly string[], selected: readonly string[], id: string): readonly string[] {
  const chosen = new Set(selected);
  if (!chosen.delete(id)) chosen.add(id);
  const listed = ids.filter(candidate => chosen.delete(candidate));
  return [...listed, ...chosen];
}

/** The cursor in a list that has changed: it stays on its images where they are still there. */
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

/** Whether the end of what is loaded comes into view: within one height of the list, on the way down. */
export function isNearEnd(list: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  const { scrollTop, clientHeight, scrollHeight } = list;
  return clientHeight > 0 && scrollHeight - scrollTop - clientHeight < clientHeight;
}
