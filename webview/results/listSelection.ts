import * as l10n from '@vscode/l10n';
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
        ...{ ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: last },
        ...{ PageDown: active + pageLength, PageUp: active - pageLength },
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

/** Why no order can be made of a selection, in a sentence; `undefined` when one can. */
export function whyNoOrder(selected: readonly string[], rows: readonly ImageRow[]): string | undefined {
  if (selected.length === 0) return l10n.t('Select an image first.');
  const chosen = new Set(selected);
  return rows.some(row => row.isDelivered && chosen.has(row.id))
    ? l10n.t("Delivered items can't be ordered again. Remove them from the selection.")
    : undefined;
}
