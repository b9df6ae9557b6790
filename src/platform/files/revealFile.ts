import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showInformationMessage } from '../dialogs/window.ts';

/** Shows a file or folder in the system's file manager if possible, else in the Explorer; otherwise copies its path. */
export async function revealFile(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  // In any other case, the file is on a different machine than the user.
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
    l10n.t('{0} is outside the open folder. Its path was copied: {1}', basename(path), path),
  );
}
