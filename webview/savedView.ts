import type { FilterFields } from './search/filterFields.ts';

/** What a person looked at: kept by the editor while the page is hidden and over a reload of the window. */
export interface SavedView {
  /** [latitude, longitude], degrees. */
  centre?: readonly [number, number];
  zoom?: number;
  /** Of the results list, CSS pixels. */
  scrollTop?: number;
  /** What was typed and not yet searched, with the criteria in force at that time. */
  draft?: { fields: FilterFields; basis: string };
}

/** The state comes from an older version of the page at times: what does not fit is left out. */
export function readSavedView(state: unknown): SavedView {
  if (typeof state !== 'object' || state === null) return {};
  const { centre, zoom, scrollTop, draft } = state as Record<string, unknown>;
  const view: SavedView = {};
  if (Array.isArray(centre) && isNumber(centre[0]) && isNumber(centre[1]) && isNumber(zoom)) {
    view.centre = [centre[0], centre[1]];
    view.zoom = zoom;
  }
  if (isNumber(scrollTop)) view.scrollTop = scrollTop;
  if (isDraft(draft)) view.draft = draft;
  return view;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isDraft(value: unknown): value is { fields: FilterFields; basis: string } {
  if (typeof value !== 'object' || value === null) return false;
  const { fields, basis } = value as Record<string, unknown>;
  if (typeof basis !== 'string' || typeof fields !== 'object' || fields === null) return false;
  const names: (keyof FilterFields)[] = ['from', 'to', 'cloud', 'constellation', 'level'];
  return names.every(name => typeof (fields as Record<string, unknown>)[name] === 'string');
}
