import { basename } from 'node:path';
import * as vscode from 'vscode';
import { byteText } from '../model/words/byteText.ts';
import { abortSignalOf } from '../platform/abortSignal.ts';
import { withProgress } from '../platform/window.ts';
import type { WantedDelivery } from '../state/downloads.ts';
import type { SignedIn } from '../state/session.ts';
import type { DeliveryParts } from './chooseDelivery.ts';
import { downloadsReport } from './downloadsReport.ts';
import { fileOf } from './fetchDelivery.ts';
import { offerFile } from './offerFile.ts';

/** Brings deliveries to the disk with one progress, and says what became of each. */
export async function fetchAll(
  { downloads, orders, show }: DeliveryParts,
  under: SignedIn,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  const title =
    wanted.length === 1
      ? vscode.l10n.t('Downloading 1 file')
      : vscode.l10n.t('Downloading {0} files', wanted.length);
  const outcomes = await withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, cancel) => {
      let shown = 0;
      return downloads.getAll(under, wanted, {
        signal: abortSignalOf(cancel),
        onProgress(received, ended) {
          const message = vscode.l10n.t('{0} of {1} · {2}', ended, wanted.length, byteText(received));
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
    if (file) await offerFile(vscode.l10n.t('{0} is downloaded.', basename(file.path)), file.path, first);
    return;
  }
  await show(vscode.l10n.t('Downloads'), downloadsReport(wanted, outcomes, under.connection.name));
}
