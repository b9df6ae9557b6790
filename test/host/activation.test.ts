import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('activation', () => {
  it('succeeds, and registers every command of the manifest', async () => {
    const extension = vscode.extensions.getExtension('swath.swath');
    assert.ok(extension, 'the extension is not installed');
    await extension.activate();
    const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
    const commandIds = contributes.commands.map(({ command }) => command);
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      commandIds.filter(id => !registered.includes(id)),
      [],
    );
  });

  it('signs nobody in: language models get a message to do so', async () => {
    const call = vscode.lm.invokeTool('swath_listAnalytics', { input: {}, toolInvocationToken: undefined });
    await assert.rejects(Promise.resolve(call), /Not signed in/);
  });
});
