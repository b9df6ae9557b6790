import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from './userError.ts';
import { showQuickPick } from './window.ts';

/** One of the kinds of files that Swath works on. */
export interface DocumentKind {
  is: (document: vscode.TextDocument) => boolean;
  /** Glob of the files of the workspace. */
  pattern: string;
  /** The question which of them. */
  title: string;
  /** What to say when there is none, with the way out. */
  none: string;
}

/**
 * The document that a command is about: the one given by address, else the active one, else the user's choice among the
 * open ones and those of the workspace. `undefined` when the user cancels. Throws {@link UserError} when there is none.
 */
export async function resolveDocument(
  given: unknown,
  { is, pattern, title, none }: DocumentKind,
): Promise<vscode.TextDocument | undefined> {
  const uri =
    typeof given === 'string' ? vscode.Uri.parse(given) : given instanceof vscode.Uri ? given : undefined;
  if (uri) return vscode.workspace.openTextDocument(uri);
  const active = vscode.window.activeTextEditor?.document;
  if (active && is(active)) return active;

  const open = vscode.workspace.textDocuments.filter(is).map(document => document.uri);
  const saved = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 200);
  const uris = new Map([...open, ...saved].map(one => [one.toString(), one]));
  if (uris.size === 0) throw new UserError(none);
  const items = [...uris.values()].map(one => ({
    label: basename(one.path),
    description: one.scheme === 'untitled' ? l10n.t('not saved') : vscode.workspace.asRelativePath(one),
    uri: one,
  }));
  const chosen = await showQuickPick(items, { title, ignoreFocusOut: true });
  return chosen && vscode.workspace.openTextDocument(chosen.uri);
}
