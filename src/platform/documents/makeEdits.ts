import * as vscode from 'vscode';
import type { TextEdit } from '../../geo/text/geojsonEdit.ts';
import { isEditable } from './editableDocuments.ts';

/** What became of edits. `rejected`: the text changed at the same time. */
export type EditOutcome = 'made' | 'rejected' | 'readOnly';

/**
 * Changes a document's text in one step that undo reverts. A read-only document keeps its text.
 *
 * VS Code doesn't say whether a document is read-only, in the session or by a setting, and applies edits of the
 * workspace to it anyway, without marking it as changed. Only its editors refuse them, so they are made there.
 *
 * @param edits positions in the current text
 */
export async function makeEdits(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): Promise<EditOutcome> {
  const changing = edits.filter(edit => document.getText(documentRange(document, edit)) !== edit.text);
  if (changing.length === 0) return 'made';
  const { version } = document;
  if (!isEditable(document.uri) || (await isProtected(document.uri))) return 'readOnly';
  if (document.version !== version) return 'rejected';
  const editors = vscode.window.visibleTextEditors.filter(
    editor => editor.document.uri.toString() === document.uri.toString(),
  );
  if (editors.length === 0) return makeUnseen(document, changing);
  // The same document can be read-only in one editor, as in a comparison, and writable in another.
  for (const editor of editors) {
    const isTaken = await editor.edit(builder => {
      for (const edit of changing) builder.replace(documentRange(document, edit), edit.text);
    });
    if (!isTaken) return 'rejected';
    if (document.version !== version) return 'made';
  }
  return 'readOnly';
}

/** In a document behind other tabs. If that didn't mark it as changed, it is read-only and gets its text back. */
async function makeUnseen(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<EditOutcome> {
  const before = document.getText();
  if (!(await vscode.workspace.applyEdit(toWorkspaceEdit(document, edits)))) return 'rejected';
  if (document.isDirty || (await isSaved(document))) return 'made';
  const whole = { offset: 0, length: document.getText().length, text: before };
  await vscode.workspace.applyEdit(toWorkspaceEdit(document, [whole]));
  return 'readOnly';
}

/** Whether it was saved automatically since. */
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  try {
    const bytes = await vscode.workspace.fs.readFile(document.uri);
    return new TextDecoder().decode(bytes) === document.getText();
  } catch {
    return false;
  }
}

/** Whether the file system says that the file is read-only. */
async function isProtected(uri: vscode.Uri): Promise<boolean> {
  try {
    const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
    return (permissions & vscode.FilePermission.Readonly) !== 0;
  } catch {
    // A draft isn't a file yet.
    return false;
  }
}

export function toWorkspaceEdit(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): vscode.WorkspaceEdit {
  const all = new vscode.WorkspaceEdit();
  for (const edit of edits) all.replace(document.uri, documentRange(document, edit), edit.text);
  return all;
}

export function documentRange(
  document: vscode.TextDocument,
  { offset, length }: { offset: number; length: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
