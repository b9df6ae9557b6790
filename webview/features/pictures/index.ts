/** What other parts of the page use of quicklooks. It needs no document. */
export { areaFrame, cutChip, areaOutline, type AreaFrame } from './areaChip.ts';
export { maxCompared } from './comparison.ts';
export { placeIn } from './drawPicture.ts';
export { PictureModel, type PictureOnMap, type SavedPictures } from './pictureModel.ts';
export type { PictureShown, PictureStore } from './pictureStore.ts';
export { pictureName, pictureTitle, spendsText, streamHint } from './words.ts';
export { uprightQuad, widestQuad, type Point, type Quad } from './quadrilateral.ts';
