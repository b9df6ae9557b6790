import { describe, expect, it } from 'vitest';
import { panTo } from '../../../../webview/report/panTo.ts';

const dot = (x: number, y: number) => ({ left: x, right: x, top: y, bottom: y });

describe('a step to a feature of a report', () => {
  const wide = { left: 40, top: 0, right: 700, bottom: 600 };
  const narrow = { left: 40, top: 0, right: 340, bottom: 600 };

  it.each([
    ['beside the cards', dot(200, 100), wide, undefined],
    ['below them', dot(600, 500), wide, undefined],
    ['under them, on a wide map', dot(600, 100), wide, [340, -200]],
    ['under them, on a narrow map', dot(200, 100), narrow, [10, -350]],
    ['under the tools', dot(20, 300), wide, [-240, 0]],
    ['outside of the map', dot(900, 700), wide, [640, 400]],
  ] as const)('pans clear of everything on the map: %s', (_where, feature, inner, by) => {
    const cards = { left: inner.right - 220, bottom: 300 };
    expect(panTo(feature, inner, cards)).toEqual(by);
  });
});
