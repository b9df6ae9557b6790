import {
  blankFields,
  fieldsOf,
  withoutChip,
  type FilterChip,
  type FilterFields,
  type Filters,
} from './filterFields.ts';
import { metresOf } from './searchPlace.ts';

/**
 * What the form holds beside the criteria in force. The host owns those, so that the form tells the host's echoes of
 * what it asked for itself from criteria that somebody else put in force: only these take the place of what was typed.
 */
export interface FormDraft {
  fields: FilterFields;
  /** `undefined` until the host has spoken. */
  inForce: Filters | undefined;
  /** Asked for by the form and not yet in force, oldest first. */
  asked: readonly Filters[];
}

export interface SavedDraft {
  fields: FilterFields;
  /** {@link keyOf} the criteria in force when it was typed. */
  basis: string;
}

export const noDraft: FormDraft = { fields: blankFields, inForce: undefined, asked: [] };

/** The same for the same criteria, whatever their order. */
export function keyOf(filters: Filters): string {
  return JSON.stringify(fieldsOf(filters));
}

/** The criteria in force, or those that are about to be. */
export function expectedFilters(draft: FormDraft): Filters {
  return draft.asked.at(-1) ?? draft.inForce ?? {};
}

export function savedDraft(draft: FormDraft): SavedDraft | undefined {
  if (draft.inForce === undefined) return undefined;
  return { fields: draft.fields, basis: keyOf(expectedFilters(draft)) };
}

/** @param saved what was typed before the page was thrown away */
export function receivedFilters(draft: FormDraft, filters: Filters, saved?: SavedDraft): FormDraft {
  const key = keyOf(filters);
  if (draft.inForce !== undefined && keyOf(draft.inForce) === key) return draft;
  const own = draft.asked.findIndex(asked => keyOf(asked) === key);
  if (own >= 0) return { ...draft, inForce: filters, asked: draft.asked.slice(own + 1) };
  const isBack = draft.inForce === undefined && saved?.basis === key;
  return { fields: isBack ? saved.fields : fieldsOf(filters), inForce: filters, asked: [] };
}

export function searchedFor(draft: FormDraft, filters: Filters): FormDraft {
  const { where, radius, unit } = draft.fields;
  const next = fieldsOf(filters);
  // The next search takes the map's place anew, as this one did.
  const fields = where === 'box' || where === 'circle' ? { ...next, where, radius, unit } : next;
  return { ...draft, fields, asked: askedWith(draft, filters) };
}

export function chipRemoved(draft: FormDraft, chip: FilterChip): FormDraft {
  const blank = Object.fromEntries(chip.fields.map(name => [name, blankFields[name]]));
  const asked = askedWith(draft, withoutChip(expectedFilters(draft), chip));
  return { ...draft, fields: { ...draft.fields, ...blank }, asked };
}

export function isUnsearched(draft: FormDraft): boolean {
  return askedBy(draft.fields) !== askedBy(fieldsOf(expectedFilters(draft)));
}

/** The same for fields that ask for the same. */
function askedBy(fields: FilterFields): string {
  const { where, radius, unit, place, relation, ...others } = { ...blankFields, ...fields };
  const area = where === '' ? relation : placeKind(where, radius, unit, place);
  return JSON.stringify([area, ...Object.values(others).map(text => text.trim())]);
}

/** What kind of place is searched; where the map stood does not count. */
function placeKind(where: string, radius: string, unit: string, place: string): string {
  if (where === 'circle') return `circle ${metresOf(radius, unit) ?? radius}`;
  const [, , size, north] = place.split(',');
  return where === 'box' || north !== undefined ? 'box' : `circle ${size}`;
}

function askedWith(draft: FormDraft, filters: Filters): readonly Filters[] {
  if (keyOf(filters) === keyOf(expectedFilters(draft))) return draft.asked;
  // A host that never echoes must not grow the page.
  return [...draft.asked, filters].slice(-20);
}
