import * as vscode from 'vscode';

/** When the user last did something other than answering Swath, milliseconds by `performance.now()`. */
let movedAt = -Infinity;

export function lastMoveAt(): number {
  return movedAt;
}

/** Records when the user does something else, for as long as the extension runs. */
export function watchAttention(): vscode.Disposable {
  const moved = () => {
    movedAt = performance.now();
  };
  const { window } = vscode;
  return vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(moved),
    window.onDidChangeActiveTerminal(moved),
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // If it is neither, a program changed it: a command, or one of Swath's edits.
      const isByHand =
        kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
        kind === vscode.TextEditorSelectionChangeKind.Mouse;
      if (isByHand) moved();
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (!focused) moved();
    }),
  );
}
