import * as l10n from '@vscode/l10n';
import { itemAt } from '../../src/model/itemAt.ts';
import type { ReportFeature } from '../../src/model/report/reportFeature.ts';
import { valueText } from '../../src/model/report/reportFilter.ts';
import { madeOnce, numberText } from '../../src/model/words/displayLanguage.ts';
import { minuteText, momentOf } from '../../src/model/words/moment.ts';

/** A property of a report's features, as the table shows it. */
export interface Column {
  id: string;
  /** The name, with the unit. */
  label: string;
  isNumber: boolean;
  /** CSS pixels. */
  width: number;
  text: (value: unknown) => string;
  /** Of numbers and times: what they are sorted by. */
  key?: (value: unknown) => number;
}

/** Units that the names of numbers end with. */
const units: Readonly<Record<string, string | undefined>> = {
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  km: 'km',
  m2: 'm²',
  km2: 'km²',
  ha: 'ha',
  deg: '°',
  pct: '%',
  kmh: 'km/h',
};
const maxColumns = 30;
/** So many values show what the others look like. */
const typical = 1000;
/** Figures that numbers with decimals are rounded to. */
const figures = 5;
/** More texts are IDs, and comparing so many by language would take seconds. */
const maxCompared = 30_000;

const natural = madeOnce(language => new Intl.Collator(language, { numeric: true }));

/** The first properties, in the order of their appearance. */
export function columnsOf(features: readonly ReportFeature[], names: readonly string[]): Column[] {
  return names.slice(0, maxColumns).map(id => {
    const values = valuesOf(features, id);
    const column = { id, ...kindOf(id, values) };
    const letters = values.slice(0, typical).map(value => column.text(value).length);
    const widest = Math.max(column.label.length + 2, ...letters) * 7 + 12;
    return { ...column, width: Math.max(52, Math.min(240, widest)) };
  });
}

function kindOf(id: string, values: readonly unknown[]): Omit<Column, 'id' | 'width'> {
  if (values.length > 0 && values.every(value => typeof value === 'number')) {
    const [, name, ending = ''] = /^(.+)_([a-z]+2?)$/i.exec(id) ?? [];
    const unit = units[ending.toLowerCase()];
    const label = name === undefined || unit === undefined ? id : `${name} (${unit})`;
    return { label, isNumber: true, text: numberFormat(values), key: Number };
  }
  const isTime = values.length > 0 && values.slice(0, typical).every(value => timeOf(value) < Infinity);
  return isTime
    ? { label: l10n.t('{0} (UTC)', id), isNumber: false, text: timeText, key: timeOf }
    : { label: id, isNumber: false, text: valueText };
}

/** Without those that aren't set. */
function valuesOf(features: readonly ReportFeature[], name: string): unknown[] {
  return features.map(({ properties }) => properties[name]).filter(isSet);
}

function isSet(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function numberFormat(values: readonly unknown[]): Column['text'] {
  let whole = 1;
  let decimals = 0;
  for (const [before = '', after = ''] of values.slice(0, typical).map(value => String(value).split('.'))) {
    whole = Math.max(whole, before.length);
    decimals = Math.max(decimals, after.length);
  }
  const digits = Math.max(0, Math.min(decimals, figures - whole));
  // Whole numbers can be IDs and years, which have no separators.
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: decimals > 0 };
  const format = madeOnce(language => new Intl.NumberFormat(language, options));
  return value => (isSet(value) ? format().format(Number(value)) : '');
}

function timeText(value: unknown): string {
  return minuteText(valueText(value));
}

function timeOf(value: unknown): number {
  return momentOf(valueText(value))?.time ?? Infinity;
}

/** The indexes of all features, sorted by a column; those without a value come last in both directions. */
export function sortedBy(
  features: readonly ReportFeature[],
  column: Column,
  descending: boolean,
): Uint32Array {
  const { id, key = rankAmong(valuesOf(features, id)) } = column;
  const sign = descending ? -1 : 1;
  const keys = Float64Array.from(features, ({ properties: { [id]: value } }) =>
    isSet(value) ? key(value) * sign : Infinity,
  );
  // Two without a value differ by NaN.
  return Uint32Array.from(keys.keys()).sort((a, b) => itemAt(keys, a) - itemAt(keys, b) || a - b);
}

/** Each text is compared only once. */
function rankAmong(values: readonly unknown[]): (value: unknown) => number {
  const texts = [...new Set(values.map(valueText))];
  texts.sort(texts.length > maxCompared ? undefined : natural().compare);
  const ranks = new Map(texts.map((text, rank) => [text, rank]));
  return value => ranks.get(valueText(value)) ?? 0;
}

/** Of the values of a column, each with its name. */
export function statisticsOf(
  features: readonly ReportFeature[],
  { id, isNumber, text, key }: Column,
): (readonly [name: string, text: string])[] {
  const values = valuesOf(features, id);
  const keys = key && values.length > 0 ? Float64Array.from(values, key) : new Float64Array(0);
  const sorted = keys.toSorted();
  const valueAt = (sortKey: number) => text(values[keys.indexOf(sortKey)]);
  const mean = keys.reduce((sum, value) => sum + value, 0) / keys.length;
  return [
    [l10n.t('Count'), numberText(values.length)],
    [l10n.t('Not set'), numberText(features.length - values.length)],
    [l10n.t('Distinct'), numberText(new Set(values.map(valueText)).size)],
    ...(keys.length > 0 ? [[l10n.t('Minimum'), valueAt(itemAt(sorted, 0))] as const] : []),
    ...(keys.length > 0 && isNumber ? [[l10n.t('Mean'), numberText(mean)] as const] : []),
    ...(keys.length > 0 ? [[l10n.t('Maximum'), valueAt(itemAt(sorted, keys.length - 1))] as const] : []),
  ];
}
