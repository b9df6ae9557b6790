/** What a product can be ordered as (specification: Product order body), spelt as on the wire. */
import * as l10n from '@vscode/l10n';
import { constellationCodes, type Constellation } from '../images/imagery.ts';

export type ProductType =
  'bundle' | 'pansharpened' | 'panchromatic' | 'multiSpectral' | 'bundle-fs' | 'pansharpened-fs';

export type Radiometry = 'BASIC16' | 'REFLECTANCE' | 'DISPLAY';

export type ImageFormat = 'image/jp2' | 'image/geotiff';

/** One value that a field of a product takes. */
export interface ProductOption {
  /** One line for people, in their language. */
  describe(): string;
  /** Whose images it can be had of. */
  constellations: readonly Constellation[];
}

const halfAndOneAndAHalfMetres: readonly Constellation[] = ['PHR', 'SPOT'];
const thirtyCentimetres: readonly Constellation[] = ['PNEO'];

/** Specification: Product types. */
export const productTypes: Readonly<Record<ProductType, ProductOption>> = {
  bundle: {
    describe: () => l10n.t('The panchromatic image, with separate multispectral bands'),
    constellations: halfAndOneAndAHalfMetres,
  },
  pansharpened: {
    describe: () => l10n.t('The panchromatic image merged with the color bands'),
    constellations: halfAndOneAndAHalfMetres,
  },
  panchromatic: {
    describe: () => l10n.t('The panchromatic image'),
    constellations: halfAndOneAndAHalfMetres,
  },
  multiSpectral: {
    describe: () => l10n.t('The multispectral bands: blue, green, red, near infrared'),
    constellations: halfAndOneAndAHalfMetres,
  },
  'bundle-fs': {
    describe: () => l10n.t('The panchromatic image, with separate multispectral bands'),
    constellations: thirtyCentimetres,
  },
  'pansharpened-fs': {
    describe: () => l10n.t('The panchromatic image merged with the color bands'),
    constellations: thirtyCentimetres,
  },
};

/** Specification: Radiometric processing. */
export const radiometries: Readonly<Record<Radiometry, ProductOption>> = {
  BASIC16: {
    describe: () => l10n.t('No radiometric processing'),
    constellations: halfAndOneAndAHalfMetres,
  },
  REFLECTANCE: {
    describe: () => l10n.t('Sensor calibration and systematic atmospheric corrections'),
    constellations: constellationCodes,
  },
  DISPLAY: {
    describe: () => l10n.t('Optimized for viewing, 8-bit pixels only'),
    constellations: constellationCodes,
  },
};

/** Specification: `imageFormat`, with the name that people know it by. */
export const imageFormats: Readonly<Record<ImageFormat, string>> = {
  'image/jp2': 'JPEG 2000',
  'image/geotiff': 'GeoTIFF',
};

export function productTypesOf(constellation: Constellation): ProductType[] {
  return optionsOf(productTypes, [constellation]);
}

export function radiometriesOf(constellation: Constellation): Radiometry[] {
  return optionsOf(radiometries, [constellation]);
}

/** The values that at least one of these constellations comes with. */
export function optionsOf<T extends string>(
  options: Readonly<Record<T, ProductOption>>,
  constellations: readonly Constellation[],
): T[] {
  const names = Object.keys(options) as T[];
  return names.filter(name => options[name].constellations.some(code => constellations.includes(code)));
}

export function isProductType(value: unknown): value is ProductType {
  return typeof value === 'string' && Object.hasOwn(productTypes, value);
}
