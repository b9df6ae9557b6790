import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { constellations, type Image, isConstellation } from '../images/imagery.ts';
import { consumptionModes } from './order.ts';

export const analyticOrderKind = 'order.analytics-toolbox.archive';

/** Ground sampling distances that an analytic can run on, meters (specification: Limits, analytic resolution). */
export const analyticResolutions: readonly number[] = [0.5, 1.5];

export interface Analytic {
  /** Named by orders. */
  code: string;
  name: string;
  /** `objects` runs on one image, `changes` compares two; another word is a type that appeared later. */
  type: string;
  /** Constellation codes that it supports, and words that nobody knows; empty when the service does not say. */
  sensor: readonly string[];
  description: string | undefined;
}

/** Request body of a price or an order (specification: Analytic order body), spelled as on the wire. */
export interface AnalyticOrderBody {
  kind: typeof analyticOrderKind;
  title: string;
  analytic: string;
  /** Meters. */
  resolution: number;
  imageIds: string[];
  aoi: Polygon;
}

const reportConstellations = consumptionModes[analyticOrderKind].flatMap(mode => mode.constellations);

/** How many images an analytic takes (specification: Limits, images per analytic); `undefined` for an unknown type. */
export function imagesNeeded(type: string): number | undefined {
  if (type === 'objects') return 1;
  if (type === 'changes') return 2;
  return undefined;
}

/**
 * Why an analytic cannot run on these images, or `undefined` when it can. Constellations are compared, not meters:
 * the same constellation comes with more than one resolution.
 */
export function whyNotRunnable(analytic: Analytic, images: readonly Image[]): string | undefined {
  const needed = imagesNeeded(analytic.type) ?? Math.max(1, images.length);
  const unsupported = images.map(
    ({ constellation = '?' }) => whyNotSupported(analytic, constellation)?.surely,
  );
  return whyNotCount(needed, images.length) ?? unsupported.find(why => why !== undefined) ?? whyMixed(images);
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

export function whyMixed(images: readonly Pick<Image, 'constellation'>[]): string | undefined {
  const found = new Set(images.map(({ constellation }) => constellation));
  return found.size > 1 ? l10n.t('needs images of one constellation') : undefined;
}

/** Maximum number of images that an analytic takes (specification: Limits, images per analytic). */
export const maxAnalyticImages = 2;

/** The resolution that an order on these images names, meters; `undefined` when no analytic runs on them. */
export function orderResolution(
  images: readonly Partial<Pick<Image, 'constellation'>>[],
): number | undefined {
  const code = images[0]?.constellation;
  if (!isConstellation(code) || images.some(image => image.constellation !== code)) return undefined;
  const gsd = constellations[code].gsd;
  return analyticResolutions.includes(gsd) ? gsd : undefined;
}

/** Meters, by the sensors of an analytic; empty where not all of them are known. */
export function resolutionsOf(analytic: Analytic | undefined): number[] {
  const codes = analytic?.sensor.filter(isConstellation) ?? [];
  return codes.length === analytic?.sensor.length ? codes.map(code => constellations[code].gsd) : [];
}
