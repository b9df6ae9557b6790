import type { Image } from '../model/imagery.ts';
import type { ImageRow } from '../shared/protocol.ts';

/** What the page needs of an image; fields that the service left out are left out. */
export function toRow(image: Image): ImageRow {
  const {
    acquisitionDate,
    cloudCover,
    incidenceAngle,
    resolution,
    constellation,
    platform,
    processingLevel,
  } = image;
  const known = {
    acquisitionDate,
    cloudCover,
    incidenceAngle,
    resolution,
    constellation,
    platform,
    processingLevel,
  };
  const present = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return { id: image.id, footprint: image.footprint, ...present };
}
