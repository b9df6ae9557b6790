/** What areas of interest show for other features. */
export {
  aoiSourceOf,
  editDocument,
  isAoiTarget,
  notChangedText,
  resolveAoi,
  type AoiTarget,
} from './aoiDocument.ts';
export type { AreaEditing, FollowedAreas } from './areaEditing.ts';
export { areaDocuments, askForArea, chooseOrderArea } from './chooseArea.ts';
export { loadAoiDocument, loadChooseArea, loadDropArea } from './lazy.ts';
