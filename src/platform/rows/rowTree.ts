import type { ReadonlySignal } from '@preact/signals-core';
import * as vscode from 'vscode';
import type { CommandId } from '../../base/commandId.ts';
import { literalMarkdown } from '../../base/words/literalMarkdown.ts';
import { safeLabel, safeLine, safeTooltip } from '../../base/words/safeText.ts';
import { contextKey, onChange, onLaterChange } from '../host/onChange.ts';
import { describeError } from '../host/presentError.ts';
import type { ArrangeParts } from './arrange.ts';
import type { Arrangement, ArrangementChoices } from './arrangement.ts';
import { isFiltered } from './arrangementOwner.ts';
import type { Row, RowTooltip } from './row.ts';

/** Maximum age of a visible view, milliseconds. */
const oldestMs = 5 * 60_000;
const lookEveryMs = 60_000;

/**
 * Milliseconds between rows that the editor gets and the event that they have changed. If both reach its window in one
 * message, the window ignores the event and keeps the previous rows.
 */
const apartMs = 50;

/** Refreshes a view periodically, only while it is visible in a focused window. */
export function keepFresh(
  view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  refresh: () => Promise<void>,
): vscode.Disposable {
  let readAt = Date.now();
  const poll = () => {
    if (!view.visible || !vscode.window.state.focused || Date.now() - readAt < oldestMs) return;
    readAt = Date.now();
    void refresh();
  };
  const timer = setInterval(poll, lookEveryMs);
  return vscode.Disposable.from(
    view.onDidChangeVisibility(poll),
    vscode.window.onDidChangeWindowState(poll),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}

/** What the head of a view says about its filters, and what that depends on. */
export interface FilterTextParts<T> {
  arrangement: ReadonlySignal<Arrangement>;
  /** Loaded with the first filter: most views have none. */
  loadChoices: () => Promise<() => ArrangementChoices<T>>;
  /** To be counted: all items of the view, if they are known. */
  items?: () => readonly T[] | undefined;
  /** What the items, or the text that is shown, depend on. */
  signals?: readonly ReadonlySignal<unknown>[];
  /** Shows the text, which is empty without filters. */
  show: (text: string) => void;
}

/** Keeps the text about a view's filters up to date, until disposed. */
export function followFilterText<T>(parts: FilterTextParts<T>): vscode.Disposable {
  const { arrangement, loadChoices, items, signals = [], show } = parts;
  let summarize: ((now: Arrangement) => string) | undefined;
  const load = async () => {
    const [{ filterText }, choices] = await Promise.all([import('./arrangement.ts'), loadChoices()]);
    return (now: Arrangement) => filterText(items?.(), now, choices());
  };
  const update = async () => {
    if (isFiltered(arrangement.peek())) summarize ??= await load();
    show(summarize?.(arrangement.peek()) ?? '');
  };
  return onChange([arrangement, ...signals], () => void update());
}

/** A row with its parent: the tree needs the way up to reveal it. */
export interface TreeRow extends Row {
  parent: TreeRow | undefined;
}

/** The views that exist: a shortcut acts on the rows of the one that has the focus. */
export const rowViews = new Set<RowTree['view']>();

/** More rows than fit in a view at once: then its title has a button that filters. */
const longList = 10;

const longLists = new Set<string>();
const listedAsLong = contextKey('swath.longLists');

/** The button that filters stays while a filter is what makes the list short. */
function noteLength(viewId: string, rows: number, hasFilter: boolean): void {
  const isLong = rows > longList || hasFilter;
  if (isLong === longLists.has(viewId)) return;
  if (isLong) longLists.add(viewId);
  else longLists.delete(viewId);
  listedAsLong([...longLists]);
}

/** What a click does on a row, by view and row ID, if it isn't a command. */
const pressesInView = new Map<string, Map<string, () => void>>();

/** Runs what a click on a row does: the command `swath.runRow` receives only IDs. */
export function runRow(viewId: unknown, rowId: unknown): void {
  if (typeof viewId === 'string' && typeof rowId === 'string') pressesInView.get(viewId)?.get(rowId)?.();
}

/** Dropping rows in a text inserts their IDs. */
const dragAndDropController: vscode.TreeDragAndDropController<TreeRow> = {
  dropMimeTypes: [],
  dragMimeTypes: ['text/plain'],
  handleDrag(rows, data) {
    const ids = copiedIds(rows);
    if (ids.length > 0) data.set('text/plain', new vscode.DataTransferItem(ids.join('\n')));
  },
};

export type RowTree = ReturnType<typeof createRowTree>;

/**
 * A tree view of rows. It asks for rows only while it is visible. When one of the signals changes, it redraws only what
 * changed: the editor drops the rows below a redrawn row until it has requested them again, and a menu command on a
 * dropped row would receive no row.
 *
 * @param signals everything that `rows`, and the children of its rows, read
 * @param loadRows called when the view is first opened: loads what makes the top-level rows. If there are none, the
 *   welcome text is shown.
 */
export function createRowTree(
  viewId: string,
  signals: readonly ReadonlySignal<unknown>[],
  loadRows: () => Promise<() => readonly Row[]>,
) {
  const changed = new vscode.EventEmitter<TreeRow[] | undefined>();
  const presses = new Map<string, () => void>();
  pressesInView.set(viewId, presses);
  /**
   * The rows that the editor has, with what it was given for each as text. The editor identifies a row by its object.
   */
  const drawn = new Map<string, { row: TreeRow; item: string }>();
  /** IDs of the rows below a row, or at the top level, as the editor has them. */
  const idsBelow = new Map<string | undefined, readonly string[]>();
  let rows: (() => readonly Row[]) | undefined;
  /** Rows to redraw; `undefined` stands for the whole view. */
  const pending = new Set<TreeRow | undefined>();
  let firing: NodeJS.Timeout | undefined;
  let described: string | undefined;
  let hasFilter = false;

  function treeRow(row: Row, parent: TreeRow | undefined): TreeRow {
    if (row.press) presses.set(row.id, row.press.run);
    const known = drawn.get(row.id)?.row;
    if (!known) return { ...row, parent };
    for (const key of Object.keys(known)) if (!(key in row)) Reflect.deleteProperty(known, key);
    return Object.assign(known, row, { parent });
  }

  function rowsBelow(parent: TreeRow | undefined): TreeRow[] {
    const below = parent ? parent.children?.() : rows?.();
    return (below ?? []).map(row => treeRow(row, parent));
  }

  /** Includes the click action, identified by the view. */
  function pressableItem(row: TreeRow): vscode.TreeItem {
    const item = treeItem(row);
    if (row.press) {
      item.command = {
        command: 'swath.runRow' satisfies CommandId,
        title: row.press.title,
        arguments: [viewId, row.id],
      };
    }
    return item;
  }

  const drawnText = (row: TreeRow) => JSON.stringify(pressableItem(row));

  function listChildren(parent: TreeRow | undefined): TreeRow[] {
    const below = rowsBelow(parent);
    idsBelow.set(
      parent?.id,
      below.map(({ id }) => id),
    );
    for (const row of below) drawn.set(row.id, { row, item: drawnText(row) });
    noteLength(viewId, drawn.size, hasFilter);
    return below;
  }

  const topRows = async () => {
    rows ??= await loadRows();
    return listChildren(undefined);
  };

  /** The changed rows among those that the editor has below a row; `undefined` if it has different rows now. */
  function changedBelow(parent: TreeRow | undefined): TreeRow[] | undefined {
    const ids = idsBelow.get(parent?.id);
    if (!ids) return [];
    const before = ids.map(id => drawn.get(id)?.item);
    const now = rowsBelow(parent);
    if (now.length !== ids.length || now.some(({ id }, place) => id !== ids[place])) return undefined;
    return now.flatMap((row, place) => {
      const item = drawnText(row);
      drawn.set(row.id, { row, item });
      return item === before[place] ? (changedBelow(row) ?? [row]) : [row];
    });
  }

  const view = vscode.window.createTreeView<TreeRow>(viewId, {
    showCollapseAll: viewId !== 'swath.welcome',
    canSelectMany: true,
    dragAndDropController,
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: row => (row ? listChildren(row) : topRows()),
      getParent: row => row.parent,
      getTreeItem: pressableItem,
    },
  });
  rowViews.add(view);
  function redraw() {
    // Nothing is drawn before the rows are loaded, and they reflect what is known by then.
    if (!rows) return;
    const stale = changedBelow(undefined);
    if (stale?.length === 0) return;
    if (!stale) for (const known of [presses, drawn, idsBelow]) known.clear();
    for (const row of stale ?? [undefined]) pending.add(row);
    firing ??= setTimeout(fire, apartMs);
  }
  function fire() {
    firing = undefined;
    const rows = [...pending];
    pending.clear();
    changed.fire(rows.includes(undefined) ? undefined : rows.filter(row => row !== undefined));
  }
  const owned: { dispose(): unknown }[] = [
    onLaterChange(signals, redraw),
    // Days can have passed since it was drawn.
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) redraw();
    }),
    view,
    changed,
  ];
  /** Searches only what is known already: a row that isn't loaded isn't found. */
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
    /** Disposes of them together with the tree. */
    register: (...parts: { dispose(): unknown }[]): void => void owned.push(...parts),
    /**
     * Sets the view's description; empty clears it.
     *
     * @param isFilter whether it names the filters in force
     */
    describe(text: string, isFilter = false): void {
      // Each time is a message to the window. The first one is always sent: the window may have another value from
      // before.
      if (text === described) return;
      described = text;
      hasFilter = isFilter && text !== '';
      noteLength(viewId, drawn.size, hasFilter);
      view.description = safeLabel(text);
    },
    /** Opens the view at a row, if it is there. */
    async reveal(id: string): Promise<boolean> {
      rows ??= await loadRows();
      const row = find(id, rowsBelow(undefined));
      if (!row) return false;
      await view.reveal(row, { select: true, focus: true });
      return true;
    },
    dispose(): void {
      clearTimeout(firing);
      pressesInView.delete(viewId);
      rowViews.delete(view);
      noteLength(viewId, 0, false);
      for (const part of owned) part.dispose();
    },
  };
}

/** Words by which menus and shortcuts find a row, with spaces between them. */
export function rowContext(row: Row): string {
  const offers = [row.contextValue, row.copyId && 'hasId', row.details && 'hasDetails'];
  return offers.filter(Boolean).join(' ');
}

function treeItem(row: TreeRow): vscode.TreeItem {
  const item = new vscode.TreeItem(safeLabel(row.label));
  item.id = row.id;
  if (row.children) {
    item.collapsibleState = row.isOpen
      ? vscode.TreeItemCollapsibleState.Expanded
      : vscode.TreeItemCollapsibleState.Collapsed;
  }
  if (row.description !== undefined) item.description = safeLabel(row.description);
  if (row.icon !== undefined) {
    const color = row.color === undefined ? undefined : new vscode.ThemeColor(row.color);
    item.iconPath = new vscode.ThemeIcon(row.icon, color);
  }
  // A screen reader reads a text tooltip instead of label and description.
  const spoken = row.spoken ?? [row.label, row.description].filter(Boolean).join(', ');
  item.tooltip = row.tooltip ? tooltipMarkdown(row.tooltip) : safeTooltip(spoken);
  item.contextValue = rowContext(row);
  if (row.command) {
    const { id: command, title, arguments: args } = row.command;
    item.command = { command, title, arguments: [...(args ?? [])] };
  }
  if (row.spoken !== undefined) item.accessibilityInformation = { label: safeTooltip(row.spoken) };
  return item;
}

/** Text from the service is added as plain text: it can't contain markup or links. */
function tooltipMarkdown({ heading, facts, notes = [], failure }: RowTooltip): vscode.MarkdownString {
  const allNotes = failure === undefined ? notes : [...notes, describeError(failure)];
  const known = facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`*${literal(name)}* ${literal(value)}`],
  );
  const paragraphs = [`**${literal(heading)}**`, ...allNotes.map(literal), known.join('  \n')];
  return new vscode.MarkdownString(paragraphs.filter(text => text !== '').join('\n\n'));
}

function literal(text: string): string {
  return literalMarkdown(safeTooltip(text));
}

/** Lets the user filter, sort and group a view. */
export async function arrangeView<T>(parts: ArrangeParts<T>): Promise<void> {
  await (await import('./arrange.ts')).arrange(parts);
}

/** More is no ID, characters. */
const longestId = 1000;

/** The IDs of rows as text, each on one line: pasted into a terminal, a second line would be run. */
export function copiedIds(rows: readonly { copyId?: string | undefined }[]): string[] {
  return rows.flatMap(({ copyId: id }) => (id === undefined ? [] : safeLine(id, longestId)));
}
