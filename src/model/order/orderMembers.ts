/** The members of request bodies (specification: Analytic order body, Product order body), spelt as on the wire. */
import * as l10n from '@vscode/l10n';
import { isOrderKind } from './order.ts';

/** What has members: the body of a report, the body of products, one product. */
export type OrderPart = 'report' | 'products' | 'product';

export interface OrderMember {
  isRequired: boolean;
  /** A sentence or two for people, in their language. */
  describe: () => string;
}

const kind: OrderMember = {
  isRequired: true,
  describe: () => l10n.t('What is ordered, and how it is paid for. It must match one of your subscriptions.'),
};

/** Taken by deployed services; the specification does not name them. */
const furtherMembers: Readonly<Record<string, OrderMember>> = {
  customerRef: {
    isRequired: false,
    describe: () => l10n.t('Your own reference. The list of orders can be filtered by it.'),
  },
  tags: { isRequired: false, describe: () => l10n.t('Your own tags for the order.') },
};

export const orderMembers: Readonly<Record<OrderPart, Readonly<Record<string, OrderMember>>>> = {
  report: {
    kind,
    title: { isRequired: true, describe: () => l10n.t('The name of the report, or your reference for it.') },
    analytic: {
      isRequired: true,
      describe: () => l10n.t('The code of the analytic, as the service lists it.'),
    },
    resolution: {
      isRequired: true,
      describe: () => l10n.t('Resolution of the images in meters: 0.5 for PHR, 1.5 for SPOT.'),
    },
    imageIds: {
      isRequired: true,
      describe: () =>
        l10n.t('Image ids: one for an analytic that finds objects, two for one that finds changes.'),
    },
    aoi: {
      isRequired: true,
      describe: () =>
        l10n.t('The area of the report: a GeoJSON Polygon of closed rings of [longitude, latitude].'),
    },
    ...furtherMembers,
  },
  products: {
    kind,
    products: {
      isRequired: true,
      describe: () => l10n.t('The products: one for each image and area.'),
    },
    ...furtherMembers,
  },
  product: {
    id: { isRequired: true, describe: () => l10n.t('The image id.') },
    productType: {
      isRequired: true,
      describe: () => l10n.t('The bands of the product. Types that end in "-fs" are for 0.3 m images.'),
    },
    radiometricProcessing: {
      isRequired: true,
      describe: () => l10n.t('How pixel values are processed.'),
    },
    imageFormat: { isRequired: true, describe: () => l10n.t('The format of the image files.') },
    crsCode: {
      isRequired: true,
      describe: () =>
        l10n.t(
          'The projection: "urn:ogc:def:crs:EPSG::" and 4326 for degrees, or 32601–32660 (north) and 32701–32760 (south) for a UTM zone.',
        ),
    },
    aoi: {
      isRequired: true,
      describe: () =>
        l10n.t(
          'The area that the image is clipped to: a GeoJSON Polygon of closed rings of [longitude, latitude], of at least 0.1 km².',
        ),
    },
  },
};

/** What a body is by its kind, or by its other members where the kind is wrong. */
export function partOf(body: Readonly<Record<string, unknown>>): OrderPart {
  if (isOrderKind(body.kind)) return body.kind === 'order.analytics-toolbox.archive' ? 'report' : 'products';
  const ofReport = ['analytic', 'imageIds', 'resolution', 'title', 'aoi'];
  return !('products' in body) && ofReport.some(name => name in body) ? 'report' : 'products';
}

export function requiredMembers(part: OrderPart): string[] {
  return Object.entries(orderMembers[part]).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
}
