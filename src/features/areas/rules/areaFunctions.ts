/** All functions for the text of GeoJSON documents, as one bundle that is loaded on first use. */
import { jsonRanges } from '../../../geo/text/geojsonSource.ts';
import {
  aoiFactsAt,
  type AreaFile,
  areaFiles,
  areaHere,
  canTakeFeatures,
  changeArea,
  clipArea,
  completeGeojson,
  diagnoseAois,
  findAreas,
  fixAll,
  fixAt,
  fixesAt,
  footprintShares,
  insertFeatures,
  listAreas,
  loadReadAreas,
  pastedAreas,
  pastePlace,
  polygonAt,
  simplifyEffect,
} from './index.ts';
import {
  compareTexts,
  featurePlaces,
  joinTexts,
  otherDecisions,
  reviewedText,
} from '../../reports/rules/index.ts';

/** Readers of other formats need parsers and projections: a separate bundle, loaded on first use. */
function areaReaders() {
  return loadReadAreas();
}

/** Pure functions of a text and plain data, so that they can run in a worker thread. */
export const work = {
  aoiFactsAt,
  areaFiles,
  areaHere,
  canTakeFeatures,
  changeArea,
  clipArea,
  compareTexts,
  completeGeojson,
  diagnoseAois,
  featurePlaces,
  findAreas,
  fixAll,
  fixAt,
  footprintShares,
  insertFeatures,
  joinTexts,
  jsonRanges,
  listAreas,
  fixesAt,
  otherDecisions,
  pastedAreas,
  pastePlace,
  polygonAt,
  readAreasOfFile: async (_none: string, file: AreaFile) => (await areaReaders()).readAreasOfFile(file),
  readAreasOfText: async (text: string) => (await areaReaders()).readAreasOfText(text),
  reviewedText,
  simplifyEffect,
};

export type GeojsonWork = typeof work;

/** Runs one of the functions; `findAreas` returns an `AreasInText`. */
export function runWork(name: keyof GeojsonWork, text: string, args: readonly unknown[]): unknown {
  // The compiler can't infer that the function name and its arguments match: the caller ensures it.
  const call = work[name] as (text: string, ...args: readonly unknown[]) => unknown;
  return call(text, ...args);
}
