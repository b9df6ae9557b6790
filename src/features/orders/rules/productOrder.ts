import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { isRecord } from '../../../base/fields.ts';
import { stableText } from '../../../base/json/stableText.ts';
import { error, placedBelow, type Problem, warning } from '../../../base/problem.ts';
import { readOrderAoi, withoutAltitude } from '../../../geo/aoi.ts';
import {
  allowedCodes,
  crsName,
  geodetic,
  isAllowedEpsg,
  isFarFrom,
  meantEpsg,
  parseCrsCode,
  toCrsCode,
  utmEpsg,
} from '../../../geo/projection.ts';
import { checkArea } from '../../../geo/smallestAoi.ts';
import {
  type Constellation,
  constellationCodes,
  type Image,
  isConstellation,
} from '../../../service/rules/imagery.ts';
import { notMeant, wordFault } from '../../../service/rules/memberForms.ts';
import { nearWord } from '../../../service/rules/nearWord.ts';
import { consumptionModes, type OrderKind, type ProductOrderKind } from '../../../service/rules/order.ts';
import { type Members, membersOrNone } from '../../../service/rules/orderContents.ts';
import type { Drafted } from '../../../service/rules/orderMembers.ts';
import {
  isProductType,
  type ProductOption,
  type ProductType,
  productTypes,
  radiometries,
  supportedOptions,
} from '../../../service/rules/productOptions.ts';
import { checkForms, checkImage } from './checkMembers.ts';

const productOrderKinds: readonly string[] = [
  'order.data.product',
  'order.data.gb.product',
] satisfies ProductOrderKind[];

/** One image, clipped to an area, with its options. */
export type Product = Drafted<'product'>;

/** Request body of a price or an order (specification: Product order body), spelled as in requests. */
export type ProductOrderBody = Omit<Drafted<'products'>, 'products'> & {
  kind: ProductOrderKind;
  products: Product[];
};

export function isProductOrderKind(kind: unknown): kind is ProductOrderKind {
  return typeof kind === 'string' && productOrderKinds.includes(kind);
}

/**
 * What the specification forbids in a product order, and warnings for what it allows but doesn't recommend.
 *
 * @param imageById facts about an image that the order names; unknown images aren't checked
 */
export function checkProductOrder(
  kind: ProductOrderKind,
  body: Members,
  imageById: (id: string) => Image | undefined = () => undefined,
): Problem[] {
  return checkForms('products', body, {
    kind: () => checkKind(kind),
    products(products) {
      if (Array.isArray(products) && products.length > 0) return checkProducts(products, kind, imageById);
      return [error('products-missing', l10n.t('"products" must list at least one product.'), ['products'])];
    },
  });
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
  imageById: (id: string) => Image | undefined,
): Problem[] {
  const duplicates = duplicateProducts(products);
  return products.flatMap((product, index) => {
    const { id } = membersOrNone(product);
    const found = checkProduct(product, kind, typeof id === 'string' ? imageById(id) : undefined);
    const duplicate = duplicates.get(index);
    if (duplicate !== undefined) {
      const message = l10n.t('The same product is ordered and paid for twice: see products[{0}].', duplicate);
      found.push(warning('product-double', message, []));
    }
    return found.map(problem => placedBelow(problem, ['products', index]));
  });
}

/** Maps the index of each duplicate product to the index of the earlier equal one. */
function duplicateProducts(products: readonly unknown[]): Map<number, number> {
  const duplicates = new Map<number, number>();
  const indices = [...products.keys()];
  // An AOI can be long: only products of the same image are compared.
  for (const [id, ofImage] of Map.groupBy(indices, index => membersOrNone(products[index]).id)) {
    if (typeof id !== 'string' || ofImage.length < 2) continue;
    const first = new Map<string | undefined, number>();
    for (const index of ofImage) {
      const text = stableText(products[index]);
      const same = first.get(text);
      if (same === undefined) first.set(text, index);
      else duplicates.set(index, same);
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
    crsCode: toCrsCode(utmEpsg(aoi) ?? geodetic),
    aoi: withoutAltitude(aoi),
  };
}

/**
 * What is wrong with one product of an order (specification: Product order body, `products[]`). Paths are relative to
 * the product.
 *
 * @param kind of the order
 * @param image the one that the product names, where it is known
 */
export function checkProduct(product: unknown, kind: OrderKind, image: Image | undefined): Problem[] {
  if (!isRecord(product)) {
    const message = l10n.t('A product must be an object with an image id, options and an AOI.');
    return [error('product-not-object', message, [])];
  }
  const sensors = possibleSensors(product.productType, image);
  const { ofAoi, aoi } = readOrderAoi(product.aoi);
  return [
    ...checkForms('product', product, {
      productType: type => checkOption('productType', type, productTypes, sensors),
      radiometricProcessing: option => checkOption('radiometricProcessing', option, radiometries, sensors),
      crsCode: code => checkCrs(code, aoi),
      aoi: () => ofAoi,
    }),
    ...(aoi ? checkArea(aoi) : []),
    ...checkSensor(kind, sensors, image),
    ...(image ? checkImage(image, aoi, ['id'], ['aoi']) : []),
  ];
}

/** Whose image it can be: the image tells, else the product type, which not every sensor comes in. */
export function possibleSensors(productType: unknown, image: Image | undefined): readonly Constellation[] {
  if (isConstellation(image?.constellation)) return [image.constellation];
  return isProductType(productType) ? productTypes[productType].constellations : constellationCodes;
}

/** A value of a table that must also be had of the sensor. */
function checkOption<T extends string>(
  name: 'productType' | 'radiometricProcessing',
  value: unknown,
  options: Readonly<Record<T, ProductOption>>,
  sensors: readonly Constellation[],
): Problem[] {
  const allowed: readonly string[] = supportedOptions(options, sensors);
  const code = name === 'productType' ? 'product-type' : 'radiometry';
  if (typeof value !== 'string' || !Object.hasOwn(options, value)) {
    const fault = wordFault(name, value, allowed);
    return fault ? [{ ...error(code, fault.message, [name]), meant: fault.meant }] : [];
  }
  if (allowed.includes(value)) return [];
  const message = l10n.t(
    '"{0}" isn\'t available for {1}. Available: {2}.',
    value,
    sensors.join(' / '),
    allowed.join(', '),
  );
  return [{ ...error(`${code}-sensor`, message, [name]), meant: nearWord(value, allowed) }];
}

function checkCrs(crsCode: unknown, aoi: Polygon | undefined): Problem[] {
  const epsg = typeof crsCode === 'string' ? parseCrsCode(crsCode) : undefined;
  if (epsg === undefined || !isAllowedEpsg(epsg)) {
    const meant = epsg === undefined ? meantEpsg(crsCode) : undefined;
    const as = meant === undefined ? undefined : toCrsCode(meant);
    const code = epsg === undefined ? 'crs-form' : 'crs-range';
    const allowed = allowedCodes.split(', ').map(toCrsCode);
    const { message, meant: value } = notMeant('crsCode', crsCode, allowed, as);
    const severity = as !== undefined && isOtherForm(crsCode) ? warning : error;
    return [{ ...severity(code, message, ['crsCode']), meant: value }];
  }
  if (!aoi || !isFarFrom(epsg, aoi)) return [];
  const better = utmEpsg(aoi) ?? geodetic;
  const message = l10n.t(
    'The AOI is far outside {0}, which distorts it. Use {1}: "{2}".',
    crsName(epsg),
    crsName(better),
    toCrsCode(better),
  );
  return [warning('crs-far', message, ['crsCode'])];
}

/** The form of orders is only shown in examples: the service may read others that name the same code. */
function isOtherForm(crsCode: unknown): boolean {
  const forms =
    /^(urn:(ogc|x-ogc):def:crs:epsg:[\d.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/epsg\/[\d.]+\/|epsg:)?\d+$/i;
  return typeof crsCode === 'string' && forms.test(crsCode.trim());
}

/** Specification: Order, `kind` values, by sensor. */
function checkSensor(
  kind: OrderKind,
  sensors: readonly Constellation[],
  image: Image | undefined,
): Problem[] {
  const taken = consumptionModes[kind].flatMap(mode => mode.constellations);
  if (sensors.some(sensor => taken.includes(sensor))) return [];
  const message = l10n.t(
    '{0} images can\'t be ordered with "{1}". Use "{2}".',
    sensors.join(' / '),
    kind,
    'order.data.product',
  );
  return [error('kind-sensor', message, [isConstellation(image?.constellation) ? 'id' : 'productType'])];
}
