import Flatbush from 'flatbush';
import type { ImageRow } from '../../../src/shared/protocol.ts';
import { FootprintShapes, type WorldBox } from './footprintShapes.ts';
import { withCapacity } from '../base/withCapacity.ts';
import { itemAt, noItem } from '../../../src/model/itemAt.ts';

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
/** How many footprints are looked at in one go for what meets a box, which takes a part of a millisecond. */
const largestPart = 16_384;

/**
 * Where the footprints lie. They are known by their places in the list.
 *
 * What is drawn is found by looking at every box: that is quick, needs no preparation, and keeps the order of the list.
 * What lies at a place is asked for with every movement of the pointer, and is found in trees. A packed tree cannot be
 * added to. What arrives gets a small tree of its own, at the next `packing` or when somebody asks; trees of a size are
 * put together as they become many, so that a list that comes in pages is packed a few times and not once a page.
 */
export class FootprintIndex {
  shapes = new FootprintShapes();
  /** Which constellation each footprint is of, as a place in `constellations`. */
  kinds = new Uint16Array(64);
  readonly constellations: (string | undefined)[] = [];
  #images: readonly ImageRow[] = [];
  #home = 0;
  #segments: Segment[] = [];
  /** Of the first so many images; the others are put in when somebody asks. */
  #placeOf = new Map<string, number>();
  #placedCount = 0;
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
    // A place a little further, as an area gets with every edit, leaves all where they are.
    const keeps = (home === this.#home || this.shapes.areNearestTo(home)) && beginsWith(images, before);
    this.#home = home;
    if (keeps && before.length === images.length) return 'none';
    if (!keeps) {
      this.shapes = new FootprintShapes();
      this.#segments = [];
      this.#placeOf = new Map();
      this.#placedCount = 0;
      this.#hiddenCount = 0;
    }
    this.kinds = withCapacity(this.kinds, images.length);
    this.#hidden = withCapacity(this.#hidden, images.length);
    for (let place = this.shapes.count; place < images.length; place += 1) {
      const image = images[place];
      if (!image) continue;
      this.shapes.add(image.footprint, home);
      this.kinds[place] = this.#kindOf(image.constellation);
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
      const was = this.#hidden[place] ?? noItem(this.#hidden, place);
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
    return this.constellations[itemAt(this.kinds, place)];
  }

  /** The place of an image that is shown. */
  placeOf(id: string): number | undefined {
    for (; this.#placedCount < this.count; this.#placedCount += 1)
      this.#placeOf.set(itemAt(this.#images, this.#placedCount).id, this.#placedCount);
    const place = this.#placeOf.get(id);
    return place === undefined || this.#hidden[place] === 1 ? undefined : place;
  }

  /**
   * The footprints whose boxes meet a box, in the order of the list, a part at a time: between two parts, somebody
   * else can have a turn.
   */
  *meeting(box: WorldBox, from = 0): Generator<readonly number[], void> {
    const { shapes, count } = this;
    for (let begin = from; begin < count; begin += largestPart) {
      const found = shapes.meeting(box, begin, Math.min(count, begin + largestPart));
      const shown = this.#hiddenCount === 0 ? found : found.filter(place => this.#hidden[place] !== 1);
      if (shown.length > 0) yield shown;
    }
  }

  meetsAny(box: WorldBox, from = 0): boolean {
    return !this.meeting(box, from).next().done;
  }

  /** Prepares to tell what lies at a place, a few milliseconds a step; without it, the first who asks waits for it. */
  *packing(): Generator<undefined, void> {
    const segments = this.#segments;
    let known = packedCount(segments);
    if (known === this.count) return;
    // The small ones at the end are packed again together with what came; the sizes of the rest fall by halves.
    for (;;) {
      const last = segments.at(-1);
      if (!last || last.to - last.from > 2 * (this.count - known) || this.count - last.from > largestTree)
        break;
      known = last.from;
      segments.pop();
    }
    // Whoever asks between two steps packs the rest: how far that is must be seen anew.
    while (packedCount(segments) < this.count) {
      const from = packedCount(segments);
      segments.push(this.#pack(from, Math.min(this.count, from + largestTree)));
      yield;
    }
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

  #packed(): readonly Segment[] {
    const packing = this.packing();
    while (packing.next().done !== true);
    return this.#segments;
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

function packedCount(segments: readonly Segment[]): number {
  return segments.at(-1)?.to ?? 0;
}

function beginsWith(images: readonly ImageRow[], start: readonly ImageRow[]): boolean {
  for (let place = 0; place < start.length; place += 1) if (images[place] !== start[place]) return false;
  return true;
}
