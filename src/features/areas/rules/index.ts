/** The rules about areas of interest that other features and the page use. */
export { aoiFactsAt } from './aoiFacts.ts';
export { simplifyEffect } from './edits/aoiSimplify.ts';
export type { AreaChange } from './edits/areaChange.ts';
export { clipArea, footprintShares } from './edits/areaClip.ts';
export { canTakeFeatures, changeArea, insertFeatures } from './edits/areaEdits.ts';
export { fixAll, fixAt, fixesAt } from './edits/geojsonFixes.ts';
export { areaFormatNames, maxDropped } from './import/areaFormats.ts';
export { crsDefinition, isNorthFirst } from './import/crs.ts';
export { readPlaces, type NamedPlace, type createGazetteer } from './import/gazetteer.ts';
export type { AreaFile } from './import/readAreas.ts';
export { areaFiles } from './text/areaFiles.ts';
export { areaHere } from './text/areaHere.ts';
export { completeGeojson } from './text/geojsonCompletion.ts';
export { diagnoseAois } from './text/geojsonDiagnostics.ts';
export {
  findAreas,
  listAreas,
  polygonAt,
  type AreaPlace,
  type AreasInText,
  type PlaceForArea,
  type PolygonInText,
  type UnusableArea,
} from './text/geojsonText.ts';
export { pastePlace, pastedAreas } from './text/pastedArea.ts';
export { isDegreesCrs, writtenCrs } from './text/writtenCrs.ts';
export { loadGazetteer, loadPlaceText, loadReadAreas } from './lazy.ts';
