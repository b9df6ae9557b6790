import * as l10n from '@vscode/l10n';
import { checkAoi } from '../aoi/aoi.ts';
import { isPolygon } from '../aoi/aoiShape.ts';
import type { Image } from '../images/imagery.ts';
import { analyticResolutions, imagesNeeded, resolutionsOf, type Analytic } from './analyticOrder.ts';
import { checkReportImages } from './checkReportImages.ts';
import { placedBelow, type JsonPath, type Problem } from '../problem.ts';

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
