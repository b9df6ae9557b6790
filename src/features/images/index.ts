/** What other features use of images. It knows no editor. */
export { findImages, type ImageToFind } from './findImages.ts';
export { isSameArea, type AoiSource, type Catalog, type CatalogState } from './imageCatalog.ts';
export type { ImageChoice, ImageFigures } from './imageFigures.ts';
export { findTargetImage, listedImages, readListFilters } from './listedImages.ts';
export { createPictureCache, removePictures } from './pictureCache.ts';
export type { Picture } from './pictureTarget.ts';
export { createPictures, type Pictures } from './pictures.ts';
export { forgetSeen } from './seenImages.ts';
export type { Shortlist } from './shortlist.ts';
export { loadPictures } from './lazy.ts';
