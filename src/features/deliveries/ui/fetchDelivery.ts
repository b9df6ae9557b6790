import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileProblem } from '../../../base/words/fileProblem.ts';
import type { Order } from '../../../service/rules/order.ts';
import { byteText } from '../../../service/rules/quantity.ts';
import { withProgress } from '../../../platform/dialogs/window.ts';
import { toAbortSignal } from '../../../platform/host/abortSignal.ts';
import { toFailure } from '../../../platform/host/presentError.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { SignedIn } from '../../../session/session.ts';
import { signedInNow } from '../../../session/ui/signedInFirst.ts';
import type { DeliveryToDownload, Downloaded } from '../downloads.ts';
import { chooseDelivery, type DeliveryParts } from './chooseDelivery.ts';
import { longDeliveryName, outcomeText } from './words.ts';

/** Time between two updates of a progress bar, ms: each goes to another process. */
const updateMs = 100;

/**
 * Runs a long task with a progress bar and a Cancel button.
 *
 * @param work receives a function that shows progress: a share from 0 to 1, and a text; it may be called for each chunk
 */
export async function withBar<T>(
  title: string,
  work: (signal: AbortSignal, show: (share: number, message: string) => void) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return withProgress({ location, title, cancellable: true }, (progress, cancel) => {
    let reported = 0;
    let shownAt = -Infinity;
    return work(toAbortSignal(cancel), (share, message) => {
      const now = Date.now();
      if (now - shownAt < updateMs && share < 1) return;
      shownAt = now;
      // A progress bar can't move back when a file is started again.
      const percent = Math.max(reported, share * 100);
      progress.report({ increment: percent - reported, message });
      reported = percent;
    });
  });
}

/** Downloads one delivery and returns its path; `undefined` when the user cancels. Throws on failure. */
export async function fetchDelivery(
  { downloads }: DeliveryParts,
  signedIn: SignedIn,
  delivery: DeliveryToDownload,
  replace = false,
): Promise<string | undefined> {
  const name = longDeliveryName(delivery);
  const outcome = await withBar(l10n.t('Downloading {0}', name), (signal, show) =>
    downloads.get(signedIn, delivery, {
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
      throw toFailure(outcome.error, l10n.t('{0} was not downloaded.', name));
    case 'notReady':
    case 'noRoom':
      throw new UserError(outcomeText(outcome, delivery));
  }
}

/** Path of a delivery, which is downloaded if needed; `undefined` when the user cancels. */
export async function deliveredPath(
  parts: DeliveryParts,
  delivery: DeliveryToDownload,
): Promise<string | undefined> {
  const signedIn = signedInNow(parts);
  return (await parts.downloads.find(signedIn, delivery)) ?? fetchDelivery(parts, signedIn, delivery);
}

/** The delivery of a row or the user's choice, downloaded if needed; `undefined` when the user cancels. */
export async function deliveredFile(
  parts: DeliveryParts,
  argument: unknown,
  isOffered?: (order: Order) => boolean,
): Promise<Downloaded | undefined> {
  const delivery = await chooseDelivery(parts, argument, isOffered);
  const path = delivery && (await deliveredPath(parts, delivery));
  if (!delivery || path === undefined) return undefined;
  parts.orders.markSeen(delivery.order.id);
  return { delivery, path };
}

/** Says that a file can't be opened or unpacked, and why. */
export function openFailure(path: string, error: unknown): UserError {
  return new UserError(l10n.t("Can't open {0}: {1}", basename(path), fileProblem(error)));
}
