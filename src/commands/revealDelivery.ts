import * as vscode from 'vscode';
import { runCommand } from '../platform/commands.ts';
import { revealFile } from '../platform/revealFile.ts';
import { chooseDelivery, deliveryName, rowOf, type DeliveryParts } from './chooseDelivery.ts';
import { signedInNow } from './fetchDelivery.ts';

/** Shows the file of a delivery where it lies; offers to download it where it is not there yet. */
export async function revealDelivery(parts: DeliveryParts, given: unknown): Promise<void> {
  const under = signedInNow(parts);
  const wanted = await chooseDelivery(parts, given, {
    title: vscode.l10n.t('Reveal the file of which delivery?'),
    none: vscode.l10n.t('Nothing is delivered yet: there is no file to reveal.'),
  });
  if (!wanted) return;
  const path = await parts.downloads.find(under, wanted);
  if (path !== undefined) {
    await revealFile(path);
    return;
  }
  const download = vscode.l10n.t('Download');
  const message = vscode.l10n.t('{0} is not downloaded yet.', deliveryName(wanted));
  if ((await vscode.window.showInformationMessage(message, download)) !== download) return;
  await runCommand('swath.downloadDelivery', rowOf(wanted));
}
