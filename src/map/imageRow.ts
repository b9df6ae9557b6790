import { linksOf } from '../model/links.ts';
import type { Image } from '../model/images/imagery.ts';
import { whyNoPicture } from '../model/images/pictureRights.ts';
import type { ImageRow, PictureKind } from '../shared/protocol.ts';

const shown = [
  'acquisitionDate',
  'cloudCover',
  'snowCover',
  'incidenceAngle',
  'resolution',
  'constellation',
  'platform',
  'processingLevel',
  'productType',
] as const;

const pictureKinds: readonly PictureKind[] = ['thumbnail', 'quicklook', 'stream'];

/**
 * What the page needs of an image; fields that the service left out are left out.
 *
 * @param twinOf the id of the better image of the same acquisition
 * @param isNew whether a saved search found it for the first time
 */
export function toRow(image: Image, twinOf: string | undefined, isNew: boolean): ImageRow {
  const present: Partial<ImageRow> = Object.fromEntries(
    shown.filter(field => image[field] !== undefined).map(field => [field, image[field]]),
  );
  const { parentIdentifier: strip } = image;
  return {
    ...present,
    id: image.id,
    footprint: image.footprint,
    whyNo: whyNoPictures(image),
    ...(strip === undefined ? {} : { strip }),
    ...(twinOf === undefined ? {} : { twinOf }),
    ...(isNew ? { isNew } : {}),
    ...(isDelivered(image) ? { isDelivered: true } : {}),
  };
}

function whyNoPictures(image: Image): ImageRow['whyNo'] {
  const reasons = pictureKinds.map(kind => [kind, whyNoPicture(image, kind)] as const);
  return Object.fromEntries(reasons.filter(([, reason]) => reason !== undefined));
}

/** What was ordered comes back in a search of the private workspace: it can be downloaded, the catalogue's cannot. */
function isDelivered({ links, properties }: Image): boolean {
  return linksOf(links, 'download').length > 0 || properties.productCategory === 'vector';
}
