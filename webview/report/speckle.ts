import type { CanvasFrame } from '../map/footprints/footprintShapes.ts';
import { noItem } from '../../src/model/itemAt.ts';

/** CSS pixels. */
const grain = 2;
/** Opacity of a grain that one mark lies in, and what it gains with every doubling of their number. */
const opacity = { least: 0.8, gain: 0.07 };

/**
 * Marks that lie too close for one each, as grains: where there are more there are more grains, and stronger ones. A
 * grain has the colour of one of its marks, chosen as if by lot, so that classes keep their shares and their colours.
 */
export class Speckle {
  readonly #frame: CanvasFrame;
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #counts: Uint32Array;
  readonly #lots: Uint32Array;
  readonly #kinds: Uint8Array;
  #isEmpty = true;

  constructor(frame: CanvasFrame) {
    this.#frame = frame;
    // Grains are those of the whole world, so that tiles beside each other agree.
    this.#left = frame.left - Math.floor(frame.left / grain) * grain;
    this.#top = frame.top - Math.floor(frame.top / grain) * grain;
    this.#columns = Math.ceil((frame.width + this.#left) / grain);
    this.#rows = Math.ceil((frame.height + this.#top) / grain);
    this.#counts = new Uint32Array(this.#columns * this.#rows);
    this.#lots = new Uint32Array(this.#counts.length);
    this.#kinds = new Uint8Array(this.#counts.length);
  }

  /**
   * @param x of a mark, CSS pixels in the frame, as `y`
   * @param kind its class
   * @param place of its feature in the report
   */
  add(x: number, y: number, kind: number, place: number): void {
    const [column, row] = [Math.floor((x + this.#left) / grain), Math.floor((y + this.#top) / grain)];
    // Nor is NaN within: reports are foreign data.
    if (!(column >= 0 && row >= 0 && column < this.#columns && row < this.#rows)) return;
    const at = row * this.#columns + column;
    const count = this.#counts[at] ?? noItem(this.#counts, at);
    const lot = lotOf(place);
    this.#counts[at] = count + 1;
    this.#isEmpty = false;
    if (count > 0 && lot >= (this.#lots[at] ?? noItem(this.#lots, at))) return;
    this.#lots[at] = lot;
    this.#kinds[at] = kind;
  }

  /**
   * Draws the grains below what is drawn already.
   *
   * @param colours of the classes
   */
  draw(context: CanvasRenderingContext2D, colours: readonly string[]): void {
    if (this.#isEmpty) return;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [this.#columns, this.#rows];
    const own = canvas.getContext('2d', { willReadFrequently: true });
    if (!own) return;
    const shades = shadesOf(colours);
    const picture = own.createImageData(this.#columns, this.#rows);
    for (let at = 0; at < this.#counts.length; at += 1) {
      const count = this.#counts[at] ?? noItem(this.#counts, at);
      if (count === 0) continue;
      const kind = this.#kinds[at] ?? noItem(this.#kinds, at);
      for (let part = 0; part < 3; part += 1) picture.data[at * 4 + part] = shades[kind * 4 + part] ?? 0;
      picture.data[at * 4 + 3] = 255 * Math.min(1, opacity.least + opacity.gain * Math.log2(count));
    }
    own.putImageData(picture, 0, 0);
    context.save();
    context.globalCompositeOperation = 'destination-over';
    context.imageSmoothingEnabled = false;
    const { width, height } = this.#frame;
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    context.drawImage(canvas, -this.#left, -this.#top, this.#columns * grain, this.#rows * grain);
    context.restore();
  }
}

/** The same for the same feature whatever is drawn with it. */
function lotOf(place: number): number {
  const mixed = Math.imul(place + 1, 0x9e3779b1);
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
