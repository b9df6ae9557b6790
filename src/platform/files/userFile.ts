import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileProblem } from '../../base/words/fileProblem.ts';
import { refuseLinkOut } from '../dialogs/linkOut.ts';
import { UserError } from '../host/userError.ts';
import { type FileContent, writeWhole } from './writeFiles.ts';

/**
 * Writes a file that the user has named: whole or not at all, and at that place, not where a link in the folder leads.
 * Throws {@link UserError} if the place links out of the workspace or can't be written to.
 */
export async function writeUserFile(target: vscode.Uri, content: FileContent): Promise<void> {
  if (target.scheme === 'file') {
    await refuseLinkOut(target.fsPath);
    await writeWhole(target.fsPath, content, 'usual').catch((error: unknown) => {
      throw writeFailure(error, target.fsPath);
    });
    return;
  }
  const bytes = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
  await vscode.workspace.fs.writeFile(target, await buffer(Readable.from(bytes)));
}

/** Without the name of the temporary file, which nobody knows. What the content failed with stays as it is. */
function writeFailure(error: unknown, path: string): unknown {
  const { code, path: failed } = error as NodeJS.ErrnoException;
  if (failed?.startsWith(`${path}.`) !== true) return error;
  const why = code === 'ENOENT' ? l10n.t('folder not found') : fileProblem(error);
  return new UserError(l10n.t("Couldn't write {0}: {1}", path, why));
}
