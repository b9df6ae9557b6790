import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as vscode from 'vscode';
import { refuseLinkOut } from '../dialogs/linkOut.ts';
import { type FileContent, writeWhole } from './writeFiles.ts';

/**
 * Writes a file that the user has named: whole or not at all, and at that place, not where a link in the folder leads.
 * Throws {@link UserError} if the place links out of the workspace.
 */
export async function writeUserFile(target: vscode.Uri, content: FileContent): Promise<void> {
  if (target.scheme === 'file') {
    await refuseLinkOut(target.fsPath);
    await writeWhole(target.fsPath, content, 'usual');
    return;
  }
  const bytes = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  await vscode.workspace.fs.writeFile(target, await buffer(Readable.from(bytes)));
}
