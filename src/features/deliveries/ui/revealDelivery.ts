import * as l10n from '@vscode/l10n';
import { showInformationMessage } from '../../../platform/dialogs/window.ts';
import { revealFile } from '../../../platform/files/revealFile.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { signedInNow } from '../../../session/ui/signedInFirst.ts';
import { isReport } from '../../orders/rules/index.ts';
import { chooseDelivery, deliveryChoice, type DeliveryParts } from './chooseDelivery.ts';
import { fetchDelivery } from './fetchDelivery.ts';
import { longDeliveryName } from './words.ts';

/**
 * Shows the file of a delivery in its folder. A missing report is downloaded first, with progress and a Cancel button,
 * because that is free and short. A product can be large, so the user is asked before it is downloaded.
 */
export async function revealDelivery(parts: DeliveryParts, argument: unknown): Promise<void> {
  const signedIn = signedInNow(parts);
  const delivery = await chooseDelivery(parts, argument);
  if (!delivery) return;
  const found = await parts.downloads.find(signedIn, delivery);
  if (found === undefined && !isReport(delivery.order)) {
    const download = l10n.t('Download');
    const message = l10n.t('{0} was not downloaded.', longDeliveryName(delivery));
    if ((await showInformationMessage(message, download)) !== download) return;
    await runCommand('swath.downloadDelivery', deliveryChoice(delivery));
    return;
  }
  const path = found ?? (await fetchDelivery(parts, signedIn, delivery));
  if (path === undefined) return;
  parts.orders.markSeen(delivery.order.id);
  await revealFile(path);
}
