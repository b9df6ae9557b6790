import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../host/userError.ts';
import { rowFrom } from './row.ts';
import { rowContext, rowViews, type TreeRow } from './rowTree.ts';

/** While a key is held down, its repeats are ignored for as long as a user waits for a question, milliseconds. */
const repeatMs = 5_000;

/** When each command that is still running was started by its shortcut, milliseconds by `performance.now()`. */
const startedAt = new Map<string, number>();

interface Shortcut {
  /** Of the command. */
  id: string;
  /** A word of {@link rowContext}. */
  offer: string;
  /** Whether the command acts on all selected rows. */
  forSeveral: boolean;
  run: (row: TreeRow, all: readonly TreeRow[]) => unknown;
}

/** Runs a command as the menu of the rows would that have the focus. Does nothing if none of them offers it. */
export async function runByShortcut({ id, offer, forSeveral, run }: Shortcut): Promise<void> {
  const now = performance.now();
  if (now - (startedAt.get(id) ?? -Infinity) < repeatMs) return;
  startedAt.set(id, now);
  try {
    const rows = await focusedRows();
    const offering = rows.find(row => rowContext(row).split(' ').includes(offer));
    if (!offering) return;
    if (!forSeveral) requireOneRow(rows);
    await run(offering, rows);
  } finally {
    if (startedAt.get(id) === now) startedAt.delete(id);
  }
}

/**
 * @param all what a command received as its second argument: selected rows, or the files of another view
 * @throws UserError if several rows are selected
 */
export function requireOneRow(all: readonly unknown[]): void {
  const hasRow = all.some(row => rowFrom(row) !== undefined);
  if (all.length > 1 && hasRow) {
    throw new UserError(l10n.t('This command works on one row. Select only one.'));
  }
}

/**
 * The rows that a key press is meant for: the row that has the focus, or all selected ones if it is one of them. The
 * arrow keys move only the focus, which extensions aren't notified of. So this has the editor select or deselect the
 * row and undo that at once, and sees which one it is.
 */
async function focusedRows(): Promise<readonly TreeRow[]> {
  let found: readonly TreeRow[] | undefined;
  const listening = [...rowViews].map(view => {
    const before = view.selection;
    return view.onDidChangeSelection(({ selection }) => {
      const added = selection.filter(row => !before.includes(row));
      found ??= added.length > 0 ? added : before;
    });
  });
  const toggle = 'list.toggleSelection';
  try {
    await vscode.commands.executeCommand('runCommands', { commands: [toggle, toggle] });
  } finally {
    for (const disposable of listening) disposable.dispose();
  }
  return found ?? [];
}
