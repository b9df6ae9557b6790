import * as l10n from '@vscode/l10n';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { byteText } from '../../model/words/quantity.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { roomAt } from './deliveryFiles.ts';
import { isDiskFull } from '../fileTarget.ts';
import { refuseLinkOut } from '../../editor/linkOut.ts';
import { UserError } from '../../editor/userError.ts';
import { revealFile } from './offerFile.ts';
import { nameIsTaken, unzipBeside, unzipFolder } from '../unzip.ts';
import { setStatusBarMessage, showInformationMessage, withProgress } from '../../editor/window.ts';
import { chooseDelivery, type DeliveryParts } from './chooseDelivery.ts';
import { fetchDelivery, fileOf, signedInNow } from './fetchDelivery.ts';
import { unzippedBytes } from './unzipQuestions.ts';

/**
 * Unpacks a delivered ZIP file into a folder beside it, and shows that. A delivery that is not on the disk yet is
 * downloaded first.
 *
 * @param given a row or the id of an order, or the address of a ZIP file
 */
export async function unzipDelivery(parts: DeliveryParts, given: unknown): Promise<void> {
  const path = given instanceof vscode.Uri ? given.fsPath : await deliveredArchive(parts, given);
  if (path === undefined || !(await isWanted(path))) return;
  await refuseLinkOut(dirname(path));
  const bytes = await unzippedBytes(path, roomAt(path));
  if (bytes === undefined) return;
  const folder = await unzip(path, bytes);
  if (folder === undefined) return;
  await revealFile(folder);
  setStatusBarMessage('check', l10n.t('Unzipped to {0}', basename(folder)), 5000);
}

/** Path of the archive; `undefined` when the user leaves. */
async function deliveredArchive(parts: DeliveryParts, given: unknown): Promise<string | undefined> {
  const signedIn = signedInNow(parts);
  const wanted = await chooseDelivery(parts, given, {
    title: l10n.t('Which delivery do you want to unzip?'),
    isFit: ({ kind }) => kind !== 'order.analytics-toolbox.archive',
    none: l10n.t('No image product is delivered yet.'),
  });
  if (!wanted) return undefined;
  const path =
    (await parts.downloads.find(signedIn, wanted)) ??
    fileOf(await fetchDelivery(parts, signedIn, wanted), wanted)?.path;
  if (path === undefined) return undefined;
  parts.orders.markSeen(wanted.order.id);
  if (!/\.zip$/i.test(path)) {
    throw new UserError(l10n.t('{0} is not a ZIP file.', basename(path)));
  }
  return path;
}

/** Whether there is no folder of it yet, or the user wants another one. */
async function isWanted(path: string): Promise<boolean> {
  const folder = unzipFolder(path);
  if (!(await nameIsTaken(folder))) return true;
  const reveal = l10n.t('Reveal Folder');
  const again = l10n.t('Unzip to Another Folder');
  const message = l10n.t('{0} is already unzipped.', basename(path));
  const chosen = await showInformationMessage(message, reveal, again);
  if (chosen === reveal) await revealFile(folder);
  return chosen === again;
}

/** Path of the folder; `undefined` when the user cancels. */
async function unzip(path: string, bytes: number): Promise<string | undefined> {
  const title = l10n.t('Unzipping {0}', basename(path));
  return withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancel) => {
      const signal = abortSignalOf(cancel);
      let shown = 0;
      try {
        return await unzipBeside(path, signal, done => {
          const percent = bytes > 0 ? (done / bytes) * 100 : 100;
          // Each message crosses to another process: a few dozen are enough for a bar.
          if (percent - shown < 2) return;
          const message = l10n.t('{0} of {1}', byteText(done), byteText(bytes));
          progress.report({ increment: percent - shown, message });
          shown = percent;
        });
      } catch (error) {
        if (signal.aborted) return undefined;
        throw new UserError(
          l10n.t(
            "Couldn't unzip {0}: {1} Nothing was left behind.",
            basename(path),
            isDiskFull(error)
              ? l10n.t('the disk is full.')
              : `${error instanceof Error ? error.message : String(error)}.`,
          ),
        );
      }
    },
  );
}
