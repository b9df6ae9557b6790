import type { ResultsLook } from '../results/resultsLook.ts';
import type { SavedReportLook } from '../report/reportModel.ts';
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
  filtersOpen?: boolean;
  searchOnMove?: boolean;
  pictures?: SavedPictures;
  report?: SavedReportLook;
  region?: 'search' | 'map' | 'results';
}

export interface KeptPicture {
  id: string;
  /** 0 to 1. */
  opacity: number;
  /** Whether its quicklook is draped on the footprint; its tiles can be there without it. */
  quicklook: boolean;
}

/** What is saved: the pictures from the bottom up, and where they are swiped, as a share of the map's width. */
export interface SavedPictures {
  kept: readonly KeptPicture[];
  swipe?: number;
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
