import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as vscode from 'vscode';
import type { CommandId } from '../../../src/editor/commandTable.ts';
import { registerCommands, type CommandHandler } from '../../../src/editor/commands.ts';
import type { Log } from '../../../src/editor/presentError.ts';
import type { Row } from '../../../src/editor/row.ts';
import { createRowTree } from '../../../src/editor/rowTree.ts';
import { editor, type Tree } from '../../fake/editor.ts';
import { newPerson, person } from '../../fake/person.ts';
import { deferred } from '../fakes.ts';

/** What a command received: IDs of the row and of all rows. */
let received: unknown[];
/** What the handler does with a call. */
let handle: () => Promise<undefined> | undefined;
/** The row with the focus, and its view. */
let focused: { tree: Tree; row: unknown } | undefined;

const rowsOf: Record<string, Row[]> = {
  'swath.keys': [
    { id: 'notice', label: 'Select Key in Use' },
    { id: 'k1', label: 'One', contextValue: 'key', copyId: '1' },
    { id: 'k2', label: 'Two', contextValue: 'key key.inUse', copyId: '2' },
  ],
  'swath.subscriptions': [
    { id: 's1', label: 'One', contextValue: 'subscription subscription.revocable' },
    { id: 's2', label: 'Two', contextValue: 'subscription' },
  ],
};

/** As the editor does: selects the row with the focus, or deselects it. */
function toggle() {
  if (!focused) return;
  const { tree, row } = focused;
  const { selection } = tree.view;
  tree.view.selection = selection.includes(row) ? selection.filter(one => one !== row) : [...selection, row];
  tree.selected.fire({ selection: tree.view.selection });
}

beforeEach(() => {
  newPerson();
  received = [];
  handle = () => undefined;
  focused = undefined;
  for (const [viewId, rows] of Object.entries(rowsOf)) {
    createRowTree(viewId, [], () => Promise.resolve(() => rows));
  }
  const take: CommandHandler = (row, all) => {
    received.push((row as Row).id, Array.isArray(all) ? all.map(one => (one as Row).id) : all);
    return handle();
  };
  const ids = ['swath.copyId', 'swath.deleteKey', 'swath.revokeSubscription', 'swath.reorder'] as const;
  for (const id of ids) editor.commands.delete(id);
  const log = { info: () => undefined } as unknown as Log;
  registerCommands(Object.fromEntries(ids.map(id => [id, take])), log);
  editor.commands.set('runCommands', given => {
    for (const id of (given as { commands: string[] }).commands) {
      expect(id).toBe('list.toggleSelection');
      toggle();
    }
  });
});

/** Selects rows of a view and puts the focus on one, by their places. */
async function select(viewId: string, selected: readonly number[], focus: number) {
  const tree = editor.trees.get(viewId) ?? expect.fail();
  const rows = (await tree.options.treeDataProvider.getChildren()) ?? [];
  tree.view.selection = selected.map(place => rows[place]);
  focused = { tree, row: rows[focus] };
  return tree;
}

const press = (id: CommandId, selectedRows: string) => editor.run(id, { selectedRows });

describe('a shortcut', () => {
  it.each<[string, readonly number[], number, unknown[]]>([
    ['all selected rows if the focus is on one of them', [1, 2], 2, ['k1', ['k1', 'k2']]],
    ['the row with the focus if another one is selected', [1], 2, ['k2', ['k2']]],
    ['the row with the focus if nothing is selected', [], 1, ['k1', ['k1']]],
    ['the rows that offer the command', [0, 2], 0, ['k2', ['notice', 'k2']]],
    ['nothing if no row offers the command', [1, 2], 0, []],
  ])('acts on %s', async (_what, selected, focus, expected) => {
    const tree = await select('swath.keys', selected, focus);
    await select('swath.subscriptions', [0], 0);
    focused = await select('swath.keys', selected, focus).then(() => focused);
    const before = tree.view.selection;
    await press('swath.deleteKey', 'key');
    expect(received).toEqual(expected);
    expect(new Set(tree.view.selection)).toEqual(new Set(before));
    expect(person.shown).toEqual([]);
  });

  it('does nothing if no view of Swath has the focus', async () => {
    await select('swath.keys', [1], 1);
    focused = undefined;
    await press('swath.deleteKey', 'key');
    expect(received).toEqual([]);
  });

  it.each([
    ['swath.revokeSubscription', [0], 1, []],
    ['swath.revokeSubscription', [0], 0, ['s1', ['s1']]],
  ] as const)('runs %s only on what can be revoked', async (id, selected, focus, expected) => {
    await select('swath.subscriptions', selected, focus);
    await press(id, 'subscription.revocable');
    expect(received).toEqual(expected);
  });

  it('acts once while its key is held down, and again after that', async () => {
    await select('swath.keys', [1], 1);
    const asking = deferred<undefined>();
    handle = () => asking.promise;
    const presses = [press('swath.deleteKey', 'key'), press('swath.deleteKey', 'key')];
    await vi.waitFor(() => expect(received).toHaveLength(2));
    asking.resolve(undefined);
    await Promise.all(presses);
    expect(received).toEqual(['k1', ['k1']]);
    await press('swath.deleteKey', 'key');
    expect(received).toHaveLength(4);
  });
});

describe('a command that works on one row', () => {
  const refusal = 'This command works on one row. Select only one.';

  it.each(['swath.revokeSubscription', 'swath.reorder'] as const)('refuses several, such as %s', async id => {
    const rows = rowsOf['swath.subscriptions'];
    await editor.run(id, rows?.[0], rows);
    expect([received, person.told]).toEqual([[], [refusal]]);
    await editor.run(id, rows?.[0], undefined);
    expect(received).toEqual(['s1', undefined]);
  });

  it('refuses several by its shortcut, also if only one of them offers it', async () => {
    await select('swath.subscriptions', [0, 1], 0);
    await press('swath.revokeSubscription', 'subscription.revocable');
    expect([received, person.told]).toEqual([[], [refusal]]);
  });

  it('receives the files that are selected in the Explorer', async () => {
    const files = ['/a.geojson', '/b.geojson'].map(path => vscode.Uri.file(path));
    await editor.run('swath.reorder', files[0], files);
    expect([received.length, person.told]).toEqual([2, []]);
  });
});
