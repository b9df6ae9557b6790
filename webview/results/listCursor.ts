import type { ImageRow } from '../../src/shared/protocol.ts';
import type { ListCursor } from './listSelection.ts';

/** The cursor in a list that has changed: it stays on its images where they are still there. */
export function movedCursor(
  cursor: ListCursor,
  before: readonly ImageRow[],
  after: readonly ImageRow[],
): ListCursor {
  const [active, anchor] = [before[cursor.active]?.id, before[cursor.anchor]?.id];
  const place = (index: number, id: string | undefined) => {
    if (id === undefined || after[index]?.id === id) return Math.min(index, Math.max(0, after.length - 1));
    const found = after.findIndex(row => row.id === id);
    return found >= 0 ? found : Math.min(index, Math.max(0, after.length - 1));
  };
  return { active: place(cursor.active, active), anchor: place(cursor.anchor, anchor) };
}

/** Whether the end of what is loaded comes into view: within one height of the list, on the way down. */
export function isNearEnd(list: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean {
  const { scrollTop, clientHeight, scrollHeight } = list;
  return clientHeight > 0 && scrollHeight - scrollTop - clientHeight < clientHeight;
}
