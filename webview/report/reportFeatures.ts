import { itemAt, noItem } from '../../src/model/itemAt.ts';
import {
  createFeaturePacker,
  type PackedColumn,
  type PackedFeatures,
} from '../../src/model/report/packedFeatures.ts';
import type { ReportFeature } from '../../src/model/report/reportFeature.ts';
import type { ValueTest } from '../../src/model/report/reportFilter.ts';
import { WorldShapes } from '../map/base/worldShapes.ts';

/** Properties of this many cells have arrays, and after these only those that are dense enough. */
const maxCells = 40_000_000;

/** An entry of a map takes about as much memory as so many of an array. */
const mapEntryCost = 8;

/** The values of a property in all features of a report: numbers, and codes for anything else. */
export class FeatureColumn {
  readonly name: string;
  /** Number of all features. */
  readonly length: number;
  /** By code. Not necessarily different ones; the first stands for numbers and for nothing. */
  readonly values: unknown[] = [undefined];
  /** How many features have a value other than null, and how many of these are numbers. */
  setCount = 0;
  numberCount = 0;
  /** Whether no number is too large for JavaScript. */
  isFinite = true;
  /** By feature; `undefined` if nothing is a number, or if everything is. */
  #numbers: Float64Array | Map<number, number> | undefined;
  #codes: Uint32Array | Map<number, number> | undefined;
  readonly #isRare: boolean;

  constructor(name: string, length: number, isRare: boolean) {
    this.name = name;
    this.length = length;
    this.#isRare = isRare;
  }

  add(from: number, { numbers, codes, values }: PackedColumn): void {
    for (const value of JSON.parse(values) as unknown[]) this.values.push(value);
    if (numbers) this.#addNumbers(from, numbers);
    if (codes) this.#addCodes(from, codes);
  }

  #addNumbers(from: number, numbers: Float64Array): void {
    const all = (this.#numbers ??= this.#isRare ? new Map() : new Float64Array(this.length).fill(NaN));
    if (all instanceof Float64Array) all.set(numbers, from);
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? noItem(numbers, at);
      if (Number.isNaN(number)) continue;
      this.numberCount += 1;
      this.setCount += 1;
      this.isFinite &&= Number.isFinite(number);
      if (all instanceof Map) all.set(from + at, number);
    }
    if (all instanceof Map && this.#isDense(all))
      this.#numbers = filled(new Float64Array(this.length).fill(NaN), all);
  }

  #addCodes(from: number, codes: Uint32Array): void {
    const all = (this.#codes ??= this.#isRare ? new Map() : new Uint32Array(this.length));
    if (all instanceof Uint32Array) all.set(codes, from);
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes[at] ?? noItem(codes, at);
      if (code === 0) continue;
      if (this.values[code] !== null) this.setCount += 1;
      if (all instanceof Map) all.set(from + at, code);
    }
    if (all instanceof Map && this.#isDense(all)) this.#codes = filled(new Uint32Array(this.length), all);
  }

  #isDense(values: ReadonlyMap<number, number>): boolean {
    return values.size * mapEntryCost > this.length;
  }

  /** The number of a feature, or NaN. */
  numberAt(place: number): number {
    const all = this.#numbers;
    if (all === undefined) return NaN;
    return all instanceof Float64Array ? (all[place] ?? NaN) : (all.get(place) ?? NaN);
  }

  /** The place of its value in `values`; 0 for a number and for nothing. */
  codeAt(place: number): number {
    const all = this.#codes;
    if (all === undefined) return 0;
    return all instanceof Uint32Array ? (all[place] ?? 0) : (all.get(place) ?? 0);
  }

  /** The value of a feature; `undefined` if it doesn't have the property. */
  valueAt(place: number): unknown {
    const number = this.numberAt(place);
    return Number.isNaN(number) ? this.values[this.codeAt(place)] : number;
  }

  /** What a function makes of the value of each feature. It is called once for a text that many have. */
  mapped<T>(make: (value: unknown) => T): (place: number) => T {
    const made: (T | undefined)[] = [];
    return place => {
      const number = this.numberAt(place);
      if (!Number.isNaN(number)) return make(number);
      const code = this.codeAt(place);
      return (made[code] ??= make(this.values[code]));
    };
  }

  /** The numbers of some features, in ascending order. */
  sortedNumbers(isIncluded?: (place: number) => boolean): Float64Array {
    const all = new Float64Array(this.numberCount);
    let count = 0;
    for (let place = 0; place < this.length; place += 1) {
      const number = this.numberAt(place);
      if (!Number.isNaN(number) && isIncluded?.(place) !== false) all[count++] = number;
    }
    return all.subarray(0, count).sort();
  }

  /** How many features have each value other than null; `undefined` if there are more different ones. */
  countsOf(maxValues: number): Map<unknown, number> | undefined {
    const counts = new Map<unknown, number>();
    const ofCodes = new Uint32Array(this.values.length);
    for (let place = 0; place < this.length; place += 1) {
      const number = this.numberAt(place);
      const code = this.codeAt(place);
      ofCodes[code] = (ofCodes[code] ?? noItem(ofCodes, code)) + 1;
      if (Number.isNaN(number)) continue;
      counts.set(number, (counts.get(number) ?? 0) + 1);
      if (counts.size > maxValues) return undefined;
    }
    for (const [code, value] of this.values.entries()) {
      const count = code === 0 || value === null ? 0 : itemAt(ofCodes, code);
      if (count > 0) counts.set(value, (counts.get(value) ?? 0) + count);
      if (counts.size > maxValues) return undefined;
    }
    return counts;
  }
}

function filled<T extends Float64Array | Uint32Array>(array: T, values: ReadonlyMap<number, number>): T {
  for (const [place, value] of values) array[place] = value;
  return array;
}

/** The features of a report, which go by their index. */
export class ReportFeatures {
  /** Number of all features; `count` of them have arrived. */
  readonly length: number;
  count = 0;
  readonly shapes = new WorldShapes();
  readonly #columns = new Map<string, FeatureColumn>();

  constructor(length: number) {
    this.length = length;
  }

  add({ count, shapes, columns }: PackedFeatures): void {
    for (const packed of columns) {
      const isRare = (this.#columns.size + 1) * this.length > maxCells;
      const column = this.#columns.get(packed.name) ?? new FeatureColumn(packed.name, this.length, isRare);
      this.#columns.set(packed.name, column);
      column.add(this.count, packed);
    }
    this.shapes.addAll(shapes, 0);
    this.count += count;
  }

  /** In the order in which they appear in the report. */
  get columns(): readonly FeatureColumn[] {
    return [...this.#columns.values()];
  }

  column(name: string): FeatureColumn | undefined {
    return this.#columns.get(name);
  }

  valueOf(place: number, name: string): unknown {
    return this.#columns.get(name)?.valueAt(place);
  }

  propertiesOf(place: number): Record<string, unknown> {
    // What every object inherits, such as a "constructor", is no property of a feature.
    const properties = Object.create(null) as Record<string, unknown>;
    for (const [name, column] of this.#columns) {
      const value = column.valueAt(place);
      if (value !== undefined) properties[name] = value;
    }
    return properties;
  }

  /** Whether a value of a feature passes: that of a property, or without a name any that it has. */
  passing(test: ValueTest, name?: string): (place: number) => boolean {
    if (name !== undefined) return this.#columns.get(name)?.mapped(test) ?? (() => test(undefined));
    const tests = this.columns.map(column => column.mapped(value => value !== undefined && test(value)));
    return place => {
      for (let at = 0; at < tests.length; at += 1) if (itemAt(tests, at)(place)) return true;
      return false;
    };
  }
}

/** Features that the page itself has, such as those in the output of a notebook. */
export function packedHere(features: readonly ReportFeature[]): PackedFeatures[] {
  const parts: PackedFeatures[] = [];
  const packer = createFeaturePacker(part => parts.push(part));
  for (const feature of features) packer.add(feature);
  packer.flush();
  return parts;
}
