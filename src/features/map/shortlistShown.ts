import { defaultUnit } from '../../service/rules/order.ts';
import { aoisOf, imagesOf } from '../../service/rules/orderContents.ts';
import { type AoiSource, type Catalog, isSameArea, type Shortlist } from '../images/index.ts';
import type { MapState } from '../../protocol/protocol.ts';
import type { Prices } from '../orders/index.ts';

interface Sources {
  shortlist: Pick<Shortlist, 'pins' | 'isShown'>;
  prices: Pick<Prices, 'priced'>;
  catalog: Pick<Catalog, 'current'>;
}

/** The pinned images for the page, with their prices; `undefined` if there are none. */
export function shortlistShown({ shortlist, prices, catalog }: Sources): MapState['shortlist'] {
  const pins = shortlist.pins.value;
  if (pins.length === 0) return undefined;
  const { aoi } = catalog.current.value;
  const rates = aoi && ratesOf(aoi, prices.priced());
  return {
    isShown: shortlist.isShown.value,
    pins: pins.map(({ image: { id }, note }) => {
      const creditsPerKm2 = rates?.get(id);
      return {
        id,
        note,
        creditsPerKm2,
      };
    }),
  };
}

/**
 * Credits per km² of an area, by the ID of an image: of orders of only this image for only this area. The latest price
 * of several counts.
 */
function ratesOf({ polygon, areaKm2 }: AoiSource, priced: ReturnType<Prices['priced']>): Map<string, number> {
  const rates = new Map<string, number>();
  for (const { body, price } of priced) {
    const [id, ...otherImages] = imagesOf(body);
    const [area, ...otherAreas] = aoisOf(body);
    const isOnlyThis = otherImages.length === 0 && otherAreas.length === 0;
    const { value, unit } = price.total;
    if (id === undefined || !area || !isOnlyThis || unit !== defaultUnit) continue;
    if (isSameArea(area.polygon, polygon)) rates.set(id, value / areaKm2);
  }
  return rates;
}
