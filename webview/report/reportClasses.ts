import * as l10n from '@vscode/l10n';
import { numberWords } from '../../src/model/words/displayLanguage.ts';
import type { ReportFeature } from '../../src/model/report/reportFeature.ts';
import { changeProperty, wordOf, type ReportProperty } from './reportProperties.ts';
import { itemAt } from '../../src/model/itemAt.ts';

/** Colours of classes, declared in `styles/report.css` from the editor's theme as `--swath-class-…`. */
const colourNames = [
  ...(['1', '2', '3', '4', '5', '6', '7', '8'] as const),
  ...(['low', 'lower', 'middle', 'higher', 'high', 'rest', 'report'] as const),
] as const;

type ClassColour = (typeof colourNames)[number];

/** What they come to under the theme in force. */
export function readClassColours(): Readonly<Record<ClassColour, string>> {
  const style = getComputedStyle(document.body);
  const read = colourNames.map(name => [name, style.getPropertyValue(`--swath-class-${name}`).trim()]);
  return Object.fromEntries(read) as Record<ClassColour, string>;
}

/** Features of one colour. */
export interface ReportClass {
  /** Stays the same while the property does. */
  key: string;
  label: string;
  count: number;
  colour: ClassColour;
}

export interface Classing {
  classes: readonly ReportClass[];
  /** For each feature its place in `classes`. */
  classOf: Uint8Array;
}

/** More colours could not be told apart. */
const wordColours: readonly ClassColour[] = ['1', '2', '3', '4', '5', '6', '7', '8'];
/** From little to much. */
const ramp: readonly ClassColour[] = ['low', 'lower', 'middle', 'higher', 'high'];
const changeColours: Readonly<Record<string, ClassColour | undefined>> = { new: '3', gone: '1', same: '2' };

/** All features in the colour of reports. */
export function oneClass(features: readonly ReportFeature[]): Classing {
  const all: ReportClass = {
    key: 'all',
    label: l10n.t('All features'),
    count: features.length,
    colour: 'report',
  };
  return { classes: [all], classOf: new Uint8Array(features.length) };
}

/** Puts the features into classes by the values that they have of a property. */
export function classesOf(features: readonly ReportFeature[], property: ReportProperty): Classing {
  const { classes, placeOf } =
    property.values.kind === 'words'
      ? wordClasses(property.name, property.values.counts)
      : numberClasses(features, property.name);
  const without = features.length - property.count;
  const all = [...classes];
  if (without > 0) all.push({ key: 'without', label: l10n.t('without it'), count: without, colour: 'rest' });
  const classOf = new Uint8Array(features.length);
  features.forEach(({ properties }, index) => {
    const value = properties[property.name];
    classOf[index] = value === null || value === undefined ? classes.length : placeOf(value);
  });
  return { classes: all, classOf };
}

interface Sorted {
  classes: readonly ReportClass[];
  placeOf: (value: unknown) => number;
}

function wordClasses(name: string, counts: ReadonlyMap<string, number>): Sorted {
  const areNumbers = [...counts.keys()].every(word => word.trim() !== '' && Number.isFinite(Number(word)));
  const words = [...counts].sort(([one, oneCount], [other, otherCount]) =>
    areNumbers ? Number(one) - Number(other) : otherCount - oneCount || (one < other ? -1 : 1),
  );
  const isFew = words.length <= wordColours.length;
  const own = isFew ? words : words.slice(0, wordColours.length - 1);
  const classes = own.map(([word, count], index): ReportClass => {
    const colour =
      (name === changeProperty ? changeColours[word] : undefined) ?? wordColours[index] ?? 'rest';
    return { key: `=${word}`, label: word === '' ? l10n.t('(empty)') : word, count, colour };
  });
  const others = words.slice(own.length);
  if (others.length > 0) {
    const count = others.reduce((sum, [, one]) => sum + one, 0);
    classes.push({ key: 'others', label: l10n.t('{0} others', others.length), count, colour: 'rest' });
  }
  const places = new Map(own.map(([word], index) => [word, index]));
  return { classes, placeOf: value => places.get(wordOf(value) ?? '') ?? own.length };
}

/** Classes with as many features each as the values allow. */
function numberClasses(features: readonly ReportFeature[], name: string): Sorted {
  const values = Float64Array.from(
    features.flatMap(({ properties }) => {
      const value = properties[name];
      return typeof value === 'number' ? [value] : [];
    }),
  ).sort();
  const tops = ramp.map((_colour, index) =>
    valueAt(values, Math.ceil((values.length * (index + 1)) / ramp.length) - 1),
  );
  const bounds = [...new Set(tops)];
  let from = 0;
  const classes = bounds.map((top, index): ReportClass => {
    const end = upperBound(values, top);
    const label = rangeText(valueAt(values, from), valueAt(values, end - 1));
    const count = end - from;
    from = end;
    // The ends of the ramp are used, however few classes there are.
    const place = bounds.length === 1 ? 2 : Math.round((index * (ramp.length - 1)) / (bounds.length - 1));
    return { key: `#${index}`, label, count, colour: ramp[place] ?? 'rest' };
  });
  return {
    classes,
    placeOf: value => {
      const place = bounds.findIndex(top => typeof value === 'number' && value <= top);
      return place < 0 ? bounds.length - 1 : place;
    },
  };
}

function valueAt(values: Float64Array, index: number): number {
  return itemAt(values, Math.max(0, Math.min(values.length - 1, index)));
}

/** How many of the sorted values are not greater than the top. */
function upperBound(values: Float64Array, top: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueAt(values, middle) <= top) low = middle + 1;
    else high = middle;
  }
  return low;
}

const fourDigits = numberWords({ maximumSignificantDigits: 4 });

function rangeText(least: number, greatest: number): string {
  const [from, to] = [fourDigits(least), fourDigits(greatest)];
  return from === to ? from : l10n.t('{0} to {1}', from, to);
}
