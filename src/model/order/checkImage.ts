import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { footprintMeets } from '../geometry/footprint.ts';
import { isStereo, type Image } from '../images/imagery.ts';
import type { JsonPath, Problem } from '../problem.ts';

/** What is made of an image: reports and products differ in what they take, and in where a body names it. */
export interface ImageUse {
  makes: 'report' | 'product';
  /** Where the body names the image. */
  path: JsonPath;
  /** Where it is told that the image does not meet the AOI. */
  aoiPath: JsonPath;
}

/**
 * What speaks against ordering something of a known image, whatever its sensor.
 *
 * @param aoi `undefined` where it is wrong itself
 */
export function checkImage(image: Image, aoi: Polygon | undefined, use: ImageUse): Problem[] {
  const problems: Problem[] = [];
  if (isStereo(image)) {
    problems.push({ code: 'image-stereo', message: stereoText(use), severity: 'warning', path: use.path });
  }
  if (image.processingLevel === 'ALBUM') {
    problems.push({ code: 'image-album', message: albumText(use), severity: 'warning', path: use.path });
  }
  if (aoi && !footprintMeets(image.footprint, aoi)) {
    const message = l10n.t('The image shows no part of the AOI. Choose an image of it, or another AOI.');
    problems.push({ code: 'image-outside', message, severity: 'error', path: use.aoiPath });
  }
  return problems;
}

function stereoText({ makes }: ImageUse): string {
  return makes === 'product'
    ? l10n.t('The image is one of a stereo acquisition: its product is never delivered. Choose a mono image.')
    : l10n.t(
        'The image is one of a stereo acquisition: orders of those never complete. Choose a mono image.',
      );
}

/** Specification: Image, `processingLevel`; Analytic order body, `imageIds`. */
function albumText({ makes }: ImageUse): string {
  return makes === 'product'
    ? l10n.t('The image is of level ALBUM, which cannot be ordered for delivery yet. Choose a SENSOR image.')
    : l10n.t(
        'The image is of level ALBUM, which reports do not fully support: production may fail. Choose a SENSOR image.',
      );
}
