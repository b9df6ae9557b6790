import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../src/base/itemAt.ts';
import { numberWords } from '../../../src/base/words/displayLanguage.ts';
import { ownProperties } from '../../../src/features/reports/rules/ownProperties.ts';
import type { FeatureColumn, ReportFeatures } from './reportFeatures.ts';

/** A property whose values can distinguish features. */
export interface ReportProperty {
  name: string;
  /** How many features have it with a value other than null. */
  count: number;
  isNumeric: boolean;
  /** Its values, each with its number of features; `undefined` for numbers with many different values. */
  counts: Map<string, number> | undefined;
}

/** Limits for counting, because reports can contain anything. Up to `numberKinds` numbers are treated as kinds. */
const limits = { properties: 200, values: 50, letters: 80, numberKinds: 6 } as const;

/** Properties that can color the features, in the order of their appearance. */
export function coloringProperties({ columns }: ReportFeatures): ReportProperty[] {
  const found = columns.filter(({ setCount }) => setCount > 0).slice(0, limits.properties);
  return found.map(columnProperty).filter(({ isNumeric, counts }) => isNumeric || counts);
}

function columnProperty(column: FeatureColumn): ReportProperty {
  const { name, setCount: count, numberCount } = column;
  const counts = wordCounts(column);
  const isNumeric = numberCount === count && column.isFinite;
  const isTooMuch = isNumeric && (counts?.size ?? 0) > limits.numberKinds;
  return { name, count, isNumeric, counts: isTooMuch ? undefined : counts };
}

/** How many features have each value, by its word; `undefined` if there are too many values, or some aren't words. */
function wordCounts(column: FeatureColumn): Map<string, number> | undefined {
  const counts = new Map<string, number>();
  for (const [value, count] of column.valueCounts(limits.values) ?? [[undefined, 0] as const]) {
    const word = classWord(value);
    if (word === undefined || word.length > limits.letters) return undefined;
    counts.set(word, (counts.get(word) ?? 0) + count);
  }
  return counts;
}

/** A value as its own class; `undefined` for lists and objects. */
function classWord(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

const kindNames = /(^|[_\W])(class|type|label|category|kind|change|status|object|name)(es|s)?($|[_\W])/i;
/** Of properties that say how certain a feature is. */
export const scoreNames = /score|confidence|probability/i;
const idNames = /(^|[_\W])(id|uuid|fid|index|nr|number)$/i;
const looksLikeMoment = /^\d{4}-\d{2}-\d{2}/;

/** The most informative property for coloring; `undefined` if there is none. */
export function mostInformative(
  properties: readonly ReportProperty[],
  featureCount: number,
): string | undefined {
  const worth = (property: ReportProperty) => propertyWorth(property, featureCount);
  const [best] = properties.toSorted((a, b) => worth(b) - worth(a));
  return best && worth(best) > 0 ? best.name : undefined;
}

function propertyWorth({ name, count, counts }: ReportProperty, featureCount: number): number {
  if (name === ownProperties.change || name === ownProperties.report) return 1000;
  if (idNames.test(name)) return 0;
  const share = count / Math.max(1, featureCount);
  if (!counts) return (scoreNames.test(name) ? 30 : 20) * share;
  const isNamed = kindNames.test(name);
  // A different value for each feature says little, unless there are only a few features.
  if (counts.size === count && count > 3) return 0;
  if ([...counts.keys()].every(value => looksLikeMoment.test(value))) return counts.size > 1 ? 5 : 0;
  const variety = counts.size === 1 ? 0 : counts.size <= 12 ? 50 : 15;
  return (isNamed ? 100 + variety : variety) * share;
}

/** Class colors, declared in `report.css` from the editor's theme as `--swath-class-…`: more look too similar. */
const wordColors = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
const ramp = ['low', 'lower', 'middle', 'higher', 'high'] as const;
export const classColors = [...wordColors, ...ramp, 'rest', 'report'] as const;

type ClassColor = (typeof classColors)[number];

export type ColorByName = (name: string) => ClassColor;

/** Names beyond these aren't remembered. */
const maxNames = 200;

/**
 * Colors by class name, the same in every report. A name gets its color by its letters, if no other has it yet, and
 * keeps it.
 *
 * @param known colors of names, as saved
 */
export function createColors(
  known: Readonly<Record<string, unknown>>,
  save: (colors: Readonly<Record<string, string>>) => void,
): ColorByName {
  const isColor = (value: unknown): value is ClassColor => wordColors.some(wordColor => wordColor === value);
  const colors = new Map(
    Object.entries(known).flatMap(([name, value]) => (isColor(value) ? [[name, value] as const] : [])),
  );
  return name => {
    const before = colors.get(name);
    if (before) return before;
    const first = fnv1a(name) % wordColors.length;
    const inOrder = [...wordColors.slice(first), ...wordColors.slice(0, first)];
    const taken = new Set(colors.values());
    const color = inOrder.find(candidate => !taken.has(candidate)) ?? itemAt(inOrder, 0);
    if (colors.size < maxNames) {
      colors.set(name, color);
      save(Object.fromEntries(colors));
    }
    return color;
  };
}

/** FNV-1a, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

export interface ReportClass {
  /** Stays the same while the property does. */
  key: string;
  label: string;
  count: number;
  color: ClassColor;
}

export interface Classing {
  classes: readonly ReportClass[];
  classIndexes: Uint8Array;
}

const changeColors: Readonly<Record<string, ClassColor | undefined>> = {
  new: '3',
  gone: '1',
  same: '2',
  'outside older': 'rest',
  'outside newer': '4',
};

export function oneClass({ length }: Pick<ReportFeatures, 'length'>): Classing {
  // Its name is never shown: a single class has no legend.
  const all = { key: 'all', label: '', count: length, color: 'report' } as const;
  return { classes: [all], classIndexes: new Uint8Array(length) };
}

/** Groups the features into classes by their values of a property. */
export function classifyFeatures(
  features: ReportFeatures,
  property: ReportProperty,
  classColor: ColorByName,
): Classing {
  const { name, count, counts } = property;
  const column = features.column(name);
  if (!column) return oneClass(features);
  const { classes, classPlace } = counts ? wordClasses(name, counts, classColor) : numberClasses(column);
  const without = features.length - count;
  const rest: ReportClass = { key: 'without', label: l10n.t('Not set'), count: without, color: 'rest' };
  const classAt = column.mapped(value =>
    value === null || value === undefined ? classes.length : classPlace(value),
  );
  const classIndexes = new Uint8Array(features.length);
  for (let place = 0; place < classIndexes.length; place += 1) classIndexes[place] = classAt(place);
  return { classes: without > 0 ? [...classes, rest] : classes, classIndexes };
}

interface Sorted {
  classes: readonly ReportClass[];
  classPlace: (value: unknown) => number;
}

function wordClasses(name: string, counts: ReadonlyMap<string, number>, classColor: ColorByName): Sorted {
  const areNumbers = [...counts.keys()].every(word => word.trim() !== '' && Number.isFinite(Number(word)));
  const words = [...counts].sort(([a, oneCount], [b, otherCount]) =>
    areNumbers ? Number(a) - Number(b) : otherCount - oneCount || (a < b ? -1 : 1),
  );
  const isFew = words.length <= wordColors.length;
  const named = isFew ? words : words.slice(0, wordColors.length - 1);
  const colors = new Map<string, ClassColor>();
  // By name, so that the order of the counts doesn't decide.
  for (const word of named.map(([value]) => value).toSorted()) {
    const fixed = name === ownProperties.change ? changeColors[word] : undefined;
    const preferred = fixed ?? classColor(word);
    const taken = new Set(colors.values());
    // Two names of one report can only share a color if there are more names than colors in all reports.
    const free = taken.has(preferred) ? wordColors.find(candidate => !taken.has(candidate)) : undefined;
    colors.set(word, free ?? preferred);
  }
  const classes = named.map(([word, count]): ReportClass => {
    const color = colors.get(word) ?? 'rest';
    return { key: `=${word}`, label: word === '' ? l10n.t('(empty)') : word, count, color };
  });
  const others = words.slice(named.length);
  if (others.length > 0) {
    const count = others.reduce((sum, [, wordCount]) => sum + wordCount, 0);
    classes.push({ key: 'others', label: l10n.t('{0} others', others.length), count, color: 'rest' });
  }
  const places = new Map(named.map(([word], index) => [word, index]));
  return { classes, classPlace: value => places.get(classWord(value) ?? '') ?? named.length };
}

/** Classes with equal feature counts, as far as the values allow. */
function numberClasses(column: FeatureColumn): Sorted {
  const values = column.sortedNumbers();
  const tops = ramp.map((_color, index) =>
    itemAt(values, Math.ceil((values.length * (index + 1)) / ramp.length) - 1),
  );
  const bounds = [...new Set(tops)];
  const classIndex = (value: unknown) => bounds.findIndex(top => Number(value) <= top);
  const classes = bounds.map((top, index): ReportClass => {
    const from = index === 0 ? 0 : values.lastIndexOf(itemAt(bounds, index - 1)) + 1;
    const end = values.lastIndexOf(top) + 1;
    // Always use both ends of the ramp, however few classes there are.
    const place = bounds.length === 1 ? 2 : Math.round((index * (ramp.length - 1)) / (bounds.length - 1));
    const label = rangeText(itemAt(values, from), itemAt(values, end - 1));
    return { key: `#${index}`, label, count: end - from, color: ramp[place] ?? 'rest' };
  });
  return { classes, classPlace: classIndex };
}

export const fourDigits = numberWords({ maximumSignificantDigits: 4 });

export function rangeText(min: number, greatest: number): string {
  const from = fourDigits(min);
  const to = fourDigits(greatest);
  return from === to ? from : l10n.t('{0} to {1}', from, to);
}
