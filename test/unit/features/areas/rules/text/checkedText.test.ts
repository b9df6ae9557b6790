import { describe, expect, it } from 'vitest';
import { checkedText } from '../../../../../../src/features/areas/rules/text/checkedText.ts';

const text = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [5, 43],
      [6, 44],
      [5, 44],
    ],
  ],
});

describe('a text that is checked for its problems and for the faults of its areas', () => {
  it('is read once for both, whichever comes first', () => {
    const problems = checkedText(text, 'file', 'problems');
    expect(checkedText(text, 'file', 'faults')).toBe(problems);
    const faults = checkedText(text, 'file', 'faults');
    expect(faults).not.toBe(problems);
    expect(checkedText(text, 'file', 'problems')).toBe(faults);
    expect(faults?.problems).toEqual(problems?.problems);
  });

  it('is read again for another use, after an edit, and for the same reader', () => {
    const problems = checkedText(text, 'file', 'problems');
    expect(checkedText(text, 'order', 'faults')).not.toBe(problems);
    const before = checkedText(text, 'file', 'problems');
    expect(checkedText(`${text} `, 'file', 'faults')).not.toBe(before);
    const first = checkedText(text, 'file', 'problems');
    expect(checkedText(text, 'file', 'problems')).not.toBe(first);
  });

  it('is none if it is no JSON', () => {
    expect(checkedText('', 'file', 'problems')).toBeUndefined();
  });
});
