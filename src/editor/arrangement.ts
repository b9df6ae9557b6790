import * as l10n from '@vscode/l10n';
import { compareWords } from '../model/words/displayLanguage.ts';
import { signal, type ReadonlySignal } from '@preact/signals-core';
import { isRecord } from '../model/fields.ts';

/** How a person wants the items of a view: kept over a reload, and always shown where it hides something. */
export interface Arrangement {
  /** Id of one of the sorts. */
  sortBy: string;
  descending: boolean;
  /** Id of one of the groups. */
  groupBy: string | undefined;
  /** By id of the filter: the values that pass, `''` for items without one. A filter without values lets all pass. */
  filters: Readonly<Record<string, readonly string[]>>;
  /** Words that an item must all have, in any place and case. */
  text: string;
}

/** Sorted so, with nothing hidden and no groups: as a view is at first. */
export function sortedBy(sortBy: string, descending = false): Arrangement {
  return { sortBy, descending, groupBy: undefined, filters: {}, text: '' };
}

/** A way to sort. Items without a key come last, whichever way round. */
export interface Sort<T> {
  id: string;
  label: string;
  /** A time is best given as epoch ms. */
  keyOf: (item: T) => string | number | undefined;
}

export interface Grouping<T> {
  id: string;
  label: string;
  valueOf: (item: T) => string | undefined;
  /** How a value is shown; as it is where absent. */
  labelOf?: (value: string) => string;
  /** Place of a group among the others; where absent they stand as their first items do. */
  rankOf?: (value: string) => number;
}

export type Filter<T> = {
  id: string;
  label: string;
  /** How a value is shown; as it is where absent. */
  labelOf?: (value: string) => string;
} & (
  | { valuesOf: (item: T) => string | undefined }
  /** The items do not say it: the service is asked for those of a value, and what it does not answer is no item here. */
  | { asked: readonly string[] }
);

/** What there is to choose from in a view. */
export interface ArrangementChoices<T> {
  sorts: readonly Sort<T>[];
  groups: readonly Grouping<T>[];
  filters: readonly Filter<T>[];
  /** All words of an item; where absent the view cannot be filtered by text. */
  textOf?: (item: T) => string;
}

/** Items that stand together. Without a grouping there is one group, with neither value nor label. */
export interface Group<T> {
  /** `''` for items without a value; `undefined` without a grouping. */
  value: string | undefined;
  label: string;
  items: readonly T[];
}

/** What the items without a value are called. */
export function unknownLabel(): string {
  return l10n.t('unknown');
}

/** The items that pass, sorted and grouped. What an arrangement names that is no choice (any more) has no effect. */
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
    const wanted = filters[filter.id] ?? [];
    return wanted.length === 0 || 'asked' in filter || wanted.includes(filter.valuesOf(item) ?? '');
  });
  if (!isChosen || !choices.textOf) return isChosen;
  const said = choices.textOf(item).toLocaleLowerCase();
  return wordsOf(text).every(word => said.includes(word));
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
}

function sorted<T>(items: readonly T[], { sortBy, descending }: Arrangement, choices: ArrangementChoices<T>) {
  const sort = choices.sorts.find(({ id }) => id === sortBy) ?? choices.sorts[0];
  if (!sort) return items;
  const keyed = items.map(item => ({ item, key: sort.keyOf(item) }));
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
  const { valueOf, labelOf = asIs, rankOf = () => 0 } = grouping;
  const place = (value: string) => (value === '' ? Infinity : rankOf(value));
  return [...Map.groupBy(items, item => valueOf(item) ?? '')]
    .map(([value, together]) => ({
      value,
      label: value === '' ? unknownLabel() : labelOf(value),
      items: together,
    }))
    .sort((a, b) => (place(a.value) === place(b.value) ? 0 : place(a.value) - place(b.value)));
}

const asIs = (value: string) => value;

/**
 * How often each value of a filter occurs, the most frequent first; values in force occur at least as 0. Of values that
 * only the service can tell there is no count.
 */
export function countValues<T>(
  items: readonly T[],
  filter: Filter<T>,
  { filters }: Arrangement,
): { value: string; count: number | undefined }[] {
  if ('asked' in filter) return filter.asked.map(value => ({ value, count: undefined }));
  const found = Map.groupBy(items, item => filter.valuesOf(item) ?? '');
  for (const value of filters[filter.id] ?? []) if (!found.has(value)) found.set(value, []);
  return [...found]
    .map(([value, together]) => ({ value, count: together.length }))
    .sort((a, b) => b.count - a.count || compareWords(a.value, b.value));
}

/** The filters in force in a few words, such as `Status: delivered · Text: harbour`; empty where there are none. */
export function describeFilters<T>({ filters, text }: Arrangement, choices: ArrangementChoices<T>): string {
  const chosen = choices.filters.flatMap(({ id, label, labelOf = asIs }) => {
    const values = (filters[id] ?? []).map(value => (value === '' ? unknownLabel() : labelOf(value)));
    return values.length === 0 ? [] : [`${label}: ${values.join(', ')}`];
  });
  const wanted = choices.textOf ? text.trim() : '';
  return [...chosen, ...(wanted === '' ? [] : [l10n.t('Text: {0}', wanted)])].join(' · ');
}

/**
 * The filters in force and how many items pass them, for the head of a view; empty where nothing is filtered.
 * @param items `undefined` where they are not known yet: then only the filters are named.
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

/** Outlives a reload. What it holds can be of another version: it is looked at before it is used. */
export interface ArrangementMemory {
  read(view: string): unknown;
  write(view: string, value: Arrangement | undefined): void;
}

/** The one owner of a view's arrangement. */
export interface ArrangementOwner {
  readonly current: ReadonlySignal<Arrangement>;
  change(part: Partial<Arrangement>): void;
  /** Sets one filter; no values take it away. */
  filter(id: string, values: readonly string[]): void;
  /** Lets every item pass again; sort and group stay. */
  showAll(): void;
  /** Back to how the view was at first. */
  reset(): void;
}

/**
 * @param view names its place in the memory
 * @param atFirst where nobody has chosen anything
 */
export function createArrangement(
  view: string,
  atFirst: Arrangement,
  memory: ArrangementMemory,
): ArrangementOwner {
  const kept = memory.read(view);
  const current = signal<Arrangement>(isArrangement(kept) ? kept : atFirst);
  const change = (part: Partial<Arrangement>) => {
    current.value = { ...current.peek(), ...part };
    memory.write(view, current.peek());
  };
  return {
    current,
    change,
    filter(id, values) {
      const others = Object.entries(current.peek().filters).filter(([name]) => name !== id);
      change({ filters: Object.fromEntries(values.length === 0 ? others : [...others, [id, values]]) });
    },
    showAll: () => change({ filters: {}, text: '' }),
    reset() {
      current.value = atFirst;
      memory.write(view, undefined);
    },
  };
}

function isArrangement(value: unknown): value is Arrangement {
  if (!isRecord(value)) return false;
  const { sortBy, descending, groupBy, filters, text } = value;
  return (
    typeof sortBy === 'string' &&
    typeof descending === 'boolean' &&
    (groupBy === undefined || typeof groupBy === 'string') &&
    typeof text === 'string' &&
    isRecord(filters) &&
    Object.values(filters).every(isListOfWords)
  );
}

function isListOfWords(value: unknown): boolean {
  return Array.isArray(value) && value.every(one => typeof one === 'string');
}
