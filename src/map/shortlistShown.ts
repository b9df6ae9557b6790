import { isSameArea, type AoiSource } from '../images/catalog.ts';
import { aoisOf, imagesOf } from '../model/order/orderContents.ts';
import { defaultUnit } from '../model/order/order.ts';
import type { MapState } from '../shared/protocol.ts';
import type { MapFacts } from './mapState.ts';

/** The pinned images for the page, with their prices; `undefined` if there are none. */
export function shortlistShown({
  shortlist,
  prices,
  catalog,
}: Pick<MapFacts, 'shortlist' | 'prices' | 'catalog'>): MapState['shortlist'] {
  const pins = shortlist.pins.peek();
  if (pins.length === 0) return undefined;
  const { aoi } = catalog.current.peek();
  const rates = aoi && ratesOf(aoi, prices.priced());
  return {
    isShown: shortlist.isShown.peek(),
    pins: pins.map(({ image: { id }, note }) => {
      const creditsPerKm2 = rates?.get(id);
      return {
        id,
        ...(note === undefined ? {} : { note }),
        ...(creditsPerKm2 === undefined ? {} : { creditsPerKm2 }),
      };
    }),
  };
}

/**
 * Credits per km² of an area, by the ID of an image: of orders of only this image for only this area. The latest price
 * of several counts.
 */
function ratesOf(
  { polygon, areaKm2 }: AoiSource,
  priced: ReturnType<MapFacts['prices']['priced']>,
): Map<string, number> {
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
