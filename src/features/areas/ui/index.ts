/** What areas of interest show for other features. */
export { documentAoi, editDocument, isAoiTarget, resolveAoi, type AoiTarget } from './aoiDocument.ts';
export { notChangedText } from './words.ts';
export type { AreaEditing, FollowedAreas } from './areaEditing.ts';
export { areaDocuments, askForArea, chooseOrderArea } from './chooseArea.ts';
export { loadAoiDocument, loadChooseArea, loadDropArea } from './lazy.ts';
