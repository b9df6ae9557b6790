import * as vscode from 'vscode';

/** A key that `when` clauses of the manifest read: told to the editor where it is another than before. */
export function contextKey(name: string): (value: unknown) => void {
  // The first one always: the window may know another from the host before.
  let isKnown = false;
  let before: unknown;
  return value => {
    if (isKnown && before === value) return;
    isKnown = true;
    before = value;
    void vscode.commands.executeCommand('setContext', name, value);
  };
}
