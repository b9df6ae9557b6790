/** The facts of an order by name: its page, its tooltip and its documents each take those that they show. */
import * as l10n from '@vscode/l10n';
import { momentText } from '../../../../base/words/moment.ts';
import { coveredShare } from '../../../../geo/coverage.ts';
import type { Image } from '../../../../service/rules/imagery.ts';
import {
  type AnalyticNames,
  orderKindText,
  orderStatusText,
  statusAsSent,
} from '../../../../service/rules/kindText.ts';
import { formatAmount, type Order } from '../../../../service/rules/order.ts';
import type { Fact } from '../../../../platform/rows/row.ts';
import { contentFacts, type OrderFact, type PlacedContents } from '../../rules/placedContents.ts';
import { pricePerKm2 } from './price.ts';

/** @param analytics if they are known */
export function factsOfOrder(
  order: Order,
  contents: PlacedContents,
  imageById: (id: string) => Image | undefined,
  analytics?: AnalyticNames,
) {
  const { kind, estimatedAmount } = order;
  return {
    status: { label: l10n.t('Status'), value: orderStatusText(order.status) },
    statusAsSent: { label: l10n.t('Status at the service'), value: statusAsSent(order.status) },
    kind: { label: l10n.t('Kind'), value: kind && orderKindText(kind) },
    ...contentFacts(contents, imageById, analytics),
    price: { label: l10n.t('Price'), value: pricePerKm2(order, countedKm2(contents, imageById)) },
    estimate: { label: l10n.t('Estimate'), value: estimatedAmount && formatAmount(estimatedAmount) },
    message: { label: l10n.t('Message'), value: order.message },
    placed: { label: l10n.t('Placed'), value: momentText(order.createdAt) },
    updated: { label: l10n.t('Updated'), value: momentText(order.updatedAt) },
    id: { label: l10n.t('ID'), value: order.id },
  } satisfies Record<string, OrderFact>;
}

/**
 * What the service counted, km²: it doesn't report it, and counts only what an image covers. `undefined` unless each image
 * is known to cover the area.
 */
function countedKm2(
  { areaKm2, areas, imageIds }: PlacedContents,
  imageById: (id: string) => Image | undefined,
): number | undefined {
  const isWhole = imageIds.every(id => {
    const image = imageById(id);
    return image && areas.every(area => coveredShare(area, image.footprint) > 0.99);
  });
  return isWhole && imageIds.length > 0 ? areaKm2 : undefined;
}

/** For lists of facts of any kind. */
export function factsIn(facts: readonly OrderFact[]): Fact[] {
  return facts.map(({ label, value }) => [label, value]);
}
