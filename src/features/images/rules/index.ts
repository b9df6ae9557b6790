/** The rules about images that other features and the page use. */
export type { BatchKind, ImageWish, ImagesChosen } from './batchImages.ts';
export {
  factNamed,
  factNames,
  factValue,
  isOfRow,
  withFacts,
  serviceOrder,
  type RowFacts,
} from './imageFacts.ts';
export {
  type AppliedFilters,
  filterTexts,
  isHidden,
  limitNames,
  type Limits,
  type Span,
} from './listFilters.ts';
export { clearText } from './clearText.ts';
export { monthForecast, type SearchRun } from './monthForecast.ts';
export { usualDaysApart } from './pairDays.ts';
export { type PictureKind, whyNoPicture } from './pictureLinks.ts';
export { criterionNames, searchCriteria, type SavedSearch } from './searchCriteria.ts';
export {
  criteriaOn,
  furtherCriteria,
  searchedLimits,
  readSearchFile,
  searchForImage,
  searchSummary,
  writeSearchFile,
  type SearchFileReading,
} from './searchFile.ts';
export { deliveryCatalog, deliveryItem, withoutEnding } from './stacItem.ts';
export { loadFigures, loadSearchFile } from './lazy.ts';
