import * as vscode from 'vscode';
import { isReport } from '../model/order/isReport.ts';
import { runCommand } from '../platform/commands.ts';
import { revealFile } from '../platform/revealFile.ts';
import { showInformationMessage } from '../platform/window.ts';
import type { WantedDelivery } from '../state/downloads.ts';
import { rowOf } from './chooseDelivery.ts';

/** Tells of a file, with what can be done with it. */
export async function offerFile(message: string, path: string, wanted: WantedDelivery): Promise<void> {
  const openReport = vscode.l10n.t('Open Report');
  const unzip = vscode.l10n.t('Unzip');
  const reveal = vscode.l10n.t('Reveal File');
  const isReportFile = path.endsWith('.geojson') && isReport(wanted.order);
  const choices = [...(isReportFile ? [openReport] : []), ...(path.endsWith('.zip') ? [unzip] : []), reveal];
  const chosen = await showInformationMessage(message, ...choices);
  if (chosen === openReport) await runCommand('swath.openReport', rowOf(wanted));
  if (chosen === unzip) await runCommand('swath.unzipDelivery', rowOf(wanted));
  if (chosen === reveal) await revealFile(path);
}
