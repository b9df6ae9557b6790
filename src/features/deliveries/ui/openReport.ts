import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { orderName } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { orderArea, orderImageIds } from '../../../service/rules/orderContents.ts';
import { inStatusBar, showInformationMessage, showWarningMessage } from '../../../platform/dialogs/window.ts';
import { activeEditor } from '../../../platform/documents/editableDocuments.ts';
import { textColumn } from '../../../platform/documents/openDraft.ts';
import { isReportDocument, isShortlistDocument } from '../../../platform/documents/reportFile.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { signedInNow } from '../../../session/ui/signedInFirst.ts';
import { isReport } from '../../orders/rules/index.ts';
import type { DeliveryToDownload } from '../downloads.ts';
import { type OnComing, type ReadReport, readReportFile, readReportText } from '../reportFiles.ts';
import type { ReportOnMap } from '../reports.ts';
import { chooseDelivery, type DeliveryParts } from './chooseDelivery.ts';
import { fetchDelivery } from './fetchDelivery.ts';
import { showRead } from './showMade.ts';
import { allDownloaded } from './stacCatalog.ts';
import { noReportText, tooLargeText } from './words.ts';

interface Report extends ReadReport {
  path: string;
  /** Name of the connection that it was ordered at. */
  connection: string;
}

/**
 * Opens the delivered report of an order on the map, downloaded if needed. Its text opens only when somebody asks for it
 * there.
 *
 * @param argument of an order, or a file; otherwise the file in the editor if it can be a report, or the user's choice
 */
export async function openReport(parts: DeliveryParts, argument: unknown): Promise<void> {
  const file = reportFile(argument);
  if (file) {
    await showReportFile(parts, file.toString());
    return;
  }
  const delivery = await chooseReport(parts, argument);
  await parts.reports.expect(async onComing => {
    const report = delivery && (await fetchReport(parts, delivery, onComing));
    if (report) await showOnMap(parts, delivery, report);
  });
}

/** Shows the report in a document on the map, from its current text; that of an order as the report of that order. */
export async function showReportFile(parts: DeliveryParts, uri: string): Promise<void> {
  const file = vscode.Uri.parse(uri);
  const name = basename(file.path);
  await parts.reports.expect(async onComing => {
    const read = await inStatusBar(l10n.t('Reading {0}', name), () => readCurrent(file, onComing));
    if (!read) throw new UserError(noReportText(name));
    const delivered = (await allDownloaded(parts)).find(({ path }) => path === file.fsPath);
    const known = delivered
      ? { ...ofOrder(delivered.delivery.order), connection: delivered.connection }
      : { orderId: `file ${uri}`, title: name };
    await showRead(parts.reports, { ...known, uri, ...read });
  });
}

/** A file from the Explorer, or the one in the editor: a report by its name, or GeoJSON that isn't of areas. */
function reportFile(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const document = activeEditor()?.document;
  if (argument !== undefined || !document?.uri.path.endsWith('.geojson')) return undefined;
  if (isShortlistDocument(document)) return undefined;
  const isOfAreas = document.getText().includes('Polygon"');
  return isReportDocument(document) || !isOfAreas ? document.uri : undefined;
}

/** The current text of a file that is open; any other one isn't too long for extensions. */
async function readCurrent(file: vscode.Uri, onComing: OnComing): Promise<ReadReport | undefined> {
  const isOpen = vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === file.toString());
  if (!isOpen && file.scheme === 'file') return readReportFile(file.fsPath, onComing);
  return readReportText((await vscode.workspace.openTextDocument(file)).getText(), onComing);
}

/** What an order says about its report. */
export function ofOrder(order: Order): Pick<ReportOnMap, 'orderId' | 'title' | 'imageIds' | 'area'> {
  const area = orderArea(order);
  return {
    orderId: order.id,
    title: orderName(order),
    imageIds: orderImageIds(order),
    area,
  };
}

/** Says that a file is too long for the editor. */
export async function offerLongText(path: string, bytes: number): Promise<void> {
  const open = l10n.t('Open Text Anyway');
  const message = tooLargeText(basename(path), bytes);
  if ((await showInformationMessage(message, open)) !== open) return;
  const uri = vscode.Uri.file(path);
  // Uses VS Code's own command, because documents of more than 50 MB aren't available to extensions.
  await vscode.commands.executeCommand('vscode.open', uri, {
    viewColumn: textColumn(uri.toString()),
    preview: false,
  });
}

function showOnMap(
  { reports, orders }: DeliveryParts,
  { order }: DeliveryToDownload,
  { path, connection, index, source, packed }: Report,
): Promise<void> {
  orders.markSeen(order.id);
  const uri = vscode.Uri.file(path).toString();
  return showRead(reports, { ...ofOrder(order), connection, uri, index, source, packed });
}

async function chooseReport(
  parts: DeliveryParts,
  argument: unknown,
): Promise<DeliveryToDownload | undefined> {
  const delivery = await chooseDelivery(parts, argument, isReport);
  if (!delivery || isReport(delivery.order)) return delivery;
  throw new UserError(l10n.t('Order {0} has no report.', delivery.order.id));
}

/** The file of the report, downloaded if needed; `undefined` when the user cancels. */
async function fetchReport(
  parts: DeliveryParts,
  delivery: DeliveryToDownload,
  onComing?: OnComing,
): Promise<Report | undefined> {
  const signedIn = signedInNow(parts);
  const connection = signedIn.connection.name;
  const before = await parts.downloads.find(signedIn, delivery);
  if (before !== undefined) {
    const read = await readAt(before, onComing);
    if (read) return { ...read, connection };
    const again = l10n.t('Download Again');
    if ((await showWarningMessage(noReportText(basename(before)), again)) !== again) return undefined;
  }
  const path = await fetchDelivery(parts, signedIn, delivery, before !== undefined);
  if (path === undefined) return undefined;
  const report = await readAt(path, onComing);
  if (report) return { ...report, connection };
  throw new UserError(noReportText(basename(path)));
}

async function readAt(path: string, onComing?: OnComing) {
  const read = await inStatusBar(l10n.t('Reading {0}', basename(path)), () => readReportFile(path, onComing));
  return read && { path, ...read };
}
