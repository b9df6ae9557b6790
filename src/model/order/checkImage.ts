import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { footprintMeets } from '../geometry/coverage.ts';
import { isStereo, type Image } from '../images/imagery.ts';
import { error, warning, type JsonPath, type Problem } from '../problem.ts';

/**
 * Problems of ordering with a known image, whatever its sensor (specification: Image, `processingLevel`; Analytic order
 * body, `imageIds`).
 *
 * @param aoi `undefined` if it is itself invalid
 * @param path where the body names the image
 * @param aoiPath where to report that the image doesn't intersect the AOI
 */
export function checkImage(
  image: Image,
  aoi: Polygon | undefined,
  path: JsonPath,
  aoiPath: JsonPath,
): Problem[] {
  const stereo = l10n.t(
    'The image belongs to a stereo acquisition, and such orders never complete. Select a mono image.',
  );
  const album = l10n.t('The image is ALBUM, and such orders may never be delivered. Select a SENSOR image.');
  return [
    ...(isStereo(image) ? [warning('image-stereo', stereo, path)] : []),
    ...(image.processingLevel === 'ALBUM' ? [warning('image-album', album, path)] : []),
    ...(aoi && !footprintMeets(image.footprint, aoi) ? [error('image-outside', outsideText(), aoiPath)] : []),
  ];
}

export function outsideText(): string {
  return l10n.t("The image doesn't show the AOI.");
}
