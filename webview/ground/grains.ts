import { itemAt, noItem } from '../../src/base/itemAt.ts';
import { pseudoRandom } from '../../src/base/lot.ts';
import type { CanvasFrame } from './worldPoint.ts';

/** Counts beyond this make no visible difference. */
const maxCount = 255;

/** Below this share of filled grains, they are drawn one by one: an image costs the same however empty it is. */
const fewShare = 1 / 256;

/** Opacity of a grain with this many items, 0 to 1. */
type Opacity = (count: number) => number;

/**
 * Merges what is too small for its own outline into squares: more items fill more squares with more opacity. A grain
 * has the color of one of its items, chosen pseudo-randomly, so that colors stay pure and in proportion. Counting a
 * hundred thousand items takes as long as drawing a thousand.
 */
export class Grains {
  readonly #size: number;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #counts: Uint8Array;
  readonly #lots: Uint32Array;
  readonly #colors: Uint8Array;
  readonly #taken: number[] = [];

  /** @param size of a grain, CSS pixels */
  constructor(frame: CanvasFrame, size: number) {
    this.#size = size;
    // The grid of grains covers the whole world, so that adjacent tiles match.
    this.#left = frame.left - Math.floor(frame.left / size) * size;
    this.#top = frame.top - Math.floor(frame.top / size) * size;
    this.#columns = Math.ceil((frame.width + this.#left) / size);
    this.#rows = Math.ceil((frame.height + this.#top) / size);
    this.#counts = new Uint8Array(this.#columns * this.#rows);
    this.#lots = new Uint32Array(this.#counts.length);
    this.#colors = new Uint8Array(this.#counts.length);
  }

  /**
   * Adds an item to every grain that its box touches, at least one.
   *
   * @param west side of its box, CSS pixels in the frame, like the other sides
   * @param color index of its color
   * @param number of the item, whatever else is drawn
   */
  add(west: number, north: number, east: number, south: number, color: number, number: number): void {
    const first = Math.floor((west + this.#left) / this.#size);
    const top = Math.floor((north + this.#top) / this.#size);
    const end = Math.min(this.#columns, Math.max(first + 1, Math.round((east + this.#left) / this.#size)));
    const bottom = Math.min(this.#rows, Math.max(top + 1, Math.round((south + this.#top) / this.#size)));
    const lot = pseudoRandom(number);
    // Comparisons with NaN are false, so foreign coordinates end the loop.
    for (let row = Math.max(0, top); row < bottom; row += 1)
      for (let column = Math.max(0, first); column < end; column += 1) {
        const at = row * this.#columns + column;
        const count = this.#counts[at] ?? noItem(this.#counts, at);
        if (count === 0) this.#taken.push(at);
        if (count < maxCount) this.#counts[at] = count + 1;
        if (count > 0 && lot >= (this.#lots[at] ?? noItem(this.#lots, at))) continue;
        this.#lots[at] = lot;
        this.#colors[at] = color;
      }
  }

  draw(context: CanvasRenderingContext2D, colors: readonly string[], opacityAt: Opacity): void {
    context.save();
    context.globalCompositeOperation = 'destination-over';
    if (this.#taken.length < this.#counts.length * fewShare) this.#drawEach(context, colors, opacityAt);
    else this.#drawPicture(context, colors, opacityAt);
    context.restore();
  }

  #drawEach(context: CanvasRenderingContext2D, colors: readonly string[], opacityAt: Opacity): void {
    for (const at of this.#taken) {
      context.globalAlpha = opacityAt(itemAt(this.#counts, at));
      context.fillStyle = itemAt(colors, itemAt(this.#colors, at));
      const column = at % this.#columns;
      const row = Math.floor(at / this.#columns);
      const size = this.#size;
      context.fillRect(column * size - this.#left, row * size - this.#top, size, size);
    }
  }

  #drawPicture(context: CanvasRenderingContext2D, colors: readonly string[], opacityAt: Opacity): void {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [this.#columns, this.#rows];
    const imageContext = canvas.getContext('2d', { willReadFrequently: true });
    if (!imageContext) return;
    const shades = colorShades(colors);
    const opacities = Uint8Array.from({ length: maxCount + 1 }, (_none, count) => 255 * opacityAt(count));
    const picture = imageContext.createImageData(this.#columns, this.#rows);
    for (const at of this.#taken) {
      const count = this.#counts[at] ?? noItem(this.#counts, at);
      const shade = (this.#colors[at] ?? noItem(this.#colors, at)) * 4;
      for (let part = 0; part < 3; part += 1)
        picture.data[at * 4 + part] = shades[shade + part] ?? noItem(shades, shade + part);
      picture.data[at * 4 + 3] = opacities[count] ?? noItem(opacities, count);
    }
    imageContext.putImageData(picture, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = false;
    const across = this.#columns * this.#size;
    const down = this.#rows * this.#size;
    context.drawImage(canvas, -this.#left, -this.#top, across, down);
  }
}

/** Red, green, blue and opacity of each color in turn, 0 to 255. */
function colorShades(colors: readonly string[]): Uint8ClampedArray {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, colors.length), 1];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return new Uint8ClampedArray();
  colors.forEach((color, at) => {
    context.fillStyle = color;
    context.fillRect(at, 0, 1, 1);
  });
  return context.getImageData(0, 0, canvas.width, 1).data;
}
