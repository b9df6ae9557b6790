import { listOrNone } from '../base/fields.ts';
import { noItem } from '../base/itemAt.ts';
import type { Box } from './box.ts';

/** What a part of a shape is. The holes of a polygon come after its outer ring. */
export const partKinds = { point: 0, line: 1, outer: 2, hole: 3 } as const;
export type PartKind = (typeof partKinds)[keyof typeof partKinds];

/** Geometries in a few arrays, which are sent without being converted to text. */
export interface FlatShapes {
  count: number;
  /** Longitude and latitude in turn, degrees. */
  points: Float64Array<ArrayBuffer>;
  /** A {@link PartKind} for each part. */
  kinds: Uint8Array<ArrayBuffer>;
  /** Each entry is where the item ends in the array above; it starts where the previous one ends. */
  partEnds: Uint32Array<ArrayBuffer>;
  shapeEnds: Uint32Array<ArrayBuffer>;
}

/** Greatest depth of nested geometry collections. */
const deepest = 8;

/** Collects shapes. Invalid geometries and coordinates are skipped, because reports are foreign data. */
export class ShapeList implements FlatShapes {
  count = 0;
  points = new Float64Array(64);
  kinds = new Uint8Array(16);
  partEnds = new Uint32Array(16);
  shapeEnds = new Uint32Array(16);
  pointCount = 0;
  partCount = 0;

  add(geometry: unknown): void {
    this.#addGeometry(geometry, 0);
    this.shapeEnds = withCapacity(this.shapeEnds, this.count + 1);
    this.shapeEnds[this.count++] = this.partCount;
  }

  clear(): void {
    this.count = this.pointCount = this.partCount = 0;
  }

  /** Extends a box by all points, as `growBox` does, in a tenth of the time. */
  growBox(box: Box): void {
    const { points } = this;
    for (let at = 0; at < this.pointCount * 2; at += 2) {
      const longitude = points[at] ?? noItem(points, at);
      const latitude = points[at + 1] ?? noItem(points, at + 1);
      if (!Number.isFinite(longitude + latitude)) continue;
      if (longitude < box[0]) box[0] = longitude;
      if (latitude < box[1]) box[1] = latitude;
      if (longitude > box[2]) box[2] = longitude;
      if (latitude > box[3]) box[3] = latitude;
    }
  }

  /** A copy, without what was only reserved. */
  copy(): FlatShapes {
    return {
      count: this.count,
      points: this.points.slice(0, this.pointCount * 2),
      kinds: this.kinds.slice(0, this.partCount),
      partEnds: this.partEnds.slice(0, this.partCount),
      shapeEnds: this.shapeEnds.slice(0, this.count),
    };
  }

  #addGeometry(geometry: unknown, depth: number): void {
    const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
    if (type === 'Point') this.#addPoint(coordinates);
    else if (type === 'MultiPoint') this.#addPart(partKinds.point, coordinates);
    else if (type === 'LineString') this.#addPart(partKinds.line, coordinates);
    else if (type === 'MultiLineString')
      for (const part of listOrNone(coordinates)) this.#addPart(partKinds.line, part);
    else if (type === 'Polygon') this.#addPolygon(coordinates);
    else if (type === 'MultiPolygon') for (const rings of listOrNone(coordinates)) this.#addPolygon(rings);
    else if (type === 'GeometryCollection' && depth < deepest)
      for (const member of listOrNone(geometries)) this.#addGeometry(member, depth + 1);
  }

  #addPolygon(rings: unknown): void {
    for (const [at, ring] of listOrNone(rings).entries())
      this.#addPart(at === 0 ? partKinds.outer : partKinds.hole, ring);
  }

  #addPoint(position: unknown): void {
    this.points = withCapacity(this.points, (this.pointCount + 1) * 2);
    if (this.#addPosition(position)) this.#endPart(partKinds.point);
  }

  #addPart(kind: PartKind, coordinates: unknown): void {
    const positions = listOrNone(coordinates);
    this.points = withCapacity(this.points, (this.pointCount + positions.length) * 2);
    const before = this.pointCount;
    for (let at = 0; at < positions.length; at += 1) this.#addPosition(positions[at]);
    if (this.pointCount > before) this.#endPart(kind);
  }

  #addPosition(position: unknown): boolean {
    // Destructuring the position would be three times slower.
    const place = listOrNone(position);
    const longitude = place[0] as number;
    const latitude = place[1] as number;
    // JSON has numbers that are too large for one, such as 1e999.
    if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return false;
    this.points[this.pointCount * 2] = longitude;
    this.points[this.pointCount * 2 + 1] = latitude;
    this.pointCount += 1;
    return true;
  }

  #endPart(kind: PartKind): void {
    this.partEnds = withCapacity(this.partEnds, this.partCount + 1);
    this.kinds = withCapacity(this.kinds, this.partCount + 1);
    this.kinds[this.partCount] = kind;
    this.partEnds[this.partCount++] = this.pointCount;
  }
}

/** @returns the same array if it is long enough, otherwise a copy of at least twice its length */
export function withCapacity<
  A extends Float64Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>,
>(array: A, length: number): A {
  if (length <= array.length) return array;
  // TypeScript can't tell that the constructor creates the same type of array.
  const grown = new (array.constructor as new (length: number) => A)(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}
