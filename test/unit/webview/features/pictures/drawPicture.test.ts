import { describe, expect, it } from 'vitest';
import { affineTransform, placeIn } from '../../../../../webview/features/pictures/drawPicture.ts';
import type { Point, Quad } from '../../../../../webview/features/pictures/quadrilateral.ts';

describe('a point of a picture', () => {
  const corners: Quad = [
    [100, 50],
    [300, 60],
    [380, 420],
    [20, 400],
  ];

  it.each<[number, number, Point]>([
    [0, 0, [100, 50]],
    [1, 0, [300, 60]],
    [1, 1, [380, 420]],
    [0, 1, [20, 400]],
    [0.5, 0, [200, 55]],
    [0.5, 0.5, [200, 232.5]],
  ])('at %d, %d is between the corners', (u, v, place) => {
    expect(placeIn(corners, u, v)).toEqual(place);
  });

  it('is where its triangle is drawn', () => {
    const [a, b, c, d, e, f] = affineTransform([100, 200], [50, 80], [10, 20], [60, 30], [0, 100]);
    const at = (x: number, y: number) => [a * x + c * y + e, b * x + d * y + f].map(Math.round);
    expect([at(100, 200), at(150, 200), at(100, 280), at(150, 280)]).toEqual([
      [10, 20],
      [60, 30],
      [0, 100],
      [50, 110],
    ]);
  });
});
