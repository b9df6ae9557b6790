import type { LandShapes, WorldLine } from './landShapes.ts';
import type { MapColours } from './mapColours.ts';
import { noItem } from '../../../src/model/itemAt.ts';
import type { CanvasFrame } from './worldPoint.ts';

/** Lines are drawn a little beyond the tile, so that no stroke ends inside it. */
const margin = 4;
/** Points nearer than this to the last one drawn change nothing that can be seen, CSS pixels. */
const leastStep = 0.6;

export function drawLand(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  shapes: LandShapes | undefined,
  colours: MapColours,
): void {
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  if (!shapes) return;
  context.lineJoin = 'round';

  path(context, shapes.land, frame);
  context.fillStyle = colours.land;
  context.fill('evenodd');

  path(context, shapes.borders, frame);
  context.lineWidth = 0.8;
  context.strokeStyle = colours.border;
  context.stroke();

  path(context, shapes.coasts, frame);
  context.lineWidth = 1;
  context.strokeStyle = colours.coast;
  context.stroke();
}

/** What crosses ±180° lies partly beyond the world's edge, and so comes in from the neighbouring copies as well. */
function path(context: CanvasRenderingContext2D, lines: readonly WorldLine[], frame: CanvasFrame): void {
  context.beginPath();
  for (const copy of [-1, 0, 1]) {
    const shifted = { ...frame, left: frame.left - copy * frame.scale };
    for (const line of lines) trace(context, line, shifted);
  }
}

/**
 * Adds a line to the path. A run of points that lie beyond the same edge of the tile is replaced by its ends: what is
 * seen stays the same, and a continent's outline costs a close-up tile almost nothing.
 */
function trace(context: CanvasRenderingContext2D, { points, box }: WorldLine, frame: CanvasFrame): void {
  const { scale, left, top, width } = frame;
  // Tiles are square.
  const [low, high] = [-margin, width + margin];
  if (box[2] * scale - left < low || box[0] * scale - left > high) return;
  if (box[3] * scale - top < low || box[1] * scale - top > high) return;

  const last = points.length - 2;
  // Of fewer than two points there is no line.
  if (last < 2) return;
  let drawnX = at(points, 0) * scale - left;
  let drawnY = at(points, 1) * scale - top;
  let drawnSides = sidesOf(drawnX, drawnY, low, high);
  context.moveTo(drawnX, drawnY);
  let x = at(points, 2) * scale - left;
  let y = at(points, 3) * scale - top;
  let sides = sidesOf(x, y, low, high);
  for (let index = 2; index <= last; index += 2) {
    const nextX = index < last ? at(points, index + 2) * scale - left : x;
    const nextY = index < last ? at(points, index + 3) * scale - top : y;
    const nextSides = index < last ? sidesOf(nextX, nextY, low, high) : 0;
    const hidden = (drawnSides & sides & nextSides) !== 0;
    const near = Math.abs(x - drawnX) + Math.abs(y - drawnY) < leastStep;
    if (index === last || !(hidden || near)) {
      context.lineTo(x, y);
      drawnX = x;
      drawnY = y;
      drawnSides = sides;
    }
    x = nextX;
    y = nextY;
    sides = nextSides;
  }
}

function at(points: Float64Array, index: number): number {
  return points[index] ?? noItem(points, index);
}

/** One bit for each edge of the tile that the point lies beyond. */
function sidesOf(x: number, y: number, low: number, high: number): number {
  return (x < low ? 1 : 0) | (x > high ? 2 : 0) | (y < low ? 4 : 0) | (y > high ? 8 : 0);
}
