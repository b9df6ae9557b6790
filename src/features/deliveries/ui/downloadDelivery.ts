import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import { utcText } from '../../../base/words/moment.ts';
import { markdownDocument, markdownTable } from '../../../base/words/plainMarkdown.ts';
import { byteText } from '../../../service/rules/quantity.ts';
import { attend, confirm } from '../../../platform/dialogs/confirm.ts';
import { showInformationMessage } from '../../../platform/dialogs/window.ts';
import { revealFile } from '../../../platform/files/revealFile.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { rowsFrom } from '../../../platform/rows/row.ts';
import type { SignedIn } from '../../../session/session.ts';
import { signedInNow } from '../../../session/ui/signedInFirst.ts';
import { isReport } from '../../orders/rules/index.ts';
import { listedOrders, throwIfNotLoaded } from '../../orders/index.ts';
import { type DeliveryToDownload, type DownloadOutcome, readyDeliveries } from '../downloads.ts';
import {
  chooseDeliveries,
  deliveryChoice,
  type DeliveryParts,
  selectedDeliveries,
} from './chooseDelivery.ts';
import { fetchDelivery, withBar } from './fetchDelivery.ts';
import { longDeliveryName, outcomeText } from './words.ts';

/**
 * Downloads deliveries of an order: those of the row, or the user's choice.
 *
 * @param all the selected rows if there are several: all of their deliveries are downloaded
 */
export async function downloadDelivery(
  parts: DeliveryParts,
  argument: unknown,
  all?: unknown,
): Promise<void> {
  const signedIn = signedInNow(parts);
  const rows = rowsFrom(argument, all);
  const chosen = rows.length > 1 ? selectedDeliveries(parts, rows) : await chooseDeliveries(parts, argument);
  if (!chosen || (rows.length > 1 && !(await isAgreed(chosen.length)))) return;
  await download(parts, signedIn, chosen);
}

/** Downloading more than this requires a confirmation, because the sizes aren't known yet. */
const maxUnconfirmed = 10;

/** Downloads everything that is delivered and not on the disk yet. */
export async function downloadReady(parts: DeliveryParts): Promise<void> {
  const signedIn = signedInNow(parts);
  await parts.orders.refresh();
  throwIfNotLoaded(parts.orders.current.peek());
  const ready = listedOrders(parts.orders).flatMap(readyDeliveries);
  const there = await Promise.all(ready.map(delivery => parts.downloads.find(signedIn, delivery)));
  const missing = ready.filter((_one, index) => there[index] === undefined);
  if (missing.length === 0) {
    void showInformationMessage(l10n.t('There is nothing new to download.'));
    return;
  }
  if (!(await isAgreed(missing.length))) return;
  await download(parts, signedIn, missing);
}

async function isAgreed(count: number): Promise<boolean> {
  if (count <= maxUnconfirmed) return true;
  const answer = await confirm(attend(), {
    question: l10n.t('Download {0} files?', count),
    detail: l10n.t("The service doesn't report their size."),
    buttons: [l10n.t('Download All')],
  });
  return answer !== undefined;
}

async function download(
  parts: DeliveryParts,
  signedIn: SignedIn,
  all: readonly DeliveryToDownload[],
): Promise<void> {
  const [delivery, ...others] = all;
  if (!delivery) return;
  if (others.length > 0) {
    await downloadAll(parts, signedIn, all);
    return;
  }
  const path = await fetchDelivery(parts, signedIn, delivery);
  if (path === undefined) return;
  parts.orders.markSeen(delivery.order.id);
  await offerFile(l10n.t('Downloaded {0}.', basename(path)), path, delivery);
}

/** Downloads deliveries with one progress bar, and reports the result of each. */
async function downloadAll(
  { downloads, orders, show }: DeliveryParts,
  signedIn: SignedIn,
  deliveries: readonly DeliveryToDownload[],
): Promise<void> {
  const title = l10n.t('Downloading {0} files', deliveries.length);
  const outcomes = await withBar(title, (signal, showDone) =>
    downloads.getAll(signedIn, deliveries, {
      signal,
      onProgress: (received, ended) =>
        showDone(
          ended / deliveries.length,
          `${l10n.t('{0} of {1}', ended, deliveries.length)} · ${byteText(received)}`,
        ),
    }),
  );
  deliveries.forEach(({ order }, index) => {
    if (outcomes[index]?.kind === 'done') orders.markSeen(order.id);
  });
  await show(l10n.t('Download Results'), downloadsReport(deliveries, outcomes, signedIn.connection.name));
}

export function downloadsReport(
  deliveries: readonly DeliveryToDownload[],
  outcomes: readonly DownloadOutcome[],
  connectionName: string,
): string {
  const rows = deliveries.map((delivery, index) => {
    const outcome = outcomes[index] ?? { kind: 'cancelled' };
    const file = outcome.kind === 'done' ? basename(outcome.path) : '';
    return [longDeliveryName(delivery), outcomeText(outcome, delivery), file, delivery.order.id];
  });
  return markdownDocument(
    l10n.t('Download Results'),
    l10n.t(
      'Connection {0}, {1}. Downloaded: {2} of {3}.',
      connectionName,
      utcText(new Date().toISOString()),
      outcomes.filter(({ kind }) => kind === 'done').length,
      deliveries.length,
    ),
    markdownTable([l10n.t('Delivery'), l10n.t('Result'), l10n.t('File'), l10n.t('Order')], rows),
  );
}

/** Shows a notification about a file, with buttons for what can be done with it. */
async function offerFile(message: string, path: string, delivery: DeliveryToDownload): Promise<void> {
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
