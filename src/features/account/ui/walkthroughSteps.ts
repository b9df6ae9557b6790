import * as vscode from 'vscode';

/**
 * Ticks what was done before the walkthrough opened. The editor doesn't evaluate that; it reacts only when a context key of
 * a step's condition changes.
 */
export async function tickSteps(): Promise<void> {
  for (const isOpen of [false, true])
    await vscode.commands.executeCommand('setContext', 'swath.walkthroughOpen', isOpen);
}

/** Also where the walkthrough is opened from the editor's Welcome page, a tab without a known input. */
export function tickStepsOfWelcome(onError: (error: unknown) => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    if ([...opened, ...changed].some(({ input }) => input === undefined)) tickSteps().catch(onError);
  });
}
