import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { OrderContext } from '../../model/order/checkOrder.ts';
import { bodyHash, type OrderBody } from '../../model/order/orderBody.ts';
import { wholeAreaOf } from '../../model/order/orderContents.ts';
import type { Problem } from '../../model/problem.ts';
import { areaText } from '../../model/words/areaText.ts';
import { compareWords } from '../../model/words/displayLanguage.ts';
import { orderKindText } from '../../model/words/kindText.ts';
import { safeLine } from '../../model/words/safeText.ts';
import { showQuickPick } from '../../editor/dialogs/window.ts';
import {
  isOrderDocument,
  isOrderFile,
  orderFilePattern,
  readOrderBody,
} from '../../editor/documents/swathDocuments.ts';
import { UserError } from '../../editor/host/userError.ts';
import { isOpen, type PlacedBefore } from '../orderAttempts.ts';
import type { Placing } from '../placing.ts';
import type { LeftOut } from './optionStep.ts';
import { ageNow, placedText, type Ready, refuseBrokenOrder, titleOf } from './orderDialog.ts';

export interface OrderFile {
  /** The path as shown to the user. */
  path: string;
  title: string;
  body: OrderBody;
  warnings: readonly Problem[];
}

interface OrderChoice {
  /** As the editor passes it to a command: the file of the click, and all selected ones. */
  argument: unknown;
  all: unknown;
  title: string;
  placing: Pick<Placing, 'placedOf' | 'attemptOf'>;
  context: OrderContext;
}

/** Maximum number of files to offer. A longer list isn't usable. */
const maxFiles = 2000;

/**
 * The order documents for a command on several orders: the files selected in the Explorer, else the user's choice among
 * those in the selected folders, or in the workspace and the unsaved ones. `undefined` when the user cancels.
 * A file that can't be ordered as it is, or was tried before, is marked and not selected at first.
 */
export async function chooseOrders({
  argument,
  all,
  title,
  placing,
  context,
}: OrderChoice): Promise<vscode.TextDocument[] | undefined> {
  const uris = (Array.isArray(all) ? (all as unknown[]) : [argument]).filter(
    value => value instanceof vscode.Uri,
  );
  const files = uris.filter(isOrderFile);
  if (files.length > 0 && files.length === uris.length) return openAll(files);
  const found = await vscode.workspace.findFiles(orderFilePattern, '**/node_modules/**', maxFiles);
  const open = vscode.workspace.textDocuments.filter(isOrderDocument).map(({ uri }) => uri);
  const isWanted = ({ path }: vscode.Uri) =>
    uris.length === 0 || uris.some(uri => path === uri.path || path.startsWith(`${uri.path}/`));
  const candidates = [...open, ...found].filter(isWanted);
  const documents = await openAll([...new Map(candidates.map(uri => [uri.toString(), uri])).values()]);
  if (documents.length === 0) {
    throw new UserError(
      uris.length > 0
        ? l10n.t('None of the selected files is an order file (*.order.json).')
        : l10n.t('No order file (*.order.json). Select images on the map and choose Draft Order first.'),
    );
  }
  const items: OrderItem[] = [];
  for (const document of documents.toSorted(asInExplorer))
    items.push(await itemOf(document, placing, context));
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

/** Unsaved ones first, then as the Explorer sorts: in each folder its folders first, and numbers by their value. */
function asInExplorer(a: vscode.TextDocument, b: vscode.TextDocument): number {
  if (a.isUntitled !== b.isUntitled) return a.isUntitled ? -1 : 1;
  const path = pathOf(a).split('/');
  const otherPath = pathOf(b).split('/');
  const at = path.findIndex((name, index) => name !== otherPath[index]);
  const isFile = at === path.length - 1;
  const isOtherFile = at === otherPath.length - 1;
  if (isFile !== isOtherFile) return isFile ? 1 : -1;
  return compareWords(path[at] ?? '', otherPath[at] ?? '');
}

/** What speaks against ordering a file: how it was tried before, or what is wrong with it. */
async function obstacleOf(
  document: vscode.TextDocument,
  placing: OrderChoice['placing'],
  context: OrderContext,
): Promise<string | undefined> {
  const body = readOrderBody(document);
  if (!body) return noObjectText(pathOf(document));
  const placed = placing.placedOf(body);
  if (placed) return placedText(placed);
  const attempt = placing.attemptOf(body);
  if (attempt) {
    const age = ageNow(attempt.at);
    if (isOpen(attempt)) return l10n.t('Sent {0}, not confirmed', age);
    return attempt.outcome?.event === 'notBooked'
      ? l10n.t('Sent {0}, not booked', age)
      : l10n.t('Sent {0}, rejected', age);
  }
  try {
    await refuseBrokenOrder(body, context);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

type OrderItem = vscode.QuickPickItem & { document: vscode.TextDocument };

async function itemOf(
  document: vscode.TextDocument,
  placing: OrderChoice['placing'],
  context: OrderContext,
): Promise<OrderItem> {
  const body = readOrderBody(document) ?? {};
  const obstacle = await obstacleOf(document, placing, context);
  const kind = typeof body.kind === 'string' ? orderKindText(body.kind) : '';
  const area = wholeAreaOf(body);
  const title = titleOf(body);
  return {
    label: title || basename(document.uri.path),
    description: [obstacle, kind, area === undefined ? '' : areaText(area)].filter(Boolean).join(' · '),
    detail: pathOf(document),
    picked: obstacle === undefined,
    document,
  };
}

function noObjectText(path: string): string {
  return l10n.t("{0} doesn't contain a JSON object.", path);
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
      if (!body) throw new UserError(noObjectText(path));
      const warnings = await refuseBrokenOrder(body, context);
      const hash = bodyHash(body);
      const duplicate = byHash.get(hash);
      // One confirmation is for one order, so a duplicate is a mistake.
      if (duplicate !== undefined) throw new UserError(l10n.t('It is the same order as {0}.', duplicate));
      byHash.set(hash, path);
      const title = titleOf(body) || safeLine(basename(document.uri.path));
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
  /** What the account already has of it, one line each. */
  repeats: readonly string[];
}
