import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { byteText } from '../../model/words/quantity.ts';
import { utcText } from '../../model/words/moment.ts';
import { markdownTable, markdownDocument } from '../../model/words/plainMarkdown.ts';
import type { SignedIn } from '../../account/session.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { UserError } from '../../editor/userError.ts';
import { showInformationMessage, showWarningMessage, withProgress } from '../../editor/window.ts';
import { readyDeliveries, type DownloadOutcome, type WantedDelivery } from '../downloads.ts';
import { chooseDeliveries, deliveryName, type DeliveryParts } from './chooseDelivery.ts';
import { fetchDelivery, fileNameOf, fileOf, outcomeText, signedInNow } from './fetchDelivery.ts';
import { offerFile } from './offerFile.ts';

/** Brings deliveries of an order to the disk: those of a row, or those that are chosen. */
export async function downloadDelivery(parts: DeliveryParts, given: unknown): Promise<void> {
  const signedIn = signedInNow(parts);
  const chosen = await chooseDeliveries(parts, given, {
    title: l10n.t('What do you want to download?'),
    none: l10n.t('Nothing is delivered yet.'),
  });
  if (chosen) await download(parts, signedIn, chosen);
}

/** So many are downloaded without a question: nobody knows yet how large they are. */
const mostUnasked = 10;

/** Brings everything that is delivered and not on the disk yet to the disk. */
export async function downloadReady(parts: DeliveryParts): Promise<void> {
  const signedIn = signedInNow(parts);
  await parts.orders.refresh();
  const state = parts.orders.current.peek();
  if (state.kind !== 'ready') {
    throw new UserError(l10n.t("Couldn't load the orders. Refresh the Orders view."));
  }
  const ready = state.orders.flatMap(readyDeliveries);
  const there = await Promise.all(ready.map(one => parts.downloads.find(signedIn, one)));
  const missing = ready.filter((_one, index) => there[index] === undefined);
  if (missing.length === 0) {
    void showInformationMessage(
      ready.length === 0
        ? l10n.t('Nothing is delivered yet.')
        : l10n.t('All ready deliveries are already downloaded ({0} files).', ready.length),
    );
    return;
  }
  if (missing.length > mostUnasked && !(await confirm(missing.length))) return;
  await download(parts, signedIn, missing);
}

async function confirm(count: number): Promise<boolean> {
  const download = l10n.t('Download All');
  const chosen = await showWarningMessage(
    l10n.t('Download {0} files?', count),
    {
      modal: true,
      detail: l10n.t(
        "The service doesn't report their size. You can cancel at any time; finished files are kept.",
      ),
    },
    download,
  );
  return chosen === download;
}

async function download(
  parts: DeliveryParts,
  signedIn: SignedIn,
  all: readonly WantedDelivery[],
): Promise<void> {
  const [wanted, ...others] = all;
  if (!wanted) return;
  if (others.length > 0) {
    await downloadAll(parts, signedIn, all);
    return;
  }
  const outcome = await fetchDelivery(parts, signedIn, wanted);
  const file = fileOf(outcome, wanted);
  if (!file) return;
  parts.orders.markSeen(wanted.order.id);
  const name = basename(file.path);
  const message =
    outcome.kind === 'there' ? l10n.t('{0} is already downloaded.', name) : l10n.t('Downloaded {0}.', name);
  await offerFile(message, file.path, wanted);
}

/** Brings deliveries to the disk with one progress, and says what became of each. */
async function downloadAll(
  { downloads, orders, show }: DeliveryParts,
  signedIn: SignedIn,
  wanted: readonly WantedDelivery[],
): Promise<void> {
  const title = l10n.t('Downloading {0} files', wanted.length);
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
    l10n.t('Download Results'),
    l10n.t(
      'Connection {0}, {1}. Downloaded: {2} of {3}.',
      connectionName,
      utcText(new Date().toISOString()),
      arrived,
      wanted.length,
    ),
    markdownTable([l10n.t('Delivery'), l10n.t('Result'), l10n.t('File'), l10n.t('Order')], rows),
  );
}
