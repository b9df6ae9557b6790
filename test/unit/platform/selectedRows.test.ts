import { beforeEach, describe, expect, it } from 'vitest';
import { Uri } from 'vscode';
import type { CommandId } from '../../../src/base/commandId.ts';
import { registerCommands } from '../../../src/platform/host/commands.ts';
import type { Log } from '../../../src/platform/host/presentError.ts';
import { createRowTree } from '../../../src/platform/rows/rowTree.ts';
import { eventually } from '../../eventually.ts';
import { manifest } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { newUser, user } from '../../fake/user.ts';
import { deferred } from '../fakes.ts';

/** What the commands received. */
const received: unknown[][] = [];
/** The command waits for it. */
let asking: Promise<undefined> | undefined;
const rows = [
  { id: 'notice', label: 'Select Key in Use' },
  { id: 'k1', label: 'One', contextValue: 'key' },
  { id: 'k2', label: 'Two', contextValue: 'key key.inUse' },
];

beforeEach(() => {
  newUser();
  received.length = 0;
  asking = undefined;
  createRowTree('swath.keys', [], () => Promise.resolve(() => rows));
  const take = (...args: unknown[]) => {
    received.push(args);
    return asking;
  };
  editor.commands.clear();
  const log = { info: () => undefined } as unknown as Log;
  const load = () => Promise.resolve({ 'swath.deleteKey': take, 'swath.rotateKey': take });
  registerCommands(manifest.contributes, [load], log);
});

/** Selects rows and puts the focus on one, by their places. `undefined`: the focus is elsewhere. */
async function select(selected: readonly number[], focus: number | undefined) {
  const { view, options, selected: changed } = editor.trees.get('swath.keys') ?? expect.fail();
  const all = (await options.treeDataProvider.getChildren()) ?? [];
  view.selection = selected.map(place => all[place]);
  editor.commands.set('runCommands', (argument: unknown) => {
    for (const _one of (argument as { commands: ['list.toggleSelection'] }).commands) {
      if (focus === undefined) return;
      const others = view.selection.filter(row => row !== all[focus]);
      view.selection = others.length < view.selection.length ? others : [...others, all[focus]];
      changed.fire({ selection: view.selection });
    }
  });
  return view;
}

describe('a shortcut', () => {
  it.each<[string, CommandId, string, readonly number[], number | undefined, readonly number[]]>([
    ['all selected rows with the focus on one', 'swath.deleteKey', 'key', [1, 2], 2, [1, 2]],
    ['the row with the focus if another is selected', 'swath.deleteKey', 'key', [1], 2, [2]],
    ['the row with the focus if none is selected', 'swath.rotateKey', 'key.inUse', [], 2, [2]],
    ['what offers the command', 'swath.deleteKey', 'key', [0, 2], 0, [0, 2]],
    ['nothing if no row offers the command', 'swath.rotateKey', 'key.inUse', [2], 1, []],
    ['nothing if the focus is elsewhere', 'swath.deleteKey', 'key', [1], undefined, []],
  ])('acts on %s', async (_what, id, offer, selected, focus, expected) => {
    const view = await select(selected, focus);
    const before = new Set(view.selection);
    await editor.run(id, { selectedRows: offer });
    const all = expected.map(place => expect.objectContaining(rows[place] ?? {}) as unknown);
    const first = expected.map(place => rows[place]).find(row => row?.contextValue?.includes(offer));
    expect(received).toEqual(first ? [[expect.objectContaining(first), all]] : []);
    expect([new Set(view.selection), user.prompts]).toEqual([before, []]);
  });

  it('acts once while its key is held down, and again after that', async () => {
    await select([1], 1);
    const answer = deferred<undefined>();
    asking = answer.promise;
    const press = () => editor.run('swath.deleteKey', { selectedRows: 'key' });
    const presses = [press(), press()];
    await eventually(() => expect(received).toHaveLength(1));
    answer.resolve(undefined);
    await Promise.all(presses);
    expect(received).toHaveLength(1);
    await press();
    expect(received).toHaveLength(2);
  });
});

it('a command that works on one row refuses several, by menu and shortcut, but not several files', async () => {
  await editor.run('swath.rotateKey', rows[2], rows);
  await select([1, 2], 1);
  await editor.run('swath.rotateKey', { selectedRows: 'key.inUse' });
  const refusal = 'This command works on one row. Select only one.';
  expect([received, user.messages]).toEqual([[], [refusal, refusal]]);
  const files = [Uri.file('/a.geojson'), Uri.file('/b.geojson')];
  await editor.run('swath.rotateKey', files[0], files);
  expect(received).toEqual([[files[0], files]]);
});
