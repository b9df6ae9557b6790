import { isRecord } from '../../src/model/fields.ts';
import type { SavedComparison } from '../map/pictures/comparison.ts';
import type { ProductLook } from '../map/products/productModel.ts';
import type { SavedReportLook } from '../report/reportModel.ts';
import type { Limits } from '../results/listFilters.ts';
import type { ResultsLook } from '../results/resultsLook.ts';
import type { SavedDraft } from '../search/formDraft.ts';

/** The state of the view: kept by the editor while the page is hidden and when the window reloads. */
export interface SavedView {
  /** [latitude, longitude], degrees. */
  center?: readonly [number, number];
  zoom?: number;
  /** The outline of the active area that the map last followed, as JSON. */
  followed?: string;
  /** Scroll position of the results list, CSS pixels. */
  scrollTop?: number;
  /** What the list takes of the page beside the map, and below it, percent. */
  listWidth?: number | undefined;
  listHeight?: number | undefined;
  results?: ResultsLook;
  limits?: Limits;
  /** What was typed but not searched yet, with the criteria that were active then. */
  draft?: SavedDraft;
  filtersOpen?: boolean;
  searchOnMove?: boolean;
  pictures?: SavedPictures;
  playback?: Playback;
  report?: SavedReportLook;
  product?: ProductLook;
  classColors?: Readonly<Record<string, string>>;
  region?: 'search' | 'map' | 'results';
}

export interface KeptPicture {
  id: string;
  /** 0 to 1. */
  opacity: number;
  /** Whether its quicklook is on the map; its tiles can be shown without it. */
  quicklook: boolean;
}

/** What is saved: the pictures from bottom to top, and how they are compared. */
export interface SavedPictures {
  kept: readonly KeptPicture[];
  comparison?: SavedComparison;
}

/** How the images of the area are played by date. */
export interface Playback {
  /** One image for each of these. */
  each: 'day' | 'week' | 'month';
  /** How long each is shown. */
  seconds: number;
}

/** Increases with every change of the saved format. */
const version = 1;

export function writtenView(view: SavedView): SavedView & { version: number } {
  return { ...view, version };
}

/** Reads the result of {@link writtenView}, but nothing saved by another version of the page. */
export function readSavedView(state: unknown): SavedView {
  return isRecord(state) && state['version'] === version ? state : {};
}
