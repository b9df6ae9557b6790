import type { CanvasFrame, PathSink } from '../map/footprints/footprintShapes.ts';
import { withCapacity } from '../map/base/withCapacity.ts';
import { worldShift } from '../map/base/shiftToward.ts';
import { worldX, worldY } from '../map/base/worldPoint.ts';
import { noItem } from '../../src/model/itemAt.ts';

/** What a part of a feature is made of. */
const point = 0;
const line = 1;
const ring = 2;
type PartKind = typeof point | typeof line | typeof ring;

interface Part {
  kind: PartKind;
  positions: readonly unknown[];
}

/** Collections within collections are looked into so deep. */
const deepest = 8;

/**
 * Points, lines and polygons in a few typed arrays, in world units of Web Mercator. Whatever is no coordinate is left
 * out: reports are foreign data.
 */
export class ReportShapes {
  count = 0;
  #points = new Float64Array(1024);
  #boxes = new Float64Array(256);
  #kinds = new Uint8Array(64);
  /** Each entry is where the thing ends in the array below it; it begins where the one before it ends. */
  #partEnds = new Uint32Array(64);
  #shapeEnds = new Uint32Array(64);
  #pointCount = 0;
  #partCount = 0;

  /** @param home longitude that the shape is put nearest to, in one piece, degrees */
  add(geometry: unknown, home: number): void {
    const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
    const begin = this.#pointCount;
    for (const part of partsOf(geometry, 0)) this.#addPart(part, box);
    const shift = worldShift((box[0] + box[2]) / 2, home);
    for (let at = begin; shift !== 0 && at < this.#pointCount; at += 1)
      this.#points[at * 2] = get(this.#points, at * 2) + shift;
    this.#boxes = withCapacity(this.#boxes, this.count * 4 + 4);
    this.#boxes.set([box[0] + shift, box[1], box[2] + shift, box[3]], this.count * 4);
    this.#shapeEnds = withCapacity(this.#shapeEnds, this.count + 1);
    this.#shapeEnds[this.count++] = this.#partCount;
  }

  #addPart({ kind, positions }: Part, box: Box): void {
    const points = (this.#points = withCapacity(this.#points, (this.#pointCount + positions.length) * 2));
    const before = this.#pointCount;
    for (const position of positions) {
      const place = Array.isArray(position) ? (position as readonly unknown[]) : [];
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

  west = (shape: number): number => get(this.#boxes, shape * 4);
  north = (shape: number): number => get(this.#boxes, shape * 4 + 1);
  east = (shape: number): number => get(this.#boxes, shape * 4 + 2);
  south = (shape: number): number => get(this.#boxes, shape * 4 + 3);

  /** The cursor can be in a feature that has not arrived yet. */
  isSomewhere(shape: number): boolean {
    return shape < this.count && this.west(shape) <= this.east(shape);
  }

  /** Whether all of it is points. */
  isDots(shape: number): boolean {
    const end = get(this.#shapeEnds, shape);
    let part = start(this.#shapeEnds, shape);
    while (part < end && this.#kinds[part] === point) part += 1;
    return part === end && this.isSomewhere(shape);
  }

  /** Writes lines and rings to a path; whether there are rings that want a fill. */
  trace(sink: PathSink, shape: number, { scale, left, top }: CanvasFrame): boolean {
    this.#eachPart(shape, (kind, from, end) => {
      if (kind === point) return;
      for (let at = from; at < end; at += 1) {
        const x = get(this.#points, at * 2) * scale - left;
        const y = get(this.#points, at * 2 + 1) * scale - top;
        if (at === from) sink.moveTo(x, y);
        else sink.lineTo(x, y);
      }
    });
    const [from, end] = [start(this.#shapeEnds, shape), get(this.#shapeEnds, shape)];
    return this.#kinds.subarray(from, end).includes(ring);
  }

  /** Takes the places of its points, CSS pixels of the canvas. */
  eachDot(shape: number, { scale, left, top }: CanvasFrame, take: (x: number, y: number) => void): void {
    this.#eachPart(shape, (kind, from, end) => {
      if (kind !== point) return;
      for (let at = from; at < end; at += 1)
        take(get(this.#points, at * 2) * scale - left, get(this.#points, at * 2 + 1) * scale - top);
    });
  }

  /** How far a place is from the shape, 0 within its rings; all in world units. */
  distance(shape: number, x: number, y: number): number {
    let crossings = 0;
    let nearest = Infinity;
    this.#eachPart(shape, (kind, from, end) => {
      const last = kind === ring ? end - 1 : from;
      let fromX = get(this.#points, last * 2);
      let fromY = get(this.#points, last * 2 + 1);
      for (let at = from; at < end; at += 1) {
        const toX = get(this.#points, at * 2);
        const toY = get(this.#points, at * 2 + 1);
        if (kind === ring && toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX)
          crossings += 1;
        const distance =
          kind === point ? Math.hypot(x - toX, y - toY) : distanceToEdge(x, y, fromX, fromY, toX, toY);
        if (distance < nearest) nearest = distance;
        fromX = toX;
        fromY = toY;
      }
    });
    return crossings % 2 === 1 ? 0 : nearest;
  }

  #eachPart(shape: number, take: (kind: PartKind, from: number, end: number) => void): void {
    const end = get(this.#shapeEnds, shape);
    for (let part = start(this.#shapeEnds, shape); part < end; part += 1) {
      // Only these three are ever put there.
      const kind = (this.#kinds[part] ?? noItem(this.#kinds, part)) as PartKind;
      take(kind, start(this.#partEnds, part), get(this.#partEnds, part));
    }
  }
}

type Box = [west: number, north: number, east: number, south: number];

function partsOf(geometry: unknown, depth: number): Part[] {
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  switch (type) {
    case 'Point':
      return [{ kind: point, positions: [coordinates] }];
    case 'MultiPoint':
      return [{ kind: point, positions: listOf(coordinates) }];
    case 'LineString':
      return [{ kind: line, positions: listOf(coordinates) }];
    case 'MultiLineString':
      return listOf(coordinates).map(one => ({ kind: line, positions: listOf(one) }));
    case 'Polygon':
      return listOf(coordinates).map(one => ({ kind: ring, positions: listOf(one) }));
    case 'MultiPolygon':
      return listOf(coordinates)
        .flatMap(listOf)
        .map(one => ({ kind: ring, positions: listOf(one) }));
    case 'GeometryCollection':
      return depth >= deepest ? [] : listOf(geometries).flatMap(one => partsOf(one, depth + 1));
    default:
      return [];
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function distanceToEdge(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

function get(array: Float64Array | Uint32Array, index: number): number {
  return array[index] ?? noItem(array, index);
}

function start(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : get(ends, index - 1);
}
