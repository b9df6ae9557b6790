import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { checkOrderAoi } from '../aoi/aoi.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { constellationCodes, isConstellation, type Constellation, type Image } from '../images/imagery.ts';
import { checkImage } from './checkImage.ts';
import { consumptionModes, type OrderKind } from './order.ts';
import { notAllowed, textNeeded } from './checkMembers.ts';
import { nearWord } from './nearWord.ts';
import type { Members } from './orderContents.ts';
import { error, warning, type Problem } from '../problem.ts';
import {
  imageFormats,
  isProductType,
  optionsOf,
  productTypes,
  radiometries,
  type ProductOption,
} from './productOptions.ts';
import {
  allowedCodes,
  crsCodeOf,
  crsName,
  epsgOf,
  geodetic,
  isAllowedEpsg,
  isFarFrom,
  meantEpsg,
  utmZoneOf,
} from './projection.ts';
import { isRecord } from '../fields.ts';

/** Least area of an AOI, km² (specification: Limits, minimum AOI area). */
export const smallestAoiKm2 = 0.1;

/** By how much an area on the sphere and one on the ellipsoid can differ: 0.9 % at the poles. */
const areaTolerance = 0.01;

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
  const sensors = sensorsOf(product.productType, image);
  const ofAoi = checkOrderAoi(product.aoi);
  const isSound = ofAoi.every(({ severity }) => severity !== 'error');
  const aoi = isSound ? (product.aoi as Polygon) : undefined;
  return [
    ...checkId(product.id),
    ...checkOption(product, 'productType', 'product-type', productTypes, sensors),
    ...checkOption(product, 'radiometricProcessing', 'radiometry', radiometries, sensors),
    ...checkWord(product, 'imageFormat', 'image-format', Object.keys(imageFormats)),
    ...checkCrs(product.crsCode, aoi),
    ...ofAoi,
    ...(aoi ? checkArea(aoi) : []),
    ...checkSensor(kind, sensors, image),
    ...(image ? checkImage(image, aoi, ['id'], ['aoi']) : []),
  ];
}

/** Whose image it can be: the image tells, else the product type, which not every sensor comes in. */
export function sensorsOf(productType: unknown, image: Image | undefined): readonly Constellation[] {
  if (isConstellation(image?.constellation)) return [image.constellation];
  return isProductType(productType) ? productTypes[productType].constellations : constellationCodes;
}

function checkId(id: unknown): Problem[] {
  return typeof id === 'string' && id.trim() !== '' ? [] : [error('product-id', textNeeded('id'), ['id'])];
}

/** A value of a table that must also be had of the sensor. */
function checkOption<T extends string>(
  members: Members,
  field: string,
  code: string,
  options: Readonly<Record<T, ProductOption>>,
  sensors: readonly Constellation[],
): Problem[] {
  const value = members[field];
  const isOption = typeof value === 'string' && Object.hasOwn(options, value);
  return checkWord(members, field, isOption ? `${code}-sensor` : code, optionsOf(options, sensors));
}

function checkWord(members: Members, field: string, code: string, allowed: readonly string[]): Problem[] {
  const value = members[field];
  if (typeof value !== 'string') return [notAllowed(code, [field], allowed)];
  return allowed.includes(value)
    ? []
    : [notAllowed(code, [field], allowed, { written: value, as: nearWord(value, allowed) })];
}

function checkCrs(crsCode: unknown, aoi: Polygon | undefined): Problem[] {
  const epsg = typeof crsCode === 'string' ? epsgOf(crsCode) : undefined;
  if (epsg === undefined || !isAllowedEpsg(epsg)) {
    const meant = epsg === undefined ? meantEpsg(crsCode) : undefined;
    const as = meant === undefined ? undefined : crsCodeOf(meant);
    const code = epsg === undefined ? 'crs-form' : 'crs-range';
    return [notAllowed(code, ['crsCode'], allowedCodes.split(', ').map(crsCodeOf), { written: crsCode, as })];
  }
  if (!aoi || !isFarFrom(epsg, aoi)) return [];
  const better = utmZoneOf(aoi) ?? geodetic;
  const message = l10n.t(
    'The AOI is far outside {0}, which distorts it. Use {1}: "{2}".',
    crsName(epsg),
    crsName(better),
    crsCodeOf(better),
  );
  return [warning('crs-far', message, ['crsCode'])];
}

/** Which of the two the service measures on is not known, so that what lies between them is only warned of. */
export function checkArea(aoi: Polygon): Problem[] {
  const areaKm2 = polygonAreaKm2(aoi);
  if (areaKm2 >= smallestAoiKm2) return [];
  // Rounded down, so that it never reads as large as the least area.
  const shownArea = Math.floor(areaKm2 * 1e6) / 1e6;
  const message = l10n.t('The AOI is {0} km²; a product needs at least {1} km².', shownArea, smallestAoiKm2);
  const isSurelyTooSmall = areaKm2 < smallestAoiKm2 * (1 - areaTolerance);
  return [(isSurelyTooSmall ? error : warning)('aoi-too-small', message, ['aoi'])];
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
