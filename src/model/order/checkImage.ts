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
      'The image belongs to a stereo acquisition, and such orders never complete. Select a mono image.',
    );
    problems.push(warning('image-stereo', message, path));
  }
  if (image.processingLevel === 'ALBUM') {
    const message =
      makes === 'product'
        ? l10n.t("The image is ALBUM, which can't be delivered yet. Select a SENSOR image.")
        : l10n.t(
            "The image is ALBUM, which reports don't fully support: production may fail. Select a SENSOR image.",
          );
    problems.push(warning('image-album', message, path));
  }
  if (aoi && !footprintMeets(image.footprint, aoi)) {
    const message = l10n.t("The image doesn't show the AOI. Select another image or AOI.");
    problems.push(error('image-outside', message, aoiPath));
  }
  return problems;
}
