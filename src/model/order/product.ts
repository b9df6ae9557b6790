import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { checkOrderAoi } from '../aoi/aoi.ts';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import {
  constellationCodes,
  constellations,
  isConstellation,
  type Constellation,
  type Image,
} from '../images/imagery.ts';
import { checkImage } from './checkImage.ts';
import { consumptionModes, type OrderKind } from './order.ts';
import { membersOf, type Members } from './orderContents.ts';
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
 * @param kind of the order; `undefined` where that is wrong itself
 * @param image the one that the product names, where it is known
 */
export function checkProduct(
  product: unknown,
  kind: OrderKind | undefined,
  image: Image | undefined,
): Problem[] {
  if (!isRecord(product)) {
    const message = l10n.t('A product must be an object with an image id, options and an AOI.');
    return [error('product-not-object', message, [])];
  }
  const members = membersOf(product);
  const sensors = sensorsOf(members.productType, image);
  const ofAoi = checkOrderAoi(members.aoi);
  const isSound = ofAoi.every(({ severity }) => severity !== 'error');
  const aoi = isSound ? (members.aoi as Polygon) : undefined;
  return [
    ...checkId(members.id),
    ...checkOption(members, 'productType', 'product-type', productTypes, sensors),
    ...checkOption(members, 'radiometricProcessing', 'radiometry', radiometries, sensors),
    ...checkWord(members, 'imageFormat', 'image-format', Object.keys(imageFormats)),
    ...checkCrs(members.crsCode, aoi),
    ...ofAoi,
    ...(aoi ? checkArea(aoi) : []),
    ...checkSensor(kind, sensors, image),
    ...(image ? checkImage(image, aoi, 'product', ['id'], ['aoi']) : []),
  ];
}

/** Whose image it can be: the image tells, else the product type, which not every sensor comes in. */
export function sensorsOf(productType: unknown, image: Image | undefined): readonly Constellation[] {
  if (isConstellation(image?.constellation)) return [image.constellation];
  return isProductType(productType) ? productTypes[productType].constellations : constellationCodes;
}

function namesOf(sensors: readonly Constellation[]): string {
  return sensors.map(sensor => `${sensor} (${constellations[sensor].gsd} m)`).join(' / ');
}

function checkId(id: unknown): Problem[] {
  if (typeof id === 'string' && id.trim() !== '') return [];
  return [error('product-id', l10n.t('"id" must be an image id.'), ['id'])];
}

/** A value of a table that must also be had of the sensor. */
function checkOption<T extends string>(
  members: Members,
  field: string,
  code: string,
  options: Readonly<Record<T, ProductOption>>,
  sensors: readonly Constellation[],
): Problem[] {
  const allowed: readonly string[] = optionsOf(options, sensors);
  const value = members[field];
  if (typeof value !== 'string' || allowed.includes(value) || !Object.hasOwn(options, value)) {
    return checkWord(members, field, code, allowed);
  }
  const message = l10n.t(
    '{0} images are available as {1}, not as {2}.',
    namesOf(sensors),
    allowed.join(' / '),
    value,
  );
  return [error(`${code}-sensor`, message, [field])];
}

function checkWord(members: Members, field: string, code: string, allowed: readonly string[]): Problem[] {
  const value = members[field];
  if (typeof value === 'string' && allowed.includes(value)) return [];
  const choice = allowed.join(' / ');
  if (value === undefined)
    return [error(code, l10n.t('"{0}" is missing: it must be {1}.', field, choice), [field])];
  const written = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  const meant = allowed.find(word => word.toLowerCase() === written);
  const message =
    meant === undefined
      ? l10n.t('"{0}" must be {1}, but it is {2}.', field, choice, shown(value))
      : l10n.t('"{0}" must be spelled "{1}", not {2}.', field, meant, shown(value));
  return [error(code, message, [field])];
}

function checkCrs(crsCode: unknown, aoi: Polygon | undefined): Problem[] {
  const epsg = typeof crsCode === 'string' ? epsgOf(crsCode) : undefined;
  if (epsg === undefined) return [error('crs-form', describeForm(crsCode), ['crsCode'])];
  if (!isAllowedEpsg(epsg)) {
    const message = l10n.t('EPSG:{0} is not available. "crsCode" must be one of {1}.', epsg, allowedCodes);
    return [error('crs-range', message, ['crsCode'])];
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

function describeForm(crsCode: unknown): string {
  const form = crsCodeOf(0).replace(/0$/, '<code>');
  if (crsCode === undefined) {
    return l10n.t('"crsCode" is missing: it must be "{0}" with a code of {1}.', form, allowedCodes);
  }
  const meant = meantEpsg(crsCode);
  return meant === undefined
    ? l10n.t('"crsCode" must be "{0}" with a code of {1}, but it is {2}.', form, allowedCodes, shown(crsCode))
    : l10n.t('"crsCode" must be spelled "{0}", not {1}.', crsCodeOf(meant), shown(crsCode));
}

/** Which of the two the service measures on is not known, so that what lies between them is only warned of. */
function checkArea(aoi: Polygon): Problem[] {
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
  kind: OrderKind | undefined,
  sensors: readonly Constellation[],
  image: Image | undefined,
): Problem[] {
  if (!kind) return [];
  const taken = consumptionModes[kind].flatMap(mode => mode.constellations);
  if (sensors.some(sensor => taken.includes(sensor))) return [];
  const message = l10n.t(
    '{0} images can\'t be ordered with "{1}". Use "{2}".',
    namesOf(sensors),
    kind,
    'order.data.product',
  );
  return [error('kind-sensor', message, [isConstellation(image?.constellation) ? 'id' : 'productType'])];
}

const longestShown = 40;

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
