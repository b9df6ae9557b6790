import * as vscode from 'vscode';

/** How old a view may get while somebody looks at it, milliseconds. */
const oldestMs = 5 * 60_000;
const lookEveryMs = 60_000;

/** Reads a view's facts anew from time to time, only while it is visible in a window that has the focus. */
export function keepFresh(
  view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
  refresh: () => Promise<void>,
): vscode.Disposable {
  let readAt = Date.now();
  const look = () => {
    if (!view.visible || !vscode.window.state.focused || Date.now() - readAt < oldestMs) return;
    readAt = Date.now();
    void refresh();
  };
  const timer = setInterval(look, lookEveryMs);
  return vscode.Disposable.from(
    view.onDidChangeVisibility(look),
    vscode.window.onDidChangeWindowState(look),
    new vscode.Disposable(() => clearInterval(timer)),
  );
}
