import fc from 'fast-check';
import stringify from 'safe-stable-stringify';
import { expect, it } from 'vitest';
import { stableText } from '../../../../src/model/json/stableText.ts';
import { runs } from '../../../randomRuns.ts';

it('is what the library writes by which journals name their bodies, whatever the order of the members', () => {
  // Members that are named like places of a list come first, and in the order of their numbers.
  const name = fc.string().filter(text => !/^\d+$/.test(text) && text !== '__proto__');
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.jsonValue({ maxDepth: 0 }),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    ),
  }));
  const turned = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(turned);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one)
        .reverse()
        .map(([key, inner]) => [key, turned(inner)]),
    );
  };
  fc.assert(
    fc.property(value, one => {
      expect(stableText(one)).toBe(stringify(one));
      expect(stableText(turned(one))).toBe(stableText(one));
    }),
    runs({ quick: 100, full: 2_000 }),
  );
});

it.each([
  [{ b: 1, a: undefined }, '{"b":1}'],
  [undefined, ''],
  [{ 10: 'b', 9: 'a', z: 1 }, '{"9":"a","10":"b","z":1}'],
])('writes %j', (value, text) => {
  expect(stableText(value)).toBe(text);
});
