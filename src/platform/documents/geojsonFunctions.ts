/** All functions for the text of GeoJSON documents, as one bundle that is loaded on first use. */
import { aoiFactsAt } from '../aoi/aoiFacts.ts';
import { simplifyEffect } from '../edits/aoiSimplify.ts';
import { clipArea, footprintShares } from '../edits/areaClip.ts';
import { canTakeFeatures, changeArea, insertFeatures } from '../edits/areaEdits.ts';
import { fixAll, fixAt, fixesAt } from '../edits/geojsonFixes.ts';
import type { AreaFile } from '../import/readAreas.ts';
import { compareTexts } from '../report/compareReports.ts';
import { featurePlaces } from '../report/reportIndex.ts';
import { joinTexts } from '../report/reportText.ts';
import { otherDecisions } from '../report/review.ts';
import { reviewedText } from '../report/reviewedText.ts';
import { areaFiles } from './areaFiles.ts';
import { areaHere } from './areaHere.ts';
import { completeGeojson } from './geojsonCompletion.ts';
import { diagnoseAois } from './geojsonDiagnostics.ts';
import { jsonRanges } from './geojsonSource.ts';
import { findAreas, listAreas, polygonAt } from './geojsonText.ts';
import { pastedAreas, pastePlace } from './pastedArea.ts';

/** Readers of other formats need parsers and projections: a separate bundle, loaded on first use. */
function areaReaders() {
  return import('../import/readAreas.ts');
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
