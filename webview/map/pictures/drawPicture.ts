import { affineOf, gridFor, homography, type Projection } from './homography.ts';
import type { CanvasFrame } from '../base/worldPoint.ts';
import type { Point, Quad } from './quadrilateral.ts';

/** CSS pixels that a place of a picture may lie off. */
const tolerance = 0.5;
/** Neighbours overlap by this, CSS pixels: between clips that only touch the map would shine through. */
const overlap = 0.7;

export interface Picture {
  image: CanvasImageSource;
  width: number;
  height: number;
}

/** Draws a picture onto four corners in the world of Web Mercator; a row of cells a step. */
export function* drawPicture(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  picture: Picture,
  corners: Quad,
): Generator<undefined, void> {
  const toCanvas = ([x, y]: Point): Point => [x * frame.scale - frame.left, y * frame.scale - frame.top];
  const [a, b, c, d] = corners;
  const place = homography([toCanvas(a), toCanvas(b), toCanvas(c), toCanvas(d)]);
  context.imageSmoothingQuality = 'high';
  const count = gridFor(place, tolerance);
  if (count === 0) {
    const { image, width, height } = picture;
    context.save();
    context.transform(...affineOf([0, 0], [width, height], place(0, 0), place(1, 0), place(0, 1)));
    context.drawImage(image, 0, 0);
    context.restore();
    return;
  }
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++)
      drawCell(context, frame, picture, place, [column, row], 1 / count);
    yield;
  }
}

/** A cell of the grid as two triangles, each of which is a part of a parallelogram. */
function drawCell(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  { image, width, height }: Picture,
  place: Projection,
  [column, row]: readonly [number, number],
  size: number,
): void {
  const [u, v] = [column * size, row * size];
  const [a, b, c, d] = [place(u, v), place(u + size, v), place(u + size, v + size), place(u, v + size)];
  if (!isSeen([a, b, c, d], frame)) return;
  const [left, top] = [Math.max(0, Math.floor(u * width) - 2), Math.max(0, Math.floor(v * height) - 2)];
  const right = Math.min(width, Math.ceil((u + size) * width) + 2);
  const bottom = Math.min(height, Math.ceil((v + size) * height) + 2);
  const opposite: Point = [b[0] + d[0] - c[0], b[1] + d[1] - c[1]];
  const triangles = [
    { corners: [a, b, d], origin: a },
    { corners: [b, c, d], origin: opposite },
  ] as const;
  const [w, h] = [right - left, bottom - top];
  for (const { corners, origin } of triangles) {
    context.save();
    clipTo(context, corners);
    const at: Point = [u * width, v * height];
    context.transform(...affineOf(at, [size * width, size * height], origin, b, d));
    context.drawImage(image, left, top, w, h, left, top, w, h);
    context.restore();
  }
}

function clipTo(context: CanvasRenderingContext2D, corners: readonly Point[]): void {
  const [x, y] = [mean(corners.map(corner => corner[0])), mean(corners.map(corner => corner[1]))];
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
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return (
    Math.max(...xs) >= 0 && Math.min(...xs) <= width && Math.max(...ys) >= 0 && Math.min(...ys) <= height
  );
}
