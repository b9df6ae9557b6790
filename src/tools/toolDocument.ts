import { basename, posix } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Problem } from '../model/problem.ts';
import { UserError } from '../editor/host/userError.ts';

/** Most files that are listed if the requested one doesn't exist. */
const maxNamed = 20;

/**
 * The document that a model names: an open one, or a file in the workspace. No other files are read for it. Throws
 * {@link UserError} with the names to choose from.
 *
 * @param pattern glob of the suitable files
 */
export async function toolDocument(name: string, pattern: string): Promise<vscode.TextDocument> {
  const open = vscode.workspace.textDocuments.filter(document => namesOf(document.uri).includes(name));
  if (open.length > 1) {
    const addresses = open.map(({ uri }) => uri.toString());
    throw new UserError(
      l10n.t('Several open documents are named "{0}". Use one of {1}.', name, addresses.join(', ')),
    );
  }
  if (open[0]) return open[0];
  for (const uri of placesOf(name)) {
    const isThere = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (isThere) return vscode.workspace.openTextDocument(uri);
  }
  const found = await vscode.workspace.findFiles(pattern, '**/node_modules/**', maxNamed);
  const names = found.map(uri => vscode.workspace.asRelativePath(uri)).sort();
  throw new UserError(
    names.length === 0
      ? l10n.t(
          '"{0}" is not a file of the workspace, and there are no others. Ask the user to open one.',
          name,
        )
      : l10n.t('"{0}" is not a file of the workspace. Pass one of these: {1}.', name, names.join(', ')),
  );
}

function namesOf(uri: vscode.Uri): string[] {
  return [uri.toString(), uri.path, vscode.workspace.asRelativePath(uri), basename(uri.path)];
}

function placesOf(name: string): vscode.Uri[] {
  const path = name.replaceAll('\\', '/');
  return (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri, name: folderName }) => {
    const candidates = posix.isAbsolute(path)
      ? [posix.normalize(path)]
      : [
          posix.join(uri.path, path),
          ...(path.startsWith(`${folderName}/`) ? [posix.join(uri.path, path.slice(folderName.length))] : []),
        ];
    return candidates
      .filter(candidate => candidate.startsWith(uri.path.endsWith('/') ? uri.path : `${uri.path}/`))
      .map(candidate => uri.with({ path: candidate }));
  });
}

/** Problems of an order as returned to a model: message, severity, and path in the body. */
export function problemTexts(problems: readonly Problem[]): object[] {
  return problems.map(({ severity, message, path }) => ({ severity, message, at: path.join('.') }));
}
