import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { checkAoi, isPolygon } from '../aoi/aoi.ts';
import { constellations, isConstellation, type Image } from '../images/imagery.ts';
import { checkReportImages } from './checkReportImages.ts';
import { placedBelow, type JsonPath, type Problem } from '../problem.ts';

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
  /** Constellation codes that it supports; empty when the service does not say. */
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
  const unsupported = images.find(
    image => analytic.sensor.length > 0 && !analytic.sensor.includes(image.constellation ?? ''),
  );
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

/**
 * What the specification forbids in an analytic order, by itself and against the analytic and the images where they
 * are known; as warnings what it lets pass but does not recommend.
 */
export function checkAnalyticOrder(
  body: Readonly<Record<string, unknown>>,
  analytic?: Analytic,
  imageOf?: (id: string) => Image | undefined,
): Problem[] {
  // What is only unusual in a GeoJSON file is refused in an order.
  const ofAoi = checkAoi(body.aoi).map((problem): Problem => ({
    ...placedBelow(problem, ['aoi']),
    severity: 'error',
  }));
  const aoi = isPolygon(body.aoi) && ofAoi.length === 0 ? body.aoi : undefined;
  return [
    ...checkTexts(body),
    ...checkResolution(body.resolution, analytic),
    ...checkImageIds(body.imageIds, analytic),
    ...ofAoi,
    ...checkReportImages(body, { analytic, imageOf, aoi }),
  ];
}

function checkTexts({ title, analytic }: Readonly<Record<string, unknown>>): Problem[] {
  return [
    ...(typeof title === 'string' && title.trim() !== ''
      ? []
      : [error('title-missing', l10n.t('"title" must name the report.'), 'title')]),
    ...(typeof analytic === 'string' && analytic !== ''
      ? []
      : [error('analytic-missing', l10n.t('"analytic" must be the code of an analytic.'), 'analytic')]),
  ];
}

function checkResolution(resolution: unknown, analytic: Analytic | undefined): Problem[] {
  if (typeof resolution !== 'number' || !analyticResolutions.includes(resolution)) {
    const message = l10n.t('"resolution" must be {0} metres.', analyticResolutions.join(' / '));
    return [error('resolution', message, 'resolution')];
  }
  const supported = resolutionsOf(analytic);
  if (supported.length === 0 || supported.includes(resolution)) return [];
  const message = l10n.t('{0} runs at {1} metres.', analytic?.name ?? '', supported.join(' / '));
  return [error('resolution-unsupported', message, 'resolution')];
}

/** Metres, by the sensors of an analytic; empty where none of them is known. */
export function resolutionsOf(analytic: Analytic | undefined): number[] {
  return analytic?.sensor.filter(isConstellation).map(code => constellations[code].gsd) ?? [];
}

function checkImageIds(ids: unknown, analytic: Analytic | undefined): Problem[] {
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(id => typeof id === 'string' && id !== '')) {
    const message = l10n.t('"imageIds" must list the ids of the images, and lists none.');
    return [error('image-ids', message, 'imageIds')];
  }
  if (new Set(ids).size !== ids.length) {
    return [error('image-ids-double', l10n.t('"imageIds" names an image twice.'), 'imageIds')];
  }
  const needed = analytic && imagesNeeded(analytic.type);
  if (ids.length <= 2 && (needed === undefined || ids.length === needed)) return [];
  const message = l10n.t('"imageIds" must name {0}, but it names {1}.', needed ?? '1 / 2', ids.length);
  return [error('image-count', message, 'imageIds')];
}

function error(code: string, message: string, ...path: JsonPath): Problem {
  return { code, message, severity: 'error', path };
}
