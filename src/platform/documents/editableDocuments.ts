import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../host/userError.ts';

/**
 * Whether documents at such a URI are a person's: files, those of a remote or virtual workspace, and unsaved ones. Others are
 * output, or the past of a file, as in a comparison with a version in Git, in the local history and before a chat's edits: they
 * have the name and often the path of the file. A file that is read-only is a person's, too.
 */
export function isEditable(uri: vscode.Uri): boolean {
  if (uri.scheme === 'vscode-notebook-cell') return isEditableCell(uri);
  return isWritable(uri.scheme);
}

function isWritable(scheme: string): boolean {
  const isAlways = scheme === 'file' || scheme === 'untitled';
  return isAlways || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

/** A notebook can be the past of one, too. */
function isEditableCell(uri: vscode.Uri): boolean {
  const cell = uri.toString();
  const notebook = vscode.workspace.notebookDocuments.find(candidate =>
    candidate.getCells().some(({ document }) => document.uri.toString() === cell),
  );
  return notebook === undefined || isWritable(notebook.uri.scheme);
}

/** The open documents that a person edits. */
export function editableDocuments(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter(({ uri, isClosed }) => !isClosed && isEditable(uri));
}

/** The active editor, unless what it shows can't be edited. */
export function activeEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && isEditable(editor.document.uri) ? editor : undefined;
}

/** The file that a command was called on. Throws {@link UserError} for the past of a file. */
export function requireEditable(uri: vscode.Uri): vscode.Uri {
  if (isEditable(uri)) return uri;
  throw new UserError(
    l10n.t(
      "This is another version of {0}, which can't be edited. Open the file itself.",
      basename(uri.path),
    ),
  );
}

/** Opens the document that a command was called on. Throws {@link UserError} for the past of a file. */
export async function openEditable(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(requireEditable(uri));
}
