/** All functions for the text of documents with areas, as one bundle that is loaded on first use. */
import { transferring } from '../../../base/messageLink.ts';
import { jsonRanges } from '../../../geo/text/geojsonSource.ts';
import { aoiFactsAt } from './aoiFacts.ts';
import { simplifyEffect } from './edits/aoiSimplify.ts';
import { clipArea, footprintShares } from './edits/areaClip.ts';
import { canTakeFeatures, changeArea, insertFeatures } from './edits/areaEdits.ts';
import { fixAll, fixAt, fixesAt } from './edits/geojsonFixes.ts';
import type { AreaFile } from './import/readAreas.ts';
import { loadReadAreas } from './lazy.ts';
import { packAreas } from './packedAreas.ts';
import { faultsIn } from './text/areaFaults.ts';
import { areaFiles } from './text/areaFiles.ts';
import { areaHere } from './text/areaHere.ts';
import { completeGeojson } from './text/geojsonCompletion.ts';
import { diagnoseAois } from './text/geojsonDiagnostics.ts';
import { findAreas, listAreas, polygonAt } from './text/geojsonText.ts';
import { pastedAreas, pastePlace } from './text/pastedArea.ts';

/** Pure functions of a text and plain data, so that they can run in a worker thread. */
export const areaFunctions = {
  aoiFactsAt,
  areaFiles,
  areaHere,
  canTakeFeatures,
  changeArea,
  clipArea,
  completeGeojson,
  diagnoseAois,
  faultsIn,
  findAreas,
  fixAll,
  fixAt,
  fixesAt,
  footprintShares,
  insertFeatures,
  jsonRanges,
  listAreas,
  pastedAreas,
  pastePlace,
  polygonAt,
  simplifyEffect,
  /** The result of `findAreas`, for its way from a thread. */
  packedAreas(text: string) {
    const packed = packAreas(findAreas(text));
    return transferring(packed, [packed.numbers.buffer, packed.positions.buffer]);
  },
  // Readers of other formats need parsers and projections: a separate bundle, loaded on first use.
  readAreasOfFile: async (_none: string, file: AreaFile) => (await loadReadAreas()).readAreasOfFile(file),
  readAreasOfText: async (text: string) => (await loadReadAreas()).readAreasOfText(text),
};

export type AreaFunctions = typeof areaFunctions;
