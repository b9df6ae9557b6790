import { describe, expect, it } from 'vitest';
import { affineOf, gridFor, homography } from '../../../../../webview/map/pictures/homography.ts';
import type { Point, Quad } from '../../../../../webview/map/pictures/quadrilateral.ts';
import { randomNumbers } from '../../../../bench/randomFootprints.ts';

const trapezium: Quad = [
  [100, 50],
  [300, 60],
  [380, 420],
  [20, 400],
];

function expectAt(point: Point, [x, y]: Point): void {
  expect(point[0]).toBeCloseTo(x, 6);
  expect(point[1]).toBeCloseTo(y, 6);
}

describe('homography', () => {
  it('takes the corners of the square to the corners', () => {
    const random = randomNumbers(3);
    for (let turn = 0; turn < 100; turn++) {
      const quad = trapezium.map(([x, y]): Point => [
        x + 60 * random(),
        y + 60 * random(),
      ]) as unknown as Quad;
      const place = homography(quad);
      expectAt(place(0, 0), quad[0]);
      expectAt(place(1, 0), quad[1]);
      expectAt(place(1, 1), quad[2]);
      expectAt(place(0, 1), quad[3]);
    }
  });

  it('keeps straight lines straight: the diagonals meet where they met', () => {
    const [a, b, c, d] = trapezium;
    const [x, y] = homography(trapezium)(0.5, 0.5);
    const off = (from: Point, to: Point) =>
      (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    expect(off(a, c)).toBeCloseTo(0, 6);
    expect(off(b, d)).toBeCloseTo(0, 6);
    // Not the middle of the corners, as it would be without perspective.
    expect(y).toBeLessThan((a[1] + b[1] + c[1] + d[1]) / 4 - 10);
  });

  it('is affine on a parallelogram', () => {
    const place = homography([
      [10, 0],
      [30, 5],
      [25, 45],
      [5, 40],
    ]);
    expectAt(place(0.25, 0.75), [10 + 5 - 3.75, 1.25 + 30]);
  });
});

describe('gridFor', () => {
  it('draws a parallelogram whole, and cuts more finely the more perspective there is', () => {
    const parallelogram = homography([
      [0, 0],
      [100, 10],
      [90, 210],
      [-10, 200],
    ]);
    expect(gridFor(parallelogram, 0.5)).toBe(0);
    const slight = homography([
      [0, 0],
      [100, 10],
      [92, 212],
      [-10, 200],
    ]);
    expect(gridFor(slight, 0.5)).toBe(2);
    const strong = gridFor(homography(trapezium), 0.5);
    expect(strong).toBeGreaterThan(4);
    expect(gridFor(homography(trapezium), 0.001)).toBe(16);
  });
});

describe('affineOf', () => {
  it('takes a part of a picture to three places', () => {
    const [a, b, c, d, e, f] = affineOf([100, 200], [50, 80], [10, 20], [60, 30], [0, 100]);
    const at = (x: number, y: number): Point => [a * x + c * y + e, b * x + d * y + f];
    expectAt(at(100, 200), [10, 20]);
    expectAt(at(150, 200), [60, 30]);
    expectAt(at(100, 280), [0, 100]);
    expectAt(at(150, 280), [50, 110]);
  });
});
