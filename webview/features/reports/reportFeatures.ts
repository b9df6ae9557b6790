import { itemAt, noItem } from '../../../src/base/itemAt.ts';
import { withCapacity } from '../../../src/geo/shapeList.ts';
import {
  createFeaturePacker,
  type PackedColumn,
  type PackedFeatures,
} from '../../../src/features/reports/rules/packedFeatures.ts';
import type { ReportFeature } from '../../../src/features/reports/rules/reportFeature.ts';
import type { ValueTest } from '../../../src/features/reports/rules/reportFilter.ts';
import { WorldShapes } from '../../ground/worldShapes.ts';

/** Properties of this many cells have arrays, and after these only those that are dense enough. */
const maxCells = 40_000_000;

/** An entry of a map takes about as much memory as so many of an array. */
const mapEntryCost = 8;

/** Arrays that are longer than needed by this factor are copied once all features are there. */
const maxSlack = 1.1;

/** A value of each feature, or only of those that have one. */
type Values<Numbers> = Numbers | Map<number, number>;

/** The values of a property in all features of a report: numbers, and codes for anything else. */
export class FeatureColumn {
  readonly name: string;
  /** Number of all features. */
  length = 0;
  /** Among the columns, from 1. */
  readonly #position: number;
  /** By code. Not necessarily different ones; the first stands for numbers and for nothing. */
  readonly values: unknown[] = [undefined];
  /** How many features have a value other than null, and how many of these are numbers. */
  setCount = 0;
  numberCount = 0;
  /** Whether no number is too large for JavaScript. */
  isFinite = true;
  /** By feature: NaN where there is no number, and 0 where there is no code. */
  #numbers: Values<Float64Array<ArrayBuffer>> = new Float64Array(0);
  #codes: Values<Uint32Array<ArrayBuffer>> = new Uint32Array(0);
  #codeCount = 0;

  constructor(name: string, position: number) {
    this.name = name;
    this.#position = position;
  }

  /** @param from the first feature of the part */
  add(from: number, { numbers, codes, values }: PackedColumn): void {
    for (const value of JSON.parse(values) as unknown[]) this.values.push(value);
    if (numbers) {
      this.#countNumbers(numbers);
      const isArray = this.#isBetterAsArray(this.#numbers, this.numberCount, from + numbers.length);
      this.#numbers = withPart(this.#numbers, from, numbers, NaN, isArray);
    }
    if (codes) {
      this.#countCodes(codes);
      const isArray = this.#isBetterAsArray(this.#codes, this.#codeCount, from + codes.length);
      this.#codes = withPart(this.#codes, from, codes, 0, isArray);
    }
  }

  /** Whether so many values of the first features should be in an array: it becomes a map only at twice the cost. */
  #isBetterAsArray(values: object, count: number, length: number): boolean {
    const maxCost = count * mapEntryCost * (values instanceof Map ? 1 : 2);
    return this.#position * length <= maxCells || length < maxCost;
  }

  /** Drops what is reserved for further features. */
  trim(): void {
    this.#numbers = trimmed(this.#numbers, this.length);
    this.#codes = trimmed(this.#codes, this.length);
  }

  #countNumbers(numbers: Float64Array): void {
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] ?? noItem(numbers, at);
      if (Number.isNaN(number)) continue;
      this.numberCount += 1;
      this.setCount += 1;
      this.isFinite &&= Number.isFinite(number);
    }
  }

  #countCodes(codes: Uint32Array): void {
    for (let at = 0; at < codes.length; at += 1) {
      const code = codes[at] ?? noItem(codes, at);
      if (code === 0) continue;
      this.#codeCount += 1;
      if (this.values[code] !== null) this.setCount += 1;
    }
  }

  /** The number of a feature, or NaN. */
  numberAt(place: number): number {
    const all = this.#numbers;
    return (all instanceof Map ? all.get(place) : all[place]) ?? NaN;
  }

  /** The place of its value in `values`; 0 for a number and for nothing. */
  codeAt(place: number): number {
    const all = this.#codes;
    return (all instanceof Map ? all.get(place) : all[place]) ?? 0;
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
  valueCounts(maxValues: number): Map<unknown, number> | undefined {
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

/** Adds the values of further features. @param none the value of those that have none */
function withPart<Numbers extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  all: Values<Numbers>,
  from: number,
  part: Numbers,
  none: number,
  isArray: boolean,
): Values<Numbers> {
  if (!isArray) {
    const map = all instanceof Map ? all : new Map<number, number>();
    if (!(all instanceof Map)) addTo(map, 0, all);
    addTo(map, from, part);
    return map;
  }
  // TypeScript can't tell that a part of an array has its type.
  const array = withRoom(all instanceof Map ? (part.subarray(0, 0) as Numbers) : all);
  if (all instanceof Map) for (const [place, value] of all) array[place] = value;
  array.set(part, from);
  return array;

  function addTo(map: Map<number, number>, first: number, values: Numbers): void {
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] ?? noItem(values, at);
      if (!Object.is(value, none)) map.set(first + at, value);
    }
  }

  function withRoom(before: Numbers): Numbers {
    const grown = withCapacity(before, from + part.length);
    if (grown !== before && none !== 0) grown.fill(none, before.length);
    return grown;
  }
}

function trimmed<Numbers extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(
  values: Values<Numbers>,
  length: number,
): Values<Numbers> {
  if (values instanceof Map || values.length <= length * maxSlack) return values;
  // TypeScript can't tell that a part of an array has its type.
  return values.slice(0, length) as Numbers;
}

/** The features of a report, which go by their index. They can only be added. */
export class ReportFeatures {
  length = 0;
  readonly shapes = new WorldShapes();
  readonly #columns = new Map<string, FeatureColumn>();

  add({ count, shapes, columns }: PackedFeatures): void {
    for (const packed of columns) {
      const column = this.#columns.get(packed.name) ?? new FeatureColumn(packed.name, this.#columns.size + 1);
      this.#columns.set(packed.name, column);
      column.add(this.length, packed);
    }
    this.shapes.addAll(shapes, 0);
    this.length += count;
    for (const column of this.#columns.values()) column.length = this.length;
  }

  /** Drops what is reserved for further features, when there are no more. */
  trim(): void {
    for (const column of this.#columns.values()) column.trim();
  }

  /** In the order in which they appear in the report. */
  get columns(): readonly FeatureColumn[] {
    return [...this.#columns.values()];
  }

  column(name: string): FeatureColumn | undefined {
    return this.#columns.get(name);
  }

  propertyAt(place: number, name: string): unknown {
    return this.#columns.get(name)?.valueAt(place);
  }

  propertiesAt(place: number): Record<string, unknown> {
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
