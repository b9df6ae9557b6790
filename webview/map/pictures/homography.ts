import type { Point, Quad } from './quadrilateral.ts';

/** Where a place of the unit square comes to lie; [0, 0] is the top left corner, [1, 1] the bottom right. */
export type Projection = (u: number, v: number) => Point;

/** The projective map of the unit square onto four corners: straight lines stay straight. */
export function homography([topLeft, topRight, bottomRight, bottomLeft]: Quad): Projection {
  const [x0, y0] = topLeft;
  const [x1, y1] = topRight;
  const [x2, y2] = bottomRight;
  const [x3, y3] = bottomLeft;
  const [dx1, dy1] = [x1 - x2, y1 - y2];
  const [dx2, dy2] = [x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const spread = dx1 * dy2 - dx2 * dy1;
  // Of a parallelogram both are 0, and the map is an affine one.
  const g = (sx * dy2 - sy * dx2) / spread;
  const h = (dx1 * sy - dy1 * sx) / spread;
  const [ax, ay] = [x1 - x0 + g * x1, y1 - y0 + g * y1];
  const [bx, by] = [x3 - x0 + h * x3, y3 - y0 + h * y3];
  return (u, v) => {
    const depth = g * u + h * v + 1;
    return [(ax * u + bx * v + x0) / depth, (ay * u + by * v + y0) / depth];
  };
}

/** A canvas transform [a, b, c, d, e, f]. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The affine map that takes [u, v], [u + du, v] and [u, v + dv] to three places. */
export function affineOf(
  [u, v]: Point,
  [du, dv]: readonly [number, number],
  origin: Point,
  right: Point,
  down: Point,
): Affine {
  const [a, b] = [(right[0] - origin[0]) / du, (right[1] - origin[1]) / du];
  const [c, d] = [(down[0] - origin[0]) / dv, (down[1] - origin[1]) / dv];
  return [a, b, c, d, origin[0] - a * u - c * v, origin[1] - b * u - d * v];
}

/** The finest grid that a picture is drawn by. */
const finestGrid = 16;

/**
 * How many cells a side a picture must be cut into, each drawn as two triangles, so that nothing lies further off than
 * the tolerance. 0 when the whole picture is one parallelogram.
 */
export function gridFor(place: Projection, tolerance: number): number {
  const [a, b, c, d] = [place(0, 0), place(1, 0), place(1, 1), place(0, 1)];
  if (Math.hypot(a[0] + c[0] - b[0] - d[0], a[1] + c[1] - b[1] - d[1]) <= tolerance) return 0;
  for (let count = 1; count < finestGrid; count *= 2) if (worstOff(place, count) <= tolerance) return count;
  return finestGrid;
}

/** How far the middles of the triangles' sides lie from where they belong. */
function worstOff(place: Projection, count: number): number {
  const size = 1 / count;
  let worst = 0;
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const [u, v] = [column * size, row * size];
      const sides = [
        [u, v, u + size, v],
        [u, v, u, v + size],
        [u + size, v, u, v + size],
      ] as const;
      for (const [u0, v0, u1, v1] of sides) {
        const [from, to, middle] = [place(u0, v0), place(u1, v1), place((u0 + u1) / 2, (v0 + v1) / 2)];
        const off = Math.hypot((from[0] + to[0]) / 2 - middle[0], (from[1] + to[1]) / 2 - middle[1]);
        worst = Math.max(worst, off);
      }
    }
  }
  return worst;
}
