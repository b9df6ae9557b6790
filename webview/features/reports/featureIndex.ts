import type { WorldBox } from '../../ground/worldPoint.ts';
import type { WorldShapes } from '../../ground/worldShapes.ts';
import { ShapeGrid } from './shapeGrid.ts';

/** Where the features of a report are, and which of them are shown; they are identified by their index. */
export class FeatureIndex {
  readonly shapes: WorldShapes;
  #classIndexes: Uint8Array = new Uint8Array(0);
  #visible: Uint8Array | undefined;
  readonly #grid: ShapeGrid | undefined;

  /** @param home longitude that the features are moved nearest to, degrees */
  constructor(shapes: WorldShapes, home: number) {
    shapes.moveNearestTo(home);
    this.shapes = shapes;
    const box = this.box();
    this.#grid = box && new ShapeGrid(shapes, box);
  }

  /** @param visible 0 for each feature that is neither drawn nor found; absent: all are */
  setClasses(classIndexes: Uint8Array, visible?: Uint8Array): void {
    this.#classIndexes = classIndexes;
    this.#visible = visible;
  }

  classAt(place: number): number {
    return this.#classIndexes[place] ?? 0;
  }

  isShown(place: number): boolean {
    return this.shapes.isSomewhere(place) && this.#visible?.[place] !== 0;
  }

  /** In the order of the report. */
  meeting(box: WorldBox): Uint32Array {
    const near = this.#grid?.near(box);
    if (!near) return this.shapes.meetingAmong(box, this.#visible);
    return Uint32Array.from(
      near.filter(place => this.isShown(place) && this.shapes.meets(place, box)),
    ).sort();
  }

  isAnyMeeting(box: WorldBox): boolean {
    const near = this.#grid?.near(box);
    if (!near) return this.shapes.meetingAmong(box, this.#visible, 1).length > 0;
    return near.some(place => this.isShown(place) && this.shapes.meets(place, box));
  }

  /**
   * The feature at a point: the smallest of those that contain it or are near it.
   *
   * @param reach greatest distance of a near one, world units
   */
  at(x: number, y: number, reach: number): number | undefined {
    const { shapes } = this;
    let best: { place: number; distance: number; size: number } | undefined;
    for (const place of this.meeting([x - reach, y - reach, x + reach, y + reach])) {
      const distance = shapes.distance(place, x, y);
      if (distance > reach) continue;
      const size = (shapes.east(place) - shapes.west(place)) * (shapes.south(place) - shapes.north(place));
      // Features drawn later are on top.
      if (!best || size < best.size || (size === best.size && distance <= best.distance))
        best = { place, distance, size };
    }
    return best?.place;
  }

  /** `undefined` for a feature without a position. */
  boxAt(place: number): WorldBox | undefined {
    return this.shapes.isSomewhere(place) ? this.shapes.boxAt(place) : undefined;
  }

  /** The box around all features; `undefined` if none has a position. */
  box(): WorldBox | undefined {
    let west = Infinity;
    let north = Infinity;
    let east = -Infinity;
    let south = -Infinity;
    for (let place = 0; place < this.shapes.count; place += 1) {
      // A feature without a position changes nothing.
      const box = this.shapes.boxAt(place);
      west = Math.min(west, box[0]);
      north = Math.min(north, box[1]);
      east = Math.max(east, box[2]);
      south = Math.max(south, box[3]);
    }
    return west <= east ? [west, north, east, south] : undefined;
  }
}
