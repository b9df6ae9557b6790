import type { Geometry } from 'geojson';

/** Numbers per place: start and end of a feature in bytes, and in UTF-16 units without a byte order mark. */
export const placeSize = 4;

/** A feature of a report. Reports are external data: any geometry may be invalid. */
export interface ReportFeature {
  geometry: Geometry;
  /** Not documented by the service: opaque, shown as received. */
  properties: Readonly<Record<string, unknown>>;
}

/** The geometry of a feature of a report, if it can be drawn: reports are external data. */
export function drawnGeometry(feature: unknown): Geometry | undefined {
  const { geometry } = (feature ?? {}) as { geometry?: unknown };
  const { type, coordinates, geometries } = (geometry ?? {}) as Readonly<Record<string, unknown>>;
  const isDrawn = typeof type === 'string' && (Array.isArray(coordinates) || Array.isArray(geometries));
  return isDrawn ? (geometry as Geometry) : undefined;
}

export function featureOf(value: unknown): ReportFeature | undefined {
  const geometry = drawnGeometry(value);
  if (!geometry) return undefined;
  const { properties } = value as { properties?: unknown };
  const isMembers = typeof properties === 'object' && properties !== null;
  return { geometry, properties: isMembers ? (properties as ReportFeature['properties']) : {} };
}

/** West, south, east, north, degrees. */
export type Box = [west: number, south: number, east: number, north: number];

/** An empty box: its west is east of its east. */
export function emptyBox(): Box {
  return [Infinity, Infinity, -Infinity, -Infinity];
}

/** Extends a box by all positions of a geometry, at any nesting depth. Returns their number. */
export function growBox(box: Box, part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  if (!Array.isArray(part)) {
    const { coordinates, geometries } = part as { coordinates?: unknown; geometries?: unknown };
    return growBox(box, coordinates) + (Array.isArray(geometries) ? growBox(box, geometries) : 0);
  }
  // Destructuring would create an iterator for each position.
  const longitude: unknown = part[0];
  const latitude: unknown = part[1];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') {
    let positions = 0;
    for (let at = 0; at < part.length; at++) positions += growBox(box, part[at]);
    return positions;
  }
  if (longitude < box[0]) box[0] = longitude;
  if (latitude < box[1]) box[1] = latitude;
  if (longitude > box[2]) box[2] = longitude;
  if (latitude > box[3]) box[3] = latitude;
  return 1;
}
