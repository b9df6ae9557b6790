import { itemAt, noItem } from '../../../src/model/itemAt.ts';
import type { CanvasFrame } from './worldPoint.ts';

/** More in one grain make no difference that can be seen. */
const most = 255;

/** Fewer grains than this share of all are drawn one by one: a picture costs the same however empty it is. */
const fewShare = 1 / 256;

/** Of a grain that so many things lie in, 0 to 1. */
type Opacity = (count: number) => number;

/**
 * What is too small to have an outline of its own, merged into squares: where there is more there are more of them, and
 * stronger ones. A grain has the colour of one of the things in it, chosen as if by lot, so that colours stay what they
 * are and have their shares. A hundred thousand things are counted in the time in which a thousand are drawn.
 */
export class Grains {
  readonly #size: number;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #counts: Uint8Array;
  readonly #lots: Uint32Array;
  readonly #colours: Uint8Array;
  readonly #taken: number[] = [];

  /** @param size of a grain, CSS pixels */
  constructor(frame: CanvasFrame, size: number) {
    this.#size = size;
    // Grains are those of the whole world, so that tiles beside each other agree.
    this.#left = frame.left - Math.floor(frame.left / size) * size;
    this.#top = frame.top - Math.floor(frame.top / size) * size;
    this.#columns = Math.ceil((frame.width + this.#left) / size);
    this.#rows = Math.ceil((frame.height + this.#top) / size);
    this.#counts = new Uint8Array(this.#columns * this.#rows);
    this.#lots = new Uint32Array(this.#counts.length);
    this.#colours = new Uint8Array(this.#counts.length);
  }

  /**
   * Every thing lies in one grain at least.
   *
   * @param west side of its box, CSS pixels in the frame, as the others
   * @param colour its place among the colours
   * @param number of the thing, whatever is drawn with it
   */
  add(west: number, north: number, east: number, south: number, colour: number, number: number): void {
    const first = Math.floor((west + this.#left) / this.#size);
    const top = Math.floor((north + this.#top) / this.#size);
    const end = Math.min(this.#columns, Math.max(first + 1, Math.round((east + this.#left) / this.#size)));
    const bottom = Math.min(this.#rows, Math.max(top + 1, Math.round((south + this.#top) / this.#size)));
    const lot = lotOf(number);
    // Nothing is less than NaN: reports are foreign data.
    for (let row = Math.max(0, top); row < bottom; row += 1)
      for (let column = Math.max(0, first); column < end; column += 1) {
        const at = row * this.#columns + column;
        const count = this.#counts[at] ?? noItem(this.#counts, at);
        if (count === 0) this.#taken.push(at);
        if (count < most) this.#counts[at] = count + 1;
        if (count > 0 && lot >= (this.#lots[at] ?? noItem(this.#lots, at))) continue;
        this.#lots[at] = lot;
        this.#colours[at] = colour;
      }
  }

  draw(context: CanvasRenderingContext2D, colours: readonly string[], opacityOf: Opacity): void {
    context.save();
    context.globalCompositeOperation = 'destination-over';
    if (this.#taken.length < this.#counts.length * fewShare) this.#drawEach(context, colours, opacityOf);
    else this.#drawPicture(context, colours, opacityOf);
    context.restore();
  }

  #drawEach(context: CanvasRenderingContext2D, colours: readonly string[], opacityOf: Opacity): void {
    for (const at of this.#taken) {
      context.globalAlpha = opacityOf(itemAt(this.#counts, at));
      context.fillStyle = itemAt(colours, itemAt(this.#colours, at));
      const [column, row] = [at % this.#columns, Math.floor(at / this.#columns)];
      const size = this.#size;
      context.fillRect(column * size - this.#left, row * size - this.#top, size, size);
    }
  }

  #drawPicture(context: CanvasRenderingContext2D, colours: readonly string[], opacityOf: Opacity): void {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [this.#columns, this.#rows];
    const own = canvas.getContext('2d', { willReadFrequently: true });
    if (!own) return;
    const shades = shadesOf(colours);
    const opacities = Uint8Array.from({ length: most + 1 }, (_none, count) => 255 * opacityOf(count));
    const picture = own.createImageData(this.#columns, this.#rows);
    for (const at of this.#taken) {
      const count = this.#counts[at] ?? noItem(this.#counts, at);
      const shade = (this.#colours[at] ?? noItem(this.#colours, at)) * 4;
      for (let part = 0; part < 3; part += 1)
        picture.data[at * 4 + part] = shades[shade + part] ?? noItem(shades, shade + part);
      picture.data[at * 4 + 3] = opacities[count] ?? noItem(opacities, count);
    }
    own.putImageData(picture, 0, 0);
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = false;
    const [across, down] = [this.#columns * this.#size, this.#rows * this.#size];
    context.drawImage(canvas, -this.#left, -this.#top, across, down);
  }
}

/** The same for the same thing whatever is drawn with it. */
function lotOf(number: number): number {
  const mixed = Math.imul(number + 1, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
}

/** Red, green, blue and opacity of each colour in turn, 0 to 255. */
function shadesOf(colours: readonly string[]): Uint8ClampedArray {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.max(1, colours.length), 1];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return new Uint8ClampedArray();
  colours.forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(at, 0, 1, 1);
  });
  return context.getImageData(0, 0, canvas.width, 1).data;
}
