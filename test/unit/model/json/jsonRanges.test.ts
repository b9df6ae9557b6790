import { describe, expect, it } from 'vitest';
import { jsonRanges } from '../../../../src/model/json/jsonRanges.ts';

describe('the places of values in a text', () => {
  const text = '{\n  "a": 1, "b": {"c": [10, 20]}\n}';
  const at = (range: { offset: number; length: number } | undefined) =>
    range && text.slice(range.offset, range.offset + range.length);

  it('are those of the values, in the order asked', () => {
    expect(jsonRanges(text, [['b', 'c', 1], ['a'], []]).map(at)).toEqual(['20', '1', text]);
  });

  it('are those of what is around them where they are not written', () => {
    expect(jsonRanges(text, [['b', 'x', 'y'], ['b', 'c', 5], ['z']]).map(at)).toEqual([
      '{"c": [10, 20]}',
      '[10, 20]',
      text,
    ]);
  });
});
