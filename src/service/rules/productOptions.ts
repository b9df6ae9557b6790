/** The options of a product (specification: Product order body), spelled as in requests. */
import * as l10n from '@vscode/l10n';
import { type Constellation, constellationCodes } from './imagery.ts';

export type ProductType =
  | 'bundle'
  | 'pansharpened'
  | 'panchromatic'
  | 'multiSpectral'
  | 'bundle-fs'
  | 'pansharpened-fs';

export type Radiometry = 'BASIC16' | 'REFLECTANCE' | 'DISPLAY';

export type ImageFormat = 'image/jp2' | 'image/geotiff';

export interface ProductOption {
  /** What people call it, localized. */
  label: () => string;
  /** What it means, in one line, localized. */
  describe: () => string;
  constellations: readonly Constellation[];
}

const phrAndSpot: readonly Constellation[] = ['PHR', 'SPOT'];
const pneo: readonly Constellation[] = ['PNEO'];

function option(
  constellations: readonly Constellation[],
  label: () => string,
  describe: () => string,
): ProductOption {
  return { constellations, label, describe };
}

const bundle = [
  () => l10n.t('Color and gray, separately'),
  () => l10n.t('Panchromatic image (gray) and color bands'),
] as const;
const pansharpened = [
  () => l10n.t('Color at full resolution'),
  () => l10n.t('Color bands at full (panchromatic) resolution, in one image'),
] as const;

/** Specification: Product types. */
export const productTypes: Readonly<Record<ProductType, ProductOption>> = {
  bundle: option(phrAndSpot, ...bundle),
  pansharpened: option(phrAndSpot, ...pansharpened),
  panchromatic: option(
    phrAndSpot,
    () => l10n.t('Gray at full resolution'),
    () => l10n.t('Panchromatic image: gray, at full resolution'),
  ),
  multiSpectral: option(
    phrAndSpot,
    () => l10n.t('Color only'),
    () => l10n.t('Color bands only: blue, green, red, near infrared'),
  ),
  'bundle-fs': option(pneo, ...bundle),
  'pansharpened-fs': option(pneo, ...pansharpened),
};

/** Specification: Radiometric processing. */
export const radiometries: Readonly<Record<Radiometry, ProductOption>> = {
  BASIC16: option(
    phrAndSpot,
    () => l10n.t('As recorded'),
    () => l10n.t('Unprocessed values of the sensor'),
  ),
  REFLECTANCE: option(
    constellationCodes,
    () => l10n.t('For measuring'),
    () => l10n.t('Reflectance: sensor calibration and atmospheric corrections'),
  ),
  DISPLAY: option(
    constellationCodes,
    () => l10n.t('For viewing'),
    () => l10n.t('8-bit, adjusted for the eye'),
  ),
};

/** Specification: `imageFormat`, with display names. */
export const imageFormats: Readonly<Record<ImageFormat, string>> = {
  'image/jp2': 'JPEG 2000',
  'image/geotiff': 'GeoTIFF',
};

export function supportedProductTypes(constellation: Constellation): ProductType[] {
  return supportedOptions(productTypes, [constellation]);
}

export function supportedRadiometries(constellation: Constellation): Radiometry[] {
  return supportedOptions(radiometries, [constellation]);
}

/** The values that at least one of these constellations supports. */
export function supportedOptions<T extends string>(
  options: Readonly<Record<T, ProductOption>>,
  constellations: readonly Constellation[],
): T[] {
  const names = Object.keys(options) as T[];
  return names.filter(name => options[name].constellations.some(code => constellations.includes(code)));
}

export function isProductType(value: unknown): value is ProductType {
  return typeof value === 'string' && Object.hasOwn(productTypes, value);
}
