import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { Image } from '../images/imagery.ts';
import { readOrderAoi } from '../aoi/aoi.ts';
import { error, type JsonPath, type Problem, warning } from '../problem.ts';
import { orderKindText } from '../words/kindText.ts';
import {
  type Analytic,
  analyticOrderKind,
  analyticResolutions,
  imagesNeeded,
  orderResolution,
  resolutionsOf,
  whyMixed,
  whyNotCount,
  whyNotSupported,
} from './analyticOrder.ts';
import { checkImage, notAllowed, textNeeded, textsNeeded } from './checkMembers.ts';

/**
 * What the specification forbids in an analytic order, on its own and against the analytic and the images where they
 * are known; as warnings what it lets pass but does not recommend.
 */
export function checkAnalyticOrder(
  body: Readonly<Record<string, unknown>>,
  analytic?: Analytic,
  imageOf?: (id: string) => Image | undefined,
): Problem[] {
  const { ofAoi, aoi } = readOrderAoi(body.aoi);
  return [
    ...checkText('title', body.title),
    ...checkText('analytic', body.analytic),
    ...checkResolution(body.resolution, analytic),
    ...checkImageIds(body.imageIds, analytic),
    ...ofAoi,
    ...(imageOf ? checkImages(body, analytic, imageOf, aoi) : []),
  ];
}

function checkText(name: 'title' | 'analytic', value: unknown): Problem[] {
  if (typeof value === 'string' && value.trim() !== '') return [];
  return [error(`${name}-missing`, textNeeded(name), [name])];
}

export function checkResolution(resolution: unknown, analytic: Analytic | undefined): Problem[] {
  if (typeof resolution !== 'number' || !analyticResolutions.includes(resolution)) {
    return [notAllowed('resolution', ['resolution'], analyticResolutions)];
  }
  const supported = resolutionsOf(analytic);
  if (supported.length === 0 || supported.includes(resolution)) return [];
  return [notAllowed('resolution-unsupported', ['resolution'], supported)];
}

function checkImageIds(ids: unknown, analytic: Analytic | undefined): Problem[] {
  const path = ['imageIds'];
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(id => typeof id === 'string' && id !== '')) {
    return [error('image-ids', textsNeeded('imageIds'), path)];
  }
  if (new Set(ids).size !== ids.length) {
    return [error('image-ids-double', l10n.t('"imageIds" contains an image twice.'), path)];
  }
  const needed = (analytic && imagesNeeded(analytic.type)) ?? Math.min(ids.length, 2);
  return reasonProblem('image-count', analytic, whyNotCount(needed, ids.length), path);
}

/** @param whyNot goes on behind what it is about */
function reasonProblem(
  code: string,
  analytic: Analytic | undefined,
  whyNot: string | undefined,
  path: JsonPath,
  severity = error,
): Problem[] {
  if (whyNot === undefined) return [];
  return [
    severity(code, l10n.t('{0}: {1}.', analytic?.name ?? orderKindText(analyticOrderKind), whyNot), path),
  ];
}

/**
 * Against the analytic, the resolution and the AOI. Constellations are compared, not meters: one comes with several.
 */
function checkImages(
  { imageIds, resolution }: Readonly<Record<string, unknown>>,
  analytic: Analytic | undefined,
  imageOf: (id: string) => Image | undefined,
  aoi: Polygon | undefined,
): Problem[] {
  if (!Array.isArray(imageIds)) return [];
  const named = imageIds.map((id: unknown) => (typeof id === 'string' ? imageOf(id) : undefined));
  const known = named.filter(image => image?.constellation !== undefined) as Image[];
  return [
    ...named.flatMap((image, index) => {
      if (!image) return [];
      const path = ['imageIds', index];
      const { constellation } = image;
      const whyNot = constellation === undefined ? undefined : whyNotSupported(analytic, constellation);
      return [
        ...reasonProblem('image-sensor', analytic, whyNot?.surely, path),
        ...reasonProblem('image-sensor', analytic, whyNot?.probably, path, warning),
        ...checkImage(image, aoi, path, path),
      ];
    }),
    ...reasonProblem('image-mixed', analytic, whyMixed(known), ['imageIds']),
    ...checkImageResolution(known, resolution),
  ];
}

/** Only where the images agree, and where both resolutions are ones that orders can name at all. */
export function checkImageResolution(images: readonly Image[], resolution: unknown): Problem[] {
  const needed = orderResolution(images);
  if (needed === undefined || needed === resolution) return [];
  const isNamed = typeof resolution === 'number' && analyticResolutions.includes(resolution);
  return isNamed ? [notAllowed('resolution-image', ['resolution'], [needed])] : [];
}
