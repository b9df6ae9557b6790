import * as l10n from '@vscode/l10n';
import { checkOrderAoi } from '../aoi/aoi.ts';
import type { Polygon } from 'geojson';
import { constellations, isConstellation, type Image } from '../images/imagery.ts';
import { analyticResolutions, imagesNeeded, resolutionsOf, type Analytic } from './analyticOrder.ts';
import { checkImage } from './checkImage.ts';
import { consumptionModes } from './order.ts';
import { error, warning, type JsonPath, type Problem } from '../problem.ts';

/**
 * What the specification forbids in an analytic order, by itself and against the analytic and the images where they
 * are known; as warnings what it lets pass but does not recommend.
 */
export function checkAnalyticOrder(
  body: Readonly<Record<string, unknown>>,
  analytic?: Analytic,
  imageOf?: (id: string) => Image | undefined,
): Problem[] {
  const ofAoi = checkOrderAoi(body.aoi);
  const isSound = ofAoi.every(({ severity }) => severity !== 'error');
  const aoi = isSound ? (body.aoi as Polygon) : undefined;
  return [
    ...checkTexts(body),
    ...checkResolution(body.resolution, analytic),
    ...checkImageIds(body.imageIds, analytic),
    ...ofAoi,
    ...(imageOf ? checkImages(body, analytic, imageOf, aoi) : []),
  ];
}

function checkTexts({ title, analytic }: Readonly<Record<string, unknown>>): Problem[] {
  return [
    ...(typeof title === 'string' && title.trim() !== ''
      ? []
      : [error('title-missing', l10n.t('"title" is required.'), ['title'])]),
    ...(typeof analytic === 'string' && analytic !== ''
      ? []
      : [error('analytic-missing', l10n.t('"analytic" must be the code of an analytic.'), ['analytic'])]),
  ];
}

function checkResolution(resolution: unknown, analytic: Analytic | undefined): Problem[] {
  if (typeof resolution !== 'number' || !analyticResolutions.includes(resolution)) {
    const message = l10n.t('"resolution" must be {0} meters.', analyticResolutions.join(' / '));
    return [error('resolution', message, ['resolution'])];
  }
  const supported = resolutionsOf(analytic);
  if (supported.length === 0 || supported.includes(resolution)) return [];
  const message = l10n.t('{0} runs at {1} meters.', analytic?.name ?? '', supported.join(' / '));
  return [error('resolution-unsupported', message, ['resolution'])];
}

function checkImageIds(ids: unknown, analytic: Analytic | undefined): Problem[] {
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(id => typeof id === 'string' && id !== '')) {
    const message = l10n.t('"imageIds" must list the ids of the images, and is empty.');
    return [error('image-ids', message, ['imageIds'])];
  }
  if (new Set(ids).size !== ids.length) {
    return [error('image-ids-double', l10n.t('"imageIds" contains an image twice.'), ['imageIds'])];
  }
  const needed = analytic && imagesNeeded(analytic.type);
  if (ids.length <= 2 && (needed === undefined || ids.length === needed)) return [];
  const message = l10n.t('"imageIds" must contain {0}, but contains {1}.', needed ?? '1 / 2', ids.length);
  return [error('image-count', message, ['imageIds'])];
}

/** Against the analytic, the resolution and the AOI. Constellations are compared, not metres: one comes with several. */
function checkImages(
  { imageIds, resolution }: Readonly<Record<string, unknown>>,
  analytic: Analytic | undefined,
  imageOf: (id: string) => Image | undefined,
  aoi: Polygon | undefined,
): Problem[] {
  if (!Array.isArray(imageIds)) return [];
  const named = imageIds.map((id: unknown) => (typeof id === 'string' ? imageOf(id) : undefined));
  const known = named.filter(image => image !== undefined);
  return [
    ...named.flatMap((image, index) => {
      const path = ['imageIds', index];
      return image
        ? [...checkSensor(image, analytic, path), ...checkImage(image, aoi, 'report', path, path)]
        : [];
    }),
    ...checkTogether(known),
    ...checkImageResolution(known, resolution),
  ];
}

function checkSensor({ constellation }: Image, analytic: Analytic | undefined, path: JsonPath): Problem[] {
  if (constellation === undefined) return [];
  const taken = consumptionModes['order.analytics-toolbox.archive'].flatMap(mode => mode.constellations);
  const supported: readonly string[] = analytic && analytic.sensor.length > 0 ? analytic.sensor : taken;
  if (supported.includes(constellation)) return [];
  // A constellation that appeared later may well be taken, as long as no analytic says otherwise.
  if (supported === taken && !isConstellation(constellation)) return [];
  const message =
    supported === taken
      ? l10n.t('Reports are made from {0} images, and this one is {1}.', taken.join(' / '), constellation)
      : l10n.t(
          '{0} runs on {1} images, and this one is {2}. Select another image or analytic.',
          analytic?.name ?? '',
          supported.join(' / '),
          constellation,
        );
  // A sensor that nobody knows can be this one.
  return [(supported.every(isConstellation) ? error : warning)('image-sensor', message, path)];
}

function checkTogether(images: readonly Image[]): Problem[] {
  const found = new Set(images.flatMap(({ constellation }) => constellation ?? []));
  if (found.size < 2) return [];
  const message = l10n.t(
    'A report uses images of one constellation, and these are {0}. Select a pair of one constellation.',
    [...found].join(' / '),
  );
  return [error('image-mixed', message, ['imageIds'])];
}

/** Only where the images agree, and where the resolution is one that orders can name at all. */
function checkImageResolution(images: readonly Image[], resolution: unknown): Problem[] {
  if (typeof resolution !== 'number' || !analyticResolutions.includes(resolution)) return [];
  const found = new Set(images.flatMap(({ constellation }) => constellation ?? []));
  const [code] = found;
  if (found.size !== 1 || !isConstellation(code)) return [];
  const { gsd } = constellations[code];
  if (gsd === resolution || !analyticResolutions.includes(gsd)) return [];
  const message = l10n.t('"resolution" must be {0} for {1} images.', gsd, code);
  return [error('resolution-image', message, ['resolution'])];
}
