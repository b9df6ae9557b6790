import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../base/commandId.ts';
import { setStatusBarMessage, showInformationMessage, showQuickPick } from '../dialogs/window.ts';
import type { DetailsDocuments } from '../documents/detailsDocument.ts';
import type { DetailsPage } from '../documents/detailsPage.ts';
import { runCommand } from '../host/commands.ts';
import { UserError } from '../host/userError.ts';
import { rowFrom, rowsFrom } from './row.ts';
import { copiedIds } from './rowTree.ts';

/** How long the status bar confirms the copy, milliseconds. */
const noticeMs = 2000;

/**
 * Copies the service's ID of what a row shows, or those of the selected rows, one per line.
 *
 * @param argument a row or an ID
 */
export async function copyId(argument: unknown, all?: unknown): Promise<void> {
  const ids = copiedIds(typeof argument === 'string' ? [{ copyId: argument }] : rowsFrom(argument, all));
  const [id, another] = ids;
  if (id === undefined) throw noRowError();
  await vscode.env.clipboard.writeText(ids.join('\n'));
  const copied = another === undefined ? id : l10n.t('{0} and {1} more', id, ids.length - 1);
  setStatusBarMessage('check', l10n.t('Copied {0}', copied), noticeMs);
}

/** For a row command that was run elsewhere, or on a row that it doesn't apply to. */
function noRowError(): UserError {
  return new UserError(l10n.t('Choose this command in the menu of a row in the Swath views.'));
}

/**
 * Shows what is known of a row, except secrets.
 *
 * @param how `raw`: everything that the service sent, as JSON; otherwise as a page for people
 */
export async function showDetails(
  { documents, page, secrets }: DetailsParts,
  argument: unknown,
  how?: unknown,
): Promise<void> {
  const row = rowFrom(argument);
  if (!row?.details) throw noRowError();
  const { id, copyId: rowId, details } = row;
  if (how === 'raw') await documents.show(id, details.title, details.fields, await secrets());
  else await page.show({ id, copyId: rowId, details });
}

export interface DetailsParts {
  documents: Pick<DetailsDocuments, 'show'>;
  page: DetailsPage;
  secrets: () => Promise<readonly string[]>;
}

export interface RelatedViews {
  /** Name of the connection in use; `undefined` while signed out. */
  connectionInUse: () => string | undefined;
  /** Each opens its view at the row with an ID; `false` if no such row is shown. */
  revealOrder: (orderId: string) => Promise<boolean>;
  revealSubscription: (subscriptionId: string) => Promise<boolean>;
}

/**
 * Goes to what a payment or a ledger entry was for: its order, else its subscription. If that belongs to another
 * connection than the one in use, offers to switch first. If it isn't shown, a message contains its ID.
 */
export async function revealRelated(views: RelatedViews, argument: unknown): Promise<void> {
  await goToRelated(views, rowFrom(argument)?.subject ?? {});
}

/** The same for what is known of it; the IDs can come from a link. */
export async function goToRelated(
  views: RelatedViews,
  { orderId, subscriptionId, connection }: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof connection === 'string' && !(await isInUse(views, connection))) return;
  const [id, reveal] =
    typeof orderId === 'string' ? [orderId, views.revealOrder] : [subscriptionId, views.revealSubscription];
  if (typeof id !== 'string') throw noRowError();
  if (await reveal(id)) return;
  const message = l10n.t("{0} isn't shown: a filter hides it, or the service doesn't list it.", id);
  const copy = l10n.t('Copy ID');
  if ((await showInformationMessage(message, copy)) === copy) await copyId(id);
}

/** IDs are valid only on their own connection. */
async function isInUse({ connectionInUse }: RelatedViews, connection: string): Promise<boolean> {
  if (connectionInUse() === connection) return true;
  const message = l10n.t('This happened on the connection {0}. Switch to it to see more.', connection);
  const change = l10n.t('Switch Connection…');
  if ((await showInformationMessage(message, change)) !== change) return false;
  await runCommand('swath.switchConnection');
  return connectionInUse() === connection;
}

/** Asks which list of the side bar to filter, sort and group, then how. */
export async function arrangeList(): Promise<void> {
  const lists: { label: string; command: CommandId }[] = [
    { label: l10n.t('Orders'), command: 'swath.arrangeOrders' },
    { label: l10n.t('Payments'), command: 'swath.arrangeContracts' },
    { label: l10n.t('Subscriptions'), command: 'swath.arrangeSubscriptions' },
    { label: l10n.t('API Keys'), command: 'swath.arrangeKeys' },
    { label: l10n.t('Ledger'), command: 'swath.arrangeLedger' },
  ];
  const chosen = await showQuickPick(lists, {
    title: l10n.t('Filter, Sort and Group'),
    placeHolder: l10n.t('Which list?'),
  });
  if (chosen) await runCommand(chosen.command);
}
