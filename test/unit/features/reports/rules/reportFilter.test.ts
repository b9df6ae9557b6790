import { describe, expect, it } from 'vitest';
import { type Passing, readFilter } from '../../../../../src/features/reports/rules/reportFilter.ts';
import { withProperties } from '../../../webview/features/reports/packed.ts';

const cars = [
  { id: 'a-1', class: 'car', score: 0.9, length_m: 4.2, acquired: '2026-03-01T10:00:00Z', tags: ['red'] },
  { id: 'a-2', class: 'Large Car', score: 0.5, length_m: 12, acquired: '2026-03-02T10:00:00Z' },
  { id: 'a-3', class: 'ship "Ada"', score: '0.7', length_m: null, acquired: '2027-01-01' },
];
const names = ['id', 'class', 'score', 'length_m', 'acquired', 'tags', 'building height'];

/** How the test of a value becomes that of one of these features. */
function among(rows: readonly Readonly<Record<string, unknown>>[]): Passing {
  return (test, name) => place => {
    const row = rows[place] ?? {};
    if (name === undefined) return Object.values(row).some(test);
    return test(Object.hasOwn(row, name) ? row[name] : undefined);
  };
}

/** Numbers of the features that pass, starting at 1; or the problem and its place. */
function passing(text: string): unknown {
  const read = readFilter(text, names, among(cars));
  if (!read) return 'all';
  if ('message' in read) return [read.message, read.at];
  return cars.flatMap((_car, place) => (read.test(place) ? place + 1 : []));
}

describe('the filter of a report', () => {
  it('finds no value in what every object inherits', () => {
    const all = withProperties(cars);
    const text = 'constructor = x or "" = constructor or constructor';
    const read = readFilter(text, ['constructor', ''], (test, name) => all.passing(test, name));
    expect(read && 'test' in read && cars.map((_car, place) => read.test(place))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each(['(', 'not ', 'not ('])('of 5,000 times %j is refused', unit => {
    const read = readFilter(unit.repeat(5000) + 'x', names, among(cars));
    expect(read).toMatchObject({ message: 'Too many nested conditions.' });
  });

  it.each([
    ['', 'all'],
    ['  ', 'all'],
    ['CAR', [1, 2]],
    ['large car', [2]],
    ['"car large"', []],
    ['red', [1]],
    ['red constructor', []],
    ['score > 0.6', [1, 3]],
    ['score>=.5 and score<=0.7', [2, 3]],
    // As tables of some languages write numbers.
    ['score > 0,6', [1, 3]],
    ['length < 4,25', [1]],
    ['length < 1.000,5', [1, 2]],
    ['class = CAR', [1]],
    ['class = "large car" and length_m >= 10', [2]],
    ['class != car', [2, 3]],
    ['not class = car', [2, 3]],
    ['not (class = car or score = 0.7)', [2]],
    ['class = car or class = "large car" and score > 0.6', [1]],
    ['(class = car or "large") score < 1', [1, 2]],
    ['Length_M = ""', [3]],
    ['length_m != ""', [1, 2]],
    ['length_m < 100', [1, 2]],
    // As the table names its columns.
    ['length < 100', [1, 2]],
    ['Length (m) < 100', [1, 2]],
    ['score > 0 and (length (m) < 100)', [1, 2]],
    ['"length (m)" < 100', [1, 2]],
    ['acquired (UTC) > 2026-03-02', [2, 3]],
    ['"building height" = ""', [1, 2, 3]],
    ['acquired > 2026-03-02', [2, 3]],
    ['acquired < 2027', [1, 2]],
    ['class = "ship ""Ada"""', [3]],
  ])('%s', (text, expected) => expect(passing(text)).toEqual(expected));

  it.each([
    ['score >', 'Missing word or value.', 7],
    ['length > 4,200', '4,200 can be two numbers. Write decimals with a point.', 9],
    ['score > and class = car', 'Missing word or value.', 8],
    ['score > 0.6 or', 'Missing word or value.', 14],
    ['speed = 3', 'No property is named speed.', 0],
    ['length (km) > 3', 'No property is named length (km). Did you mean length_m?', 0],
    ['building > 3', 'No property is named building.', 0],
    ['(class = car', 'Missing closing parenthesis.', 12],
    ['class = car)', 'Unexpected ).', 11],
    ['class = "car', 'Missing closing quotation mark.', 8],
    ['class = car = 3', 'Missing word or value.', 12],
  ])('names the place of the fault in: %s', (text, message, at) => {
    expect(passing(text)).toEqual([message, at]);
  });

  it('asks which of two properties is meant that differ only by their unit', () => {
    const read = readFilter('length > 3', ['length_m', 'length_km'], () => () => true);
    expect(read).toEqual({ message: 'No property is named length. Did you mean length_m?', at: 0 });
  });
});
