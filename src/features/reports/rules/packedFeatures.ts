import { type FlatShapes, ShapeList, withCapacity } from '../../../geo/shapeList.ts';
import type { ReportFeature } from './reportFeature.ts';

/** Some of the features of a report in a compact form. Together with those before them, they are all features so far. */
export interface PackedFeatures {
  count: number;
  shapes: FlatShapes;
  columns: readonly PackedColumn[];
}

/** The values of a property. */
export interface PackedColumn {
  name: string;
  /** For each feature its number, or NaN; absent if none has one. */
  numbers?: Float64Array<ArrayBuffer>;
  /**
   * For each feature the place of its value among all values of the column, from 1; 0 if it has a number or nothing.
   * Absent if that is so for all.
   */
  codes?: Uint32Array<ArrayBuffer>;
  /** Added to the column's values: JSON of a list of texts, `null`, lists… As one text, it is sent much faster. */
  values: string;
}

/** Features are passed on when one of these is reached: a message of them takes a few milliseconds. */
const limits = { features: 8192, positions: 100_000, characters: 500_000, cells: 1_000_000 } as const;

/** Further properties are in the text alone. */
const maxColumns = 1000;

/** So many values of a column are recognized when they come again; none are if nearly each is another one. */
const maxKnown = 20_000;

class OpenColumn {
  readonly name: string;
  numbers = new Float64Array(0);
  codes = new Uint32Array(0);
  hasNumbers = false;
  hasCodes = false;
  values: unknown[] = [];
  #count = 0;
  #recognized = 0;
  #isVaried = false;
  /** Codes of texts, and of other values by their JSON. */
  readonly #texts = new Map<string, number>();
  readonly #others = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  get isUsed(): boolean {
    return this.hasNumbers || this.hasCodes;
  }

  /** @returns by how many characters the message grows */
  set(at: number, value: unknown): number {
    if (typeof value === 'number') {
      if (at >= this.numbers.length) this.numbers = grown(this.numbers, at + 1, NaN);
      this.numbers[at] = value;
      this.hasNumbers = true;
      return 0;
    }
    if (at >= this.codes.length) this.codes = withCapacity(this.codes, at + 1);
    this.hasCodes = true;
    const isText = typeof value === 'string';
    const key = isText ? value : JSON.stringify(value);
    const known = isText ? this.#texts : this.#others;
    const code = this.#isVaried ? undefined : known.get(key);
    if (code !== undefined) {
      this.#recognized += 1;
      this.codes[at] = code;
      return 0;
    }
    this.codes[at] = ++this.#count;
    this.values.push(value);
    if (known.size < maxKnown) known.set(key, this.#count);
    else if (this.#recognized < maxKnown) this.#isVaried = true;
    return key.length;
  }

  /** The values so far, and starts over. */
  take(count: number): PackedColumn {
    const packed = {
      name: this.name,
      numbers: this.hasNumbers ? grown(this.numbers, count, NaN).slice(0, count) : undefined,
      codes: this.hasCodes ? withCapacity(this.codes, count).slice(0, count) : undefined,
      values: JSON.stringify(this.values),
    };
    this.numbers.fill(NaN);
    this.codes.fill(0);
    this.hasNumbers = this.hasCodes = false;
    this.values = [];
    return packed;
  }
}

function grown(array: Float64Array<ArrayBuffer>, length: number, filler: number): Float64Array<ArrayBuffer> {
  const next = withCapacity(array, length);
  return next === array ? array : next.fill(filler, array.length);
}

/** Packs features one after another. @param pass is called with each part, as soon as it is large enough */
export function createFeaturePacker(pass: (part: PackedFeatures) => void) {
  const shapes = new ShapeList();
  const columns = new Map<string, OpenColumn>();
  let used = 0;
  let characters = 0;

  function openColumn(name: string): OpenColumn | undefined {
    const known = columns.get(name);
    if (known || columns.size >= maxColumns) return known;
    const column = new OpenColumn(name);
    columns.set(name, column);
    return column;
  }

  function flush(): void {
    const { count } = shapes;
    if (count === 0) return;
    const taken = [...columns.values()].filter(column => column.isUsed).map(column => column.take(count));
    const part = { count, shapes: shapes.copy(), columns: taken };
    shapes.clear();
    used = characters = 0;
    pass(part);
  }

  return {
    add({ geometry, properties }: ReportFeature): void {
      const at = shapes.count;
      shapes.add(geometry);
      for (const name in properties) {
        const value = properties[name];
        const column = value === undefined ? undefined : openColumn(name);
        if (!column) continue;
        if (!column.isUsed) used += 1;
        characters += column.set(at, value);
      }
      const isFull =
        shapes.count >= limits.features ||
        shapes.pointCount >= limits.positions ||
        characters >= limits.characters ||
        shapes.count * used >= limits.cells;
      if (isFull) flush();
    },
    /** Passes on what is left. */
    flush,
  };
}
