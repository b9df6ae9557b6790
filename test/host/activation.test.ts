import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandIds } from '../../src/platform/commands.ts';

describe('activation', () => {
  it('happens, and registers every command of the manifest', async () => {
    const extension = vscode.extensions.getExtension('swath.swath');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      commandIds.filter(id => !registered.includes(id)),
      [],
    );
  });
});
