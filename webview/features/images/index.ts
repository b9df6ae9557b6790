/** What other parts of the page use of images. It needs no document. */
export { dateUnits } from './availability.ts';
export { clearPart } from './calendar.ts';
export { createJudge, type Judge } from './clear/clearHere.ts';
export { acquiredAt } from './columns.ts';
export {
  compare,
  type ImageKey,
  imageSection,
  placeSection,
  togglePin,
  type MenuTargets,
} from './imageMenu.ts';
export { createImageStore, type ImageStore } from './imageStore.ts';
export { listChips } from './listChips.ts';
export {
  eventModifiers,
  pressKey,
  pressRow,
  toggled,
  type ListChange,
  type ListCursor,
} from './listSelection.ts';
export { createResultsModel, type ResultsModel, type SavedResults } from './resultsModel.ts';
export {
  cloudText,
  coveredText,
  imageCount,
  notImagesText,
  shownCount,
  totalText,
  whyNotCompared,
} from './words.ts';
