import { describe, expect, it } from 'vitest';
import { cutBelow, isDeeperThan, isDeepValue, tooDeepAt } from '../../../../src/model/json/nesting.ts';

describe('nesting', () => {
  it.each([
    ['[[[]]]', 2, true],
    ['[[[]]]', 3, false],
    ['[{"a": [1]}]', 2, true],
    ['[1], [2], [3]', 1, false],
    ['["[[[["]', 1, false],
    [String.raw`["\"[[[["]`, 1, false],
    [String.raw`["\\", [[1]]]`, 2, true],
    ['["broken\n, [[[', 2, true],
    ['[['.repeat(1_000_000), 1000, true],
  ])('is counted without strings', (text, levels, isDeeper) => {
    expect(isDeeperThan(text, levels)).toBe(isDeeper);
  });

  it('is told with the place of the bracket that is one too many', () => {
    expect(tooDeepAt('{"[": [[1], {}]}', 2)).toBe(7);
    expect(tooDeepAt('{"[": [[1], {}]}', 3)).toBeUndefined();
  });

  it('of a value is what it is of its text, at any depth', () => {
    const deep = nested(100_000);
    expect(isDeepValue(deep)).toBe(true);
    for (const levels of [0, 1, 2, 3]) {
      for (const text of ['1', 'null', '[]', '[{}]', '{"a":[1],"b":{"c":[2]}}']) {
        expect(isDeepValue(JSON.parse(text), levels)).toBe(isDeeperThan(text, levels));
      }
    }
  });

  it('is cut where it is too deep, and all else stays', () => {
    const value = { a: [1, { b: [2] }], c: null, ['__proto__']: 'd' };
    expect(cutBelow(value, 4, '…')).toEqual(value);
    expect(cutBelow(value, 2, '…')).toEqual({ ...value, a: [1, '…'] });
    expect(cutBelow(nested(100_000), 3, '…')).toEqual([[['…']]]);
  });
});

function nested(levels: number): unknown {
  return JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
}
