import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../src/base/itemAt.ts';
import { withoutFormula } from '../../../src/base/words/csvField.ts';
import { madeOnce, numberText } from '../../../src/base/words/displayLanguage.ts';
import { minuteText, parseMoment } from '../../../src/base/words/moment.ts';
import type { OwnProperty } from '../../../src/features/reports/rules/ownProperties.ts';
import { propertyText, splitUnit } from '../../../src/features/reports/rules/reportFilter.ts';
import type { Work } from '../../ui/turns.ts';
import type { FeatureColumn, ReportFeatures } from './reportFeatures.ts';

/** What a property is called wherever a person reads it: in the table, in charts, in the legend and at a feature. */
export interface ColumnName {
  /** The name, with the unit; Swath's own in words. */
  label: string;
  /** How a filter names it, if the label is another name. */
  title?: string | undefined;
  /** Of its numbers, if their name ends with it. */
  unit?: string | undefined;
  /** Whether its values are times, which are shown to the minute in UTC. */
  isTime?: boolean;
}

/** A property of a report's features, as the table shows it. */
export interface ReportColumn extends ColumnName {
  id: string;
  isNumber: boolean;
  /** CSS pixels. */
  width: number;
  text: (value: unknown) => string;
  /** Of numbers and times: what they are sorted by. */
  key?: (value: unknown) => number;
}

const maxColumns = 30;
/** So many values show what the others look like. */
const typical = 1000;
/** Figures that numbers with decimals are rounded to. */
const figures = 5;
/** Features or texts that are sorted in one step. */
const sortedAtOnce = 10_000;
/** More texts are IDs, and comparing so many by language would take seconds. */
const maxCompared = 30_000;

const natural = madeOnce(language => new Intl.Collator(language, { numeric: true }));

/** The first properties, in the order of their appearance. */
export function reportColumns({ columns }: ReportFeatures): ReportColumn[] {
  return columns.slice(0, maxColumns).map(of => {
    const values = typicalValues(of);
    const column = { id: of.name, ...columnKind(of, values) };
    const letters = values.map(value => column.text(value).length);
    const widest = Math.max(column.label.length + 2, ...letters) * 7 + 12;
    return { ...column, width: Math.max(52, Math.min(240, widest)) };
  });
}

function columnKind(
  { name: id, setCount, numberCount }: FeatureColumn,
  values: readonly unknown[],
): Omit<ReportColumn, 'id' | 'width'> {
  if (setCount > 0 && numberCount === setCount) {
    const ofUnit = splitUnit(id);
    const known = ofUnit
      ? { ...named(id, ownName(id) ?? `${ofUnit.stem} (${ofUnit.unit})`), unit: ofUnit.unit }
      : named(id, ownName(id) ?? id);
    return { ...known, isNumber: true, text: numberFormat(values), key: Number };
  }
  const isTime = values.length > 0 && values.every(value => cellTime(value) < Infinity);
  return isTime
    ? { ...named(id, l10n.t('{0} (UTC)', id)), isTime, isNumber: false, text: timeText, key: cellTime }
    : { ...named(id, ownName(id) ?? id), isNumber: false, text: propertyText };
}

function named(id: string, label: string): ColumnName {
  return label === id ? { label } : { label, title: l10n.t('In a filter: {0}', id) };
}

const ownNames: Readonly<Record<OwnProperty, () => string>> = {
  'swath:change': () => l10n.t('Change between reports'),
  'swath:matched': () => l10n.t('Matched feature'),
  'swath:overlap': () => l10n.t('Overlap'),
  'swath:distance_m': () => l10n.t('Distance (m)'),
  'swath:report': () => l10n.t('Report'),
  'swath:review': () => l10n.t('Review'),
  'swath:note': () => l10n.t('Note'),
};

/** The names of the properties that Swath adds. */
function ownName(id: string): string | undefined {
  return Object.hasOwn(ownNames, id) ? ownNames[id as OwnProperty]() : undefined;
}

/** @returns what a property is called; of one that no feature has, its name */
export function columnNames({ columns }: ReportFeatures): (id: string) => ColumnName {
  const names = new Map<string, ColumnName>();
  return id => {
    const known = names.get(id);
    if (known) return known;
    const column = columns.find(({ name }) => name === id);
    const name = column ? columnKind(column, typicalValues(column)) : { label: id };
    names.set(id, name);
    return name;
  };
}

/** The first values, without those that aren't set. */
function typicalValues(column: FeatureColumn): unknown[] {
  const values: unknown[] = [];
  for (let place = 0; place < column.length && values.length < typical; place += 1) {
    const value = column.valueAt(place);
    if (isSet(value)) values.push(value);
  }
  return values;
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function numberFormat(values: readonly unknown[]): ReportColumn['text'] {
  let whole = 1;
  let decimals = 0;
  for (const [before = '', after = ''] of values.map(value => String(value).split('.'))) {
    whole = Math.max(whole, before.length);
    decimals = Math.max(decimals, after.length);
  }
  const digits = Math.max(0, Math.min(decimals, figures - whole));
  // Whole numbers can be IDs and years, which have no separators.
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: decimals > 0 };
  const format = madeOnce(language => new Intl.NumberFormat(language, options));
  return value => (isSet(value) ? format().format(Number(value)) : '');
}

export function timeText(value: unknown): string {
  return minuteText(propertyText(value));
}

function cellTime(value: unknown): number {
  return parseMoment(propertyText(value))?.time ?? Infinity;
}

/**
 * Sorts the indexes of all features by a column, in steps. Those without a value come last in both directions, and equal
 * ones are in the order of the report.
 */
export function* featureOrder(
  features: ReportFeatures,
  { id, key }: ReportColumn,
  descending: boolean,
  done: (order: Uint32Array) => void,
): Work {
  const column = features.column(id);
  if (!column) return;
  const keyAt = key ? column.mapped(value => (isSet(value) ? key(value) : Infinity)) : yield* ranksIn(column);
  const keys = new Float64Array(features.length);
  for (let place = 0; place < keys.length; place += 1) {
    const keyHere = keyAt(place);
    keys[place] = descending && keyHere < Infinity ? -keyHere : keyHere;
    if (place % sortedAtOnce === 0) yield;
  }
  done(yield* sorted(keys.length, (a, b) => (keys[a] ?? 0) > (keys[b] ?? 0)));
}

/** The rank of the text of a feature among all texts of the column; Infinity if it isn't set. */
function* ranksIn(column: FeatureColumn): Steps<(place: number) => number> {
  const texts = column.values.map(propertyText);
  const numbers = new Map<number, number>();
  for (let place = 0; place < column.length && column.numberCount > 0; place += 1) {
    const number = column.numberAt(place);
    if (!Number.isNaN(number) && !numbers.has(number)) numbers.set(number, texts.push(String(number)) - 1);
    if (place % sortedAtOnce === 0) yield;
  }
  const { compare } = natural();
  const isById = texts.length > maxCompared;
  const order = yield* sorted(texts.length, (a, b) => {
    const first = texts[a] ?? '';
    const second = texts[b] ?? '';
    return isById ? first > second : compare(first, second) > 0;
  });
  const ranks = new Float64Array(texts.length);
  let before = '';
  let rank = 0;
  for (const at of order) {
    const text = itemAt(texts, at);
    if (text !== before) rank += 1;
    before = text;
    ranks[at] = isSet(column.values[at]) || at >= column.values.length ? rank : Infinity;
  }
  return place => itemAt(ranks, numbers.get(column.numberAt(place)) ?? column.codeAt(place));
}

type Steps<T> = Generator<undefined, T>;

/** Sorts the numbers up to a count, in steps: sorted runs are merged. Equal ones stay in order. */
function* sorted(count: number, isAfter: (a: number, b: number) => boolean): Steps<Uint32Array> {
  let from = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) from[at] = at;
  let to = new Uint32Array(count);
  let steps = 0;
  for (let width = 1; width < count; width *= 2) {
    for (let pair = 0; pair < count; pair += 2 * width) {
      const middle = Math.min(count, pair + width);
      const end = Math.min(count, middle + width);
      let left = pair;
      let right = middle;
      for (let at = pair; at < end; at += 1) {
        const a = from[left] ?? 0;
        const b = from[right] ?? 0;
        const isRight = left === middle || (right < end && isAfter(a, b));
        to[at] = isRight ? b : a;
        if (isRight) right += 1;
        else left += 1;
        if (++steps % sortedAtOnce === 0) yield;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Of the values of a column in some features, each with its name. */
export function columnStatistics(
  features: ReportFeatures,
  places: ArrayLike<number>,
  { id, isNumber, text, key }: ReportColumn,
): (readonly [name: string, text: string])[] {
  const column = features.column(id);
  const set = column ? Array.from(places).filter(place => isSet(column.valueAt(place))) : [];
  const textAt = (place: number) => text(column?.valueAt(place));
  const keyAt = column && key ? column.mapped(key) : () => NaN;
  let lowest = set[0] ?? 0;
  let highest = lowest;
  let total = 0;
  const codes = new Set<number>();
  const numbers = new Set<number>();
  for (const place of set) {
    const keyHere = keyAt(place);
    total += keyHere;
    if (keyHere < keyAt(lowest)) lowest = place;
    if (keyHere > keyAt(highest)) highest = place;
    const number = column?.numberAt(place) ?? NaN;
    if (Number.isNaN(number)) codes.add(column?.codeAt(place) ?? 0);
    else numbers.add(number);
  }
  const texts = new Set(Array.from(codes, code => propertyText(column?.values[code])));
  if (texts.size > 0) for (const number of numbers) texts.add(propertyText(number));
  const distinct = texts.size > 0 ? texts.size : numbers.size;
  const hasKeys = key !== undefined && set.length > 0;
  return [
    [l10n.t('Count'), numberText(set.length)],
    [l10n.t('Not set'), numberText(places.length - set.length)],
    [l10n.t('Distinct'), numberText(distinct)],
    ...(hasKeys ? [[l10n.t('Minimum'), textAt(lowest)] as const] : []),
    ...(hasKeys && isNumber ? [[l10n.t('Mean'), numberText(total / set.length)] as const] : []),
    ...(hasKeys ? [[l10n.t('Maximum'), textAt(highest)] as const] : []),
  ];
}

/** A value as a spreadsheet takes it from the clipboard: one cell, and never a formula. */
export function pastedCell(value: unknown): string {
  const text = propertyText(value).replace(/\s+/g, ' ');
  return typeof value === 'number' ? text : withoutFormula(text);
}
