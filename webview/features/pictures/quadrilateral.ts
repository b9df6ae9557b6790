/** A point in a plane whose y axis points down, as in the Web Mercator world and on a screen. */
export type Point = readonly [x: number, y: number];

/** The corners of a picture, clockwise on screen. */
export type Quad = readonly [topLeft: Point, topRight: Point, bottomRight: Point, bottomLeft: Point];

/** More corners of a hull than this say nothing more about its shape. */
const maxCorners = 96;

/** The convex hull, clockwise on screen, without points on straight sides. */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (run: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of run) {
      while (chain.length >= 2 && turn(chain.at(-2) ?? point, chain.at(-1) ?? point, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Twice the signed area of a triangle; positive if it is clockwise on screen. */
function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/**
 * The four of the points that span the largest area: the corners of a strip, whose long sides have more points.
 * Clockwise on screen, starting anywhere.
 */
export function widestQuad(points: readonly Point[]): Quad | undefined {
  const whole = convexHull(points);
  const every = Math.ceil(whole.length / maxCorners);
  const hull = whole.filter((_, index) => index % every === 0);
  let widest: { quad: Quad; area: number } | undefined;
  for (const [i, from] of hull.entries()) {
    for (let j = i + 2; j < hull.length; j++) {
      const to = hull[j] ?? from;
      const right = farthest(hull.slice(i + 1, j), from, to);
      const left = farthest([...hull.slice(j + 1), ...hull.slice(0, i)], to, from);
      if (!right || !left) continue;
      const area = right.area + left.area;
      if (!widest || area > widest.area) widest = { quad: [from, right.point, to, left.point], area };
    }
  }
  return widest?.quad;
}

/** The point that forms the largest triangle with the line from `a` to `b`. */
function farthest(points: readonly Point[], a: Point, b: Point): { point: Point; area: number } | undefined {
  let found: { point: Point; area: number } | undefined;
  for (const point of points) {
    const area = Math.abs(turn(a, point, b));
    if (area > 0 && (!found || area > found.area)) found = { point, area };
  }
  return found;
}

/**
 * Rotates the corners so that the top of the picture faces north. Across-track scans are rotated by a right angle
 * against that, which the aspect ratio of the picture shows.
 *
 * @param aspect width of the picture divided by its height
 */
export function uprightQuad(quad: Quad, aspect: number): Quad {
  const [a, b, c, d] = quad;
  const turned: Quad[] = [quad, [b, c, d, a], [c, d, a, b], [d, a, b, c]];
  return turned.reduce((best, next) => (fit(next, aspect) > fit(best, aspect) ? next : best));
}

/** How far north the top faces, from -1 to 1, minus how much the aspect ratio differs from the picture's. */
function fit([topLeft, topRight, bottomRight, bottomLeft]: Quad, aspect: number): number {
  const up = [
    topLeft[0] + topRight[0] - bottomLeft[0] - bottomRight[0],
    topLeft[1] + topRight[1] - bottomLeft[1] - bottomRight[1],
  ] as const;
  const width = distance(topLeft, topRight) + distance(bottomLeft, bottomRight);
  const height = distance(topLeft, bottomLeft) + distance(topRight, bottomRight);
  return -up[1] / Math.hypot(...up) - Math.abs(Math.log(width / height / aspect));
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** Whether a convex hull, clockwise on screen, and a box intersect. */
export function hullMeetsBox(
  hull: readonly Point[],
  [west, north, east, south]: readonly [west: number, north: number, east: number, south: number],
): boolean {
  const first = hull[0];
  if (!first) return false;
  const xs = hull.map(([x]) => x);
  const ys = hull.map(([, y]) => y);
  if (Math.min(...xs) > east || Math.max(...xs) < west) return false;
  if (Math.min(...ys) > south || Math.max(...ys) < north) return false;
  const corners: readonly Point[] = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
  ];
  // They are apart only if the whole box is outside one of the sides.
  return hull.every((point, index) => {
    const next = hull[index + 1] ?? first;
    return corners.some(corner => turn(point, next, corner) >= 0);
  });
}
