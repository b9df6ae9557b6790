import { itemAt, noItem } from '../../../src/base/itemAt.ts';
import type { WorldBox } from '../../ground/worldPoint.ts';
import type { WorldShapes } from '../../ground/worldShapes.ts';

/** Cells in a row, and in a column. */
const side = 256;
/** If more of the cells meet a box, all shapes are looked at instead. */
const maxShare = 1 / 16;

/** Shapes by the cells of a grid in which their middles are: a million boxes are too many for every move of the pointer. */
export class ShapeGrid {
  readonly #west: number;
  readonly #north: number;
  readonly #width: number;
  readonly #height: number;
  /** The shapes of each cell, one cell after another, and where each starts. */
  readonly #shapes: Uint32Array;
  readonly #starts = new Uint32Array(side * side + 1);
  /** Those that are larger than a cell. */
  readonly #large: number[] = [];

  /** @param box around all shapes */
  constructor(shapes: WorldShapes, [west, north, east, south]: WorldBox) {
    this.#west = west;
    this.#north = north;
    // Shapes at one place are in one cell.
    this.#width = Math.max((east - west) / side, Number.EPSILON);
    this.#height = Math.max((south - north) / side, Number.EPSILON);
    this.#shapes = new Uint32Array(shapes.count);
    const cells = new Uint32Array(shapes.count).fill(side * side);
    const starts = this.#starts;
    for (let shape = 0; shape < shapes.count; shape += 1) {
      if (!shapes.isSomewhere(shape)) continue;
      const [left, top, right, bottom] = shapes.boxAt(shape);
      if (right - left > this.#width || bottom - top > this.#height) {
        this.#large.push(shape);
        continue;
      }
      const cell = this.#row((top + bottom) / 2) * side + this.#column((left + right) / 2);
      cells[shape] = cell;
      starts[cell + 1] = itemAt(starts, cell + 1) + 1;
    }
    for (let cell = 0; cell < side * side; cell += 1)
      starts[cell + 1] = itemAt(starts, cell + 1) + itemAt(starts, cell);
    const next = starts.slice();
    for (let shape = 0; shape < shapes.count; shape += 1) {
      const cell = cells[shape] ?? noItem(cells, shape);
      if (cell === side * side) continue;
      const at = next[cell] ?? noItem(next, cell);
      this.#shapes[at] = shape;
      next[cell] = at + 1;
    }
  }

  #column(x: number): number {
    return Math.max(0, Math.min(side - 1, Math.floor((x - this.#west) / this.#width)));
  }

  #row(y: number): number {
    return Math.max(0, Math.min(side - 1, Math.floor((y - this.#north) / this.#height)));
  }

  /** Shapes that can meet a box, and some beside it, in any order; `undefined` if that could be most of them. */
  near([west, north, east, south]: WorldBox): number[] | undefined {
    const firstColumn = this.#column(west - this.#width / 2);
    const lastColumn = this.#column(east + this.#width / 2);
    const firstRow = this.#row(north - this.#height / 2);
    const lastRow = this.#row(south + this.#height / 2);
    const cells = (lastColumn - firstColumn + 1) * (lastRow - firstRow + 1);
    if (cells > side * side * maxShare) return undefined;
    const found = [...this.#large];
    for (let row = firstRow; row <= lastRow; row += 1) {
      const start = itemAt(this.#starts, row * side + firstColumn);
      const end = itemAt(this.#starts, row * side + lastColumn + 1);
      for (let at = start; at < end; at += 1) found.push(itemAt(this.#shapes, at));
    }
    return found;
  }
}
