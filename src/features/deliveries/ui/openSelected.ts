import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../base/itemAt.ts';
import { shortId } from '../../../service/rules/kindText.ts';
import { orderImageIds } from '../../../service/rules/orderContents.ts';
import { inStatusBar } from '../../../platform/dialogs/window.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { rowsFrom } from '../../../platform/rows/row.ts';
import { isReport } from '../../orders/rules/index.ts';
import { type DeliveryToDownload, readyDeliveries } from '../downloads.ts';
import { reportWork } from '../reportWork.ts';
import { deliveryChoice, type DeliveryParts, selectedDeliveries } from './chooseDelivery.ts';
import { openReport } from './openReport.ts';
import { readSource, type ReportRead } from './reportChoice.ts';
import { showMade } from './showMade.ts';
import { longDeliveryName, noReportText } from './words.ts';

/**
 * Opens the delivered reports of the selected rows on the map: one as it is, several as one unsaved GeoJSON document in
 * which each feature names its report, and has its color.
 *
 * @param all the selected rows if there are several; those without a report are left out
 */
export async function openSelected(parts: DeliveryParts, argument: unknown, all: unknown): Promise<void> {
  const rows = rowsFrom(argument, all);
  const found = rows.length > 1 ? selectedDeliveries(parts, rows) : [];
  const deliveries = found.filter(({ order }) => isReport(order) && readyDeliveries(order).length > 0);
  const [first] = deliveries;
  if (deliveries.length < 2) {
    await openReport(parts, first ? deliveryChoice(first) : argument);
    return;
  }
  const reads: ReportRead[] = [];
  for (const delivery of deliveries) {
    const name = nameAmong(deliveries, delivery);
    const read = await readSource(parts, { kind: 'delivery', delivery, name, path: undefined });
    if (!read) return;
    reads.push(read);
    parts.orders.markSeen(delivery.order.id);
  }
  const title = reads.map(({ name }) => name).join(', ');
  const lengths = reads.map(({ name, text }) => ({ name, length: text.length }));
  const text = await inStatusBar(l10n.t('Reading {0}', title), () =>
    reportWork.run('joinTexts', reads.map(read => read.text).join(''), lengths),
  );
  if (text === undefined) throw new UserError(noReportText(title));
  const { name, uri: from, connection } = itemAt(reads, 0);
  // The newest image on top.
  const byTime = reads.toSorted((a, b) => (a.time ?? 0) - (b.time ?? 0));
  const imageIds = [...new Set(byTime.flatMap(({ order }) => (order ? orderImageIds(order) : [])))];
  await showMade(parts, { title, stem: `reports ${name}`, text, from, imageIds, connection });
}

/** With the ID of the order if another one has the same name. */
function nameAmong(all: readonly DeliveryToDownload[], delivery: DeliveryToDownload): string {
  const name = longDeliveryName(delivery);
  return all.some(other => other !== delivery && longDeliveryName(other) === name)
    ? `${name} · ${shortId(delivery.order.id)}`
    : name;
}
