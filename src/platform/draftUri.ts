import { join } from 'node:path/posix';
import * as vscode from 'vscode';
import { fileExists } from './reportFile.ts';

/**
 * An address for an unsaved document that neither a file nor an open document has: a draft never takes the place of
 * another.
 *
 * @param ending such as `.order.json`
 */
export async function freeDraftUri(folder: string, name: string, ending: string): Promise<vscode.Uri> {
  for (let count = 1; ; count++) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}${ending}`);
    const isOpen = vscode.workspace.textDocuments.some(document => document.uri.path === path);
    if (!isOpen && !(await fileExists(path))) return vscode.Uri.from({ scheme: 'untitled', path });
  }
}
