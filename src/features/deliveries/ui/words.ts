/** What several files say of deliveries and their files. */
import * as l10n from '@vscode/l10n';
import { safeLine } from '../../../base/words/safeText.ts';
import { orderName } from '../../../service/rules/kindText.ts';
import { orderPhase } from '../../../service/rules/order.ts';
import { byteText } from '../../../service/rules/quantity.ts';
import { describeError } from '../../../platform/host/presentError.ts';
import { orderProblem } from '../../orders/ui/index.ts';
import type { DeliveryToDownload, DownloadOutcome } from '../downloads.ts';

/** The display name of a delivery: its order, and its number if there are several. */
export function longDeliveryName(delivery: DeliveryToDownload): string {
  const { order, index } = delivery;
  if (order.deliveries.length <= 1) return orderName(order);
  const type = order.deliveries[index]?.datas?.productType;
  const number = l10n.t('Delivery {0}', index + 1);
  return [orderName(order), typeof type === 'string' ? `${number} (${type})` : number].join(' · ');
}

/** With the service's reason for a failed production, if there is one. */
export function noFileText({ order, index }: DeliveryToDownload): string {
  const delivery = order.deliveries[index];
  const phase = orderPhase(order.status);
  const reason = delivery?.message ?? (phase === 'failed' ? orderProblem(order) : delivery?.errorCode);
  const { id } = order;
  if (reason !== undefined)
    return l10n.t('Order {0} has no file to download. The service reported: "{1}"', id, safeLine(reason));
  return phase === 'inProgress'
    ? l10n.t("Order {0} isn't delivered yet. You'll be notified.", id)
    : l10n.t('Order {0} has no file to download.', id);
}

export function outcomeText(outcome: DownloadOutcome, delivery: DeliveryToDownload): string {
  switch (outcome.kind) {
    case 'done':
      return l10n.t('downloaded');
    case 'cancelled':
      return l10n.t('Canceled.');
    case 'notReady':
      return noFileText(delivery);
    case 'noRoom':
      return noRoomText(outcome.missing);
    case 'failed':
      return describeError(outcome.error);
  }
}

/** @param missing bytes; `undefined` if unknown */
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

/** @param bytes size of the file */
export function tooLargeText(name: string, bytes: number): string {
  return l10n.t('{0} ({1}) is too large for the editor.', name, byteText(bytes));
}

/** @param name of the file */
export function noReportText(name: string): string {
  return l10n.t('{0} is not a GeoJSON FeatureCollection.', name);
}
