/** All functions for the text of GeoJSON documents, as one bundle that is loaded on first use. */
import { aoiFactsAt } from '../../features/areas/rules/aoiFacts.ts';
import { simplifyEffect } from '../../features/areas/rules/edits/aoiSimplify.ts';
import { clipArea, footprintShares } from '../../features/areas/rules/edits/areaClip.ts';
import { canTakeFeatures, changeArea, insertFeatures } from '../../features/areas/rules/edits/areaEdits.ts';
import { fixAll, fixAt, fixesAt } from '../../features/areas/rules/edits/geojsonFixes.ts';
import type { AreaFile } from '../../features/areas/rules/import/readAreas.ts';
import { compareTexts } from '../../features/reports/rules/compareReports.ts';
import { featurePlaces } from '../../features/reports/rules/reportIndex.ts';
import { joinTexts } from '../../features/reports/rules/reportText.ts';
import { otherDecisions } from '../../features/reports/rules/review.ts';
import { reviewedText } from '../../features/reports/rules/reviewedText.ts';
import { areaFiles } from '../../features/areas/rules/text/areaFiles.ts';
import { areaHere } from '../../features/areas/rules/text/areaHere.ts';
import { completeGeojson } from '../../features/areas/rules/text/geojsonCompletion.ts';
import { diagnoseAois } from '../../features/areas/rules/text/geojsonDiagnostics.ts';
import { jsonRanges } from '../../geo/text/geojsonSource.ts';
import { findAreas, listAreas, polygonAt } from '../../features/areas/rules/text/geojsonText.ts';
import { pastedAreas, pastePlace } from '../../features/areas/rules/text/pastedArea.ts';

/** Readers of other formats need parsers and projections: a separate bundle, loaded on first use. */
function areaReaders() {
  return import('../../features/areas/rules/import/readAreas.ts');
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
