import * as l10n from '@vscode/l10n';
import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { basename, dirname, join } from 'node:path/posix';
import * as vscode from 'vscode';
import { UserError } from './userError.ts';
import { fileNamePart, fileExists } from './reportFile.ts';
import { textColumn } from './textColumn.ts';

export interface Draft {
  /** Of the file; becomes a part of a file name. */
  name: string;
  /** Such as `.order.json`. */
  ending: string;
  /** Where the ending leaves it open. */
  language?: string;
  text: string;
  /** Address of the document that it is made from: it gets its name beside that, and its column. */
  from?: string | undefined;
  /** The focus stays where it is. */
  isQuiet?: boolean;
}

/**
 * Opens an unsaved document that never takes the place of another, where it leaves the map in sight. Throws
 * {@link UserError} when its text cannot be written.
 */
export async function openDraft(draft: Draft): Promise<vscode.TextEditor> {
  const { name, ending, language, text, from, isQuiet = false } = draft;
  const source = from === undefined ? undefined : vscode.Uri.parse(from);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.path;
  const beside = !source || source.scheme === 'untitled' ? folder : dirname(source.path);
  const uri = await freeDraftUri(beside ?? '', fileNamePart(name), ending);
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(l10n.t("Couldn't write the draft {0}.", basename(uri.path)));
  }
  if (language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: textColumn(from),
    preview: false,
    preserveFocus: isQuiet,
  });
  // The editor looks at the indentation of a text only when it opens it, and this was empty then.
  if (text.includes('\n  ')) editor.options = { insertSpaces: true, tabSize: 2 };
  return editor;
}

/** `aoi.geojson`, `aoi-2.geojson` and so on. @param ending such as `.order.json` */
function numbered(stem: string, count: number, ending: string): string {
  return `${stem}${count === 1 ? '' : `-${count}`}${ending}`;
}

/** An address for an unsaved document that neither a file nor an open document has. */
async function freeDraftUri(folder: string, name: string, ending: string): Promise<vscode.Uri> {
  for (let count = 1; ; count++) {
    const path = join(folder, numbered(name, count, ending));
    const isOpen = vscode.workspace.textDocuments.some(document => document.uri.path === path);
    if (!isOpen && !(await fileExists(path))) return vscode.Uri.from({ scheme: 'untitled', path });
  }
}

/** Writes a new file under the first name that neither a file nor an open document has, and returns its path. */
export async function writeBesideOthers(
  folder: string,
  stem: string,
  ending: string,
  text: string,
): Promise<string> {
  for (let count = 1; ; count++) {
    const path = joinPath(folder, numbered(stem, count, ending));
    if (vscode.workspace.textDocuments.some(({ uri }) => uri.fsPath === path)) continue;
    try {
      // Fails where there is a file already, also one that has come this moment.
      await writeFile(path, text, { flag: 'wx' });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
