import * as l10n from '@vscode/l10n';
import { showInformationMessage } from '../../../platform/dialogs/window.ts';
import { revealFile } from '../../../platform/files/revealFile.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { isReport } from '../../orders/rules/index.ts';
import type { DeliveryToDownload } from '../downloads.ts';
import { deliveryChoice } from './chooseDelivery.ts';

/** Shows a notification about a file, with buttons for what can be done with it. */
export async function offerFile(message: string, path: string, delivery: DeliveryToDownload): Promise<void> {
  const openReport = l10n.t('Open Report');
  const unzip = l10n.t('Unzip');
  const showImage = l10n.t('Show Image');
  const reveal = l10n.t('Reveal File');
  const isReportFile = path.endsWith('.geojson') && isReport(delivery.order);
  const isArchive = path.endsWith('.zip');
  const isImage = isArchive || path.endsWith('.tif');
  const choices = [
    ...(isReportFile ? [openReport] : []),
    ...(isImage ? [showImage] : []),
    ...(isArchive ? [unzip] : []),
    reveal,
  ];
  const chosen = await showInformationMessage(message, ...choices);
  if (chosen === openReport) await runCommand('swath.openReport', deliveryChoice(delivery));
  if (chosen === showImage) await runCommand('swath.showImage', deliveryChoice(delivery));
  if (chosen === unzip) await runCommand('swath.unzipDelivery', deliveryChoice(delivery));
  if (chosen === reveal) await revealFile(path);
}
