import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { isRecord } from '../../../../base/fields.ts';
import type { TextEdit } from '../../../../geo/text/geojsonEdit.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import { editDocument, notChangedText } from '../../../areas/ui/index.ts';

/** The edits of a fix, for the text of a version. */
export interface OrderFixTarget {
  uri: string;
  version: number;
  edits: readonly TextEdit[];
}

function isFixTarget(value: unknown): value is OrderFixTarget {
  return isRecord(value) && typeof value.uri === 'string' && Array.isArray(value.edits);
}

/** Makes the edits of a fix. Throws {@link UserError} if the document has changed since, or is read-only. */
export async function fixOrder(target: unknown): Promise<void> {
  if (!isFixTarget(target)) return;
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(target.uri));
  if (document.version !== target.version) throw new UserError(notChangedText(basename(document.uri.path)));
  await editDocument(document, () => Promise.resolve(target.edits));
}
