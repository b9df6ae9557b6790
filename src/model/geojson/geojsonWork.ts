/** All that is done with the text of GeoJSON documents, as one part that is loaded when the first of them is met. */
import { aoiFactsAt } from '../aoi/aoiFacts.ts';
import { clipArea, footprintShares } from '../edits/areaClip.ts';
import { canTakeFeatures, changeArea, insertFeatures } from '../edits/areaEdits.ts';
import { areaFiles } from './areaFiles.ts';
import { areaHere } from './areaHere.ts';
import { completeGeojson } from './geojsonCompletion.ts';
import { diagnoseAois } from './geojsonDiagnostics.ts';
import { fixAll, fixAt, fixesAt } from '../edits/geojsonFixes.ts';
import type { AreaFile } from '../import/readAreas.ts';
import { findAreas, listAreas, polygonAt } from './geojsonText.ts';
import { jsonRanges } from './geojsonSource.ts';
import { compareTexts } from '../report/compareReports.ts';
import { featurePlaces } from '../report/reportIndex.ts';
import { simplifyEffect } from '../edits/aoiSimplify.ts';

/** Readers of other formats bring parsers and projections with them: a part of their own, loaded by the first. */
function areaReaders() {
  return import('../import/readAreas.ts');
}

/** Plain functions of a text and plain data, so that they can run in a thread of their own. */
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
  jsonRanges,
  listAreas,
  fixesAt,
  polygonAt,
  readAreasOfFile: async (_none: string, file: AreaFile) => (await areaReaders()).readAreasOfFile(file),
  readAreasOfText: async (text: string) => (await areaReaders()).readAreasOfText(text),
  simplifyEffect,
};

export type GeojsonWork = typeof work;

/** Runs one of the functions; what `findAreas` gives is an `AreasInText`. */
export function runWork(name: keyof GeojsonWork, text: string, args: readonly unknown[]): unknown {
  // The compiler does not see that the name of a function and its arguments go together: who asks has seen to it.
  const call = work[name] as (text: string, ...args: readonly unknown[]) => unknown;
  return call(text, ...args);
}
