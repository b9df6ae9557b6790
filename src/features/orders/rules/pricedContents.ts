import { listOrNone, textOrNothing } from '../../../base/fields.ts';
import { analyticOrderKind } from '../../../service/rules/analyticOrder.ts';
import { constellationCodes, constellations, type Image } from '../../../service/rules/imagery.ts';
import type { Price } from '../../../service/rules/order.ts';
import { type Members, membersOrNone, totalAreaKm2 } from '../../../service/rules/orderContents.ts';
import { possibleSensors } from './productOrder.ts';

/** What a price depends on. A member is absent if it isn't known, or if the parts of the order differ in it. */
export interface PricedContents {
  /** As the service counts it, otherwise the total of the AOIs, km². */
  areaKm2?: number;
  /** The product type or the analytic, as the service spells it. */
  product?: string;
  constellation?: string;
}

export function pricedContents(
  body: Members,
  price: Pick<Price, 'areaKm2'>,
  imageById: (id: string) => Image | undefined,
): PricedContents {
  const areaKm2 = price.areaKm2 ?? totalAreaKm2(body);
  const items = pricedItems(body, imageById);
  const product = soleValue(items.map(item => item.product));
  const constellation = soleValue(items.map(item => item.constellation));
  return {
    areaKm2,
    product,
    constellation,
  };
}

/** One part of an order with a price of its own: a report, or a product of one image. */
export interface PricedItem {
  product: string | undefined;
  constellation: string | undefined;
  image: Image | undefined;
  /** The members of the body with the AOI of this part. */
  members: Members;
}

export function pricedItems(body: Members, imageById: (id: string) => Image | undefined): PricedItem[] {
  if (body.kind === analyticOrderKind) {
    const sensors = constellationCodes.filter(code => constellations[code].gsd === body.resolution);
    const product = textOrNothing(body.analytic);
    return [{ product, constellation: soleValue(sensors), image: undefined, members: body }];
  }
  return listOrNone(body.products).map(item => {
    const members = membersOrNone(item);
    const id = textOrNothing(members.id);
    const image = id === undefined ? undefined : imageById(id);
    const constellation = soleValue(possibleSensors(members.productType, image));
    return { product: textOrNothing(members.productType), constellation, image, members };
  });
}

/** The value, if all are the same. */
function soleValue(values: readonly (string | undefined)[]): string | undefined {
  const [first, ...others] = new Set(values);
  return others.length === 0 ? first : undefined;
}
