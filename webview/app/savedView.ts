import type { RegionName } from './focusRing.ts';
import type { ResultsLook } from '../results/resultsLook.ts';
import type { SavedReportLook } from '../report/reportModel.ts';
import type { SavedPictures } from '../map/pictures/picturesOnMap.ts';
import type { SavedDraft } from '../search/formDraft.ts';
import { isRecord } from '../../src/model/fields.ts';

/** What a person looked at: kept by the editor while the page is hidden and over a reload of the window. */
export interface SavedView {
  /** [latitude, longitude], degrees. */
  centre?: readonly [number, number];
  zoom?: number;
  /** Of the results list, CSS pixels. */
  scrollTop?: number;
  /** Percent of the AOI: images that cover less of it are hidden. */
  minCover?: number;
  results?: ResultsLook;
  /** What was typed and not yet searched, with the criteria in force at that time. */
  draft?: SavedDraft;
  /** Whether all filters are on screen. */
  filtersOpen?: boolean;
  /** Whether a move of the map searches again. */
  searchOnMove?: boolean;
  pictures?: SavedPictures;
  report?: SavedReportLook;
  /** The part of the page that had the focus. */
  region?: RegionName;
}

/** Goes up with every change of what is saved. */
const version = 1;

export function writtenView(view: SavedView): SavedView & { version: number } {
  return { ...view, version };
}

/** What {@link writtenView} made; nothing of what another version of the page left. */
export function readSavedView(state: unknown): SavedView {
  return isRecord(state) && state['version'] === version ? state : {};
}
