import { describe, expect, it } from 'vitest';
import { isDeeperThan } from '../../../../src/model/json/nesting.ts';

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
});
