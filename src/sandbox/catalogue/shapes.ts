/**
 * Plane geometry in degrees, enough to tell which images an area meets. Areas keep the longitudes that
 * they were given; two areas are compared after one is shifted by whole turns, so that 181° meets -179°.
 */
import type { Polygon } from 'geojson';
import { isRecord } from '../../model/fields.ts';
import { type AreaParts, partsOfRings, shareOfParts } from '../../model/geometry/coverage.ts';
import { convexParts } from '../../model/geometry/flatRing.ts';
import { polygonAreaKm2 } from '../../model/geometry/polygonArea.ts';
import { findMeetings, sideOfRing } from '../../model/geometry/ring.ts';
import { degree, earthRadius } from '../../model/geometry/sphere.ts';
import { itemAt } from '../../model/itemAt.ts';
import { invalid, refuseMembers } from '../http/service.ts';

const earthRadiusKm = earthRadius / 1000;
/** Of latitude. */
export const kmPerDegree = earthRadiusKm * degree;

/** [longitude, latitude] in degrees. */
export type Position = [longitude: number, latitude: number];
/** Closed: the last position repeats the first. */
export type Ring = readonly Position[];

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A polygon: its outer ring, then its holes. */
export interface Area {
  readonly rings: readonly Ring[];
  readonly box: Box;
  readonly parts: AreaParts;
}

export function areaOfRings(rings: readonly Ring[]): Area {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude, latitude] of itemAt(rings, 0)) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return { rings, box, parts: partsOfRings(rings) };
}

export function areaOfBox({ west, south, east, north }: Box): Area {
  return areaOfRings([
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ]);
}

export function areaAround([longitude, latitude]: Position, radiusMeters: number): Area {
  const angle = radiusMeters / 1000 / earthRadiusKm;
  if (Math.abs(latitude) + angle / degree >= 89.9) {
    // The circle holds a pole: a band of latitudes is its shape in degrees.
    const reach = angle / degree;
    return latitude > 0
      ? areaOfBox({ west: -180, east: 180, south: Math.max(-90, latitude - reach), north: 90 })
      : areaOfBox({ west: -180, east: 180, south: -90, north: Math.min(90, latitude + reach) });
  }
  const ring: Position[] = [];
  for (let step = 0; step <= 64; step++) {
    const bearing = -((step % 64) / 64) * 2 * Math.PI;
    const sine =
      Math.sin(latitude * degree) * Math.cos(angle) +
      Math.cos(latitude * degree) * Math.sin(angle) * Math.cos(bearing);
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude * degree),
      Math.cos(angle) - Math.sin(latitude * degree) * sine,
    );
    ring.push([longitude + east / degree, Math.asin(sine) / degree]);
  }
  return areaOfRings([ring]);
}

/** Even-odd rule over all rings, so that a point in a hole is outside. */
export function holds({ rings, box: { west, south, east, north } }: Area, place: Position): boolean {
  const [x, y] = place;
  if (x < west || x > east || y < south || y > north) return false;
  return rings.filter(ring => sideOfRing(place, ring) !== 'outside').length % 2 === 1;
}

/** True if the two have more than an edge in common, after whole turns. @param a the one with fewer edges */
export function meets(a: Area, b: Area): boolean {
  if (b.parts.size > 0) return shareWithin(b, a) > 0;
  const [x, y] = itemAt(itemAt(b.rings, 0), 0);
  return [-360, 0, 360].some(turn => holds(a, [x + turn, y]));
}

/** True if every point of `inner` lies in `outer`, after whole turns. */
export function covers(outer: Area, inner: Area): boolean {
  if (itemAt(outer.rings, 0).length <= maxClipCorners) return shareWithin(inner, outer) === 1;
  return shareWithin(outer, inner) * outer.parts.size >= inner.parts.size * (1 - 1e-9);
}

/** What clips another area is cut into convex parts, which takes long for many corners. */
const maxClipCorners = 64;

function shareWithin({ parts }: Area, clipping: Area): number {
  return shareOfParts(parts, convexParts(polygonOf(clipping), parts.bounds));
}

/** Longitudes may run on beyond the antimeridian, as footprints do, but not around the Earth twice. */
const furthestLongitude = 360;

/**
 * Reads a GeoJSON polygon as strictly as the order tables ask: type `Polygon`, closed rings of [longitude, latitude].
 * `where` names the field in the refusal.
 */
export function readPolygon(value: unknown, where: string, isStrict: boolean): Area {
  if (!isRecord(value)) throw invalid(`${where} must be a GeoJSON geometry`);
  if (value['type'] !== 'Polygon')
    throw invalid(`${where} must be of type Polygon, not ${JSON.stringify(value['type'])}`);
  if (isStrict) refuseMembers(value, ['type', 'coordinates'], `${where}.`);
  return readRings(value['coordinates'], where, isStrict);
}

export function readRings(coordinates: unknown, where: string, isStrict: boolean): Area {
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    throw invalid(`${where}.coordinates must be an array of linear rings`);
  }
  return areaOfRings(
    coordinates.map((ring, index) => readRing(ring, `${where}.coordinates[${index}]`, isStrict)),
  );
}

function readRing(value: unknown, where: string, isStrict: boolean): Ring {
  if (!Array.isArray(value)) throw invalid(`${where} must be an array of positions`);
  const ring = value.map((position, index) => readPosition(position, `${where}[${index}]`, isStrict));
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last || ring.length < 4) throw invalid(`${where} must have at least four positions`);
  if (first[0] !== last[0] || first[1] !== last[1]) {
    throw invalid(`${where} is not closed`, 'Repeat the first position as the last.');
  }
  if (findMeetings([ring]).some(({ kind }) => kind === 'cross')) throw invalid(`${where} crosses itself`);
  return ring;
}

/** @param isStrict takes pairs within ±180 only; deployed services also take altitudes, and longitudes beyond */
function readPosition(value: unknown, where: string, isStrict: boolean): Position {
  const numbers: unknown[] = Array.isArray(value) ? value : [];
  const [longitude, latitude] = numbers;
  if (
    numbers.length < 2 ||
    numbers.length > (isStrict ? 2 : 3) ||
    !isFiniteNumber(longitude) ||
    !isFiniteNumber(latitude)
  ) {
    throw invalid(`${where} must be [longitude, latitude]`);
  }
  if (Math.abs(latitude) > 90) throw invalid(`${where}: latitude ${latitude} is not within ±90`);
  if (Math.abs(longitude) > (isStrict ? 180 : furthestLongitude))
    throw invalid(`${where}: longitude ${longitude} is out of range`);
  return [longitude, latitude];
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function polygonOf(area: Area): Polygon {
  return { type: 'Polygon', coordinates: area.rings.map(ring => ring.map(position => [...position])) };
}

/** Area in km², holes taken out. */
export function squareKilometers(area: Area): number {
  return polygonAreaKm2(polygonOf(area));
}

/** The part of an area that a footprint covers, km². */
export function coveredKilometers(area: Area, footprint: Area): number {
  return squareKilometers(area) * shareWithin(area, footprint);
}

/** The corners of a footprint: north-west, south-west, south-east, north-east. */
export function cornersOf({ rings }: Area): readonly [Position, Position, Position, Position] {
  const ring = itemAt(rings, 0);
  return [itemAt(ring, 0), itemAt(ring, 1), itemAt(ring, 2), itemAt(ring, 3)];
}
