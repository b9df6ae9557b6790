import stringify from 'json-stringify-pretty-compact';
import type { AnalyticOrderBody } from '../model/order/analyticOrder.ts';
import type { ProductOrderBody } from '../model/order/productOrder.ts';
import type { AoiSource } from '../state/catalog.ts';
import { openDraft } from './openDraft.ts';

/** Opens the draft of an order as an unsaved document beside the AOI's file, in the column of the AOI's text. */
export async function openOrderDraft(
  { uri }: AoiSource,
  title: string,
  body: AnalyticOrderBody | ProductOrderBody,
): Promise<void> {
  await openDraft({
    name: title,
    ending: '.order.json',
    language: 'json',
    text: `${stringify(body)}\n`,
    from: uri,
  });
}
