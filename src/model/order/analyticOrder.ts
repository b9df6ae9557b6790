import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { constellations, isConstellation, type Image } from '../images/imagery.ts';

export const analyticOrderKind = 'order.analytics-toolbox.archive';

/** Ground sampling distances that an analytic can run on, metres (specification: Limits, analytic resolution). */
export const analyticResolutions: readonly number[] = [0.5, 1.5];

/** One item of the analytics list. */
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
  /** Metres. */
  resolution: number;
  imageIds: string[];
  aoi: Polygon;
}

/** How many images an analytic takes (specification: Limits, images per analytic); `undefined` for an unknown type. */
export function imagesNeeded(type: string): number | undefined {
  if (type === 'objects') return 1;
  if (type === 'changes') return 2;
  return undefined;
}

/**
 * Why an analytic cannot run on these images, or `undefined` when it can. Constellations are compared, not metres:
 * the same constellation comes with more than one resolution.
 */
export function whyNotRunnable(analytic: Analytic, images: readonly Image[]): string | undefined {
  const needed = imagesNeeded(analytic.type);
  if (needed !== undefined && images.length !== needed) {
    return needed === 1
      ? l10n.t('needs exactly one image, {0} selected', images.length)
      : l10n.t('needs exactly {0} images, {1} selected', needed, images.length);
  }
  if (images.length === 0) return l10n.t('needs an image');
  const unsupported = images.find(image => excludes(analytic, image.constellation));
  if (unsupported) {
    return l10n.t(
      'supports {0}, the image is {1}',
      analytic.sensor.join(', '),
      unsupported.constellation ?? '?',
    );
  }
  const found = new Set(images.map(image => image.constellation));
  if (found.size > 1) return l10n.t('needs images of one constellation');
  return undefined;
}

/** The resolution that an order on these images names, metres; `undefined` when no analytic runs on them. */
export function orderResolution(images: readonly Image[]): number | undefined {
  const code = images[0]?.constellation;
  if (!isConstellation(code) || images.some(image => image.constellation !== code)) return undefined;
  const gsd = constellations[code].gsd;
  return analyticResolutions.includes(gsd) ? gsd : undefined;
}

/** Whether an analytic surely can't run on a constellation: a sensor that nobody knows can be any of them. */
export function excludes({ sensor }: Analytic, constellation = ''): boolean {
  return sensor.length > 0 && !sensor.includes(constellation) && sensor.every(isConstellation);
}

/** Metres, by the sensors of an analytic; empty where not all of them are known. */
export function resolutionsOf(analytic: Analytic | undefined): number[] {
  const codes = analytic?.sensor.filter(isConstellation) ?? [];
  return codes.length === analytic?.sensor.length ? codes.map(code => constellations[code].gsd) : [];
}
