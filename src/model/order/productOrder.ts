import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { withoutAltitude } from '../aoi/aoi.ts';
import { isConstellation, type Constellation, type Image } from '../images/imagery.ts';
import { consumptionModes, type OrderKind } from './order.ts';
import { membersOf } from './orderContents.ts';
import { error, placedBelow, warning, type Problem } from '../problem.ts';
import { checkProduct } from './product.ts';
import type { ImageFormat, ProductType, Radiometry } from './productOptions.ts';
import { crsCodeOf, geodetic, utmZoneOf } from './projection.ts';
import { stableText } from '../json/stableText.ts';

export type ProductOrderKind = Exclude<OrderKind, 'order.analytics-toolbox.archive'>;

const productOrderKinds: readonly string[] = [
  'order.data.product',
  'order.data.gb.product',
] satisfies ProductOrderKind[];

/** One image, clipped to an area, with its options. */
export interface Product {
  /** Id of the image. */
  id: string;
  productType: ProductType;
  radiometricProcessing: Radiometry;
  imageFormat: ImageFormat;
  /** `urn:ogc:def:crs:EPSG::<code>`, see `crsCodeOf`. */
  crsCode: string;
  aoi: Polygon;
}

/** Request body of a price or an order (specification: Product order body), spelled as in requests. */
export interface ProductOrderBody {
  kind: ProductOrderKind;
  products: Product[];
}

export function isProductOrderKind(kind: unknown): kind is ProductOrderKind {
  return typeof kind === 'string' && productOrderKinds.includes(kind);
}

/**
 * What the specification forbids in a product order, and warnings for what it allows but doesn't recommend.
 *
 * @param imageOf facts about an image that the order names; unknown images aren't checked
 */
export function checkProductOrder(
  kind: ProductOrderKind,
  products: unknown,
  imageOf: (id: string) => Image | undefined = () => undefined,
): Problem[] {
  const ofKind = checkKind(kind);
  if (!Array.isArray(products) || products.length === 0) {
    const message = l10n.t('"products" must list at least one product.');
    return [...ofKind, error('products-missing', message, ['products'])];
  }
  return [...ofKind, ...checkProducts(products, kind, imageOf)];
}

function checkKind(kind: ProductOrderKind): Problem[] {
  if (!consumptionModes[kind].every(mode => mode.toBeAbandoned)) return [];
  const message = l10n.t(
    'Orders by volume ("{0}") are deprecated. "{1}" counts the area instead, if your subscription pays for it.',
    kind,
    'order.data.product',
  );
  return [warning('kind-abandoned', message, ['kind'])];
}

function checkProducts(
  products: readonly unknown[],
  kind: ProductOrderKind,
  imageOf: (id: string) => Image | undefined,
): Problem[] {
  const duplicates = duplicatesOf(products);
  return products.flatMap((product, index) => {
    const { id } = membersOf(product);
    const found = checkProduct(product, kind, typeof id === 'string' ? imageOf(id) : undefined);
    const duplicate = duplicates.get(index);
    if (duplicate !== undefined) {
      const message = l10n.t('The same product is ordered and paid for twice: see products[{0}].', duplicate);
      found.push(warning('product-double', message, []));
    }
    return found.map(one => placedBelow(one, ['products', index]));
  });
}

/** Maps the index of each duplicate product to the index of the earlier equal one. */
function duplicatesOf(products: readonly unknown[]): Map<number, number> {
  const duplicates = new Map<number, number>();
  const places = [...products.keys()];
  // An AOI can be long: only products of the same image are compared.
  for (const [id, ofImage] of Map.groupBy(places, place => membersOf(products[place]).id)) {
    if (typeof id !== 'string' || ofImage.length < 2) continue;
    const first = new Map<string | undefined, number>();
    for (const place of ofImage) {
      const text = stableText(products[place]);
      const same = first.get(text);
      if (same === undefined) first.set(text, place);
      else duplicates.set(place, same);
    }
  }
  return duplicates;
}

/** The type that suits most users. */
export const usualProductType: Readonly<Record<Constellation, ProductType>> = {
  PNEO: 'pansharpened-fs',
  PHR: 'pansharpened',
  SPOT: 'pansharpened',
};

/**
 * The product that suits most users: color at full sharpness, calibrated, as GeoTIFF in the UTM zone of the area, or in
 * degrees if there is none. `undefined` for an image of an unknown constellation.
 */
export function draftProduct({ id, constellation }: Image, aoi: Polygon): Product | undefined {
  if (!isConstellation(constellation)) return undefined;
  return {
    id,
    productType: usualProductType[constellation],
    radiometricProcessing: 'REFLECTANCE',
    imageFormat: 'image/geotiff',
    crsCode: crsCodeOf(utmZoneOf(aoi) ?? geodetic),
    aoi: withoutAltitude(aoi),
  };
}
