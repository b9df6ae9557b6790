import { regionNames, type RegionName } from './focusRing.ts';
import { readResultsLook, type ResultsLook } from '../results/resultsLook.ts';
import { readReportLook, type SavedReportLook } from '../report/reportModel.ts';
import { blankFields } from '../search/filterFields.ts';
import { readSavedPictures, type SavedPictures } from '../map/pictures/picturesOnMap.ts';
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

/** The state comes from an older version of the page at times: what does not fit is left out. */
export function readSavedView(state: unknown): SavedView {
  if (!isRecord(state)) return {};
  const { centre, zoom, scrollTop, minCover, results, draft, filtersOpen, searchOnMove, region } = state;
  const view: SavedView = {};
  const pictures = readSavedPictures(state['pictures']);
  if (pictures) view.pictures = pictures;
  const report = readReportLook(state['report']);
  if (report) view.report = report;
  if (Array.isArray(centre) && isNumber(centre[0]) && isNumber(centre[1]) && isNumber(zoom)) {
    view.centre = [centre[0], centre[1]];
    view.zoom = zoom;
  }
  if (isNumber(scrollTop)) view.scrollTop = scrollTop;
  if (isNumber(minCover) && minCover >= 0 && minCover <= 100) view.minCover = minCover;
  if (isRecord(results)) view.results = readResultsLook(results);
  if (isDraft(draft)) view.draft = draft;
  if (typeof filtersOpen === 'boolean') view.filtersOpen = filtersOpen;
  if (typeof searchOnMove === 'boolean') view.searchOnMove = searchOnMove;
  const known = regionNames.find(name => name === region);
  if (known) view.region = known;
  return view;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isDraft(value: unknown): value is SavedDraft {
  if (!isRecord(value)) return false;
  const { fields, basis } = value;
  if (typeof basis !== 'string' || !isRecord(fields)) return false;
  return Object.keys(blankFields).every(name => typeof fields[name] === 'string');
}
