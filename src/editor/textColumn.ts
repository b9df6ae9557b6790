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
