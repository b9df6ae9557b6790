import Flatbush from 'flatbush';
import type { ReportFeature } from '../../src/model/report/reportFeature.ts';
import type { WorldBox } from '../map/footprints/footprintShapes.ts';
import { ReportShapes } from './reportShapes.ts';

/** Where the features of a report lie; they are known by their places in it. */
export class ReportIndex {
  readonly shapes = new ReportShapes();
  readonly #tree: Flatbush | undefined;
  #classOf: Uint8Array = new Uint8Array(0);
  #hidden: readonly boolean[] = [];

  /** @param home longitude that the features are put nearest to, degrees */
  constructor(features: readonly ReportFeature[], home: number) {
    const { shapes } = this;
    for (const { geometry } of features) shapes.add(geometry, home);
    if (shapes.count === 0) return;
    const tree = new Flatbush(shapes.count);
    for (let place = 0; place < shapes.count; place += 1) {
      // The tree cannot do without what lies nowhere: it is found in the middle of the world, and left out then.
      if (!shapes.isSomewhere(place)) tree.add(0.5, 0.5, 0.5, 0.5);
      else tree.add(shapes.west(place), shapes.north(place), shapes.east(place), shapes.south(place));
    }
    tree.finish();
    this.#tree = tree;
  }

  /** @param hidden for each class whether its features are neither drawn nor found */
  setClasses(classOf: Uint8Array, hidden: readonly boolean[]): void {
    this.#classOf = classOf;
    this.#hidden = hidden;
  }

  classOf(place: number): number {
    return this.#classOf[place] ?? 0;
  }

  isShown(place: number): boolean {
    return this.shapes.isSomewhere(place) && this.#hidden[this.classOf(place)] !== true;
  }

  /** The features whose boxes meet a box, in the order of the report. */
  meeting(box: WorldBox): Uint32Array {
    return Uint32Array.from(this.#tree?.search(...box, place => this.isShown(place)) ?? []).sort();
  }

  /**
   * The feature at a place: the smallest of those that it lies in or near.
   *
   * @param reach how far away one may be, world units
   */
  at(x: number, y: number, reach: number): number | undefined {
    const { shapes } = this;
    let best: { place: number; distance: number; size: number } | undefined;
    for (const place of this.meeting([x - reach, y - reach, x + reach, y + reach])) {
      const distance = shapes.distance(place, x, y);
      if (distance > reach) continue;
      const size = (shapes.east(place) - shapes.west(place)) * (shapes.south(place) - shapes.north(place));
      // What is drawn later lies on top.
      if (!best || size < best.size || (size === best.size && distance <= best.distance))
        best = { place, distance, size };
    }
    return best?.place;
  }

  /** `undefined` for one that lies nowhere. */
  boxOf(place: number): WorldBox | undefined {
    const { shapes } = this;
    if (!shapes.isSomewhere(place)) return undefined;
    return [shapes.west(place), shapes.north(place), shapes.east(place), shapes.south(place)];
  }

  /** The box around all features; `undefined` where nothing lies anywhere. */
  box(): WorldBox | undefined {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    const { shapes } = this;
    for (let place = 0; place < shapes.count; place += 1) {
      if (!shapes.isSomewhere(place)) continue;
      box[0] = Math.min(box[0], shapes.west(place));
      box[1] = Math.min(box[1], shapes.north(place));
      box[2] = Math.max(box[2], shapes.east(place));
      box[3] = Math.max(box[3], shapes.south(place));
    }
    return box[0] <= box[2] ? box : undefined;
  }
}
