import { describe, expect, it } from 'vitest';
import { clearHere, type Pixels } from '../../../../../src/features/images/rules/clearHere.ts';

type Color = readonly [red: number, green: number, blue: number];

const cloud: Color = [240, 242, 246];
const forest: Color = [50, 70, 48];
const sand: Color = [214, 190, 146];
const border: Color = [3, 2, 4];

/** 40 × 40 pixels. */
function picture(colorAt: (column: number, row: number) => Color): Pixels {
  const data = new Uint8Array(40 * 40 * 4).fill(255);
  for (let at = 0; at < 40 * 40; at += 1) data.set(colorAt(at % 40, Math.floor(at / 40)), at * 4);
  return { data, width: 40, height: 40 };
}

/** The left half of the picture, with a hole of 10 × 20 pixels at its left. */
const rings = [
  [
    [-30, -30],
    [20, -30],
    [20, 70],
    [-30, 70],
  ],
  [
    [0, 10],
    [10, 10],
    [10, 30],
    [0, 30],
  ],
] as const;

function estimate(
  colorAt: (column: number, row: number) => Color,
  { cloudCover, snowCover }: { cloudCover?: number; snowCover?: number },
) {
  const found = clearHere(picture(colorAt), { rings, cloudCover, snowCover });
  return found === 'unknown' ? found : Math.round(found.share * 100);
}

describe('the clear share of an area', () => {
  it('is counted inside its rings, without holes and black borders', () => {
    const cloudyTop = (_column: number, row: number) => (row < 10 ? cloud : forest);
    // 200 of the 600 pixels.
    expect(estimate(cloudyTop, { cloudCover: 25 })).toBe(67);
    const withBorder = (column: number, row: number) => (row >= 30 ? border : cloudyTop(column, row));
    expect(estimate(withBorder, { cloudCover: 33.3 })).toBe(50);
  });

  it.each<[string, (column: number, row: number) => Color, { cloudCover?: number; snowCover?: number }]>([
    ['the service reports no cloud cover', () => forest, {}],
    ['the picture shows fewer clouds than reported', () => forest, { cloudCover: 30 }],
    ['the picture is whiter than reported', column => (column < 10 ? cloud : forest), { cloudCover: 2 }],
    [
      'all that is white beyond the report can be in it',
      (x, y) => (x < 15 && y < 10 ? cloud : forest),
      { cloudCover: 0 },
    ],
    [
      'cloud and snow look alike',
      column => (column < 10 ? cloud : forest),
      { cloudCover: 10, snowCover: 15 },
    ],
    ['sand is as bright as the darkest clouds', x => (x < 15 ? sand : [150, 140, 120]), { cloudCover: 50 }],
    ['the picture has no pixels of it', () => border, { cloudCover: 0 }],
  ])('is unknown if %s', (_why, colorAt, covers) => {
    expect(estimate(colorAt, covers)).toBe('unknown');
  });

  it('is known where it is dark, even in an image with snow', () => {
    const snowyRight = (column: number) => (column < 20 ? forest : cloud);
    expect(estimate(snowyRight, { cloudCover: 0, snowCover: 50 })).toBe(100);
  });
});
