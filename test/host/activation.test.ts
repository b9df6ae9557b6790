import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commandTable } from '../../src/editor/host/commandTable.ts';

describe('activation', () => {
  it('succeeds, and registers every command of the manifest', async () => {
    const extension = vscode.extensions.getExtension('swath.swath');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      Object.keys(commandTable).filter(id => !registered.includes(id)),
      [],
    );
  });
});
