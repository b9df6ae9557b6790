import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OrderBody } from '../state/orderBody.ts';
import { UserError } from './presentError.ts';

/** An order is a file that holds exactly the request body. */
export const orderFilePattern = '**/*.order.json';

export function isOrderDocument(document: vscode.TextDocument): boolean {
  return document.uri.path.endsWith('.order.json');
}

/** The request body that a document holds, or `undefined` when it is not a JSON object (yet). */
export function readOrderBody(document: vscode.TextDocument): OrderBody | undefined {
  try {
    const value: unknown = JSON.parse(document.getText());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as OrderBody)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The order document that a command is about: the one given by address, else the active one, else the user's choice
 * among the open ones and those of the workspace. `undefined` when the user cancels.
 */
export async function resolveOrderDocument(given: unknown): Promise<vscode.TextDocument | undefined> {
  const uri =
    typeof given === 'string' ? vscode.Uri.parse(given) : given instanceof vscode.Uri ? given : undefined;
  if (uri) return vscode.workspace.openTextDocument(uri);
  const active = vscode.window.activeTextEditor?.document;
  if (active && isOrderDocument(active)) return active;

  const open = vscode.workspace.textDocuments.filter(isOrderDocument).map(document => document.uri);
  const saved = await vscode.workspace.findFiles(orderFilePattern, '**/node_modules/**', 200);
  const uris = new Map([...open, ...saved].map(one => [one.toString(), one]));
  if (uris.size === 0) {
    throw new UserError(
      vscode.l10n.t(
        'There is no order file (*.order.json). Choose images on the map and press Draft Order first.',
      ),
    );
  }
  const items = [...uris.values()].map(one => ({
    label: basename(one.path),
    description:
      one.scheme === 'untitled' ? vscode.l10n.t('not saved') : vscode.workspace.asRelativePath(one),
    uri: one,
  }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Which order?') });
  return chosen && vscode.workspace.openTextDocument(chosen.uri);
}

/** The body, or the complaint that names the file. */
export function requireOrderBody(document: vscode.TextDocument): OrderBody {
  const body = readOrderBody(document);
  if (!body) {
    throw new UserError(
      vscode.l10n.t('{0} does not hold a JSON object: mend it first.', basename(document.uri.path)),
    );
  }
  return body;
}
