import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { footprintMeets } from '../geometry/footprint.ts';
import { isStereo, type Image } from '../images/imagery.ts';
import { error, warning, type JsonPath, type Problem } from '../problem.ts';

/**
 * What speaks against ordering something of a known image, whatever its sensor (specification: Image, `processingLevel`;
 * Analytic order body, `imageIds`).
 *
 * @param aoi `undefined` where it is wrong itself
 * @param path where the body names the image
 * @param aoiPath where it is told that the image does not meet the AOI
 */
export function checkImage(
  image: Image,
  aoi: Polygon | undefined,
  makes: 'report' | 'product',
  path: JsonPath,
  aoiPath: JsonPath,
): Problem[] {
  const problems: Problem[] = [];
  if (isStereo(image)) {
    const message = l10n.t(
      'The image is one of a stereo acquisition: orders of those never complete. Choose a mono image.',
    );
    problems.push(warning('image-stereo', message, path));
  }
  if (image.processingLevel === 'ALBUM') {
    const message =
      makes === 'product'
        ? l10n.t(
            'The image is of level ALBUM, which cannot be ordered for delivery yet. Choose a SENSOR image.',
          )
        : l10n.t(
            'The image is of level ALBUM, which reports do not fully support: production may fail. Choose a SENSOR image.',
          );
    problems.push(warning('image-album', message, path));
  }
  if (aoi && !footprintMeets(image.footprint, aoi)) {
    const message = l10n.t('The image shows no part of the AOI. Choose an image of it, or another AOI.');
    problems.push(error('image-outside', message, aoiPath));
  }
  return problems;
}
