import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isReport } from '../../model/order/isReport.ts';
import { byteText } from '../../model/words/quantity.ts';
import { orderName } from '../../model/words/kindText.ts';
import { runCommand } from '../../editor/commands.ts';
import { givenId } from '../../editor/row.ts';
import { isOpenedWell, textColumn } from '../../editor/openDraft.ts';
import { UserError } from '../../editor/userError.ts';
import type { DeliveredFile, WantedDelivery } from '../downloads.ts';
import { readReportFile, readReportText, type ReadReport } from '../reportFiles.ts';
import { leftOutOf, type Reports } from '../reports.ts';
import { chooseDelivery, type DeliveryParts } from './chooseDelivery.ts';
import { fetchDelivery, fileOf, signedInNow } from './fetchDelivery.ts';
import { reportSummary } from './reportSummary.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { showInformationMessage, showWarningMessage, withProgress } from '../../editor/window.ts';

/** A report on the disk, read. */
interface Report extends ReadReport {
  path: string;
  bytes: number;
}

/**
 * Opens the delivered report of an order in the editor, and on the map beside it. Downloads it once. Of a report that is
 * longer than the editor opens well it opens a summary instead.
 */
export async function openReport(parts: DeliveryParts, given: unknown): Promise<void> {
  const wanted = await chooseReport(parts, given);
  const report = wanted && (await fetchReport(parts, wanted));
  if (!report) return;
  if (isOpenedWell(report.bytes)) {
    const uri = vscode.Uri.file(report.path);
    await vscode.window.showTextDocument(uri, { viewColumn: textColumn(uri.toString()), preview: false });
    await showOnMap(parts, wanted, report);
    return;
  }
  const title = l10n.t('Summary of {0}', orderName(wanted.order));
  await parts.show(title, reportSummary(orderName(wanted.order), report));
  await showOnMap(parts, wanted, report);
  await tellLength(report);
}

/** Shows the delivered report of an order on the map alone. */
export async function showOrderOnMap(parts: DeliveryParts, given: unknown): Promise<void> {
  const wanted = await chooseReport(parts, given);
  const report = wanted && (await fetchReport(parts, wanted));
  if (report) await showOnMap(parts, wanted, report);
}

/** Shows the report that a document holds on the map, as the text stands now. */
export async function showReportFile(reports: Pick<Reports, 'show'>, uri: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const name = basename(document.uri.path);
  const title = l10n.t('Reading {0}', name);
  const read = await withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    readReportText(document.getText()),
  );
  if (!read) {
    throw new UserError(l10n.t('{0} is not a GeoJSON FeatureCollection.', name));
  }
  reports.show({ orderId: `file ${uri}`, title: name, uri, ...read });
  await runCommand('swath.openMap', { show: 'report' });
}

async function tellLength({ path, bytes }: Report): Promise<void> {
  const open = l10n.t('Open Text Anyway');
  const message = l10n.t(
    '{0} has {1}, which is too large for the editor. Its summary is open instead, and the map shows it.',
    basename(path),
    byteText(bytes),
  );
  if ((await showInformationMessage(message, open)) !== open) return;
  const uri = vscode.Uri.file(path);
  // By the editor's own command: documents of more than 50 MB do not reach extensions.
  await vscode.commands.executeCommand('vscode.open', uri, {
    viewColumn: textColumn(uri.toString()),
    preview: false,
  });
}

async function showOnMap(
  { reports, orders }: DeliveryParts,
  { order }: WantedDelivery,
  { path, index, features }: Report,
): Promise<void> {
  orders.markSeen(order.id);
  const uri = vscode.Uri.file(path).toString();
  const shown = { orderId: order.id, title: orderName(order), uri, index, features };
  reports.show(shown);
  await runCommand('swath.openMap', { show: 'report' });
  const leftOut = leftOutOf(shown);
  if (leftOut === 0) return;
  void showWarningMessage(
    l10n.t(
      'The map shows the first {0} features of {1}; the file contains {2} more.',
      numberText(features.length),
      basename(path),
      numberText(leftOut),
    ),
  );
}

async function chooseReport(parts: DeliveryParts, given: unknown): Promise<WantedDelivery | undefined> {
  const isChosen = givenId(given, 'orderId') !== undefined;
  const wanted = await chooseDelivery(parts, given, {
    title: l10n.t('Which report do you want to open?'),
    // What was chosen already is told what it is instead.
    isFit: order => isChosen || isReport(order),
    none: l10n.t('No report is delivered yet.'),
  });
  if (!wanted || isReport(wanted.order)) return wanted;
  throw new UserError(l10n.t('Order {0} is an image product and contains no report.', wanted.order.id));
}

/** The report's file, downloaded unless it is there; `undefined` when the user cancels. */
async function fetchReport(parts: DeliveryParts, wanted: WantedDelivery): Promise<Report | undefined> {
  const signedIn = signedInNow(parts);
  const path = await parts.downloads.find(signedIn, wanted);
  if (path !== undefined) {
    const read = await readAt({ path });
    if (read) return read;
    const again = l10n.t('Download Again');
    const message = l10n.t(
      '{0} is no longer a GeoJSON FeatureCollection. Download it again to replace it.',
      basename(path),
    );
    if ((await showWarningMessage(message, again)) !== again) return undefined;
  }
  const file = fileOf(await fetchDelivery(parts, signedIn, wanted, path !== undefined), wanted);
  if (!file) return undefined;
  const report = await readAt(file);
  if (report) return report;
  throw new UserError(l10n.t('{0} is not a GeoJSON FeatureCollection.', basename(file.path)));
}

async function readAt({ path }: DeliveredFile): Promise<Report | undefined> {
  const { size: bytes } = await stat(path);
  const title = l10n.t('Reading {0}', basename(path));
  const read = await withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
    readReportFile(path),
  );
  return read && { path, bytes, ...read };
}
