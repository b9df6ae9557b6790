import Flatbush from 'flatbush';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { FootprintShapes, type WorldBox } from './footprintShapes.ts';
import { roomFor } from './roomFor.ts';

/** What became of the footprints that were there: `grown` means that they kept their places and others came after. */
export type Change = 'none' | 'grown' | 'replaced';

/** A run of the list with a tree of its own. */
interface Segment {
  from: number;
  to: number;
  tree: Flatbush;
}

/** No tree has more, so that packing one takes a few milliseconds, however long the list gets. */
const largestTree = 16_384;

/**
 * Where the footprints lie. They are known by their places in the list.
 *
 * A packed tree cannot be added to. What arrives gets a small tree of its own, when somebody next looks; trees of a
 * size are put together as they become many, so that a list that comes in pages is packed a few times and not once a
 * page.
 */
export class FootprintIndex {
  shapes = new FootprintShapes();
  /** Which constellation each footprint is of, as a place in `constellations`. */
  kinds = new Uint16Array(64);
  readonly constellations: (string | undefined)[] = [];
  #images: readonly ImageRow[] = [];
  #home = 0;
  #segments: Segment[] = [];
  #placeOf = new Map<string, number>();
  #hiddenIds: ReadonlySet<string> = new Set();
  #hidden = new Uint8Array(64);
  #hiddenCount = 0;

  get count(): number {
    return this.#images.length;
  }

  /** How many are not hidden. */
  get shownCount(): number {
    return this.#images.length - this.#hiddenCount;
  }

  /** @param home longitude that the footprints are put nearest to, degrees */
  setImages(images: readonly ImageRow[], home: number): Change {
    const before = this.#images;
    const keeps = home === this.#home && before.every((image, place) => image === images[place]);
    if (keeps && before.length === images.length) return 'none';
    if (!keeps) {
      this.shapes = new FootprintShapes();
      this.#segments = [];
      this.#placeOf = new Map();
      this.#hiddenCount = 0;
      this.#home = home;
    }
    this.kinds = roomFor(this.kinds, images.length);
    this.#hidden = roomFor(this.#hidden, images.length);
    for (let place = this.shapes.count; place < images.length; place += 1) {
      const image = images[place];
      if (!image) continue;
      this.shapes.add(image.footprint, home);
      this.kinds[place] = this.#kindOf(image.constellation);
      this.#placeOf.set(image.id, place);
      this.#hide(place, this.#hiddenIds.has(image.id), 0);
    }
    this.#images = images;
    return keeps && before.length > 0 ? 'grown' : 'replaced';
  }

  /** Hidden footprints are not found. @returns whether that changes what is found */
  setHidden(ids: ReadonlySet<string>): boolean {
    this.#hiddenIds = ids;
    let changed = false;
    this.#images.forEach(({ id }, place) => {
      const was = this.#hidden[place] ?? 0;
      const is = ids.has(id);
      if (is === (was === 1)) return;
      this.#hide(place, is, was);
      changed = true;
    });
    return changed;
  }

  #hide(place: number, is: boolean, was: number): void {
    this.#hidden[place] = is ? 1 : 0;
    this.#hiddenCount += Number(is) - was;
  }

  #kindOf(constellation: string | undefined): number {
    const known = this.constellations.indexOf(constellation);
    return known >= 0 ? known : this.constellations.push(constellation) - 1;
  }

  idOf(place: number): string | undefined {
    return this.#images[place]?.id;
  }

  constellationOf(place: number): string | undefined {
    return this.constellations[this.kinds[place] ?? 0];
  }

  /** The place of an image that is shown. */
  placeOf(id: string): number | undefined {
    const place = this.#placeOf.get(id);
    return place === undefined || this.#hidden[place] === 1 ? undefined : place;
  }

  /**
   * The footprints whose boxes meet a box, in the order of the list, a part at a time: between two parts, somebody
   * else can have a turn.
   */
  *meeting(box: WorldBox, from = 0): Generator<Uint32Array, void> {
    for (const segment of [...this.#packed()]) {
      if (segment.to <= from) continue;
      const found = segment.tree.search(...box, local => this.#isShown(segment.from + local, from));
      if (found.length === 0) continue;
      yield Uint32Array.from(found, local => segment.from + local).sort();
    }
  }

  meetsAny(box: WorldBox, from = 0): boolean {
    return this.#packed().some(
      segment =>
        segment.to > from &&
        segment.tree.collides(...box, local => this.#isShown(segment.from + local, from)),
    );
  }

  /** The footprints that a place lies in, in the order of the list. */
  at(x: number, y: number): number[] {
    const found: number[] = [];
    for (const { from, tree } of this.#packed()) {
      tree.search(x, y, x, y, local => {
        const place = from + local;
        if (this.#hidden[place] !== 1 && this.shapes.contains(place, x, y)) found.push(place);
        return false;
      });
    }
    return found.sort((a, b) => a - b);
  }

  #isShown(place: number, from: number): boolean {
    return place >= from && this.#hidden[place] !== 1 && this.shapes.isSomewhere(place);
  }

  #packed(): readonly Segment[] {
    const segments = this.#segments;
    const known = segments.at(-1)?.to ?? 0;
    if (known === this.count) return segments;
    // The small ones at the end are packed again together with what came; the sizes of the rest fall by halves.
    let from = known;
    while (segments.length > 0) {
      const last = segments[segments.length - 1];
      if (!last || last.to - last.from > 2 * (this.count - from) || this.count - last.from > largestTree)
        break;
      from = last.from;
      segments.pop();
    }
    for (; from < this.count; from += largestTree)
      segments.push(this.#pack(from, Math.min(this.count, from + largestTree)));
    return segments;
  }

  #pack(from: number, to: number): Segment {
    const { shapes } = this;
    const tree = new Flatbush(to - from);
    for (let place = from; place < to; place += 1) {
      // The tree cannot do without what lies nowhere: it is found in the middle of the world, and left out then.
      if (!shapes.isSomewhere(place)) tree.add(0.5, 0.5, 0.5, 0.5);
      else tree.add(shapes.west(place), shapes.north(place), shapes.east(place), shapes.south(place));
    }
    tree.finish();
    return { from, to, tree };
  }
}
