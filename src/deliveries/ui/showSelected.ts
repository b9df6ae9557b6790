import * as l10n from '@vscode/l10n';
import { geojsonWork } from '../../editor/documents/geojsonWork.ts';
import { givenRows } from '../../editor/rows/row.ts';
import { UserError } from '../../editor/host/userError.ts';
import { inStatusBar } from '../../editor/dialogs/window.ts';
import { isReport } from '../../model/order/isReport.ts';
import { shortId } from '../../model/words/kindText.ts';
import { itemAt } from '../../model/itemAt.ts';
import { readyDeliveries, type WantedDelivery } from '../downloads.ts';
import { deliveriesOf, deliveryName, rowOf, type DeliveryParts } from './chooseDelivery.ts';
import { noReportText, showOrderOnMap } from './openReport.ts';
import { readSource, type ReportRead } from './reportChoice.ts';
import { showMade } from './showMade.ts';

/**
 * Shows the delivered reports of the selected rows on the map: one as it is, several as one unsaved GeoJSON document in
 * which each feature names its report, and has its color.
 *
 * @param all the selected rows if there are several; those without a report are left out
 */
export async function showSelected(parts: DeliveryParts, given: unknown, all: unknown): Promise<void> {
  const rows = givenRows(given, all);
  const found = rows.length > 1 ? deliveriesOf(parts, rows) : [];
  const wanted = found.filter(({ order }) => isReport(order) && readyDeliveries(order).length > 0);
  const [first] = wanted;
  if (wanted.length < 2) {
    await showOrderOnMap(parts, first ? rowOf(first) : given);
    return;
  }
  const reads: ReportRead[] = [];
  for (const one of wanted) {
    const name = nameAmong(wanted, one);
    const read = await readSource(parts, { kind: 'delivery', wanted: one, name, path: undefined });
    if (!read) return;
    reads.push(read);
    parts.orders.markSeen(one.order.id);
  }
  const title = reads.map(({ name }) => name).join(', ');
  const lengths = reads.map(({ name, text }) => ({ name, length: text.length }));
  const text = await inStatusBar(l10n.t('Reading {0}', title), () =>
    geojsonWork('joinTexts', reads.map(read => read.text).join(''), lengths),
  );
  if (text === undefined) throw new UserError(noReportText(title));
  const { name, uri: from } = itemAt(reads, 0);
  await showMade(parts, { title, stem: `reports ${name}`, text, from });
}

/** With the ID of the order if another one has the same name. */
function nameAmong(all: readonly WantedDelivery[], one: WantedDelivery): string {
  const name = deliveryName(one);
  return all.some(other => other !== one && deliveryName(other) === name)
    ? `${name} · ${shortId(one.order.id)}`
    : name;
}
