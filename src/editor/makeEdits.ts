import * as vscode from 'vscode';
import type { TextEdit } from '../model/edits/geojsonEdit.ts';

/**
 * Changes a document's text in one step that undo reverts.
 *
 * @param edits positions in the current text
 * @returns `false` if the editor rejects them
 */
export async function makeEdits(document: vscode.TextDocument, edits: readonly TextEdit[]): Promise<boolean> {
  return edits.length === 0 || vscode.workspace.applyEdit(workspaceEditOf(document, edits));
}

export function workspaceEditOf(
  document: vscode.TextDocument,
  edits: readonly TextEdit[],
): vscode.WorkspaceEdit {
  const all = new vscode.WorkspaceEdit();
  for (const edit of edits) all.replace(document.uri, rangeOf(document, edit), edit.text);
  return all;
}

export function rangeOf(
  document: vscode.TextDocument,
  { offset, length }: { offset: number; length: number },
): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
