import { listOrNone, textOrNothing } from '../../base/fields.ts';
import { safeLine } from '../../base/words/safeText.ts';
import { type AnalyticNames, analyticText, orderKindText } from '../../service/rules/kindText.ts';
import { defaultUnit } from '../../service/rules/order.ts';
import { bodyAois, bodyImageIds, type Members, membersOrNone } from '../../service/rules/orderContents.ts';
import { type AoiSource, type Catalog, isSameArea, type Shortlist } from '../images/index.ts';
import type { MapState } from '../../protocol/protocol.ts';
import type { Owned, Prices } from '../orders/index.ts';

interface Sources {
  shortlist: Pick<Shortlist, 'pins' | 'isShown'>;
  prices: Pick<Prices, 'priced'>;
  catalog: Pick<Catalog, 'current'>;
  owned: Pick<Owned, 'analytics'>;
}

/** The pinned images for the page, with their prices; `undefined` if there are none. */
export function shortlistShown({ shortlist, prices, catalog, owned }: Sources): MapState['shortlist'] {
  const pins = shortlist.pins.value;
  if (pins.length === 0) return undefined;
  const { aoi } = catalog.current.value;
  const rates = aoi && priceRates(aoi, prices.priced(), owned.analytics());
  return {
    isShown: shortlist.isShown.value,
    pins: pins.map(({ image: { id }, note }) => {
      const creditsPerKm2 = rates?.byImage.get(id);
      return {
        id,
        note,
        creditsPerKm2,
        rateOf: creditsPerKm2 === undefined ? undefined : rates?.of,
      };
    }),
  };
}

interface Rates {
  /** What they are prices of: `Image product (pansharpened)`. */
  of: string | undefined;
  byImage: ReadonlyMap<string, number>;
}

/**
 * Credits per km² of an area, by the ID of an image: of orders of only this image for only this area. Reports and
 * products don't compare: the rates are of what was priced last, with the latest price of each image.
 */
function priceRates(
  { polygon, areaKm2 }: AoiSource,
  priced: ReturnType<Prices['priced']>,
  analytics: AnalyticNames | undefined,
): Rates {
  const rates = priced.flatMap(({ body, price }) => {
    const [id, ...otherImages] = bodyImageIds(body);
    const [area, ...otherAreas] = bodyAois(body);
    const isOnlyThis = otherImages.length === 0 && otherAreas.length === 0;
    const { value, unit } = price.total;
    if (id === undefined || !area || !isOnlyThis || unit !== defaultUnit) return [];
    return isSameArea(area.polygon, polygon)
      ? [{ id, of: contentText(body, analytics), rate: value / areaKm2 }]
      : [];
  });
  const of = rates.at(-1)?.of;
  return { of, byImage: new Map(rates.flatMap(rate => (rate.of === of ? [[rate.id, rate.rate]] : []))) };
}

/** What an order is of: `Image product (pansharpened)`, `Analytic report (Change detection)`. */
function contentText(body: Members, analytics: AnalyticNames | undefined): string {
  const kind = orderKindText(String(body.kind));
  const analytic = textOrNothing(body.analytic);
  const product = textOrNothing(membersOrNone(listOrNone(body.products)[0]).productType);
  const what = analytic === undefined ? product : analyticText(analytic, analytics);
  return what === undefined ? kind : `${kind} (${safeLine(what, 40)})`;
}
