import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { byteText } from '../../../service/rules/quantity.ts';
import { attend, confirm } from '../../../platform/dialogs/confirm.ts';
import { refuseLinkOut } from '../../../platform/dialogs/linkOut.ts';
import { showInformationMessage } from '../../../platform/dialogs/window.ts';
import { requireEditable } from '../../../platform/documents/editableDocuments.ts';
import { revealFile } from '../../../platform/files/revealFile.ts';
import { nameIsTaken } from '../../../platform/files/writeFiles.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { lookInto, unzipBeside, unzipFolder } from '../unzip.ts';
import { type DeliveryParts, isProduct } from './chooseDelivery.ts';
import { roomAt } from './deliveryFiles.ts';
import { deliveredFile, openFailure, withBar } from './fetchDelivery.ts';
import { needsText } from './words.ts';

/**
 * Unzips a delivered ZIP file into a folder beside it, and says where. A delivery that isn't on the disk yet is
 * downloaded first.
 *
 * @param argument a row or the id of an order, or the URI of a ZIP file
 */
export async function unzipDelivery(parts: DeliveryParts, argument: unknown): Promise<void> {
  const path =
    argument instanceof vscode.Uri
      ? requireEditable(argument).fsPath
      : (await deliveredFile(parts, argument, isProduct))?.path;
  if (path === undefined) return;
  if (!/\.zip$/i.test(path)) throw new UserError(l10n.t('{0} is not a ZIP file.', basename(path)));
  if (!(await mayUnzip(path))) return;
  await refuseLinkOut(dirname(path));
  const bytes = await unzippedBytes(path, roomAt(path));
  if (bytes === undefined) return;
  const folder = await unzip(path, bytes);
  if (folder === undefined) return;
  const reveal = l10n.t('Reveal Folder');
  const message = l10n.t('Unzipped to {0}.', vscode.workspace.asRelativePath(folder));
  if ((await showInformationMessage(message, reveal)) === reveal) await revealFile(folder);
}

/** Whether there is no such folder yet, or the user wants another one. */
async function mayUnzip(path: string): Promise<boolean> {
  const folder = unzipFolder(path);
  if (!(await nameIsTaken(folder))) return true;
  const reveal = l10n.t('Reveal Folder');
  const again = l10n.t('Unzip Again');
  const message = l10n.t('{0} is already unzipped.', basename(path));
  const chosen = await showInformationMessage(message, reveal, again);
  if (chosen === reveal) await revealFile(folder);
  return chosen === again;
}

/** Images compress to a tenth at best, so an archive that grows more than this isn't one. */
const maxGrowth = 100;
/** Smaller archives are harmless, however much they grow. In bytes. */
const harmless = 100_000_000;

/**
 * Unpacked size of an archive, in bytes. Asks if that is more than any image product or more than the free disk space;
 * `undefined` when the user declines. Throws if the archive can't be unpacked.
 *
 * @param room free on the disk, bytes; `undefined` if unknown
 */
export async function unzippedBytes(path: string, room: number | undefined): Promise<number | undefined> {
  const { bytes, packedBytes } = await lookInto(path).catch((error: unknown) => {
    throw openFailure(path, error);
  });
  const doubts: string[] = [];
  if (bytes > harmless && bytes > packedBytes * maxGrowth) {
    const times = numberText(Math.floor(bytes / Math.max(1, packedBytes)));
    doubts.push(l10n.t('That is {0} times its size. The file may be made to fill the disk.', times));
  }
  if (room !== undefined && bytes > room) doubts.push(needsText(bytes - room));
  if (doubts.length === 0) return bytes;
  const answer = await confirm(attend(), {
    question: l10n.t('{0} unpacks to {1}.', basename(path), byteText(bytes)),
    detail: doubts.join('\n'),
    buttons: [l10n.t('Unzip Anyway')],
  });
  return answer === undefined ? undefined : bytes;
}

/** Path of the folder; `undefined` when the user cancels. */
async function unzip(path: string, bytes: number): Promise<string | undefined> {
  return withBar(l10n.t('Unzipping {0}', basename(path)), async (signal, show) => {
    try {
      return await unzipBeside(path, signal, done =>
        show(bytes > 0 ? done / bytes : 1, l10n.t('{0} of {1}', byteText(done), byteText(bytes))),
      );
    } catch (error) {
      if (signal.aborted) return undefined;
      throw openFailure(path, error);
    }
  });
}
