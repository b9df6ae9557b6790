import * as l10n from '@vscode/l10n';
import { compareWords } from '../../base/words/displayLanguage.ts';

/** How the user wants a view's items arranged: survives a reload, and is always visible if it hides something. */
export interface Arrangement {
  sortBy: string;
  descending: boolean;
  groupBy: string | undefined;
  /**
   * By filter ID: the values that pass, `''` for items without a value. A filter without values lets everything pass.
   */
  filters: Readonly<Record<string, readonly string[]>>;
  /** Words that an item must all contain, in any position and case. */
  text: string;
}

/** A sort option. Items without a key come last in either direction. */
export interface Sort<T> {
  id: string;
  label: string;
  /** For a time, preferably epoch ms. */
  toKey: (item: T) => string | number | undefined;
}

export interface Grouping<T> {
  id: string;
  label: string;
  toValue: (item: T) => string | undefined;
  /** The displayed form of a value; if absent, the value itself. */
  toLabel?: (value: string) => string;
  /** Rank of a group; if absent, groups are ordered by their first items. */
  toRank?: (value: string) => number;
}

export type Filter<T> = {
  id: string;
  label: string;
  /** The displayed form of a value; if absent, the value itself. */
  toLabel?: (value: string) => string;
  /** Rank of a value among the options; if absent, the most frequent value is first. */
  toRank?: (value: string) => number;
} &
  /** An item with several values passes with any of them. */
  (
    | { toValues: (item: T) => string | undefined | readonly string[] }
    /**
     * The items don't contain the value: the items with it are requested from the service. Items missing from its
     * answer don't count.
     */
    | { requested: readonly string[] }
  );

/** The options available in a view. */
export interface ArrangementChoices<T> {
  sorts: readonly Sort<T>[];
  groups: readonly Grouping<T>[];
  filters: readonly Filter<T>[];
  /** All words of an item; if absent, the view can't be filtered by text. */
  toText?: (item: T) => string;
}

/** Items shown together. Without grouping, there is one group with neither a value nor a label. */
export interface Group<T> {
  /** `''` for items without a value; `undefined` without grouping. */
  value: string | undefined;
  label: string;
  items: readonly T[];
}

/** Label of the items without a value. */
export function unknownLabel(): string {
  return l10n.t('unknown');
}

/** The items that pass, sorted and grouped. References to options that don't exist (anymore) have no effect. */
export function applyArrangement<T>(
  items: readonly T[],
  arrangement: Arrangement,
  choices: ArrangementChoices<T>,
): Group<T>[] {
  const passing = items.filter(item => passes(item, arrangement, choices));
  return grouped(sorted(passing, arrangement, choices), arrangement, choices);
}

function passes<T>(item: T, { filters, text }: Arrangement, choices: ArrangementChoices<T>): boolean {
  const isChosen = choices.filters.every(filter => {
    const selected = filters[filter.id] ?? [];
    return (
      selected.length === 0 ||
      'requested' in filter ||
      valuesIn(filter, item).some(value => selected.includes(value))
    );
  });
  if (!isChosen || !choices.toText) return isChosen;
  const itemText = ` ${choices.toText(item).toLocaleLowerCase()}`;
  // One character or two are somewhere in nearly every id.
  return searchWords(text).every(word => itemText.includes(word.length < 3 ? ` ${word}` : word));
}

type OwnFilter<T> = Exclude<Filter<T>, { requested: readonly string[] }>;

function valuesIn<T>({ toValues }: OwnFilter<T>, item: T): readonly string[] {
  return [toValues(item) ?? ''].flat();
}

function searchWords(text: string): string[] {
  return text.toLocaleLowerCase().split(/\s+/);
}

function sorted<T>(items: readonly T[], { sortBy, descending }: Arrangement, choices: ArrangementChoices<T>) {
  const sort = choices.sorts.find(({ id }) => id === sortBy) ?? choices.sorts[0];
  if (!sort) return items;
  const keyed = items.map(item => ({ item, key: sort.toKey(item) }));
  const known = keyed.filter(({ key }) => isKnown(key));
  known.sort((a, b) => compareKeys(a.key, b.key) * (descending ? -1 : 1));
  return [...known, ...keyed.filter(({ key }) => !isKnown(key))].map(({ item }) => item);
}

type Key = string | number | undefined;

function isKnown(key: Key): boolean {
  return key !== undefined && !Number.isNaN(key);
}

function compareKeys(a: Key, b: Key): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareWords(String(a), String(b));
}

function grouped<T>(
  items: readonly T[],
  { groupBy }: Arrangement,
  choices: ArrangementChoices<T>,
): Group<T>[] {
  const grouping = choices.groups.find(({ id }) => id === groupBy);
  if (!grouping) return [{ value: undefined, label: '', items }];
  const { toValue, toLabel = asIs, toRank = () => 0 } = grouping;
  const place = (value: string) => (value === '' ? Infinity : toRank(value));
  return [...Map.groupBy(items, item => toValue(item) ?? '')]
    .map(([value, together]) => ({
      value,
      label: value === '' ? unknownLabel() : toLabel(value),
      items: together,
    }))
    .sort((a, b) => (place(a.value) === place(b.value) ? 0 : place(a.value) - place(b.value)));
}

const asIs = (value: string) => value;

/**
 * How often each value of a filter occurs, by rank, then most frequent first; selected values are listed even with 0.
 * Values that only the service knows have no count.
 */
export function countValues<T>(
  items: readonly T[],
  filter: Filter<T>,
  { filters }: Arrangement,
): { value: string; count: number | undefined }[] {
  if ('requested' in filter) return filter.requested.map(value => ({ value, count: undefined }));
  const { toRank = () => 0 } = filter;
  const found = Map.groupBy(
    items.flatMap(item => valuesIn(filter, item)),
    value => value,
  );
  for (const value of filters[filter.id] ?? []) if (!found.has(value)) found.set(value, []);
  return [...found]
    .map(([value, together]) => ({ value, count: together.length }))
    .sort((a, b) => toRank(a.value) - toRank(b.value) || b.count - a.count || compareWords(a.value, b.value));
}

/** The active filters in short, such as `Status: delivered · Text: harbour`; empty if there are none. */
export function describeFilters<T>({ filters, text }: Arrangement, choices: ArrangementChoices<T>): string {
  const chosen = choices.filters.flatMap(({ id, label, toLabel = asIs }) => {
    const values = (filters[id] ?? []).map(value => (value === '' ? unknownLabel() : toLabel(value)));
    return values.length === 0 ? [] : [`${label}: ${values.join(', ')}`];
  });
  const query = choices.toText ? text.trim() : '';
  return [...chosen, ...(query === '' ? [] : [l10n.t('Text: {0}', query)])].join(' · ');
}

/**
 * The active filters and how many items pass them, for the head of a view; empty if nothing is filtered.
 *
 * @param items `undefined` if they aren't known yet: then only the filters are listed
 */
export function filterText<T>(
  items: readonly T[] | undefined,
  arrangement: Arrangement,
  choices: ArrangementChoices<T>,
): string {
  const filters = describeFilters(arrangement, choices);
  if (filters === '' || !items) return filters;
  const passing = items.filter(item => passes(item, arrangement, choices));
  return l10n.t('{0} · {1} of {2}', filters, passing.length, items.length);
}
