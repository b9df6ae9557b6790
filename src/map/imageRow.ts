import type { Image } from '../model/imagery.ts';
import type { ImageRow } from '../shared/protocol.ts';

const shown = [
  'acquisitionDate',
  'cloudCover',
  'incidenceAngle',
  'resolution',
  'constellation',
  'platform',
  'processingLevel',
] as const;

/** What the page needs of an image; fields that the service left out are left out. */
export function toRow(image: Image): ImageRow {
  const present: Partial<ImageRow> = Object.fromEntries(
    shown.filter(field => image[field] !== undefined).map(field => [field, image[field]]),
  );
  return { id: image.id, footprint: image.footprint, ...present };
}
