import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { literalMarkdown } from '../model/words/literalMarkdown.ts';
import { shownLabel, shownTooltip } from '../model/words/shownText.ts';
import type { CommandId } from './commandTable.ts';
import { onLaterChange } from './onChange.ts';
import { describeError } from './presentError.ts';
import type { Row, RowTooltip } from './row.ts';

/** How old a view may get while somebody looks at it, milliseconds. */
const oldestMs = 5 * 60_000;
const lookEveryMs = 60_000;

/** Reads a view's facts anew from time to time, only while it is visible in a window that has the focus. */
export function keepFresh(
  view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  refresh: () => Promise<void>,
): vscode.Disposable {
  let readAt = Date.now();
  const look = () => {
    if (!view.visible || !vscode.window.state.focused || Date.now() - readAt < oldestMs) return;
    readAt = Date.now();
    void refresh();
  };
  const timer = setInterval(look, lookEveryMs);
  return vscode.Disposable.from(
    view.onDidChangeVisibility(look),
    vscode.window.onDidChangeWindowState(look),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}

/** The row together with where it stands: the tree needs the way up to reveal it. */
export interface TreeRow extends Row {
  parent: TreeRow | undefined;
}

export interface RowTree {
  readonly view: vscode.TreeView<TreeRow>;
  dispose(): void;
  /** Says so beside the title of the view; nothing where it is empty. */
  describe(text: string): void;
  /** Opens the view at a row, if it is there. */
  reveal(id: string): Promise<boolean>;
}

/** What a click on a row of each view does where that is no command, by the id of the row. */
const pressesOf = new Map<string, Map<string, () => void>>();

/** Does what a click on a row does: the command `swath.runRow` is given nothing but names. */
export function runRow(viewId: unknown, rowId: unknown): void {
  if (typeof viewId === 'string' && typeof rowId === 'string') pressesOf.get(viewId)?.get(rowId)?.();
}

/**
 * A tree view of rows. It asks for rows only while it is visible, and draws anew when one of the signals changes.
 *
 * @param signals everything that `rows`, and the children of its rows, read
 * @param loadRows when the view is first opened: what makes the rows at the top. None of them shows its welcome text.
 */
export function createRowTree(
  viewId: string,
  signals: readonly ReadonlySignal<unknown>[],
  loadRows: () => Promise<() => readonly Row[]>,
): RowTree {
  const changed = new vscode.EventEmitter<void>();
  const presses = new Map<string, () => void>();
  pressesOf.set(viewId, presses);
  const signedIn = (children: readonly Row[], parent: TreeRow | undefined): TreeRow[] =>
    children.map(row => ({ ...row, parent }));
  let rows: (() => readonly Row[]) | undefined;
  const topRows = async () => {
    rows ??= await loadRows();
    return signedIn(rows(), undefined);
  };
  const rowsBelow = (row: TreeRow) => signedIn(row.children?.() ?? [], row);
  const view = vscode.window.createTreeView<TreeRow>(viewId, {
    showCollapseAll: true,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: row => (row ? rowsBelow(row) : topRows()),
      getParent: row => row.parent,
      getTreeItem: row => {
        const item = itemOf(row);
        if (!row.press) return item;
        presses.set(row.id, row.press.run);
        item.command = {
          command: 'swath.runRow' satisfies CommandId,
          title: row.press.title,
          arguments: [viewId, row.id],
        };
        return item;
      },
    },
  });
  const watching = onLaterChange(signals, () => {
    // Nothing is drawn before the rows are there, and they are made of what is known by then.
    if (!rows) return;
    presses.clear();
    changed.fire();
  });
  let described: string | undefined;

  /** Looks into what is known already: a row that is still to be read is not found. */
  function find(id: string, among: readonly TreeRow[]): TreeRow | undefined {
    for (const row of among) {
      if (row.id === id) return row;
      const within = id.startsWith(`${row.id}/`) || row.isOpen ? find(id, rowsBelow(row)) : undefined;
      if (within) return within;
    }
    return undefined;
  }

  return {
    view,
    describe(text) {
      // Each time is a message to the window. The first one always: it may know another from the host before.
      if (text === described) return;
      described = text;
      view.description = shownLabel(text);
    },
    async reveal(id) {
      const row = find(id, await topRows());
      if (!row) return false;
      await view.reveal(row, { select: true, focus: true });
      return true;
    },
    dispose() {
      pressesOf.delete(viewId);
      [watching, view, changed].forEach(one => void one.dispose());
    },
  };
}

function itemOf(row: TreeRow): vscode.TreeItem {
  const item = new vscode.TreeItem(shownLabel(row.label));
  item.id = row.id;
  if (row.children) {
    item.collapsibleState = row.isOpen
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  }
  if (row.description !== undefined) item.description = shownLabel(row.description);
  if (row.icon !== undefined) {
    const colour = row.colour === undefined ? undefined : new vscode.ThemeColor(row.colour);
    item.iconPath = new vscode.ThemeIcon(row.icon, colour);
  }
  item.tooltip = row.tooltip ? markdownOf(row.tooltip) : shownTooltip(row.spoken ?? row.label);
  const offers = [row.contextValue, row.copyId && 'hasId', row.details && 'hasDetails'];
  item.contextValue = offers.filter(Boolean).join(' ');
  if (row.command) {
    const { id: command, title, arguments: given } = row.command;
    item.command = { command, title, arguments: [...(given ?? [])] };
  }
  if (row.spoken !== undefined) item.accessibilityInformation = { label: shownTooltip(row.spoken) };
  return item;
}

/** Text of the service comes as text: it can bring no markup and no link. */
function markdownOf({ heading, facts, notes = [], failure }: RowTooltip): vscode.MarkdownString {
  const said = failure === undefined ? notes : [...notes, describeError(failure)];
  const known = facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`*${literal(name)}* ${literal(value)}`],
  );
  const paragraphs = [`**${literal(heading)}**`, ...said.map(literal), known.join('  \n')];
  return new vscode.MarkdownString(paragraphs.filter(text => text !== '').join('\n\n'));
}

function literal(text: string): string {
  return literalMarkdown(shownTooltip(text));
}
