import { itemAt } from '../../../src/base/itemAt.ts';
import { ShapeList } from '../../../src/geo/shapeList.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { constellationKey, constellationKeys } from '../../ground/mapColors.ts';
import type { WorldBox } from '../../ground/worldPoint.ts';
import { WorldShapes } from '../../ground/worldShapes.ts';

/** What changed: `grown` means that the existing footprints kept their indices and others were appended. */
export type Change = 'none' | 'grown' | 'replaced';

/** This many consecutive footprints are checked, and drawn, at once. */
const block = 1024;

/**
 * Where the footprints are, and which of them are shown. They are identified by their index in the list. A box query
 * checks every box: that is fast, needs no preparation, and keeps list order.
 */
export class FootprintIndex {
  shapes = new WorldShapes();
  /** The constellation of each footprint, as an index in `constellationKeys`. */
  kinds: number[] = [];
  #images: readonly ImageRow[] = [];
  #home = 0;
  /** Filled on demand. */
  readonly #places = new Map<string, number>();
  #hidden: ReadonlySet<string> = new Set();

  get count(): number {
    return this.#images.length;
  }

  get shownCount(): number {
    return this.#hidden.size === 0
      ? this.count
      : this.#images.filter(({ id }) => !this.#hidden.has(id)).length;
  }

  /** @param home longitude that the footprints are placed nearest to, degrees */
  setImages(images: readonly ImageRow[], home: number): Change {
    const before = this.#images;
    // If home moves only a little, as with every edit of an area, all of them stay in place.
    const keeps =
      (home === this.#home || this.shapes.areNearestTo(home)) &&
      before.every((image, place) => images[place] === image);
    this.#home = home;
    if (keeps && before.length === images.length) return 'none';
    if (!keeps) {
      this.shapes = new WorldShapes();
      this.kinds = [];
      this.#places.clear();
    }
    const added = new ShapeList();
    for (const { footprint, constellation } of images.slice(this.shapes.count)) {
      this.kinds.push(constellationKeys.indexOf(constellationKey(constellation)));
      added.add(footprint);
    }
    this.shapes.addAll(added, home);
    this.#images = images;
    return keeps && before.length > 0 ? 'grown' : 'replaced';
  }

  /** Hidden footprints are not found, whether they have arrived yet or not. @returns whether anything changes */
  setHidden(ids: ReadonlySet<string>): boolean {
    const before = this.#hidden;
    this.#hidden = ids;
    return this.#images.some(({ id }) => before.has(id) !== ids.has(id));
  }

  idAt(place: number): string {
    return itemAt(this.#images, place).id;
  }

  constellationAt(place: number): string | undefined {
    return itemAt(this.#images, place).constellation;
  }

  findPlace(id: string): number | undefined {
    for (let place = this.#places.size; place < this.count; place += 1)
      this.#places.set(this.idAt(place), place);
    return this.#hidden.has(id) ? undefined : this.#places.get(id);
  }

  /**
   * The footprints whose boxes intersect a box, in list order, block by block. Block boundaries don't depend on the
   * query.
   */
  *meeting(box: WorldBox, from = 0): Generator<readonly number[], void> {
    // The index may change between two blocks.
    const { shapes, count } = this;
    for (let begin = from; begin < count;) {
      const end = Math.min(count, (Math.floor(begin / block) + 1) * block);
      const found = this.#visible(shapes.meeting(box, begin, end));
      if (found.length > 0) yield found;
      begin = end;
    }
  }

  isAny(box: WorldBox, from: number): boolean {
    return !this.meeting(box, from).next().done;
  }

  /** The footprints that contain a point, in list order. */
  at(x: number, y: number): number[] {
    const near = this.#visible(this.shapes.meeting([x, y, x, y]));
    return near.filter(place => this.shapes.distance(place, x, y) === 0);
  }

  #visible(places: number[]): number[] {
    return this.#hidden.size === 0 ? places : places.filter(place => !this.#hidden.has(this.idAt(place)));
  }
}
