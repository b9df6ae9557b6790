import type { CanvasFrame } from '../../ground/worldPoint.ts';
import type { Work } from '../../ui/turns.ts';
import type { Point, Quad } from './quadrilateral.ts';

/** How far a corner of a picture may be off, CSS pixels. */
const tolerance = 0.5;
/** Cells per side of a picture whose corners don't form a parallelogram. */
const cells = 8;
/** Adjacent cells overlap by this, CSS pixels: otherwise the map would show through between them. */
const overlap = 0.7;

export interface DrawnPicture {
  image: CanvasImageSource;
  width: number;
  height: number;
}

/**
 * Draws a picture onto four corners in the Web Mercator world: in one step if they form a parallelogram, otherwise in
 * cells, one row per step.
 */
export function* drawPicture(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  picture: DrawnPicture,
  corners: Quad,
): Work {
  const toCanvas = ([x, y]: Point): Point => [x * frame.scale - frame.left, y * frame.scale - frame.top];
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const quad: Quad = [toCanvas(topLeft), toCanvas(topRight), toCanvas(bottomRight), toCanvas(bottomLeft)];
  const [a, b, c, d] = quad;
  context.imageSmoothingQuality = 'high';
  if (Math.hypot(a[0] + c[0] - b[0] - d[0], a[1] + c[1] - b[1] - d[1]) <= tolerance) {
    const { image, width, height } = picture;
    context.save();
    context.transform(...affineTransform([0, 0], [width, height], a, b, d));
    context.drawImage(image, 0, 0);
    context.restore();
    return;
  }
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1)
      drawCell(context, frame, picture, quad, [column / cells, row / cells]);
    yield;
  }
}

/** Maps a point of the picture between its corners; [0, 0] is the top left one, [1, 1] the bottom right. */
export function placeIn([topLeft, topRight, bottomRight, bottomLeft]: Quad, u: number, v: number): Point {
  const between = (axis: 0 | 1) =>
    (topLeft[axis] * (1 - u) + topRight[axis] * u) * (1 - v) +
    (bottomLeft[axis] * (1 - u) + bottomRight[axis] * u) * v;
  return [between(0), between(1)];
}

/** A canvas transform [a, b, c, d, e, f]. */
type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The affine transform that maps [u, v], [u + du, v] and [u, v + dv] to three points. */
export function affineTransform(
  [u, v]: Point,
  [du, dv]: readonly [number, number],
  origin: Point,
  right: Point,
  down: Point,
): Affine {
  const a = (right[0] - origin[0]) / du;
  const b = (right[1] - origin[1]) / du;
  const c = (down[0] - origin[0]) / dv;
  const d = (down[1] - origin[1]) / dv;
  return [a, b, c, d, origin[0] - a * u - c * v, origin[1] - b * u - d * v];
}

/** A cell of the grid as two triangles, each of them half of a parallelogram. */
function drawCell(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  { image, width, height }: DrawnPicture,
  corners: Quad,
  [u, v]: Point,
): void {
  const size = 1 / cells;
  const place = (across: number, down: number) => placeIn(corners, u + across * size, v + down * size);
  const a = place(0, 0);
  const b = place(1, 0);
  const c = place(1, 1);
  const d = place(0, 1);
  if (!isSeen([a, b, c, d], frame)) return;
  const left = Math.max(0, Math.floor(u * width) - 2);
  const top = Math.max(0, Math.floor(v * height) - 2);
  const right = Math.min(width, Math.ceil((u + size) * width) + 2);
  const bottom = Math.min(height, Math.ceil((v + size) * height) + 2);
  const opposite: Point = [b[0] + d[0] - c[0], b[1] + d[1] - c[1]];
  const triangles = [
    { seen: [a, b, d], origin: a },
    { seen: [b, c, d], origin: opposite },
  ] as const;
  const w = right - left;
  const h = bottom - top;
  for (const { seen, origin } of triangles) {
    context.save();
    clipTo(context, seen);
    const at: Point = [u * width, v * height];
    context.transform(...affineTransform(at, [size * width, size * height], origin, b, d));
    context.drawImage(image, left, top, w, h, left, top, w, h);
    context.restore();
  }
}

function clipTo(context: CanvasRenderingContext2D, corners: readonly Point[]): void {
  const x = mean(corners.map(corner => corner[0]));
  const y = mean(corners.map(corner => corner[1]));
  context.beginPath();
  for (const corner of corners) {
    const length = Math.hypot(corner[0] - x, corner[1] - y) || 1;
    const grown = 1 + (2 * overlap) / length;
    context.lineTo(x + (corner[0] - x) * grown, y + (corner[1] - y) * grown);
  }
  context.closePath();
  context.clip();
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function isSeen(corners: readonly Point[], { width, height }: CanvasFrame): boolean {
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return (
    Math.max(...xs) >= 0 && Math.min(...xs) <= width && Math.max(...ys) >= 0 && Math.min(...ys) <= height
  );
}
