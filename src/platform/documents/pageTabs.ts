import * as vscode from 'vscode';

/** Whether a tab contains a page of this type. */
export function isPage(tab: vscode.Tab | undefined, viewType: string): boolean {
  // The editor adds a prefix to the view type.
  return tab?.input instanceof vscode.TabInputWebview && tab.input.viewType.endsWith(viewType);
}

/**
 * Creates the only page of its type in the window, in place of those that are there without a panel: of an extension host
 * that ended, whose pages nobody answers, or of the window before a reload, as long as they were not in front.
 *
 * @param column where to create it if there are none
 */
export function createOnlyPage(
  viewType: string,
  title: string,
  column: { viewColumn: vscode.ViewColumn; preserveFocus: boolean },
  options?: vscode.WebviewOptions,
): vscode.WebviewPanel {
  const left = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(tab => isPage(tab, viewType)));
  const viewColumn = left[0]?.group.viewColumn ?? column.viewColumn;
  const panel = vscode.window.createWebviewPanel(viewType, title, { ...column, viewColumn }, options);
  if (left.length > 0) void vscode.window.tabGroups.close(left, true);
  return panel;
}
