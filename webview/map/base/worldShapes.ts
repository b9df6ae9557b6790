import { noItem } from '../../../src/model/itemAt.ts';
import { type CanvasFrame, type WorldBox, worldShift, worldX, worldY } from './worldPoint.ts';

/** The target of a path, such as a canvas context. */
export interface PathSink {
  moveTo: (x: number, y: number) => void;
  lineTo: (x: number, y: number) => void;
}

/** What a part of a shape is. The holes of a polygon come after its outer ring. */
const point = 0;
const line = 1;
const outer = 2;
const hole = 3;
type PartKind = typeof point | typeof line | typeof outer | typeof hole;

type Box = [west: number, north: number, east: number, south: number];

/** Points closer than this to the previous one make no visible difference, CSS pixels. */
const minStep = 0.6;

/** Greatest depth of nested geometry collections. */
const deepest = 8;

/**
 * Geometries in a few typed arrays, in world units of Web Mercator: a hundred thousand of them need little memory and
 * no garbage collection, and drawing costs one multiplication per point. They can only be added. Invalid geometries and
 * coordinates are skipped, because reports are foreign data.
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

  /** @param home longitude that the shape is moved nearest to, in one piece, degrees */
  add(geometry: unknown, home: number): void {
    const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
    const begin = this.#pointCount;
    this.#addGeometry(geometry, box, 0);
    const shift = worldShift((box[0] + box[2]) / 2, home);
    for (let at = begin; shift !== 0 && at < this.#pointCount; at += 1)
      this.#points[at * 2] = numberAt(this.#points, at * 2) + shift;
    this.#boxes = withCapacity(this.#boxes, this.count * 4 + 4);
    this.#boxes.set([box[0] + shift, box[1], box[2] + shift, box[3]], this.count * 4);
    this.#shapeEnds = withCapacity(this.#shapeEnds, this.count + 1);
    this.#shapeEnds[this.count++] = this.#partCount;
  }

  #addGeometry(geometry: unknown, box: Box, depth: number): void {
    const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
    if (type === 'Point') this.#addPart(point, [coordinates], box);
    else if (type === 'MultiPoint') this.#addPart(point, coordinates, box);
    else if (type === 'LineString') this.#addPart(line, coordinates, box);
    else if (type === 'MultiLineString')
      for (const part of listOf(coordinates)) this.#addPart(line, part, box);
    else if (type === 'Polygon') this.#addPolygon(coordinates, box);
    else if (type === 'MultiPolygon') for (const rings of listOf(coordinates)) this.#addPolygon(rings, box);
    else if (type === 'GeometryCollection' && depth < deepest)
      for (const member of listOf(geometries)) this.#addGeometry(member, box, depth + 1);
  }

  #addPolygon(rings: unknown, box: Box): void {
    for (const [at, ring] of listOf(rings).entries()) this.#addPart(at === 0 ? outer : hole, ring, box);
  }

  #addPart(kind: PartKind, coordinates: unknown, box: Box): void {
    const positions = listOf(coordinates);
    const points = (this.#points = withCapacity(this.#points, (this.#pointCount + positions.length) * 2));
    const before = this.#pointCount;
    for (const position of positions) {
      // Destructuring the position would be three times slower.
      const place = listOf(position);
      const longitude = place[0];
      const latitude = place[1];
      if (typeof longitude !== 'number' || typeof latitude !== 'number') continue;
      const x = worldX(longitude);
      const y = worldY(latitude);
      points[this.#pointCount * 2] = x;
      points[this.#pointCount * 2 + 1] = y;
      this.#pointCount += 1;
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
    if (this.#pointCount === before) return;
    this.#partEnds = withCapacity(this.#partEnds, this.#partCount + 1);
    this.#kinds = withCapacity(this.#kinds, this.#partCount + 1);
    this.#kinds[this.#partCount] = kind;
    this.#partEnds[this.#partCount++] = this.#pointCount;
  }

  west = (shape: number): number => numberAt(this.#boxes, shape * 4);
  north = (shape: number): number => numberAt(this.#boxes, shape * 4 + 1);
  east = (shape: number): number => numberAt(this.#boxes, shape * 4 + 2);
  south = (shape: number): number => numberAt(this.#boxes, shape * 4 + 3);

  boxOf(shape: number): WorldBox {
    return [this.west(shape), this.north(shape), this.east(shape), this.south(shape)];
  }

  /** The longer side of its box, world units. */
  size(shape: number): number {
    return Math.max(this.east(shape) - this.west(shape), this.south(shape) - this.north(shape));
  }

  /** The center of its box, CSS pixels of the canvas. */
  middle(shape: number, { scale, left, top }: CanvasFrame): [x: number, y: number] {
    const [west, north, east, south] = this.boxOf(shape);
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

  meets(shape: number, box: WorldBox): boolean {
    return this.meeting(box, shape, shape + 1).length > 0;
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
    const sidesOf = (x: number, y: number) =>
      (x < -margin ? 1 : 0) |
      (x > width + margin ? 2 : 0) |
      (y < -margin ? 4 : 0) |
      (y > height + margin ? 8 : 0);
    this.#eachPart(shape, (_kind, from, end) => {
      let drawnX = xAt(from);
      let drawnY = yAt(from);
      let drawnSides = sidesOf(drawnX, drawnY);
      sink.moveTo(drawnX, drawnY);
      for (let at = from + 1; at < end; at += 1) {
        const x = xAt(at);
        const y = yAt(at);
        const sides = sidesOf(x, y);
        const isLast = at === end - 1;
        const isHidden = !isLast && (drawnSides & sides & sidesOf(xAt(at + 1), yAt(at + 1))) !== 0;
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

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function distanceToEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const dx = bx - ax;
  const dy = by - ay;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

/** @returns the same array if it is long enough, otherwise a copy of at least twice its length */
function withCapacity<A extends Float64Array | Uint32Array | Uint8Array>(array: A, length: number): A {
  if (length <= array.length) return array;
  // TypeScript can't tell that the constructor creates the same type of array.
  const grown = new (array.constructor as new (length: number) => A)(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
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
