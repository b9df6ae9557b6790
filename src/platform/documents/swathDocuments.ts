import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Fields } from '../../base/fields.ts';
import { deepestNesting, isDeeperThan, jsonObjectIn } from '../../base/json/nesting.ts';
import { showQuickPick } from '../dialogs/window.ts';
import { UserError } from '../host/userError.ts';
import { activeEditor, editableDocuments, isEditable, openEditable } from './editableDocuments.ts';
import { isShortlistDocument, shortlistEnding } from './reportFile.ts';

/** An order is a file that contains exactly the request body. */
export const orderFilePattern = '**/*.order.json';

/** Whether a document is an order that a person edits. The past of one has its name, too. */
export function isOrderDocument({ uri }: vscode.TextDocument): boolean {
  return hasOrderName(uri) && isEditable(uri);
}

export function hasOrderName({ path }: vscode.Uri): boolean {
  return path.endsWith('.order.json');
}

/** The request body in a document, or `undefined` if it isn't a JSON object (yet) or nested too deep. */
export function readOrderBody(document: Pick<vscode.TextDocument, 'getText'>): Fields | undefined {
  return jsonObjectIn(document.getText());
}

/** The order document for a command. `undefined` if the user cancels. */
export function resolveOrderDocument(argument: unknown): Promise<vscode.TextDocument | undefined> {
  return resolveDocument(argument, {
    is: isOrderDocument,
    pattern: orderFilePattern,
    title: l10n.t('Which order?'),
    none: l10n.t('No order file (*.order.json). Select images on the map and choose Draft Order first.'),
  });
}

/** The body; otherwise, throws an error that names the file. */
export function requireOrderBody(document: vscode.TextDocument): Fields {
  const body = readOrderBody(document);
  if (body) return body;
  const name = basename(document.uri.path);
  throw new UserError(
    isDeeperThan(document.getText())
      ? l10n.t('The JSON is nested more than {0} levels deep. Delete the inner levels.', deepestNesting)
      : l10n.t("{0} doesn't contain a JSON object.", name),
  );
}

export const searchEnding = '.search.json';
export const searchFilePattern = `**/*${searchEnding}`;

export function isSearchDocument(document: vscode.TextDocument): boolean {
  return document.uri.path.endsWith(searchEnding) && isEditable(document.uri);
}

/** The display name of the search: the file's name without its extension. */
export function searchName(document: vscode.TextDocument): string {
  return basename(document.uri.path).replace(/\.search\.json$/, '');
}

/** Whether the document contains an area where a request has it. */
export function isRequestDocument(document: vscode.TextDocument): boolean {
  return isOrderDocument(document) || isSearchDocument(document);
}

/** Pinned images saved as a file. */
export const shortlistPattern = `**/*${shortlistEnding}`;

/** The shortlist for a command. `undefined` if the user cancels. */
export function resolveShortlistDocument(argument: unknown): Promise<vscode.TextDocument | undefined> {
  return resolveDocument(argument, {
    is: isShortlistDocument,
    pattern: shortlistPattern,
    title: l10n.t('Which shortlist?'),
    none: l10n.t(
      'No shortlist file (*.shortlist.geojson). "Save Shortlist…" writes the shortlist of the map.',
    ),
  });
}

/** A kind of file that Swath works on. */
interface DocumentKind {
  is: (document: vscode.TextDocument) => boolean;
  /** Glob of the files in the workspace. */
  pattern: string;
  /** The question which document to use. */
  title: string;
  /** The message if there is none, with the way out. */
  none: string;
  /** What a document is about, from its text. */
  describe?: (text: string) => Promise<string | undefined>;
}

/** The file that a command was called on, by a menu or by another command; `undefined` for anything else. */
export function uriFrom(argument: unknown): vscode.Uri | undefined {
  if (typeof argument === 'string') return vscode.Uri.parse(argument);
  return argument instanceof vscode.Uri ? argument : undefined;
}

/**
 * The document for a command: the one given by URI, else the active one, else the user's choice among the open ones and
 * those in the workspace. `undefined` if the user cancels. Throws {@link UserError} if there is none.
 */
export async function resolveDocument(
  argument: unknown,
  { is, pattern, title, none, describe }: DocumentKind,
): Promise<vscode.TextDocument | undefined> {
  const uri = uriFrom(argument);
  if (uri) return openEditable(uri);
  const active = activeEditor()?.document;
  if (active && is(active)) return active;

  const open = editableDocuments()
    .filter(is)
    .map(document => document.uri);
  const saved = await vscode.workspace.findFiles(pattern, '**/node_modules/**', 200);
  const uris = new Map([...open, ...saved].map(file => [file.toString(), file]));
  if (uris.size === 0) throw new UserError(none);
  const items = await Promise.all(
    [...uris.values()].map(async file => {
      const detail = describe && (await describe(await currentText(file, longestDescribed)));
      return {
        label: basename(file.path),
        description: file.scheme === 'untitled' ? l10n.t('not saved') : vscode.workspace.asRelativePath(file),
        detail,
        uri: file,
      };
    }),
  );
  const chosen = await showQuickPick(items, { title, ignoreFocusOut: true });
  return chosen && vscode.workspace.openTextDocument(chosen.uri);
}

/** Longer files aren't described, bytes. */
const longestDescribed = 1_000_000;

/**
 * As it is in the editor, or else in the file, which isn't opened; empty if it can't be read.
 *
 * @param longest bytes; empty for a longer file
 */
export async function currentText(uri: vscode.Uri, longest: number): Promise<string> {
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  if (open) return open.getText();
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > longest ? '' : new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return '';
  }
}
