import { basename } from 'node:path';
import * as vscode from 'vscode';
import { showInformationMessage } from './window.ts';

/** Shows a file or folder where the person can take it: in the file manager, else in the Explorer; else copies its path. */
export async function revealFile(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  // Elsewhere the file lies on another machine than the person's.
  if (vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop) {
    await vscode.commands.executeCommand('revealFileInOS', uri);
    return;
  }
  if (vscode.workspace.getWorkspaceFolder(uri)) {
    await vscode.commands.executeCommand('revealInExplorer', uri);
    return;
  }
  await vscode.env.clipboard.writeText(path);
  void showInformationMessage(
    vscode.l10n.t('{0} lies outside of the open folder. Its path was copied: {1}', basename(path), path),
  );
}
