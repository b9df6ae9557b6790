import type { MultiPolygon, Polygon, Position } from 'geojson';
import { withCapacity } from '../base/withCapacity.ts';
import { worldShift } from '../base/shiftToward.ts';
import { worldX, worldY } from '../base/worldPoint.ts';
import { noItem } from '../../../src/model/itemAt.ts';

/** A rectangle of the world: west, north, east and south edge in world units of Web Mercator. */
export type WorldBox = readonly [west: number, north: number, east: number, south: number];

/** What a path is written to; a canvas context is one. */
export interface PathSink {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

/** Where a canvas lies in the world: `scale` CSS pixels to the whole world, its corner and its size in them. */
export interface CanvasFrame {
  scale: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Polygons with holes in a few typed arrays, in world units of Web Mercator: a hundred thousand of them cost little
 * memory and nothing to collect, and drawing one costs a multiplication per point. They can only be added to.
 */
export class FootprintShapes {
  count = 0;
  #points = new Float64Array(1024);
  #boxes = new Float64Array(256);
  /** Each entry is where the thing ends in the array below it; it begins where the one before it ends. */
  #ringEnds = new Uint32Array(64);
  #polygonEnds = new Uint32Array(64);
  #shapeEnds = new Uint32Array(64);
  #pointCount = 0;
  #ringCount = 0;
  #polygonCount = 0;

  /** @param home longitude that the shape is put nearest to, in one piece, degrees */
  add(geometry: Polygon | MultiPolygon, home: number): void {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    const begin = this.#pointCount;
    for (const rings of polygons) {
      for (const ring of rings) this.#addRing(ring, box);
      this.#polygonEnds = withCapacity(this.#polygonEnds, this.#polygonCount + 1);
      this.#polygonEnds[this.#polygonCount++] = this.#ringCount;
    }
    const shift = worldShift((box[0] + box[2]) / 2, home);
    if (shift !== 0) {
      for (let point = begin; point < this.#pointCount; point += 1)
        this.#points[point * 2] = numberAt(this.#points, point * 2) + shift;
      box[0] += shift;
      box[2] += shift;
    }
    this.#boxes = withCapacity(this.#boxes, this.count * 4 + 4);
    this.#boxes.set(box, this.count * 4);
    this.#shapeEnds = withCapacity(this.#shapeEnds, this.count + 1);
    this.#shapeEnds[this.count++] = this.#polygonCount;
  }

  #addRing(ring: readonly Position[], box: [number, number, number, number]): void {
    const points = (this.#points = withCapacity(this.#points, (this.#pointCount + ring.length) * 2));
    const begin = this.#pointCount * 2;
    const [firstLongitude, firstLatitude] = ring[0] ?? [];
    let next = begin;
    // Taking the positions apart by their pattern would take three times as long.
    for (const position of ring) {
      const longitude = position[0] ?? noItem(position, 0);
      const latitude = position[1] ?? noItem(position, 1);
      // A ring ends where it begins.
      const isKnown = next > begin && longitude === firstLongitude && latitude === firstLatitude;
      const x = isKnown ? numberAt(points, begin) : worldX(longitude);
      const y = isKnown ? numberAt(points, begin + 1) : worldY(latitude);
      points[next] = x;
      points[next + 1] = y;
      next += 2;
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
    this.#pointCount += ring.length;
    this.#ringEnds = withCapacity(this.#ringEnds, this.#ringCount + 1);
    this.#ringEnds[this.#ringCount++] = this.#pointCount;
  }

  west = (shape: number): number => numberAt(this.#boxes, shape * 4);
  north = (shape: number): number => numberAt(this.#boxes, shape * 4 + 1);
  east = (shape: number): number => numberAt(this.#boxes, shape * 4 + 2);
  south = (shape: number): number => numberAt(this.#boxes, shape * 4 + 3);

  /** Whether no shape would lie elsewhere if it was put nearest to another longitude, degrees. */
  areNearestTo(home: number): boolean {
    for (let shape = 0; shape < this.count; shape += 1)
      if (worldShift((this.west(shape) + this.east(shape)) / 2, home) !== 0) return false;
    return true;
  }

  /** Whether it has any point at all. */
  isSomewhere(shape: number): boolean {
    return this.west(shape) <= this.east(shape);
  }

  meets(shape: number, [west, north, east, south]: WorldBox): boolean {
    return (
      this.west(shape) <= east &&
      this.east(shape) >= west &&
      this.north(shape) <= south &&
      this.south(shape) >= north
    );
  }

  /** The shapes from one up to another, the latter not included, whose boxes meet a box. */
  meeting([west, north, east, south]: WorldBox, from: number, to: number): number[] {
    const boxes = this.#boxes;
    const found: number[] = [];
    for (let shape = from, side = from * 4; shape < to; shape += 1, side += 4)
      if (
        numberAt(boxes, side) <= east &&
        numberAt(boxes, side + 2) >= west &&
        numberAt(boxes, side + 1) <= south &&
        numberAt(boxes, side + 3) >= north
      )
        found.push(shape);
    return found;
  }

  /** Whether a place, in world units, lies in one of the polygons and in none of its holes (even-odd). */
  contains(shape: number, x: number, y: number): boolean {
    for (let polygon = start(this.#shapeEnds, shape); polygon < endAt(this.#shapeEnds, shape); polygon += 1) {
      let odd = false;
      for (let ring = start(this.#polygonEnds, polygon); ring < endAt(this.#polygonEnds, polygon); ring += 1)
        if (this.#crossesOddly(ring, x, y)) odd = !odd;
      if (odd) return true;
    }
    return false;
  }

  #crossesOddly(ring: number, x: number, y: number): boolean {
    const points = this.#points;
    const end = endAt(this.#ringEnds, ring);
    if (end === start(this.#ringEnds, ring)) return false;
    let odd = false;
    let fromX = numberAt(points, end * 2 - 2);
    let fromY = numberAt(points, end * 2 - 1);
    for (let point = start(this.#ringEnds, ring); point < end; point += 1) {
      const toX = numberAt(points, point * 2);
      const toY = numberAt(points, point * 2 + 1);
      if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) odd = !odd;
      fromX = toX;
      fromY = toY;
    }
    return odd;
  }

  /** Writes all the rings to a path, to be filled by the even-odd rule. */
  traceRings(sink: PathSink, shape: number, { scale, left, top }: CanvasFrame): void {
    const points = this.#points;
    this.#eachRing(shape, (from, end) => {
      const startX = numberAt(points, from * 2) * scale - left;
      const startY = numberAt(points, from * 2 + 1) * scale - top;
      sink.moveTo(startX, startY);
      for (let point = from + 1; point < end; point += 1)
        sink.lineTo(
          numberAt(points, point * 2) * scale - left,
          numberAt(points, point * 2 + 1) * scale - top,
        );
      sink.lineTo(startX, startY);
    });
  }

  /**
   * Writes the edges that can be seen to a path, to be stroked: close up, most of the shapes around a tile lie over
   * all of it, and nothing of them is drawn.
   *
   * @param margin how far beyond the canvas a line can still be seen, CSS pixels
   */
  traceEdges(sink: PathSink, shape: number, frame: CanvasFrame, margin: number): void {
    const { scale, left, top } = frame;
    if (this.#liesIn(shape, frame)) {
      this.traceRings(sink, shape, frame);
      return;
    }
    const right = frame.width + margin;
    const bottom = frame.height + margin;
    const points = this.#points;
    this.#eachRing(shape, (from, end) => {
      let fromX = numberAt(points, end * 2 - 2) * scale - left;
      let fromY = numberAt(points, end * 2 - 1) * scale - top;
      let isOn = false;
      for (let point = from; point < end; point += 1) {
        const x = numberAt(points, point * 2) * scale - left;
        const y = numberAt(points, point * 2 + 1) * scale - top;
        const isSeen =
          !(x < -margin && fromX < -margin) &&
          !(x > right && fromX > right) &&
          !(y < -margin && fromY < -margin) &&
          !(y > bottom && fromY > bottom) &&
          (x !== fromX || y !== fromY);
        if (isSeen && !isOn) sink.moveTo(fromX, fromY);
        if (isSeen) sink.lineTo(x, y);
        isOn = isSeen;
        fromX = x;
        fromY = y;
      }
    });
  }

  #liesIn(shape: number, { scale, left, top, width, height }: CanvasFrame): boolean {
    return (
      this.west(shape) * scale >= left &&
      this.north(shape) * scale >= top &&
      this.east(shape) * scale <= left + width &&
      this.south(shape) * scale <= top + height
    );
  }

  #eachRing(shape: number, take: (from: number, end: number) => void): void {
    const firstRing = start(this.#polygonEnds, start(this.#shapeEnds, shape));
    const endRing = start(this.#polygonEnds, endAt(this.#shapeEnds, shape));
    for (let ring = firstRing; ring < endRing; ring += 1) {
      const [from, end] = [start(this.#ringEnds, ring), endAt(this.#ringEnds, ring)];
      if (from < end) take(from, end);
    }
  }
}

// One function for both kinds of array would be twice as slow in each.

function numberAt(array: Float64Array, index: number): number {
  return array[index] ?? noItem(array, index);
}

function endAt(array: Uint32Array, index: number): number {
  return array[index] ?? noItem(array, index);
}

function start(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : endAt(ends, index - 1);
}
