import { describe, expect, it } from 'vitest';
import { freeBox, type PixelBox } from '../../../../webview/ground/freeView.ts';

describe('freeBox', () => {
  const whole = [0, 0, 1000, 700] as const;
  const tools = [8, 10, 34, 340] as const;
  const card = [740, 10, 992, 200] as const;
  const bar = [300, 560, 700, 646] as const;

  it('leaves the largest part beside what covers the map', () => {
    expect(freeBox(whole, [])).toEqual(whole);
    expect(freeBox(whole, [tools])).toEqual([34, 0, 1000, 700]);
    expect(freeBox(whole, [tools, bar])).toEqual([34, 0, 1000, 560]);
    expect(freeBox(whole, [tools, card, bar])).toEqual([34, 0, 740, 560]);
  });

  it('ignores what lies in a part that is cut off already', () => {
    expect(freeBox(whole, [card, [760, 210, 992, 240]])).toEqual([0, 0, 740, 700]);
  });

  it('finds room in the middle of a map with controls in all corners', () => {
    const small: PixelBox = [0, 0, 564, 364];
    const controls: PixelBox[] = [
      [8, 8, 34, 60],
      [42, 8, 68, 34],
      [152, 8, 224, 84],
      [232, 8, 258, 34],
      [334, 8, 556, 124],
      [310, 136, 556, 180],
      [160, 264, 404, 330],
      [8, 340, 70, 360],
    ];
    expect(freeBox(small, controls)).toEqual([0, 84, 310, 264]);
  });

  it('keeps a part of a small map, even if it is covered', () => {
    expect(freeBox([0, 0, 240, 240], [[100, 100, 140, 140]])).toEqual([0, 0, 240, 240]);
  });
});
