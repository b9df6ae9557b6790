import * as l10n from '@vscode/l10n';
import { back } from '../../editor/steps.ts';
import { draftAnalyticOrder } from './draftAnalyticOrder.ts';
import { draftProductOrder } from './draftProductOrder.ts';
import { chooseOne, type Option } from './optionStep.ts';
import type { OrderDraftParts } from './orderDraft.ts';
import { labelOfSort, readRights, whyNotSort, type OrderSort, type RightsParts } from './orderRights.ts';

/**
 * Asks what is to be ordered, a report or image products, and has that drafted.
 *
 * @param given an {@link AoiTarget}, or nothing for the AOI in hand, else the one at the cursor, else one that is asked
 *   for
 */
export async function draftOrder(parts: OrderDraftParts, given?: unknown): Promise<void> {
  let now: OrderSort = 'report';
  for (;;) {
    const sort = await askSort(parts, now, false);
    if (sort === undefined || sort === back) return;
    now = sort;
    const end =
      sort === 'report'
        ? await draftAnalyticOrder(parts, given, true)
        : await draftProductOrder(parts, given, true);
    if (end !== back) return;
  }
}

/** A report or image products; what the user has no right to comes last, with the reason. */
export async function askSort(
  parts: RightsParts,
  now: OrderSort,
  hasBack: boolean,
): Promise<OrderSort | typeof back | undefined> {
  const rights = await readRights(parts);
  const option = (value: OrderSort, text: string): Option<OrderSort> => ({
    value,
    label: labelOfSort(value),
    text,
    whyNot: whyNotSort(value, rights),
  });
  return chooseOne({
    title: l10n.t('What do you want to order?'),
    placeholder: l10n.t('The draft is a file. Nothing is ordered yet.'),
    items: [
      option('report', l10n.t('objects or changes found on one or two images')),
      option('product', l10n.t('the images, clipped to the area')),
    ],
    now,
    hasBack,
  });
}
