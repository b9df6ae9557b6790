import { describe, expect, it } from 'vitest';
import { movedOffset } from '../../../../src/model/json/textMoves.ts';

const change = (rangeOffset: number, rangeLength: number, text: string) => ({
  rangeOffset,
  rangeLength,
  text,
});

describe('a place of a text after changes', () => {
  it.each([
    ['before it: goes along', [change(2, 0, 'abc')], 13],
    ['deleted before it: comes nearer', [change(2, 4, '')], 6],
    ['replaced before it', [change(2, 4, 'x')], 7],
    ['behind it: stays', [change(11, 3, 'long text')], 10],
    ['inserted right there: is pushed on', [change(10, 0, '{},')], 13],
    ['replaced there: is gone', [change(10, 1, '[')], undefined],
    ['deleted around it: is gone', [change(8, 5, '')], undefined],
    ['deleted up to it: stays with its text', [change(8, 2, '')], 8],
    ['one after the other', [change(0, 0, 'ab'), change(12, 0, 'c'), change(0, 3, '')], 10],
  ])('%s', (_name, changes, expected) => {
    expect(movedOffset(10, changes)).toBe(expected);
  });

  it('is where the text behind it went, whatever was typed', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
    for (let run = 0; run < 500; run++) {
      let text = Array.from({ length: 40 }, (_none, index) => String.fromCharCode(0x4e00 + index)).join('');
      const mark = text.charAt(20);
      const changes = Array.from({ length: 1 + random(6) }, () => {
        const rangeOffset = random(text.length);
        const one = change(
          rangeOffset,
          random(Math.min(6, text.length - rangeOffset)),
          'x'.repeat(random(4)),
        );
        text = text.slice(0, rangeOffset) + one.text + text.slice(rangeOffset + one.rangeLength);
        return one;
      });
      const found = text.indexOf(mark);
      expect(movedOffset(20, changes)).toBe(found < 0 ? undefined : found);
    }
  });
});
