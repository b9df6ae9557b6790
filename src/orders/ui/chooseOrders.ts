import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { OrderContext } from '../../model/order/checkOrder.ts';
import { wholeAreaOf } from '../../model/order/orderContents.ts';
import type { Problem } from '../../model/problem.ts';
import { areaText } from '../../model/words/areaText.ts';
import { orderKindText } from '../../model/words/kindText.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { isOrderDocument, isOrderFile, orderFilePattern, readOrderBody } from '../../editor/ownDocuments.ts';
import { UserError } from '../../editor/userError.ts';
import { showQuickPick } from '../../editor/window.ts';
import { bodyHash, type OrderBody } from '../../model/order/orderBody.ts';
import type { PlacedBefore } from '../orderAttempts.ts';
import type { LeftOut } from './optionStep.ts';
import { placedText, titleOf, type Ready, refuseBrokenOrder } from './orderDialog.ts';

export interface OrderFile {
  /** The path as shown to the user. */
  path: string;
  title: string;
  body: OrderBody;
  warnings: readonly Problem[];
}

/** Maximum number of files to offer. A longer list isn't usable. */
const mostFiles = 2000;

/**
 * The order documents for a command on several orders: the files selected in the Explorer, else the user's choice among
 * those in the selected folders, or in the workspace and the unsaved ones. `undefined` when the user cancels.
 *
 * @param placedOf the earlier order of the same body: such a file is marked, and not selected
 */
export async function chooseOrders(
  given: unknown,
  all: unknown,
  title: string,
  placedOf: (body: OrderBody) => PlacedBefore | undefined,
): Promise<vscode.TextDocument[] | undefined> {
  const uris = (Array.isArray(all) ? (all as unknown[]) : [given]).filter(one => one instanceof vscode.Uri);
  const files = uris.filter(isOrderFile);
  if (files.length > 0 && files.length === uris.length) return openAll(files);
  const found = await vscode.workspace.findFiles(orderFilePattern, '**/node_modules/**', mostFiles);
  const open = vscode.workspace.textDocuments.filter(isOrderDocument).map(({ uri }) => uri);
  const isWanted = ({ path }: vscode.Uri) =>
    uris.length === 0 || uris.some(one => path === one.path || path.startsWith(`${one.path}/`));
  const wanted = [...open, ...found].filter(isWanted);
  const documents = await openAll([...new Map(wanted.map(one => [one.toString(), one])).values()]);
  if (documents.length === 0) {
    throw new UserError(
      uris.length > 0
        ? l10n.t('None of the selected files is an order file (*.order.json).')
        : l10n.t('No order file (*.order.json). Select images on the map and choose Draft Order first.'),
    );
  }
  const items = documents.map(document => itemOf(document, placedOf));
  const chosen = await showQuickPick(items, {
    title,
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return chosen && chosen.length > 0 ? chosen.map(({ document }) => document) : undefined;
}

async function openAll(uris: readonly vscode.Uri[]): Promise<vscode.TextDocument[]> {
  const documents: vscode.TextDocument[] = [];
  for (const uri of uris) documents.push(await vscode.workspace.openTextDocument(uri));
  return documents;
}

function itemOf(
  document: vscode.TextDocument,
  placedOf: (body: OrderBody) => PlacedBefore | undefined,
): vscode.QuickPickItem & { document: vscode.TextDocument } {
  const body = readOrderBody(document) ?? {};
  const placed = placedOf(body);
  const ordered = placed && placedText(placed);
  const kind = typeof body.kind === 'string' ? orderKindText(body.kind) : '';
  const area = wholeAreaOf(body);
  const title = titleOf(body);
  return {
    label: title || basename(document.uri.path),
    description: [ordered, kind, area === undefined ? '' : areaText(area)].filter(Boolean).join(' · '),
    detail: pathOf(document),
    picked: !placed,
    document,
  };
}

function pathOf({ uri }: vscode.TextDocument): string {
  return uri.scheme === 'untitled'
    ? `${basename(uri.path)} · ${l10n.t('not saved')}`
    : vscode.workspace.asRelativePath(uri);
}

/** Reads documents as orders, by the same rules as for a single order. */
export async function readOrderFiles(
  documents: readonly vscode.TextDocument[],
  context: OrderContext,
): Promise<{ files: OrderFile[]; leftOut: LeftOut[] }> {
  const files: OrderFile[] = [];
  const leftOut: LeftOut[] = [];
  const byHash = new Map<string, string>();
  for (const document of documents) {
    const path = pathOf(document);
    const body = readOrderBody(document);
    try {
      if (!body) throw new UserError(l10n.t("{0} doesn't contain a JSON object.", path));
      const warnings = await refuseBrokenOrder(body, context);
      const hash = bodyHash(body);
      const duplicate = byHash.get(hash);
      // One confirmation is for one order, so a duplicate is a mistake.
      if (duplicate !== undefined) throw new UserError(l10n.t('It is the same order as {0}.', duplicate));
      byHash.set(hash, path);
      const title = titleOf(body) || shownLine(basename(document.uri.path));
      files.push({ path, title, body, warnings });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      leftOut.push({ name: path, why: error.message });
    }
  }
  return { files, leftOut };
}

/** An order of the batch that can be placed. */
export interface ReadyFile extends OrderFile {
  ready: Ready;
  /** The latest order of the same body, however long ago. */
  placed: PlacedBefore | undefined;
}
