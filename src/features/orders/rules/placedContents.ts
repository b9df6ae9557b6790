/** What a placed order is about, as far as anybody reports it. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { listOrNone } from '../../../base/fields.ts';
import { geometryCenter } from '../../../geo/center.ts';
import { positionText } from '../../../geo/positionText.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { type AnalyticNames, analyticText } from '../../../service/rules/kindText.ts';
import type { Order } from '../../../service/rules/order.ts';
import { bodyImageIds, type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import { membersIn, orderPart, type ShownMember, shownMembers } from '../../../service/rules/orderMembers.ts';
import { imageName } from './imageText.ts';
import { isReport } from './isReport.ts';
import { type OrderedArea, orderedAreas, orderedAreasText, orderedKm2 } from './orderedAreas.ts';
import { pastBody } from './pastOrder.ts';

export interface PlacedContents {
  /** Each once. */
  areas: readonly Polygon[];
  ordered: readonly OrderedArea[];
  /** Of all products together, km²; `undefined` if none is known. */
  areaKm2: number | undefined;
  imageIds: readonly string[];
  analytic: string | undefined;
  /** Types of the products, without duplicates, as the service spells them. */
  productTypes: readonly string[];
  /** Members of the body that have a line of their own, such as the resolution. */
  members: readonly ShownMember[];
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
  const ordered = first(orderedAreas);
  const analytics = first(({ analytic }) => (typeof analytic === 'string' ? [analytic] : []));
  const types = first(({ products }) =>
    listOrNone(products)
      .map(product => membersOrNone(product).productType)
      .filter(type => typeof type === 'string'),
  );
  return {
    areas: ordered.map(({ polygon }) => polygon),
    ordered,
    areaKm2: orderedKm2(ordered),
    imageIds: first(bodyImageIds),
    analytic: isReport(order) ? analytics[0] : undefined,
    productTypes: [...new Set(types)],
    members: shownMembers(Object.assign({}, ...bodies.toReversed(), reportedFields(order)) as Members),
  };
}

/** The members that the service reports as fields of the order. */
function reportedFields({ kind, customerRef, fields }: Order): Members {
  const reported: Members = { ...fields, kind, customerRef };
  const known = membersIn(orderPart(reported)).filter(
    ([name, { role }]) => role !== 'contents' && reported[name] !== undefined,
  );
  return Object.fromEntries(known.map(([name]) => [name, reported[name]]));
}

/** The label of a fact and its value; `undefined` if it isn't known. */
export interface OrderFact {
  label: string;
  value: string | undefined;
}

/** For a tooltip or a page. */
export function contentFacts(
  { ordered, imageIds, analytic, productTypes }: PlacedContents,
  imageById: (id: string) => Image | undefined,
  analytics?: AnalyticNames,
): Record<'analytic' | 'products' | 'area' | 'images', OrderFact> {
  const images = imageIds.map(id => {
    const image = imageById(id);
    return image ? imageName(image) : id;
  });
  return {
    analytic: { label: l10n.t('Analytic'), value: analytic && analyticText(analytic, analytics) },
    products: { label: l10n.t('Product'), value: productTypes.join(', ') },
    area: { label: l10n.t('Area'), value: areasPlaceText(ordered) },
    images: { label: images.length > 1 ? l10n.t('Images') : l10n.t('Image'), value: images.join(' · ') },
  };
}

function areasPlaceText(areas: readonly OrderedArea[]): string | undefined {
  const size = orderedAreasText(areas);
  const [first, ...others] = areas;
  if (size === undefined || !first || others.length > 0) return size;
  return l10n.t('{0} at {1}', size, positionText(middlePosition([first.polygon]), 3));
}

/** The middle of the box around polygons, [longitude, latitude]. @throws RangeError if they have no positions */
export function middlePosition(polygons: readonly Polygon[]): [number, number] {
  const center = geometryCenter({ geometries: polygons });
  if (!center) throw new RangeError('Nothing without positions has a middle.');
  return center;
}
