import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { orderName } from '../../../service/rules/kindText.ts';
import { areaOf, imageIdsOf } from '../../../service/rules/orderContents.ts';
import { isReport } from '../../orders/rules/index.ts';
import { inStatusBar, showInformationMessage, showWarningMessage } from '../../../platform/dialogs/window.ts';
import { isOpenedWell, showText, textColumn } from '../../../platform/documents/openDraft.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { rowFrom, rowsFrom } from '../../../platform/rows/row.ts';
import { signedInNow } from '../../../session/ui/signedInFirst.ts';
import { type DeliveryToDownload, readyDeliveries } from '../downloads.ts';
import { type OnComing, type ReadReport, readReportFile, readReportText } from '../reportFiles.ts';
import type { Reports } from '../reports.ts';
import { chooseDelivery, deliveriesOf, type DeliveryParts } from './chooseDelivery.ts';
import { fetchDelivery } from './fetchDelivery.ts';
import { reportSummary, tooLargeText } from './reportSummary.ts';
import { showRead } from './showMade.ts';

interface Report extends ReadReport {
  path: string;
  bytes: number;
}

/**
 * Opens the delivered report of an order in the editor and on the map beside it. Downloads it if needed. If the report
 * is too long for the editor, opens a summary instead.
 *
 * @param all the selected rows if there are several: first, the other reports are opened in the editor
 */
export async function openReport(parts: DeliveryParts, argument: unknown, all?: unknown): Promise<void> {
  const id = rowFrom(argument)?.id;
  const others = deliveriesOf(
    parts,
    rowsFrom(argument, all).filter(row => row.id !== id),
  );
  for (const other of others) {
    if (!isReport(other.order) || readyDeliveries(other.order).length === 0) continue;
    if (!(await openText(parts, other))) return;
    parts.orders.markSeen(other.order.id);
  }
  const delivery = await chooseReport(parts, argument);
  const report = await parts.reports.expect(async onComing => {
    const found = delivery && (await openText(parts, delivery, onComing));
    if (found) await showOnMap(parts, delivery, found);
    return found;
  });
  if (report && !isOpenedWell(report.bytes)) await offerLongText(report.path, report.bytes);
}

/** `undefined` when the user cancels. */
async function openText(
  parts: DeliveryParts,
  delivery: DeliveryToDownload,
  onComing?: OnComing,
): Promise<Report | undefined> {
  const report = await fetchReport(parts, delivery, onComing);
  if (!report) return undefined;
  if (isOpenedWell(report.bytes)) {
    await showText(await vscode.workspace.openTextDocument(vscode.Uri.file(report.path)));
  } else {
    const title = orderName(delivery.order);
    await parts.show(title, reportSummary(title, report));
  }
  return report;
}

/** Shows the delivered report of an order on the map only. */
export async function showOrderOnMap(parts: DeliveryParts, argument: unknown): Promise<void> {
  const delivery = await chooseReport(parts, argument);
  await parts.reports.expect(async onComing => {
    const report = delivery && (await fetchReport(parts, delivery, onComing));
    if (report) await showOnMap(parts, delivery, report);
  });
}

/** Shows the report in a document on the map, from its current text. */
export async function showReportFile(reports: Pick<Reports, 'expect' | 'show'>, uri: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const name = basename(document.uri.path);
  await reports.expect(async onComing => {
    const read = await inStatusBar(l10n.t('Reading {0}', name), () =>
      readReportText(document.getText(), onComing),
    );
    if (!read) throw new UserError(noReportText(name));
    await showRead(reports, { orderId: `file ${uri}`, title: name, uri, ...read });
  });
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
  { path, index, source, packed }: Report,
): Promise<void> {
  orders.markSeen(order.id);
  const uri = vscode.Uri.file(path).toString();
  const area = areaOf(order);
  return showRead(reports, {
    orderId: order.id,
    title: orderName(order),
    uri,
    index,
    source,
    packed,
    imageIds: imageIdsOf(order),
    ...(area && { area }),
  });
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
  const before = await parts.downloads.find(signedIn, delivery);
  if (before !== undefined) {
    const read = await readAt(before, onComing);
    if (read) return read;
    const again = l10n.t('Download Again');
    if ((await showWarningMessage(noReportText(basename(before)), again)) !== again) return undefined;
  }
  const path = await fetchDelivery(parts, signedIn, delivery, before !== undefined);
  if (path === undefined) return undefined;
  const report = await readAt(path, onComing);
  if (report) return report;
  throw new UserError(noReportText(basename(path)));
}

async function readAt(path: string, onComing?: OnComing): Promise<Report | undefined> {
  const { size: bytes } = await stat(path);
  const read = await inStatusBar(l10n.t('Reading {0}', basename(path)), () => readReportFile(path, onComing));
  return read && { path, bytes, ...read };
}

/** @param name of the file */
export function noReportText(name: string): string {
  return l10n.t('{0} is not a GeoJSON FeatureCollection.', name);
}
