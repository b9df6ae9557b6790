import { describe, expect, it } from 'vitest';
import { freeBox } from '../../../../../webview/map/base/freeView.ts';

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

  it('keeps a part of a small map, even if it is covered', () => {
    expect(freeBox([0, 0, 240, 240], [[100, 100, 140, 140]])).toEqual([0, 0, 240, 240]);
  });
});
