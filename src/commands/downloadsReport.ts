import * as vscode from 'vscode';
import { utcText } from '../model/words/momentText.ts';
import type { DownloadOutcome, WantedDelivery } from '../state/downloads.ts';
import { deliveryName } from './chooseDelivery.ts';
import { fileNameOf, outcomeText } from './fetchDelivery.ts';
import { markdownDocument } from './markdownDocument.ts';
import { markdownTable } from './markdownTable.ts';

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
    vscode.l10n.t('What became of the downloads'),
    vscode.l10n.t(
      'Connection {0}, {1}. On the disk: {2} of {3}.',
      connectionName,
      utcText(new Date().toISOString()),
      arrived,
      wanted.length,
    ),
    markdownTable(
      [
        vscode.l10n.t('Delivery'),
        vscode.l10n.t('What became of it'),
        vscode.l10n.t('File'),
        vscode.l10n.t('Order'),
      ],
      rows,
    ),
  );
}
