import { describe, expect, it } from 'vitest';
import {
  convexHull,
  hullMeetsBox,
  type Point,
  type Quad,
  uprightQuad,
  widestQuad,
} from '../../../../../webview/features/pictures/quadrilateral.ts';
import { randomNumbers } from '../../../../bench/randomFootprints.ts';

const square: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** A strip with a width and a height, rotated clockwise by an angle, with extra points on its long sides. */
function strip(
  width: number,
  height: number,
  degrees: number,
  between = 0,
): { ring: Point[]; corners: Quad } {
  const angle = (degrees * Math.PI) / 180;
  const at = (x: number, y: number): Point => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ];
  const x = width / 2;
  const y = height / 2;
  const corners: Quad = [at(-x, -y), at(x, -y), at(x, y), at(-x, y)];
  const side = (sign: 1 | -1) =>
    Array.from({ length: between + 2 }, (_, index) =>
      at(sign * x, sign * y * ((2 * index) / (between + 1) - 1)),
    );
  return { ring: [...side(1), ...side(-1)], corners };
}

function closeTo(quad: Quad | undefined, expected: Quad): void {
  expect(quad?.flat().map(value => Number(value.toFixed(9)))).toEqual(
    expected.flat().map(value => Number(value.toFixed(9))),
  );
}

describe('convexHull', () => {
  it('is clockwise on screen and omits points inside and on the sides', () => {
    const hull = convexHull([...square, [0.5, 0], [0.5, 0.5], [0, 0]]);
    expect(hull).toHaveLength(4);
    const doubled = hull.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = hull[(index + 1) % 4] ?? [0, 0];
      return sum + x * nextY - nextX * y;
    }, 0);
    expect(doubled).toBe(2);
  });
});

describe('widestQuad', () => {
  it('finds the corners of strips, rotated and with extra points', () => {
    const random = randomNumbers(7);
    for (let turn = 0; turn < 200; turn++) {
      const { ring, corners } = strip(
        1 + random(),
        3 + 4 * random(),
        random() * 360,
        Math.floor(random() * 12),
      );
      const key = (point: Point) => point.map(value => value.toFixed(9)).join();
      expect(new Set(widestQuad(ring)?.map(key))).toEqual(new Set(corners.map(key)));
    }
  });

  it('takes the four corners of a skewed footprint as they are', () => {
    const skewed: Point[] = [
      [0, 0],
      [4, 1],
      [6, 9],
      [1, 8],
    ];
    expect(new Set(widestQuad([...skewed, [0, 0]]))).toEqual(new Set(skewed));
  });

  it('finds no corners without an area', () => {
    expect(widestQuad([])).toBeUndefined();
    expect(
      widestQuad([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ).toBeUndefined();
  });
});

describe('uprightQuad', () => {
  it('puts the top to the north, whichever corner comes first', () => {
    for (const degrees of [-40, -12, 0, 9, 38]) {
      const { corners } = strip(1, 3, degrees);
      const [a, b, c, d] = corners;
      for (const begun of [corners, [b, c, d, a], [c, d, a, b], [d, a, b, c]] satisfies Quad[])
        closeTo(uprightQuad(begun, 1 / 3), corners);
    }
  });

  it('aligns a long picture with a strip that runs to the east', () => {
    const { corners } = strip(1, 4, 80);
    closeTo(uprightQuad(corners, 1 / 4), corners);
    const wide = strip(4, 1, -10).corners;
    closeTo(uprightQuad(wide, 4), wide);
  });
});

describe('hullMeetsBox', () => {
  const { corners } = strip(1, 10, 45);

  it('distinguishes a box beside a slanted strip from one on it', () => {
    expect(hullMeetsBox(convexHull(corners), [-0.2, -0.2, 0.2, 0.2])).toBe(true);
    // Within the bounding box, but still apart.
    expect(hullMeetsBox(convexHull(corners), [-3, -3, -2, -2])).toBe(false);
    expect(hullMeetsBox(convexHull(corners), [20, 20, 30, 30])).toBe(false);
  });

  it('finds a box that contains the strip, and one inside it', () => {
    expect(hullMeetsBox(convexHull(corners), [-50, -50, 50, 50])).toBe(true);
    expect(hullMeetsBox([], [-50, -50, 50, 50])).toBe(false);
  });
});
