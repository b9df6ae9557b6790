import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { error, type JsonPath, type Problem, warning } from '../../../base/problem.ts';
import type { ProblemCode } from '../../../base/problemCodes.ts';
import { shareText } from '../../../base/words/areaText.ts';
import { readOrderAoi } from '../../../geo/aoi.ts';
import { coveredShare } from '../../../geo/coverage.ts';
import {
  type Analytic,
  analyticOrderKind,
  analyticResolutions,
  imagesNeeded,
  maxAnalyticImages,
  orderResolution,
  sensorResolutions,
  whyMixed,
  whyNotCount,
  whyNotSupported,
} from '../../../service/rules/analyticOrder.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { orderKindText } from '../../../service/rules/kindText.ts';
import { notAllowedText } from '../../../service/rules/memberForms.ts';
import { checkForm, checkForms, checkImage } from './checkMembers.ts';

/** An image that shows less of the AOI of a report is probably a mistake. */
const minShare = 0.5;

/**
 * What the specification forbids in an analytic order, on its own and against the analytic and the images where they
 * are known; as warnings what it lets pass but does not recommend.
 */
export function checkAnalyticOrder(
  body: Readonly<Record<string, unknown>>,
  analytic?: Analytic,
  imageById?: (id: string) => Image | undefined,
): Problem[] {
  const { ofAoi, aoi } = readOrderAoi(body.aoi);
  return [
    ...checkForms('report', body, {
      // It decides which rules there are.
      kind: () => [],
      title: checkTitle,
      resolution: resolution => checkResolution(resolution, analytic),
      imageIds: ids => checkImageIds(ids, analytic),
      aoi: () => ofAoi,
    }),
    ...(imageById ? checkImages(body, analytic, imageById, aoi) : []),
  ];
}

/** It isn't known whether the service needs one. */
function checkTitle(title: unknown): Problem[] {
  const wrong = checkForm('report', 'title', title);
  if (wrong.length > 0) return wrong;
  if (typeof title === 'string' && title.trim() !== '') return [];
  return [warning('title-missing', l10n.t('The report has no title. Add one to recognize it.'), ['title'])];
}

export function checkResolution(resolution: unknown, analytic: Analytic | undefined): Problem[] {
  const wrong = checkForm('report', 'resolution', resolution);
  if (wrong.length > 0) return wrong;
  const supported = sensorResolutions(analytic);
  if (supported.length === 0 || supported.some(meters => meters === resolution)) return [];
  return [error('resolution-unsupported', notAllowedText('resolution', supported), ['resolution'])];
}

/** A report is of the whole AOI, whatever the image shows of it. */
function checkShare({ footprint }: Image, aoi: Polygon | undefined, path: JsonPath): Problem[] {
  const share = aoi ? coveredShare(aoi, footprint) : 1;
  if (share === 0 || share >= minShare) return [];
  const text = l10n.t(
    'The image shows {0} of the AOI: the rest of the report stays empty. Clip the AOI to the footprint.',
    shareText(share),
  );
  return [warning('image-part', text, path)];
}

/** How many there may be depends on the analytic. */
function checkImageIds(ids: unknown, analytic: Analytic | undefined): Problem[] {
  const path = ['imageIds'];
  const wrong = checkForm('report', 'imageIds', ids);
  if (wrong.length > 0 || !Array.isArray(ids)) return wrong;
  const isDouble = new Set(ids).size !== ids.length;
  const known = analytic && imagesNeeded(analytic.type);
  const whyNot = whyNotCount(known ?? Math.min(ids.length, maxAnalyticImages), ids.length);
  // An analytic of a type that appeared later may take more.
  const severity = analytic && known === undefined ? warning : error;
  return [
    ...(isDouble ? [warning('image-ids-double', l10n.t('"imageIds" contains an image twice.'), path)] : []),
    ...reasonProblem('image-count', analytic, whyNot, path, severity),
  ];
}

/** @param whyNot goes on behind what it is about */
function reasonProblem(
  code: ProblemCode,
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
  imageById: (id: string) => Image | undefined,
  aoi: Polygon | undefined,
): Problem[] {
  if (!Array.isArray(imageIds)) return [];
  const named = imageIds.map((id: unknown) => (typeof id === 'string' ? imageById(id) : undefined));
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
        ...checkShare(image, aoi, path),
      ];
    }),
    ...reasonProblem('image-mixed', analytic, whyMixed(known), ['imageIds'], warning),
    ...checkImageResolution(known, resolution),
  ];
}

/**
 * Only where the images agree, and where both resolutions are ones that orders can name at all. A warning: an analytic
 * can support both (specification: Analytic order body, `resolution`).
 */
export function checkImageResolution(images: readonly Image[], resolution: unknown): Problem[] {
  const usual = whyMixed(images) === undefined ? orderResolution(images) : undefined;
  if (usual === undefined || usual === resolution) return [];
  if (typeof resolution !== 'number' || !analyticResolutions.includes(resolution)) return [];
  const message = l10n.t('"resolution" is {0} m, and the image is made for {1} m.', resolution, usual);
  return [warning('resolution-image', message, ['resolution'])];
}
