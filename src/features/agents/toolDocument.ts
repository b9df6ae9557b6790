import { basename, posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Problem } from '../../base/problem.ts';
import { editableDocuments } from '../../platform/documents/editableDocuments.ts';
import { UserError } from '../../platform/host/userError.ts';

/** Most files that are listed if the requested one doesn't exist. */
const maxNamed = 20;
/** Of more files, none is named by less than its path: another one of that name could be beyond them. */
const maxSearched = 5000;

/**
 * The document that a model names: a file in the workspace or an open document. No other files are read for it.
 *
 * Its path or URI comes first, as it is written, then in another spelling; what is only its last part must be the only one.
 * Throws {@link UserError} with the names to choose from: between several, nothing is chosen.
 *
 * @param pattern glob of the suitable files
 */
export async function toolDocument(name: string, pattern: string): Promise<vscode.TextDocument> {
  const [written = '', ...others] = pathSpellings(name);
  const exact =
    (await only(name, await namedDocuments([written]))) ?? (await only(name, await namedDocuments(others)));
  if (exact) return exact;
  const files = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxSearched);
  const known = [...editableDocuments().map(({ uri }) => uri), ...files];
  const keys = new Set([written, ...others].map(comparableName));
  const isMeant = (texts: readonly string[]) => texts.some(text => keys.has(comparableName(text)));
  const found = await only(
    name,
    known.filter(uri => isMeant(documentPaths(uri))),
  );
  if (found) return found;
  const alike = known.filter(({ path }) => isMeant([basename(path)]));
  if (alike.length > 0 && files.length === maxSearched) {
    throw new UserError(
      l10n.t(
        'The workspace has too many files to find "{0}" by its name. Pass its path in the workspace.',
        name,
      ),
    );
  }
  const named = await only(name, alike);
  if (named) return named;
  const names = files.map(uri => vscode.workspace.asRelativePath(uri)).sort();
  throw new UserError(
    names.length === 0
      ? l10n.t(
          '"{0}" is not a file of the workspace, and there are no others. Ask the user to open one.',
          name,
        )
      : l10n.t(
          '"{0}" is not a file of the workspace. Pass one of these: {1}.',
          name,
          names.slice(0, maxNamed).join(', '),
        ),
  );
}

/** The name by which a model can name the document again: its path in the workspace, or its URI. */
export function toolName(uri: vscode.Uri): string {
  const [path] = relativePaths(uri);
  return path ?? uri.toString();
}

/** Opens the only one; `undefined` if there is none. Throws {@link UserError} with the URIs if there are several. */
async function only(name: string, uris: readonly vscode.Uri[]): Promise<vscode.TextDocument | undefined> {
  const addresses = new Map(uris.map(uri => [uri.toString(), uri]));
  const [uri] = addresses.values();
  if (addresses.size > 1) {
    const list = [...addresses.keys()].sort().slice(0, maxNamed);
    throw new UserError(
      l10n.t('"{0}" names several documents. Nothing was done. Pass one of these: {1}', name, list.join(' ')),
    );
  }
  return uri && vscode.workspace.openTextDocument(uri);
}

/** As it is written, and as programs change it on its way: with blanks, backslashes or percent encoding. */
function pathSpellings(name: string): string[] {
  const plain = name.trim().replaceAll('\\', '/');
  return [...new Set([name, plain, decoded(plain)])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Names that look the same are the same: file systems and keyboards write accents in two ways. */
export function comparableName(name: string): string {
  return name.normalize('NFC').trim();
}

/** What has exactly one of these paths or URIs: documents that are open, and files that exist in the workspace. */
async function namedDocuments(names: readonly string[]): Promise<vscode.Uri[]> {
  const open = editableDocuments().flatMap(({ uri }) =>
    names.some(name => documentPaths(uri).includes(name)) ? [uri] : [],
  );
  const candidates = names.flatMap(filesNamed);
  // The file system decides whether case matters, and the editor which of its documents that is.
  const exist = await Promise.all(candidates.map(isFile));
  return [...open, ...candidates.filter((_uri, index) => exist[index])];
}

async function isFile(uri: vscode.Uri): Promise<boolean> {
  try {
    const { type } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.Directory) === 0;
  } catch {
    return false;
  }
}

function documentPaths(uri: vscode.Uri): string[] {
  return [uri.toString(), uri.toString(true), uri.path, uri.fsPath, ...relativePaths(uri)];
}

/** In its folder; with several folders, also as the editor writes it, after the name of the folder. */
function relativePaths({ path }: vscode.Uri): string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap(folder => {
    const start = folderStart(folder.uri);
    if (!path.startsWith(start)) return [];
    const inFolder = path.slice(start.length);
    return [inFolder, `${folder.name}/${inFolder}`];
  });
}

/** The files of the workspace that would have this path or URI. None is outside of its folder. */
function filesNamed(name: string): vscode.Uri[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.flatMap(({ uri, name: folderName }) => {
    return [...pathOfUri(uri, name), ...pathsIn(uri, folderName, name)]
      .map(path => posix.normalize(path))
      .filter(path => path.startsWith(folderStart(uri)))
      .map(path => uri.with({ path }));
  });
}

function pathOfUri(folder: vscode.Uri, name: string): string[] {
  // Not a drive of Windows.
  if (!/^[a-z][a-z\d+.-]+:/i.test(name)) return [];
  try {
    const { scheme, authority, path } = vscode.Uri.parse(name);
    return scheme === folder.scheme && authority === folder.authority ? [path] : [];
  } catch {
    return [];
  }
}

function pathsIn(folder: vscode.Uri, folderName: string, name: string): string[] {
  if (posix.isAbsolute(name)) return [name];
  // A drive of Windows.
  if (/^[a-z]:\//i.test(name)) return [`/${name.charAt(0).toLowerCase()}${name.slice(1)}`];
  const paths = [posix.join(folder.path, name)];
  if (name.startsWith(`${folderName}/`)) paths.push(posix.join(folder.path, name.slice(folderName.length)));
  return paths;
}

function folderStart({ path }: vscode.Uri): string {
  return path.endsWith('/') ? path : `${path}/`;
}

/** Problems of an order as returned to a model: message, severity, and path in the body. */
export function problemTexts(problems: readonly Problem[]): object[] {
  return problems.map(({ severity, message, path }) => ({ severity, message, at: path.join('.') }));
}
