import * as vscode from 'vscode';

/**
 * Where to show a text document so that the map stays in sight: where it is shown already, else in a column whose front
 * is not the map, the active one if it can be, else beside.
 *
 * @param uri of the document, or of the one that it belongs to
 */
export function textColumn(uri: string | undefined): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  if (shown?.viewColumn !== undefined) return shown.viewColumn;
  const free = vscode.window.tabGroups.all.filter(group => !isMap(group.activeTab));
  return (free.find(({ isActive }) => isActive) ?? free[0])?.viewColumn ?? vscode.ViewColumn.Beside;
}

function isMap(tab: vscode.Tab | undefined): boolean {
  // The editor puts words of its own before the view type.
  return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith('swath.map');
}

/** The editor turns its features off for longer documents. Bytes. */
const longestText = 20_000_000;
/** Over a network the editor itself asks before it opens a longer document. Bytes. */
const longestRemoteText = 10_000_000;

/** Whether the editor opens a document of so many bytes well. */
export function isOpenedWell(bytes: number): boolean {
  const isRemote = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  return bytes <= (isRemote ? longestRemoteText : longestText);
}
