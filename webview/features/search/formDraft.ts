import {
  blankFields,
  filledFields,
  type FilterChip,
  type FilterFields,
  type FormFilters,
  withoutChip,
} from './filterFields.ts';
import { metersOf } from './searchPlace.ts';

/**
 * The content of the form in addition to the active criteria. The host owns those, so the form distinguishes the host's
 * echoes of its own searches from criteria that were set elsewhere: only these replace what was typed.
 */
export interface FormDraft {
  fields: FilterFields;
  /** `undefined` until the host's first message. */
  active: FormFilters | undefined;
  /** Requested by the form but not active yet, oldest first. */
  requested: readonly FormFilters[];
}

export interface SavedDraft {
  fields: FilterFields;
  /** {@link filterKey} the criteria that were active when it was typed. */
  basis: string;
}

export const noDraft: FormDraft = { fields: blankFields, active: undefined, requested: [] };

/** The same for equal criteria, whatever their order. */
export function filterKey(filters: FormFilters): string {
  return JSON.stringify(filledFields(filters));
}

/** The active criteria, or those that are about to be. */
export function expectedFilters(draft: FormDraft): FormFilters {
  return draft.requested.at(-1) ?? draft.active ?? {};
}

export function savedDraft(draft: FormDraft): SavedDraft | undefined {
  if (draft.active === undefined) return undefined;
  return { fields: draft.fields, basis: filterKey(expectedFilters(draft)) };
}

/** @param saved what was typed before the page was disposed */
export function receivedFilters(draft: FormDraft, filters: FormFilters, saved?: SavedDraft): FormDraft {
  const key = filterKey(filters);
  if (draft.active !== undefined && filterKey(draft.active) === key) return draft;
  const index = draft.requested.findIndex(requested => filterKey(requested) === key);
  if (index >= 0) return { ...draft, active: filters, requested: draft.requested.slice(index + 1) };
  const isBack = draft.active === undefined && saved?.basis === key;
  return { fields: isBack ? saved.fields : filledFields(filters), active: filters, requested: [] };
}

export function searchedFor(draft: FormDraft, filters: FormFilters): FormDraft {
  const { where, radius, unit } = draft.fields;
  const next = filledFields(filters);
  // The next search takes its place from the map again.
  const fields = where === 'box' || where === 'circle' ? { ...next, where, radius, unit } : next;
  return { ...draft, fields, requested: withRequest(draft, filters) };
}

export function chipRemoved(draft: FormDraft, chip: FilterChip): FormDraft {
  const blank = Object.fromEntries(chip.fields.map(name => [name, blankFields[name]]));
  const requested = withRequest(draft, withoutChip(expectedFilters(draft), chip));
  return { ...draft, fields: { ...draft.fields, ...blank }, requested };
}

/**
 * The span is searched at once, like a chip that is removed; what else is in the form waits for the search.
 *
 * @param firstDay `YYYY-MM-DD`; empty for any time
 * @param isSearched whether there is a place to search
 */
export function spanChosen(draft: FormDraft, firstDay: string, isSearched: boolean): FormDraft {
  const fields = { ...draft.fields, from: firstDay, to: '', after: '', before: '' };
  if (!isSearched) return { ...draft, fields };
  const { acquiredFrom, acquiredTo, acquiredAfter, acquiredBefore, ...others } = expectedFilters(draft);
  const filters = firstDay === '' ? others : { ...others, acquiredFrom: firstDay };
  return { ...draft, fields, requested: withRequest(draft, filters) };
}

export function isUnsearched(draft: FormDraft): boolean {
  return draftKey(draft.fields) !== draftKey(filledFields(expectedFilters(draft)));
}

/** The same for fields that request the same search. */
function draftKey(fields: FilterFields): string {
  const { where, radius, unit, place, relation, ...others } = { ...blankFields, ...fields };
  const area = where === '' ? relation : placeKind(where, radius, unit, place);
  return JSON.stringify([area, ...Object.values(others).map(text => text.trim())]);
}

/** What kind of place is searched; the position of the map doesn't count. */
function placeKind(where: string, radius: string, unit: string, place: string): string {
  if (where === 'circle') return `circle ${metersOf(radius, unit) ?? radius}`;
  const [, , size, north] = place.split(',');
  return where === 'box' || north !== undefined ? 'box' : `circle ${size}`;
}

function withRequest(draft: FormDraft, filters: FormFilters): readonly FormFilters[] {
  if (filterKey(filters) === filterKey(expectedFilters(draft))) return draft.requested;
  // Limited, so that a host that never echoes can't fill the memory.
  return [...draft.requested, filters].slice(-20);
}
