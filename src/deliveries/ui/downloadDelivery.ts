import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import { chooseDeliveries, type DeliveryParts } from './chooseDelivery.ts';
import { fetchAll } from './fetchAll.ts';
import { fetchDelivery, fileOf, signedInNow } from './fetchDelivery.ts';
import { offerFile } from './offerFile.ts';

/** Brings deliveries of an order to the disk: those of a row, or those that are chosen. */
export async function downloadDelivery(parts: DeliveryParts, given: unknown): Promise<void> {
  const signedIn = signedInNow(parts);
  const chosen = await chooseDeliveries(parts, given, {
    title: l10n.t('Download what?'),
    none: l10n.t('Nothing is delivered yet: there is nothing to download.'),
  });
  const [wanted, ...others] = chosen ?? [];
  if (!chosen || !wanted) return;
  if (others.length > 0) {
    await fetchAll(parts, signedIn, chosen);
    return;
  }
  const outcome = await fetchDelivery(parts, signedIn, wanted);
  const file = fileOf(outcome, wanted);
  if (!file) return;
  parts.orders.markSeen(wanted.order.id);
  const name = basename(file.path);
  const message =
    outcome.kind === 'there' ? l10n.t('{0} is there already.', name) : l10n.t('{0} is downloaded.', name);
  await offerFile(message, file.path, wanted);
}
