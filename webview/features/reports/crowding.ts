import { noItem } from '../../../src/base/itemAt.ts';
import type { CanvasFrame } from '../../ground/worldPoint.ts';

/** Marks are counted in squares of this size, CSS pixels. */
const square = 16;
/** Two marks this close look like one, CSS pixels. */
const samePlace = 2;

/** Marks up to this far outside of a frame are needed to know how crowded it is inside, CSS pixels. */
export const crowdReach = 1.5 * square;

/**
 * How close the marks on a map are to each other at each point. The grid of squares covers the whole world at a zoom
 * level, so that adjacent tiles match.
 */
export class Crowding {
  readonly #left: number;
  readonly #top: number;
  readonly #columns: number;
  readonly #rows: number;
  readonly #counts: Uint16Array;
  readonly #placeColumns: number;
  readonly #isTaken: Uint8Array;

  /** @param reach beyond the frame, CSS pixels */
  constructor({ left, top, width, height }: CanvasFrame, reach: number) {
    const first = (edge: number) => Math.floor((edge - reach) / square) * square;
    const across = (edge: number, length: number) =>
      Math.ceil((edge + length + reach - first(edge)) / square);
    // Offset from the frame to the grid.
    this.#left = left - first(left);
    this.#top = top - first(top);
    this.#columns = across(left, width);
    this.#rows = across(top, height);
    this.#counts = new Uint16Array(this.#columns * this.#rows);
    this.#placeColumns = this.#columns * (square / samePlace);
    this.#isTaken = new Uint8Array(this.#placeColumns * this.#rows * (square / samePlace));
  }

  /** @param x of a mark, CSS pixels in the frame, like `y` */
  add(x: number, y: number): void {
    const column = Math.floor((x + this.#left) / square);
    const row = Math.floor((y + this.#top) / square);
    if (!this.#isWithin(column, row)) return;
    const place =
      Math.floor((y + this.#top) / samePlace) * this.#placeColumns + Math.floor((x + this.#left) / samePlace);
    if (this.#isTaken[place] === 1) return;
    this.#isTaken[place] = 1;
    const at = row * this.#columns + column;
    this.#counts[at] = (this.#counts[at] ?? noItem(this.#counts, at)) + 1;
  }

  /** The average distance of the marks around a point, CSS pixels; never less than 2. */
  spacing(x: number, y: number): number {
    const across = (x + this.#left) / square - 0.5;
    const down = (y + this.#top) / square - 0.5;
    const column = Math.floor(across);
    const row = Math.floor(down);
    const east = across - column;
    const south = down - row;
    const count =
      (this.#count(column, row) * (1 - east) + this.#count(column + 1, row) * east) * (1 - south) +
      (this.#count(column, row + 1) * (1 - east) + this.#count(column + 1, row + 1) * east) * south;
    return square / Math.sqrt(count);
  }

  #count(column: number, row: number): number {
    if (!this.#isWithin(column, row)) return 0;
    const at = row * this.#columns + column;
    return this.#counts[at] ?? noItem(this.#counts, at);
  }

  /** False for NaN too, because reports are foreign data. */
  #isWithin(column: number, row: number): boolean {
    return column >= 0 && row >= 0 && column < this.#columns && row < this.#rows;
  }
}
