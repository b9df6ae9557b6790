import { noItem } from '../../src/base/itemAt.ts';
import {
  type FlatShapes,
  type PartKind,
  partKinds,
  ShapeList,
  withCapacity,
} from '../../src/geo/shapeList.ts';
import { type CanvasFrame, type WorldBox, worldShift, worldX, worldY } from './worldPoint.ts';

/** The target of a path, such as a canvas context. */
export interface PathSink {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

const { point, line, outer, hole } = partKinds;

/** Points closer than this to the previous one make no visible difference, CSS pixels. */
const minStep = 0.6;

/**
 * Geometries in a few typed arrays, in world units of Web Mercator: a hundred thousand of them need little memory and
 * no garbage collection, and drawing costs one multiplication per point. They can only be added.
 */
export class WorldShapes {
  count = 0;
  #points = new Float64Array(1024);
  #boxes = new Float64Array(256);
  #kinds = new Uint8Array(64);
  /** Each entry is where the item ends in the array below; it starts where the previous one ends. */
  #partEnds = new Uint32Array(64);
  #shapeEnds = new Uint32Array(64);
  #pointCount = 0;
  #partCount = 0;
  readonly #next = new ShapeList();

  /** @param home longitude that the shape is moved nearest to, in one piece, degrees */
  add(geometry: unknown, home: number): void {
    this.#next.clear();
    this.#next.add(geometry);
    this.addAll(this.#next, home);
  }

  /** Each as in {@link add}. */
  addAll({ count, points, kinds, partEnds, shapeEnds }: FlatShapes, home: number): void {
    const parts = count === 0 ? 0 : endAt(shapeEnds, count - 1);
    const positions = parts === 0 ? 0 : endAt(partEnds, parts - 1);
    this.#points = withCapacity(this.#points, (this.#pointCount + positions) * 2);
    this.#kinds = withCapacity(this.#kinds, this.#partCount + parts);
    this.#partEnds = withCapacity(this.#partEnds, this.#partCount + parts);
    this.#shapeEnds = withCapacity(this.#shapeEnds, this.count + count);
    this.#boxes = withCapacity(this.#boxes, (this.count + count) * 4);
    for (let part = 0; part < parts; part += 1) {
      this.#kinds[this.#partCount + part] = kinds[part] ?? noItem(kinds, part);
      this.#partEnds[this.#partCount + part] = this.#pointCount + endAt(partEnds, part);
    }
    for (let shape = 0; shape < count; shape += 1) {
      const firstPart = start(shapeEnds, shape);
      const endPart = endAt(shapeEnds, shape);
      const from = firstPart === endPart ? 0 : start(partEnds, firstPart);
      const end = firstPart === endPart ? 0 : endAt(partEnds, endPart - 1);
      this.#addShape(points, from, end, home);
      this.#shapeEnds[this.count++] = this.#partCount + endPart;
    }
    this.#partCount += parts;
  }

  /** Places the points of the next shape, and sets its box. */
  #addShape(degrees: Float64Array, from: number, end: number, home: number): void {
    const points = this.#points;
    const begin = this.#pointCount;
    let west = Infinity;
    let north = Infinity;
    let east = -Infinity;
    let south = -Infinity;
    for (let at = from; at < end; at += 1) {
      const x = worldX(numberAt(degrees, at * 2));
      const y = worldY(numberAt(degrees, at * 2 + 1));
      points[this.#pointCount * 2] = x;
      points[this.#pointCount * 2 + 1] = y;
      this.#pointCount += 1;
      if (x < west) west = x;
      if (y < north) north = y;
      if (x > east) east = x;
      if (y > south) south = y;
    }
    const side = this.count * 4;
    this.#boxes[side] = west;
    this.#boxes[side + 1] = north;
    this.#boxes[side + 2] = east;
    this.#boxes[side + 3] = south;
    this.#shift(this.count, begin, this.#pointCount, home);
  }

  #shift(shape: number, from: number, end: number, home: number): void {
    const boxes = this.#boxes;
    const side = shape * 4;
    const shift = worldShift((numberAt(boxes, side) + numberAt(boxes, side + 2)) / 2, home);
    if (shift === 0) return;
    boxes[side] = numberAt(boxes, side) + shift;
    boxes[side + 2] = numberAt(boxes, side + 2) + shift;
    for (let at = from; at < end; at += 1) this.#points[at * 2] = numberAt(this.#points, at * 2) + shift;
  }

  /** Moves each shape nearest to another longitude, degrees. */
  moveNearestTo(home: number): void {
    for (let shape = 0; shape < this.count; shape += 1) {
      const end = endAt(this.#shapeEnds, shape);
      const part = start(this.#shapeEnds, shape);
      if (part < end) this.#shift(shape, start(this.#partEnds, part), endAt(this.#partEnds, end - 1), home);
    }
  }

  west = (shape: number): number => numberAt(this.#boxes, shape * 4);
  north = (shape: number): number => numberAt(this.#boxes, shape * 4 + 1);
  east = (shape: number): number => numberAt(this.#boxes, shape * 4 + 2);
  south = (shape: number): number => numberAt(this.#boxes, shape * 4 + 3);

  boxAt(shape: number): WorldBox {
    return [this.west(shape), this.north(shape), this.east(shape), this.south(shape)];
  }

  /** The longer side of its box, world units. */
  size(shape: number): number {
    return Math.max(this.east(shape) - this.west(shape), this.south(shape) - this.north(shape));
  }

  /** The center of its box, CSS pixels of the canvas. */
  middle(shape: number, { scale, left, top }: CanvasFrame): [x: number, y: number] {
    const [west, north, east, south] = this.boxAt(shape);
    return [((west + east) / 2) * scale - left, ((north + south) / 2) * scale - top];
  }

  isSomewhere(shape: number): boolean {
    return shape < this.count && this.west(shape) <= this.east(shape);
  }

  /** Whether every shape is already in the copy of the world nearest to another longitude, degrees. */
  areNearestTo(home: number): boolean {
    for (let shape = 0; shape < this.count; shape += 1)
      if (worldShift((this.west(shape) + this.east(shape)) / 2, home) !== 0) return false;
    return true;
  }

  /** The shapes from one index to another (exclusive) whose boxes intersect a box: fast without a spatial index. */
  meeting([west, north, east, south]: WorldBox, from = 0, to = this.count): number[] {
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

  /** The same among those whose mark isn't 0, or only the first of them: for a million shapes, a list would be slow. */
  meetingAmong([west, north, east, south]: WorldBox, marks?: Uint8Array, max = this.count): Uint32Array {
    const boxes = this.#boxes;
    const found = new Uint32Array(Math.min(max, this.count));
    let count = 0;
    for (let shape = 0, side = 0; shape < this.count && count < found.length; shape += 1, side += 4)
      if (
        numberAt(boxes, side) <= east &&
        numberAt(boxes, side + 2) >= west &&
        numberAt(boxes, side + 1) <= south &&
        numberAt(boxes, side + 3) >= north &&
        marks?.[shape] !== 0
      )
        found[count++] = shape;
    return found.subarray(0, count);
  }

  meets(shape: number, box: WorldBox): boolean {
    const [west, north, east, south] = box;
    return (
      this.west(shape) <= east &&
      this.east(shape) >= west &&
      this.north(shape) <= south &&
      this.south(shape) >= north
    );
  }

  isDots(shape: number): boolean {
    const end = endAt(this.#shapeEnds, shape);
    let part = start(this.#shapeEnds, shape);
    while (part < end && this.#kinds[part] === point) part += 1;
    return part === end && this.isSomewhere(shape);
  }

  /** Calls back for each of its points, CSS pixels of the canvas. */
  eachDot(shape: number, { scale, left, top }: CanvasFrame, take: (x: number, y: number) => void): void {
    this.#eachPart(shape, (kind, from, end) => {
      if (kind !== point) return;
      for (let at = from; at < end; at += 1)
        take(numberAt(this.#points, at * 2) * scale - left, numberAt(this.#points, at * 2 + 1) * scale - top);
    });
  }

  /** Adds lines and rings to a path; returns whether there are rings, to be filled by the even-odd rule. */
  trace(sink: PathSink, shape: number, { scale, left, top }: CanvasFrame): boolean {
    const points = this.#points;
    let hasRings = false;
    this.#eachPart(shape, (kind, from, end) => {
      if (kind === point) return;
      const startX = numberAt(points, from * 2) * scale - left;
      const startY = numberAt(points, from * 2 + 1) * scale - top;
      sink.moveTo(startX, startY);
      for (let at = from + 1; at < end; at += 1)
        sink.lineTo(numberAt(points, at * 2) * scale - left, numberAt(points, at * 2 + 1) * scale - top);
      if (kind === line) return;
      hasRings = true;
      sink.lineTo(startX, startY);
    });
    return hasRings;
  }

  /**
   * Like `trace`, for long lines. A run of points beyond the same edge of the canvas is replaced by its ends, and
   * points that are too close to the previous one are skipped: the result looks the same, and a continent's outline
   * costs a close-up tile almost nothing.
   *
   * @param margin how far beyond the canvas a line can still be visible, CSS pixels
   */
  traceSeen(sink: PathSink, shape: number, frame: CanvasFrame, margin: number): void {
    const { scale, left, top, width, height } = frame;
    const points = this.#points;
    const xAt = (at: number) => numberAt(points, at * 2) * scale - left;
    const yAt = (at: number) => numberAt(points, at * 2 + 1) * scale - top;
    /** One bit for each edge of the canvas that a point is beyond. */
    const sidesBeyond = (x: number, y: number) =>
      (x < -margin ? 1 : 0) |
      (x > width + margin ? 2 : 0) |
      (y < -margin ? 4 : 0) |
      (y > height + margin ? 8 : 0);
    this.#eachPart(shape, (_kind, from, end) => {
      let drawnX = xAt(from);
      let drawnY = yAt(from);
      let drawnSides = sidesBeyond(drawnX, drawnY);
      sink.moveTo(drawnX, drawnY);
      for (let at = from + 1; at < end; at += 1) {
        const x = xAt(at);
        const y = yAt(at);
        const sides = sidesBeyond(x, y);
        const isLast = at === end - 1;
        const isHidden = !isLast && (drawnSides & sides & sidesBeyond(xAt(at + 1), yAt(at + 1))) !== 0;
        const isNear = Math.abs(x - drawnX) + Math.abs(y - drawnY) < minStep;
        if (!isLast && (isHidden || isNear)) continue;
        sink.lineTo(x, y);
        [drawnX, drawnY, drawnSides] = [x, y, sides];
      }
    });
  }

  /**
   * Adds the visible edges of rings to a path, to be stroked: in close-up, most shapes near a tile cover it completely,
   * and nothing of them is drawn.
   *
   * @param margin how far beyond the canvas a line can still be visible, CSS pixels
   */
  traceEdges(sink: PathSink, shape: number, frame: CanvasFrame, margin: number): void {
    const { scale, left, top } = frame;
    const right = frame.width + margin;
    const bottom = frame.height + margin;
    const points = this.#points;
    this.#eachPart(shape, (_kind, from, end) => {
      let fromX = numberAt(points, end * 2 - 2) * scale - left;
      let fromY = numberAt(points, end * 2 - 1) * scale - top;
      let isOn = false;
      for (let at = from; at < end; at += 1) {
        const x = numberAt(points, at * 2) * scale - left;
        const y = numberAt(points, at * 2 + 1) * scale - top;
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

  /** Distance from a point to the shape, world units; 0 inside one of its polygons, but not in a hole. */
  distance(shape: number, x: number, y: number): number {
    let inside = 0;
    let crossings = 0;
    let nearest = Infinity;
    this.#eachPart(shape, (kind, from, end) => {
      if (kind === outer) {
        inside += crossings % 2;
        crossings = 0;
      }
      const isRing = kind === outer || kind === hole;
      const last = isRing ? end - 1 : from;
      let fromX = numberAt(this.#points, last * 2);
      let fromY = numberAt(this.#points, last * 2 + 1);
      for (let at = from; at < end; at += 1) {
        const toX = numberAt(this.#points, at * 2);
        const toY = numberAt(this.#points, at * 2 + 1);
        if (isRing && toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX)
          crossings += 1;
        const distance =
          kind === point ? Math.hypot(x - toX, y - toY) : distanceToEdge(x, y, fromX, fromY, toX, toY);
        if (distance < nearest) nearest = distance;
        fromX = toX;
        fromY = toY;
      }
    });
    return inside + (crossings % 2) > 0 ? 0 : nearest;
  }

  #eachPart(shape: number, take: (kind: PartKind, from: number, end: number) => void): void {
    const end = endAt(this.#shapeEnds, shape);
    for (let part = start(this.#shapeEnds, shape); part < end; part += 1) {
      // Only these four values are ever stored.
      const kind = (this.#kinds[part] ?? noItem(this.#kinds, part)) as PartKind;
      take(kind, start(this.#partEnds, part), endAt(this.#partEnds, part));
    }
  }
}

function distanceToEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

// A single function for both types of array would be twice as slow for each.

function numberAt(array: Float64Array, index: number): number {
  return array[index] ?? noItem(array, index);
}

function endAt(array: Uint32Array, index: number): number {
  return array[index] ?? noItem(array, index);
}

function start(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : endAt(ends, index - 1);
}
