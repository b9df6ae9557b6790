import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { constellations, isConstellation, type Image } from '../images/imagery.ts';
import type { JsonPath, Problem } from '../problem.ts';
import { analyticResolutions, type Analytic } from './analyticOrder.ts';
import { checkImage } from './checkImage.ts';
import { consumptionModes } from './order.ts';

/** What is known of what an analytic order names; what is not known is not judged. */
export interface ReportFacts {
  analytic?: Analytic | undefined;
  imageOf?: ((id: string) => Image | undefined) | undefined;
  /** `undefined` where the AOI is wrong itself. */
  aoi: Polygon | undefined;
}

/**
 * The images of an analytic order against its analytic, its resolution and its AOI (specification: Analytic order
 * body). Constellations are compared, not metres: the same constellation comes with more than one resolution.
 */
export function checkReportImages(
  { imageIds, resolution }: Readonly<Record<string, unknown>>,
  { analytic, imageOf, aoi }: ReportFacts,
): Problem[] {
  if (!Array.isArray(imageIds) || !imageOf) return [];
  const named = imageIds.map((id: unknown) => (typeof id === 'string' ? imageOf(id) : undefined));
  const known = named.filter(image => image !== undefined);
  return [
    ...named.flatMap((image, index) => {
      if (!image) return [];
      const path: JsonPath = ['imageIds', index];
      return [
        ...checkSensor(image, analytic, path),
        ...checkImage(image, aoi, { makes: 'report', path, aoiPath: path }),
      ];
    }),
    ...checkTogether(known),
    ...checkResolution(known, resolution),
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
      ? l10n.t('Reports are made of {0} images, and this one is {1}.', taken.join(' / '), constellation)
      : l10n.t(
          '{0} runs on {1} images, and this one is {2}. Choose another image or another analytic.',
          analytic?.name ?? '',
          supported.join(' / '),
          constellation,
        );
  return [{ code: 'image-sensor', message, severity: 'error', path }];
}

function checkTogether(images: readonly Image[]): Problem[] {
  const found = new Set(images.flatMap(({ constellation }) => constellation ?? []));
  if (found.size < 2) return [];
  const message = l10n.t(
    'A report runs on images of one constellation, and these are {0}. Choose a pair of one of them.',
    [...found].join(' / '),
  );
  return [{ code: 'image-mixed', message, severity: 'error', path: ['imageIds'] }];
}

/** Only where the images agree, and where the resolution is one that orders can name at all. */
function checkResolution(images: readonly Image[], resolution: unknown): Problem[] {
  if (typeof resolution !== 'number' || !analyticResolutions.includes(resolution)) return [];
  const found = new Set(images.flatMap(({ constellation }) => constellation ?? []));
  const [code] = found;
  if (found.size !== 1 || !isConstellation(code)) return [];
  const { gsd } = constellations[code];
  if (gsd === resolution || !analyticResolutions.includes(gsd)) return [];
  const message = l10n.t('"resolution" must be {0} for {1} images.', gsd, code);
  return [{ code: 'resolution-image', message, severity: 'error', path: ['resolution'] }];
}
