import { join as joinPath } from 'node:path';
import { basename, dirname, join } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { refuseLinkOut } from '../dialogs/linkOut.ts';
import { fileNamePart } from '../files/files.ts';
import { nameIsTaken, writeNew } from '../files/writeFiles.ts';
import { UserError } from '../host/userError.ts';
import { editableDocuments } from './editableDocuments.ts';
import { isPage } from './pageTabs.ts';

export interface Draft {
  /** Name of the file, without the extension; sanitized first. */
  name: string;
  /** Such as `.order.json`. */
  ending: string;
  /** Needed if the extension doesn't determine it. */
  language?: string;
  text: string;
  /** URI of the document that it is created from: the draft gets the same folder and column. */
  from?: string | undefined;
  /** The focus stays where it is. */
  isQuiet?: boolean;
  /** Called as soon as it is open, even if its text can't be written then. */
  onOpen?: ((document: vscode.TextDocument) => void) | undefined;
}

/**
 * Opens an unsaved document that never replaces another, and keeps the map visible. Throws {@link UserError} if its
 * text can't be written.
 */
export async function openDraft(draft: Draft): Promise<vscode.TextEditor> {
  const { name, ending, language, text, from, isQuiet = false, onOpen } = draft;
  const source = from === undefined ? undefined : vscode.Uri.parse(from);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.path;
  const beside = !source || source.scheme === 'untitled' ? folder : dirname(source.path);
  const document = await openFree(beside ?? '', fileNamePart(name), ending);
  onOpen?.(document);
  if (language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
  // Before it has its text: VS Code itself opens a changed document that no editor shows for 0.8 s, in the active column,
  // and on a slow connection it would be open twice.
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: textColumn(from),
    preview: false,
    preserveFocus: isQuiet,
  });
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  if (!(await vscode.workspace.applyEdit(edit))) {
    throw new UserError(l10n.t("Couldn't write the draft {0}.", basename(document.uri.path)));
  }
  // The text pushed the cursor to its end.
  const start = new vscode.Position(0, 0);
  editor.selection = new vscode.Selection(start, start);
  editor.revealRange(editor.selection);
  // The editor detects the indentation only when it opens a text, and this one was empty then.
  if (text.includes('\n  ')) editor.options = { insertSpaces: true, tabSize: 2 };
  return editor;
}

/**
 * `aoi.geojson`, `aoi-2.geojson` and so on.
 *
 * @param ending such as `.order.json`
 */
function numbered(stem: string, count: number, ending: string): string {
  return `${stem}${count === 1 ? '' : `-${count}`}${ending}`;
}

/** Paths of drafts that are being opened. */
const opening = new Set<string>();

/** Opens an unsaved document under the first name that no file, no open document and no other draft uses. */
async function openFree(folder: string, name: string, ending: string): Promise<vscode.TextDocument> {
  for (let count = 1; ; count++) {
    const path = join(folder, numbered(name, count, ending));
    const isOpen = editableDocuments().some(document => document.uri.path === path);
    if (isOpen || opening.has(path)) continue;
    opening.add(path);
    try {
      // A link that leads nowhere would be followed when the draft is saved.
      if (await nameIsTaken(path)) continue;
      return await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: 'untitled', path }));
    } finally {
      opening.delete(path);
    }
  }
}

/**
 * Writes a new file under the first name that no file and no open document uses, and returns its path. Throws
 * {@link UserError} if the folder links out of the workspace.
 */
export async function writeBesideOthers(
  folder: string,
  stem: string,
  ending: string,
  text: string,
): Promise<string> {
  await refuseLinkOut(folder);
  for (let count = 1; ; count++) {
    const path = joinPath(folder, numbered(stem, count, ending));
    if (editableDocuments().some(({ uri }) => uri.fsPath === path)) continue;
    try {
      await writeNew(path, text);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Where to show a text document or the page of an order so that the map stays visible: where it is shown already, otherwise in a column that
 * doesn't show the map in front, preferably the active one, otherwise to the side.
 *
 * @param uri of the document, or of the one that it belongs to, if any
 */
export function textColumn(uri: string | undefined): vscode.ViewColumn {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri);
  if (editor?.viewColumn !== undefined) return editor.viewColumn;
  const free = vscode.window.tabGroups.all.filter(group => !isPage(group.activeTab, 'swath.map'));
  return (free.find(({ isActive }) => isActive) ?? free[0])?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** Shows a document in the column of {@link textColumn}, not as a preview. */
export async function showText(
  document: vscode.TextDocument,
  options: vscode.TextDocumentShowOptions = {},
): Promise<vscode.TextEditor> {
  const viewColumn = textColumn(document.uri.toString());
  return vscode.window.showTextDocument(document, { viewColumn, preview: false, ...options });
}

/** The editor turns its features off for longer documents. Bytes. */
const longestText = 20_000_000;
/** On a remote connection, the editor asks before it opens a longer document. Bytes. */
const longestRemoteText = 10_000_000;

/** Whether the editor handles a document of this many bytes well. */
export function isOpenedWell(bytes: number): boolean {
  const isRemote = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  return bytes <= (isRemote ? longestRemoteText : longestText);
}
