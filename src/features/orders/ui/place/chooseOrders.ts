import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { compareWords } from '../../../../base/words/displayLanguage.ts';
import { orderKindText } from '../../../../service/rules/kindText.ts';
import { showQuickPick } from '../../../../platform/dialogs/window.ts';
import { editableDocuments, openEditable } from '../../../../platform/documents/editableDocuments.ts';
import {
  hasOrderName,
  isOrderDocument,
  orderFilePattern,
  readOrderBody,
  requireOrderBody,
} from '../../../../platform/documents/swathDocuments.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { DraftNames } from '../../draftNames.ts';
import { isUnconfirmed, type OrderAttempt } from '../../orderAttempts.ts';
import type { Placing } from '../../placing.ts';
import type { OrderContext } from '../../rules/checkOrder.ts';
import { orderedAreas, orderedAreasText } from '../../rules/orderedAreas.ts';
import { ageNow, placedText } from '../words/placed.ts';
import { documentPath, refuseBrokenOrder, titleIn } from './orderFiles.ts';

interface OrderChoice {
  /** As the editor passes it to a command: the file of the click, and all selected ones. */
  argument: unknown;
  all: unknown;
  title: string;
  placing: Pick<Placing, 'placedOf' | 'attemptOf'>;
  context: OrderContext;
  names?: DraftNames | undefined;
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
  names,
}: OrderChoice): Promise<vscode.TextDocument[] | undefined> {
  const uris = (Array.isArray(all) ? (all as unknown[]) : [argument]).filter(
    value => value instanceof vscode.Uri,
  );
  if (uris.length > 0 && uris.every(hasOrderName)) return openAll(uris);
  const found = await vscode.workspace.findFiles(orderFilePattern, '**/node_modules/**', maxFiles);
  const open = editableDocuments()
    .filter(isOrderDocument)
    .map(({ uri }) => uri);
  const isSelected = ({ path }: vscode.Uri) =>
    uris.length === 0 || uris.some(uri => path === uri.path || path.startsWith(`${uri.path}/`));
  const candidates = [...open, ...found].filter(isSelected);
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
    items.push(await orderChoiceItem(document, placing, context, names));
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
  for (const uri of uris) documents.push(await openEditable(uri));
  return documents;
}

/** Unsaved ones first, then as the Explorer sorts: in each folder its folders first, and numbers by their value. */
function asInExplorer(a: vscode.TextDocument, b: vscode.TextDocument): number {
  if (a.isUntitled !== b.isUntitled) return a.isUntitled ? -1 : 1;
  const path = documentPath(a).split('/');
  const otherPath = documentPath(b).split('/');
  const at = path.findIndex((name, index) => name !== otherPath[index]);
  const isFile = at === path.length - 1;
  const isOtherFile = at === otherPath.length - 1;
  if (isFile !== isOtherFile) return isFile ? 1 : -1;
  return compareWords(path[at] ?? '', otherPath[at] ?? '');
}

interface Obstacle {
  why: string;
  isBroken: boolean;
}

/** What speaks against ordering a file: how it was tried before, or what is wrong with it. */
async function orderObstacle(
  document: vscode.TextDocument,
  placing: OrderChoice['placing'],
  context: OrderContext,
  names: DraftNames | undefined,
): Promise<Obstacle | undefined> {
  try {
    const body = requireOrderBody(document);
    const placed = placing.placedOf(body);
    if (placed) {
      const isOther = names?.isLater(document.uri.path, placed.at);
      return { why: placedText({ ...placed, isOther }), isBroken: false };
    }
    const attempt = placing.attemptOf(body);
    if (attempt) return { why: earlierAttemptText(attempt), isBroken: false };
    await refuseBrokenOrder(body, context);
    return undefined;
  } catch (error) {
    if (error instanceof UserError) return { why: error.message, isBroken: true };
    throw error;
  }
}

function earlierAttemptText(attempt: OrderAttempt): string {
  const age = ageNow(attempt.at);
  if (isUnconfirmed(attempt)) return l10n.t('Sent {0}, not confirmed', age);
  return attempt.outcome?.event === 'notBooked'
    ? l10n.t('Sent {0}, not booked', age)
    : l10n.t('Sent {0}, refused', age);
}

type OrderItem = vscode.QuickPickItem & { document: vscode.TextDocument };

async function orderChoiceItem(
  document: vscode.TextDocument,
  placing: OrderChoice['placing'],
  context: OrderContext,
  names: DraftNames | undefined,
): Promise<OrderItem> {
  const body = readOrderBody(document) ?? {};
  const obstacle = await orderObstacle(document, placing, context, names);
  const kind = typeof body.kind === 'string' ? orderKindText(body.kind) : '';
  // A ring that crosses itself has no size that anyone means.
  const size = obstacle?.isBroken ? undefined : orderedAreasText(orderedAreas(body));
  return {
    label: titleIn(document, body, names),
    description: [obstacle?.why, kind, size].filter(Boolean).join(' · '),
    detail: documentPath(document),
    picked: obstacle === undefined,
    document,
  };
}
