import { describe, expect, it } from 'vitest';
import {
  classifyFeatures,
  coloringProperties,
  createColors,
  mostInformative,
} from '../../../../../webview/features/reports/reportClasses.ts';
import type { ReportFeatures } from '../../../../../webview/features/reports/reportFeatures.ts';
import { withProperties } from './packed.ts';

const features = withProperties;

const range = (count: number) => Array.from({ length: count }, (_none, index) => index);
const telling = (all: ReportFeatures) => mostInformative(coloringProperties(all), all.length);

const fresh = () => createColors({}, () => undefined);

function classed(all: ReportFeatures, name: string, colorOf = fresh()) {
  const property = coloringProperties(all).find(candidate => candidate.name === name);
  if (!property) throw new Error(`${name} cannot color`);
  const { classes, classIndexes } = classifyFeatures(all, property, colorOf);
  // The counts in the legend match what the map draws.
  classes.forEach(({ count }, place) =>
    expect(classIndexes.filter(value => value === place)).toHaveLength(count),
  );
  return classes.map(({ label, count, color }) => `${label} ${count} ${color}`);
}

describe('mostTelling', () => {
  it.each([
    [
      'a class, though it has one value',
      { class: 'car', id: 1, score: 0.5, seen: '2025-01-01T00:00:00Z' },
      'class',
    ],
    ['a label in another spelling', { object_type: 'a', where: 'b' }, 'object_type'],
    ['a number where there are no words', { id: 1, confidence: 0.5, heading: 7 }, 'confidence'],
    ['what a comparison found, before all', { class: 'a', 'swath:change': 'new' }, 'swath:change'],
    ['the report of each, before all', { class: 'a', 'swath:report': 'Quay' }, 'swath:report'],
    ['nothing where nothing is said', { id: 1, list: [1], text: null }, undefined],
  ])('is %s', (_what, row, expected) => {
    const rows = range(40).map(index => ({
      ...row,
      ...('id' in row ? { id: index } : {}),
      ...('score' in row ? { score: index / 40 } : {}),
      ...('confidence' in row ? { confidence: index / 40, heading: index * 3 } : {}),
      ...('where' in row ? { where: `place ${index % 4}`, object_type: `type ${index % 3}` } : {}),
    }));
    expect(telling(features(rows))).toBe(expected);
  });

  it('is never a text that differs in every feature, nor a list', () => {
    expect(
      telling(features(range(30).map(index => ({ note: `note ${index}`, list: [index % 2] })))),
    ).toBeUndefined();
  });
});

describe('classifyFeatures', () => {
  it('counts words, the most frequent first', () => {
    const all = features(['tank', 'ship', 'ship', null, 'ship', ''].map(kind => ({ kind })));
    expect(classed(all, 'kind')).toEqual(['ship 3 8', '(empty) 1 6', 'tank 1 2', 'Not set 1 rest']);
  });

  it('has the same color for a name in every report, also when others are missing', () => {
    const kinds = (...names: string[]) => features(names.map(kind => ({ kind })));
    const colorsIn = (names: string[], colorOf = fresh()) =>
      new Map(
        classed(kinds(...names), 'kind', colorOf).map(line => [line.split(' ')[0], line.split(' ')[2]]),
      );
    let saved = {};
    const colorOf = createColors({}, colors => (saved = colors));
    const all = ['car', 'ship', 'plane', 'truck', 'tank', 'tower', 'crane'];
    const before = colorsIn(all, colorOf);
    expect(new Set(before.values()).size).toBe(all.length);
    for (const some of [['ship', 'ship', 'tower'], ['crane'], ['truck', 'car', 'car']]) {
      for (const again of [colorOf, createColors(saved, () => undefined)])
        for (const [name, color] of colorsIn(some, again)) expect(color).toBe(before.get(name));
    }
    // Without what was saved, the letters of a name decide.
    expect(colorsIn(['ship']).get('ship')).toBe(colorsIn(['car', 'ship', 'ship']).get('ship'));
  });

  it('groups rare values when there are more than colors', () => {
    const all = features(range(60).map(index => ({ kind: `k${Math.min(index % 12, 11)}` })));
    const classes = classed(all, 'kind');
    expect(classes).toHaveLength(8);
    expect(classes.at(-1)).toBe('5 others 25 rest');
  });

  it('treats a few different numbers like words, in numeric order', () => {
    const all = features([10, 2, 2, 1].map(code => ({ code })));
    expect(classed(all, 'code')).toEqual(['1 1 5', '2 2 7', '10 1 6']);
  });

  it('splits numbers into classes with equal feature counts', () => {
    const all = features(range(100).map(index => ({ score: index })));
    expect(classed(all, 'score')).toEqual([
      '0 to 19 20 low',
      '20 to 39 20 lower',
      '40 to 59 20 middle',
      '60 to 79 20 higher',
      '80 to 99 20 high',
    ]);
  });

  it('never splits equal numbers, however frequent', () => {
    const all = features([
      ...range(90).map(() => ({ score: 0 })),
      ...range(10).map(index => ({ score: index + 1 })),
    ]);
    expect(classed(all, 'score')).toEqual(['0 90 low', '1 to 10 10 high']);
  });

  it('treats words among numbers as words', () => {
    const all = features([
      ...range(20).map(index => ({ size: index % 3 })),
      { size: 'large' },
      { size: true },
    ]);
    expect(classed(all, 'size')).toHaveLength(5);
  });

  it('gives comparison results their own colors', () => {
    const all = features(['same', 'same', 'gone', 'new'].map(change => ({ 'swath:change': change })));
    expect(classed(all, 'swath:change')).toEqual(['same 2 2', 'gone 1 1', 'new 1 3']);
  });
});
