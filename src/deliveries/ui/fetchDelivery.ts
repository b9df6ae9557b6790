import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { byteText } from '../../model/words/quantity.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { describeError, failureOf } from '../../editor/presentError.ts';
import { UserError } from '../../editor/userError.ts';
import { withProgress } from '../../editor/window.ts';
import type { DownloadOutcome, WantedDelivery } from '../downloads.ts';
import type { SignedIn } from '../../account/session.ts';
import { deliveryName, noFileText, signedInNow, type DeliveryParts } from './chooseDelivery.ts';

/**
 * Runs something long with a bar and a way to cancel it.
 *
 * @param work is told how to show what is done: from 0 to 1, and in words
 */
export async function withBar<T>(
  title: string,
  work: (signal: AbortSignal, show: (share: number, message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return withProgress({ location, title, cancellable: true }, (progress, cancel) => {
    let shown = 0;
    return work(abortSignalOf(cancel), (share, message) => {
      // A bar cannot go back where a file is begun anew.
      const percent = Math.max(shown, share * 100);
      progress.report({ increment: percent - shown, message });
      shown = percent;
    });
  });
}

/** Brings one delivery to the disk. Its path; `undefined` when the user cancels. Throws what stands in the way. */
export async function fetchDelivery(
  { downloads }: DeliveryParts,
  signedIn: SignedIn,
  wanted: WantedDelivery,
  replace = false,
): Promise<string | undefined> {
  const name = deliveryName(wanted);
  const outcome = await withBar(l10n.t('Downloading {0}', name), (signal, show) =>
    downloads.get(signedIn, wanted, {
      signal,
      replace,
      onProgress: (received, total) =>
        total === undefined
          ? show(0, byteText(received))
          : show(received / total, l10n.t('{0} of {1}', byteText(received), byteText(total))),
    }),
  );
  switch (outcome.kind) {
    case 'done':
      return outcome.path;
    case 'cancelled':
      return undefined;
    case 'failed':
      throw failureOf(outcome.error, l10n.t('{0} was not downloaded.', name));
    case 'notReady':
    case 'noRoom':
      throw new UserError(outcomeText(outcome, wanted));
  }
}

/** Path of a delivery, which is downloaded unless it is there; `undefined` when the user cancels. */
export async function deliveredPath(
  parts: DeliveryParts,
  wanted: WantedDelivery,
): Promise<string | undefined> {
  const signedIn = signedInNow(parts);
  return (await parts.downloads.find(signedIn, wanted)) ?? fetchDelivery(parts, signedIn, wanted);
}

/** What became of a delivery, in words. */
export function outcomeText(outcome: DownloadOutcome, { order }: WantedDelivery): string {
  switch (outcome.kind) {
    case 'done':
      return l10n.t('downloaded');
    case 'cancelled':
      return l10n.t('Canceled.');
    case 'notReady':
      return noFileText(order);
    case 'noRoom':
      return noRoomText(outcome.missing);
    case 'failed':
      return describeError(outcome.error);
  }
}

/** @param missing bytes; `undefined` where that is not known */
function noRoomText(missing: number | undefined): string {
  return [
    missing === undefined ? diskFullText() : needsText(missing),
    l10n.t('Free up space or set another folder in swath.downloads.folder, then download again to resume.'),
  ].join(' ');
}

export function diskFullText(): string {
  return l10n.t('Not enough disk space.');
}

/** @param missing bytes */
export function needsText(missing: number): string {
  return l10n.t('Not enough disk space: {0} more needed.', byteText(missing));
}
