import { noItem } from '../../../src/base/itemAt.ts';
import { type CanvasFrame, canvasWorldBox } from '../../ground/worldPoint.ts';
import type { PathSink, WorldShapes } from '../../ground/worldShapes.ts';
import type { Work } from '../../ui/turns.ts';
import type { FootprintIndex } from './footprintIndex.ts';

/** Up to this many footprints in view are outlines, more are shades. Outlines come back at a few less. */
export const maxOutlines = { more: 300, fewer: 260 } as const;

/** Each shade begins with this many images over a place. */
export const densitySteps = [1, 10, 30, 100, 300, 1000, 3000] as const;

/** Side of the squares that are counted, each of which is one pixel of the canvas, CSS pixels. */
export const densityCell = 4;
/** Footprints per step. */
const step = 64;

/** The opacity of a shade, 0 to 1: land and area stay visible through the strongest. */
export function shadeOpacity(place: number): number {
  return 0.1 + (0.5 * place) / (densitySteps.length - 1);
}

/** Index in {@link densitySteps}; -1 for none. */
export function densityStep(count: number): number {
  return densitySteps.findLastIndex(from => count >= from);
}

/**
 * Shades each place by how many of the footprints cover it, a few footprints per step.
 *
 * @param context of a canvas with one pixel for each square
 * @param frame begins and ends at whole squares
 * @param color of the shades, a CSS color
 */
export function* drawDensity(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  index: FootprintIndex,
  color: string,
): Work {
  const { width, height } = context.canvas;
  const squares = {
    scale: frame.scale / densityCell,
    left: frame.left / densityCell,
    top: frame.top / densityCell,
    width,
    height,
  };
  const cover = new CoverCount(index.shapes, squares);
  for (const places of index.meeting(canvasWorldBox(frame, 0)))
    for (const [at, place] of places.entries()) {
      cover.add(place);
      if (at % step === step - 1) yield;
    }
  yield;
  paintShades(context, cover.counts(), color);
}

/** Counts how many shapes cover the center of each square of a grid. */
export class CoverCount {
  readonly #shapes: WorldShapes;
  readonly #frame: CanvasFrame;
  /** By row, one more than there are columns: how many more shapes cover a square than the one to its left. */
  readonly #steps: Int32Array;
  // Kept, because garbage would take longer than the sums.
  /** Of the current shape, four numbers each: from x, y to x, y. */
  readonly #edges: number[] = [];
  readonly #pen = penInto(this.#edges);
  /** Of the current row. */
  readonly #crossings: number[] = [];

  /** @param frame of the grid, in squares instead of pixels */
  constructor(shapes: WorldShapes, frame: CanvasFrame) {
    this.#shapes = shapes;
    this.#frame = frame;
    this.#steps = new Int32Array((frame.width + 1) * frame.height);
  }

  add(shape: number): void {
    const { scale, top, width, height } = this.#frame;
    this.#readEdges(shape);
    const first = Math.max(0, Math.floor(this.#shapes.north(shape) * scale - top));
    const last = Math.min(height - 1, Math.floor(this.#shapes.south(shape) * scale - top));
    let isCounted = false;
    for (let row = first; row <= last; row += 1) {
      const crossings = this.#crossings;
      readCrossings(row + 0.5, this.#edges, crossings);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        // The columns whose centers are between the two.
        const from = Math.ceil(cellNumber(crossings, at) - 0.5);
        const end = Math.ceil(cellNumber(crossings, at + 1) - 0.5);
        if (from >= end) continue;
        isCounted = true;
        this.#count(row, Math.max(0, from), Math.min(width, end));
      }
    }
    if (isCounted) return;
    // It is smaller than a square.
    const [x, y] = this.#shapes.middle(shape, this.#frame).map(Math.floor) as [number, number];
    if (x >= 0 && x < width && y >= 0 && y < height) this.#count(y, x, x + 1);
  }

  /** By row. */
  counts(): Uint32Array {
    const { width, height } = this.#frame;
    const counts = new Uint32Array(width * height);
    for (let row = 0; row < height; row += 1) {
      let count = 0;
      for (let column = 0; column < width; column += 1) {
        count += stepAt(this.#steps, row * (width + 1) + column);
        counts[row * width + column] = count;
      }
    }
    return counts;
  }

  #count(row: number, from: number, end: number): void {
    if (from >= end) return;
    const start = row * (this.#frame.width + 1);
    const steps = this.#steps;
    steps[start + from] = stepAt(steps, start + from) + 1;
    steps[start + end] = stepAt(steps, start + end) - 1;
  }

  #readEdges(shape: number): void {
    this.#edges.length = 0;
    this.#shapes.trace(this.#pen, shape, this.#frame);
  }
}

/** Adds the lines that it draws to a list: x, y to x, y. */
function penInto(edges: number[]): PathSink {
  let x = NaN;
  let y = NaN;
  return {
    moveTo(toX, toY) {
      x = toX;
      y = toY;
    },
    lineTo(toX, toY) {
      edges.push(x, y, toX, toY);
      x = toX;
      y = toY;
    },
  };
}

/** Where a horizontal line crosses the edges of rings, from left to right: an even number. */
function readCrossings(y: number, edges: readonly number[], crossings: number[]): void {
  crossings.length = 0;
  for (let at = 0; at < edges.length; at += 4) {
    const fromY = cellNumber(edges, at + 1);
    const toY = cellNumber(edges, at + 3);
    if (fromY > y === toY > y) continue;
    const fromX = cellNumber(edges, at);
    const toX = cellNumber(edges, at + 2);
    crossings.push(fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY));
  }
  // Almost all lines cross a footprint twice: that needs no sorting.
  if (crossings.length !== 2) crossings.sort((a, b) => a - b);
  else if (cellNumber(crossings, 0) > cellNumber(crossings, 1)) crossings.reverse();
}

// One function for each kind of list: see `noItem`.

function cellNumber(numbers: readonly number[], index: number): number {
  return numbers[index] ?? noItem(numbers, index);
}

function stepAt(steps: Int32Array, index: number): number {
  return steps[index] ?? noItem(steps, index);
}

/** One pixel for each count. */
function paintShades(context: CanvasRenderingContext2D, counts: Uint32Array, color: string): void {
  // The color as the canvas understands it.
  context.fillStyle = color;
  context.fillRect(0, 0, densityCell, densityCell);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  const opacities = densitySteps.map((_, place) => Math.round(shadeOpacity(place) * 255));
  const image = context.createImageData(context.canvas.width, context.canvas.height);
  const { data } = image;
  for (const [place, count] of counts.entries()) {
    if (count === 0) continue;
    data[place * 4] = red;
    data[place * 4 + 1] = green;
    data[place * 4 + 2] = blue;
    data[place * 4 + 3] = cellNumber(opacities, densityStep(count));
  }
  context.putImageData(image, 0, 0);
}
