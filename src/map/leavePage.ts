import * as vscode from 'vscode';

/**
 * Moves the focus from the page to another part of the window, where the editor's own F6 could not. It goes by the status
 * bar, from where the editor knows its way again: forwards it stays there, backwards it goes to the activity bar.
 */
export async function leavePage(by: 1 | -1): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusStatusBar');
  if (by < 0) await vscode.commands.executeCommand('workbench.action.focusNextPart');
}
