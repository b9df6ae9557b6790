import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { byteText } from '../../model/words/byteText.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { withProgress } from '../../editor/window.ts';
import type { WantedDelivery, DownloadOutcome } from '../downloads.ts';
import type { SignedIn } from '../../account/session.ts';
import { type DeliveryParts, deliveryName } from './chooseDelivery.ts';
import { fileOf, fileNameOf, outcomeText } from './fetchDelivery.ts';
import { offerFile } from './offerFile.ts';
import { utcText } from '../../model/words/momentText.ts';
import { markdownDocument } from '../../editor/markdownDocument.ts';
import { markdownTable } from '../../model/words/plainMarkdown.ts';

/** Brings deliveries to the disk with one progress, and says what became of each. */
export async function fetchAll(
  { downloads, orders, show }: DeliveryParts,
  signedIn: SignedIn,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  const title =
    wanted.length === 1 ? l10n.t('Downloading 1 file') : l10n.t('Downloading {0} files', wanted.length);
  const outcomes = await withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, cancel) => {
      let shown = 0;
      return downloads.getAll(signedIn, wanted, {
        signal: abortSignalOf(cancel),
        onProgress(received, ended) {
          const message = l10n.t('{0} of {1} · {2}', ended, wanted.length, byteText(received));
          progress.report({ increment: ((ended - shown) / wanted.length) * 100, message });
          shown = ended;
        },
      });
    },
  );
  wanted.forEach(({ order }, index) => {
    const kind = outcomes[index]?.kind;
    if (kind === 'done' || kind === 'there') orders.markSeen(order.id);
  });
  const [first] = wanted;
  const [outcome] = outcomes;
  if (first && outcome && wanted.length === 1) {
    const file = fileOf(outcome, first);
    if (file) await offerFile(l10n.t('{0} is downloaded.', basename(file.path)), file.path, first);
    return;
  }
  await show(l10n.t('Downloads'), downloadsReport(wanted, outcomes, signedIn.connection.name));
}

/** What became of each of several downloads, as a document in Markdown. */
export function downloadsReport(
  wanted: readonly WantedDelivery[],
  outcomes: readonly DownloadOutcome[],
  connectionName: string,
): string {
  const rows = wanted.map((one, index) => {
    const outcome = outcomes[index] ?? { kind: 'cancelled' };
    return [deliveryName(one), outcomeText(outcome, one), fileNameOf(outcome) ?? '', one.order.id];
  });
  const arrived = outcomes.filter(({ kind }) => kind === 'done' || kind === 'there').length;
  return markdownDocument(
    l10n.t('What became of the downloads'),
    l10n.t(
      'Connection {0}, {1}. On the disk: {2} of {3}.',
      connectionName,
      utcText(new Date().toISOString()),
      arrived,
      wanted.length,
    ),
    markdownTable([l10n.t('Delivery'), l10n.t('What became of it'), l10n.t('File'), l10n.t('Order')], rows),
  );
}
