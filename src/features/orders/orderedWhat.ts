import { isRecord } from '../../base/fields.ts';
import { dayText } from '../../base/words/moment.ts';
import { customName } from '../../service/rules/customName.ts';
import type { Image } from '../../service/rules/imagery.ts';
import { orderKindText, shortId } from '../../service/rules/kindText.ts';
import type { Order } from '../../service/rules/order.ts';

/** The ids of the images of orders that have no name, as far as the service reports them. */
export function imagesOfNameless(orders: readonly Order[]): string[] {
  const nameless = orders.filter(order => customName(order) === undefined);
  return unique(nameless.flatMap(orderedParts).flatMap(({ id }) => listedTexts(id)));
}

/**
 * What was ordered, for an order that nobody named: the types of its products, and the days of its images, or else the
 * first characters of its id. `undefined` if neither is known.
 */
function orderedWhat(
  order: Order,
  imageById: (id: string) => Pick<Image, 'acquisitionDate'> | undefined,
): string | undefined {
  const parts = orderedParts(order);
  const types = unique(parts.flatMap(({ productType }) => listedTexts(productType)));
  const ids = unique(parts.flatMap(({ id }) => listedTexts(id)));
  const days = unique(ids.flatMap(id => imageById(id)?.acquisitionDate ?? []).map(dayText)).sort();
  if (types.length === 0 && days.length === 0) return undefined;
  const kind = order.kind === undefined ? [] : [orderKindText(order.kind)];
  const what = types.length > 0 ? types : kind;
  return [what.join(', '), days.length > 0 ? days.join(', ') : shortId(order.id)].join(' ').trim();
}

/** The same for several, by order id; those of which nothing is known are left out. */
export function orderedWhats(
  orders: readonly Order[],
  imageById: Parameters<typeof orderedWhat>[1],
): Map<string, string> {
  return new Map(
    orders.flatMap(order => {
      const what = orderedWhat(order, imageById);
      return what === undefined ? [] : [[order.id, what] as const];
    }),
  );
}

/** What each product was ordered with: as the service repeats the body, or else as it reports the deliveries. */
function orderedParts({ payload, deliveries }: Order): readonly Record<string, unknown>[] {
  const products: unknown = payload?.products;
  const imageIds: unknown = payload?.imageIds;
  if (Array.isArray(products) && products.length > 0) return products.filter(isRecord);
  if (Array.isArray(imageIds)) return imageIds.map((id: unknown) => ({ id }));
  return deliveries.flatMap(({ datas = {} }): readonly Record<string, unknown>[] => {
    const ids: unknown = datas.imageIds;
    return Array.isArray(ids) ? ids.map((id: unknown) => ({ id })) : [datas];
  });
}

function listedTexts(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
