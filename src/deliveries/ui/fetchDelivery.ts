import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { byteText } from '../../model/words/quantity.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { describeError, failureOf } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { withProgress } from '../../editor/window.ts';
import type { DeliveredFile, DownloadOutcome, WantedDelivery } from '../downloads.ts';
import { signedInOf, type SignedIn } from '../../account/session.ts';
import { deliveryName, type DeliveryParts } from './chooseDelivery.ts';

/** Whoever is signed in; throws the way out where nobody is. */
export function signedInNow({ session }: Pick<DeliveryParts, 'session'>): SignedIn {
  const signedIn = signedInOf(session.current.peek());
  if (!signedIn) throw new UserError(l10n.t('Sign in first.'));
  return signedIn;
}

/** Brings one delivery to the disk, with progress that can be cancelled. */
export async function fetchDelivery(
  { downloads }: DeliveryParts,
  signedIn: SignedIn,
  wanted: WantedDelivery,
  replace = false,
): Promise<DownloadOutcome> {
  const title = l10n.t('Downloading {0}', deliveryName(wanted));
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, cancel) => {
      let shown = 0;
      return downloads.get(signedIn, wanted, {
        signal: abortSignalOf(cancel),
        replace,
        onProgress(received, total) {
          // A bar cannot go back where the file is begun anew.
          const percent = Math.max(shown, total ? (received / total) * 100 : 0);
          const message =
            total === undefined
              ? byteText(received)
              : l10n.t('{0} of {1}', byteText(received), byteText(total));
          progress.report({ increment: percent - shown, message });
          shown = percent;
        },
      });
    },
  );
}

/** The file of an outcome; `undefined` when the user cancelled. Throws what stands in the way otherwise. */
export function fileOf(outcome: DownloadOutcome, wanted: WantedDelivery): DeliveredFile | undefined {
  switch (outcome.kind) {
    case 'done':
    case 'there':
      return outcome.file;
    case 'cancelled':
      return undefined;
    case 'notReady':
      throw new UserError(notReadyText(wanted.order.id));
    case 'noRoom':
      throw new UserError(noRoomText(outcome.missing));
    case 'tooLong':
      throw new UserError(tooLongText());
    case 'failed':
      throw failureOf(outcome.error, l10n.t('{0} was not downloaded.', deliveryName(wanted)));
  }
}

/** What became of a delivery, in words. */
export function outcomeText(outcome: DownloadOutcome, { order }: WantedDelivery): string {
  switch (outcome.kind) {
    case 'done':
      return l10n.t('downloaded');
    case 'there':
      return l10n.t('already downloaded');
    case 'cancelled':
      return l10n.t('canceled; the next download resumes from here');
    case 'notReady':
      return notReadyText(order.id);
    case 'noRoom':
      return noRoomText(outcome.missing);
    case 'tooLong':
      return tooLongText();
    case 'failed':
      return describeError(outcome.error);
  }
}

/** The name of its file, where it has one. */
export function fileNameOf(outcome: DownloadOutcome): string | undefined {
  return outcome.kind === 'done' || outcome.kind === 'there' ? basename(outcome.file.path) : undefined;
}

function notReadyText(orderId: string): string {
  return l10n.t('Order {0} is delivered, but the service provides no download link yet.', orderId);
}

function tooLongText(): string {
  return l10n.t(
    "The download was stopped: the service doesn't report its size, and it took half of the free disk space. Free up space or set another folder in swath.downloads.folder, then download again.",
  );
}

function noRoomText(missing: number | undefined): string {
  const kept = l10n.t(
    'The finished part is kept. Free up space or set another folder in swath.downloads.folder, then download again.',
  );
  const full =
    missing === undefined
      ? l10n.t('The disk is full.')
      : l10n.t('Not enough disk space: {0} more needed.', byteText(missing));
  return `${full} ${kept}`;
}
