import * as l10n from '@vscode/l10n';
import { constellations, type Image, isConstellation } from './imagery.ts';
import { consumptionModes } from './order.ts';

export const analyticOrderKind = 'order.analytics-toolbox.archive';

/** Ground sampling distances that an analytic can run on, meters (specification: Limits, analytic resolution). */
export const analyticResolutions: readonly number[] = [0.5, 1.5];

export interface Analytic {
  /** Named by orders. */
  code: string;
  name: string;
  /** One of {@link imagesOfTypes}; another word is a type that appeared later. */
  type: string;
  /** Constellation codes that it supports, and words that nobody knows; empty when the service does not say. */
  sensor: readonly string[];
  description: string | undefined;
}

const reportConstellations = consumptionModes[analyticOrderKind].flatMap(mode => mode.constellations);

/** How many images an analytic of each type takes (specification: Limits, images per analytic). */
export const imagesOfTypes: Readonly<Record<string, number>> = { objects: 1, changes: 2 };

/** `undefined` for an unknown type. */
export function imagesNeeded(type: string): number | undefined {
  return Object.hasOwn(imagesOfTypes, type) ? imagesOfTypes[type] : undefined;
}

/**
 * Why an analytic cannot run on these images, or `undefined` when it can. Constellations are compared, not meters:
 * the same constellation comes with more than one resolution. A pair of two constellations is only unusual.
 */
export function whyNotRunnable(analytic: Analytic, images: readonly Image[]): string | undefined {
  const needed = imagesNeeded(analytic.type) ?? Math.max(1, images.length);
  const unsupported = images.map(
    ({ constellation = '?' }) => whyNotSupported(analytic, constellation)?.surely,
  );
  return whyNotCount(needed, images.length) ?? unsupported.find(why => why !== undefined);
}

export function whyNotCount(needed: number | undefined, count: number): string | undefined {
  return needed === undefined || needed === count
    ? undefined
    : l10n.t('images needed: {0}, selected: {1}', needed, count);
}

/**
 * Where an analytic names no sensors, all are supported that reports are made of, and those that appeared later.
 *
 * @returns as `probably` only where it names one that nobody knows: that can be any constellation
 */
export function whyNotSupported(
  analytic: Analytic | undefined,
  constellation: string,
): { surely?: string; probably?: string } | undefined {
  const named = analytic?.sensor ?? [];
  const isAny = named.length === 0;
  const supported: readonly string[] = isAny ? reportConstellations : named;
  if (supported.includes(constellation) || (isAny && !isConstellation(constellation))) return undefined;
  const why = l10n.t('supports {0}, the image is {1}', supported.join(' / '), constellation);
  return supported.every(isConstellation) ? { surely: why } : { probably: why };
}

/** The specification doesn't forbid it. */
export function whyMixed(images: readonly Pick<Image, 'constellation'>[]): string | undefined {
  const found = new Set(images.map(({ constellation = '?' }) => constellation));
  return found.size > 1
    ? l10n.t('the images are of different constellations ({0})', [...found].join(', '))
    : undefined;
}

/** Maximum number of images that an analytic takes. */
export const maxAnalyticImages = Math.max(...Object.values(imagesOfTypes));

/** Why there is no report of the images, if there are too many. */
export function whyTooMany(count: number): string | undefined {
  return count > maxAnalyticImages ? l10n.t('reports take at most {0} images', maxAnalyticImages) : undefined;
}

/**
 * The resolution that an order on these images names, meters: the coarsest of a mixed pair, which both images have.
 * `undefined` when no analytic runs on one of them.
 */
export function orderResolution(
  images: readonly Partial<Pick<Image, 'constellation'>>[],
): number | undefined {
  const found = images.flatMap(({ constellation: code }) =>
    isConstellation(code) ? constellations[code].gsd : [],
  );
  const areAllKnown = found.length === images.length && found.every(gsd => analyticResolutions.includes(gsd));
  return areAllKnown && found.length > 0 ? Math.max(...found) : undefined;
}

/** Meters, by the sensors of an analytic; empty where one of them says nothing of the resolutions of orders. */
export function sensorResolutions(analytic: Analytic | undefined): number[] {
  const found = (analytic?.sensor ?? []).map(code => orderResolution([{ constellation: code }]));
  return found.every(gsd => gsd !== undefined) ? found : [];
}
