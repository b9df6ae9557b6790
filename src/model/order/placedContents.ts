/** What a placed order is about, as far as anybody reports it. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { Image } from '../images/imagery.ts';
import { centerOf } from '../geometry/center.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { areaText } from '../words/areaText.ts';
import { positionText } from '../words/positionText.ts';
import { imageName } from './imageText.ts';
import { isReport } from './isReport.ts';
import type { Order } from './order.ts';
import { imagesOf, listOf, type Members, membersOf } from './orderContents.ts';
import { areasOf, pastBody } from './pastOrder.ts';

export interface PlacedContents {
  areas: readonly Polygon[];
  /** Total of the areas, km²; `undefined` if none is known. */
  areaKm2: number | undefined;
  imageIds: readonly string[];
  analytic: string | undefined;
  /** Types of the products, without duplicates, as the service spells them. */
  productTypes: readonly string[];
}

/**
 * Each part from the first that reports it: the service's echo of the body, its deliveries, this machine.
 *
 * @param sent the body that this machine sent, if known
 */
export function placedContents(order: Order, sent: Members = {}): PlacedContents {
  const bodies = [
    pastBody({ ...order, deliveries: [] })?.body ?? {},
    pastBody({ ...order, payload: undefined })?.body ?? {},
    sent,
  ];
  const first = <T>(read: (body: Members) => readonly T[]) =>
    bodies.map(read).find(found => found.length > 0) ?? [];
  const areas = first(areasOf);
  const analytics = first(({ analytic }) => (typeof analytic === 'string' ? [analytic] : []));
  const types = first(({ products }) =>
    listOf(products)
      .map(product => membersOf(product).productType)
      .filter(type => typeof type === 'string'),
  );
  return {
    areas,
    areaKm2:
      areas.length === 0 ? undefined : areas.reduce((sum, polygon) => sum + polygonAreaKm2(polygon), 0),
    imageIds: first(imagesOf),
    analytic: isReport(order) ? analytics[0] : undefined,
    productTypes: [...new Set(types)],
  };
}

/** Names and values for a tooltip or a page; `undefined` values are not known. */
export function contentFacts(
  { areas, areaKm2, imageIds, analytic, productTypes }: PlacedContents,
  imageOf: (id: string) => Image | undefined,
  analyticName = analytic,
): [name: string, value: string | undefined][] {
  const images = imageIds.map(id => {
    const image = imageOf(id);
    return image ? imageName(image) : id;
  });
  return [
    [l10n.t('Analytic'), analyticName],
    [l10n.t('Product'), productTypes.join(', ')],
    [l10n.t('Area'), areaKm2 === undefined ? undefined : placeText(areas, areaKm2)],
    [images.length > 1 ? l10n.t('Images') : l10n.t('Image'), images.join(' · ')],
  ];
}

function placeText([first, ...others]: readonly Polygon[], areaKm2: number): string {
  const size = areaText(areaKm2);
  if (!first) return size;
  if (others.length > 0) return l10n.t('{0} in {1} areas', size, others.length + 1);
  return l10n.t('{0} at {1}', size, positionText(middleOf([first]), 3));
}

/** The middle of the box around polygons, [longitude, latitude]. @throws RangeError if they have no positions */
export function middleOf(polygons: readonly Polygon[]): [number, number] {
  const center = centerOf({ geometries: polygons });
  if (!center) throw new RangeError('Nothing without positions has a middle.');
  return center;
}
