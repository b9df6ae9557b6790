import type { CanvasFrame, FootprintShapes } from './footprintShapes.ts';
import { itemAt, noItem } from '../../../src/model/itemAt.ts';

/** Counts are told apart by doublings: 0, 1, 2, 4, 8 and 16. More make no difference that can be seen. */
const most = 16;
/** One more than the number of doublings: the base in which the levels of a pixel make one number. */
const levels = 6;

/** What fills the rectangles; a canvas context is one. */
export interface RectangleSink {
  globalAlpha: number;
  fillStyle: string | CanvasGradient | CanvasPattern;
  fillRect: (x: number, y: number, width: number, height: number) => void;
}

/**
 * Footprints that are too small to have an outline, merged: how many of each colour cover each CSS pixel of a canvas.
 * A hundred thousand of them are counted in the time in which a thousand are drawn.
 */
export class PixelCounts {
  readonly #frame: CanvasFrame;
  readonly #colours: readonly string[];
  readonly #counts: readonly Uint8Array[];
  /** Of each row, where what is covered begins and ends. */
  readonly #begins: Uint16Array;
  readonly #ends: Uint16Array;

  constructor(frame: CanvasFrame, colours: readonly string[]) {
    this.#frame = frame;
    this.#colours = colours;
    this.#counts = colours.map(() => new Uint8Array(frame.width * frame.height));
    this.#begins = new Uint16Array(frame.height).fill(frame.width);
    this.#ends = new Uint16Array(frame.height);
  }

  /** Every footprint covers one pixel at least. @param colour its place among the colours */
  add(shapes: FootprintShapes, shape: number, colour: number): void {
    const counts = this.#counts[colour];
    if (!counts) return;
    const { scale, left, top, width, height } = this.#frame;
    const west = Math.floor(shapes.west(shape) * scale - left);
    const north = Math.floor(shapes.north(shape) * scale - top);
    const end = Math.min(width, Math.max(west + 1, Math.round(shapes.east(shape) * scale - left)));
    const bottom = Math.min(height, Math.max(north + 1, Math.round(shapes.south(shape) * scale - top)));
    const begin = Math.max(0, west);
    if (begin >= end) return;
    for (let y = Math.max(0, north); y < bottom; y += 1) {
      if (begin < (this.#begins[y] ?? noItem(this.#begins, y))) this.#begins[y] = begin;
      if (end > (this.#ends[y] ?? noItem(this.#ends, y))) this.#ends[y] = end;
      for (let x = begin; x < end; x += 1) {
        const pixel = y * width + x;
        const count = counts[pixel] ?? noItem(counts, pixel);
        if (count < most) counts[pixel] = count + 1;
      }
    }
  }

  /**
   * Fills neighbours in a row that are covered alike as one rectangle, a few rows a step. The colours of a pixel mix
   * by their numbers, and not by which of them comes last.
   *
   * @param opacity of one footprint
   */
  *fill(sink: RectangleSink, opacity: number): Generator<undefined, void> {
    for (const [colour, name] of this.#colours.entries()) {
      for (let y = 0; y < this.#frame.height; y += 1) {
        sink.fillStyle = name;
        this.#fillRow(sink, y, colour, opacity);
        if (y % 32 === 31) yield;
      }
    }
  }

  #fillRow(sink: RectangleSink, y: number, colour: number, opacity: number): void {
    const end = itemAt(this.#ends, y);
    let from = itemAt(this.#begins, y);
    if (from >= end) return;
    let key = this.#keyOf(from, y);
    for (let x = from + 1; x <= end; x += 1) {
      const next = x < end ? this.#keyOf(x, y) : -1;
      if (next === key) continue;
      const alpha = key === 0 ? 0 : this.#alphaOf(from, y, colour, opacity);
      if (alpha > 0) {
        sink.globalAlpha = alpha;
        sink.fillRect(from, y, x - from, 1);
      }
      from = x;
      key = next;
    }
  }

  /** One number for how a pixel is covered by all the colours. */
  #keyOf(x: number, y: number): number {
    const pixel = y * this.#frame.width + x;
    let key = 0;
    for (const counts of this.#counts)
      key = key * levels + 32 - Math.clz32(counts[pixel] ?? noItem(counts, pixel));
    return key;
  }

  /** What one colour must be filled with so that it has its share when the colours after it lie above it. */
  #alphaOf(x: number, y: number, colour: number, opacity: number): number {
    const pixel = y * this.#frame.width + x;
    let [total, above, own] = [0, 0, 0];
    this.#counts.forEach((counts, other) => {
      const level = levelOf(counts[pixel] ?? noItem(counts, pixel));
      total += level;
      if (other > colour) above += level;
      if (other === colour) own = level;
    });
    const covered = 1 - (1 - opacity) ** total;
    return (covered * own) / (total - covered * above);
  }
}

function levelOf(count: number): number {
  return count === 0 ? 0 : 2 ** (31 - Math.clz32(count));
}
