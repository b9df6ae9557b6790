/**
 * Plane geometry in degrees, enough to tell which images an area meets. Areas keep the longitudes that
 * they were given; two areas are compared after one is shifted by whole turns, so that 181° meets -179°.
 */
import type { Polygon, Position as GeoPosition } from 'geojson';
import { isRecord } from '../../base/fields.ts';
import { itemAt } from '../../base/itemAt.ts';
import { continuousPolygon } from '../../geo/antimeridian.ts';
import { type AreaParts, partsOfRings, shareOfParts } from '../../geo/coverage.ts';
import { convexParts } from '../../geo/flatRing.ts';
import { findMeetings, isInRings } from '../../geo/ring.ts';
import { degree, earthRadius } from '../../geo/sphere.ts';
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
  let parts: AreaParts | undefined;
  return {
    rings,
    box,
    // Of most footprints nobody asks for more than the box.
    get parts() {
      return (parts ??= partsOfRings(rings));
    },
  };
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
  return isInRings(place, rings);
}

/** True if the two have more than an edge in common, after whole turns. @param a the one with fewer edges */
export function meets(a: Area, b: Area): boolean {
  if (areApart(a.box, b.box)) return false;
  if (b.parts.size > 0) return shareWithin(b, a) > 0;
  const [x, y] = itemAt(itemAt(b.rings, 0), 0);
  return [-360, 0, 360].some(turn => holds(a, [x + turn, y]));
}

/** True if every point of `inner` lies in `outer`, after whole turns. */
export function covers(outer: Area, inner: Area): boolean {
  if (areApart(outer.box, inner.box)) return false;
  if (itemAt(outer.rings, 0).length <= maxClipCorners) return shareWithin(inner, outer) === 1;
  return shareWithin(outer, inner) * outer.parts.size >= inner.parts.size * (1 - 1e-9);
}

/** Whether boxes have nothing in common, after whole turns. */
function areApart(a: Box, b: Box): boolean {
  const turn = 360 * Math.ceil((b.west - a.east) / 360);
  return a.south > b.north || a.north < b.south || a.west + turn > b.east;
}

/** What clips another area is cut into convex parts, which takes long for many corners. */
const maxClipCorners = 64;

function shareWithin({ parts }: Area, clipping: Area): number {
  return shareOfParts(parts, convexParts(areaPolygon(clipping), parts.bounds));
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

export function areaPolygon(area: Area): Polygon {
  return { type: 'Polygon', coordinates: area.rings.map(ring => ring.map(position => [...position])) };
}

/** Area on the ellipsoid of WGS 84 in km², holes taken out. Measured in another way than the client measures it. */
export function squareKilometers(area: Area): number {
  const [outer = 0, ...holes] = continuousPolygon(areaPolygon(area)).coordinates.map(ring =>
    Math.abs(ringKilometers(ring)),
  );
  return holes.reduce((rest, hole) => rest - hole, outer);
}

/** The major axis of the ellipsoid, its eccentricity, and the square of that. */
const equatorKm = 6378.137;
const flatness = (2 - 1 / 298.257223563) / 298.257223563;
const eccentricity = Math.sqrt(flatness);

/** The surface between the equator and a parallel, km² per degree of longitude. */
function surfaceTo(latitude: number): number {
  const sine = Math.sin(latitude * degree);
  const shape = sine / (1 - flatness * sine ** 2) + Math.atanh(eccentricity * sine) / eccentricity;
  return ((degree * equatorKm ** 2 * (1 - flatness)) / 2) * shape;
}

/** Nodes and weights of Gauss and Legendre with five points. */
const nodes = [
  [-0.906_179_845_938_664, 0.236_926_885_056_189_1],
  [-0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
  [0, 0.568_888_888_888_888_9],
  [0.538_469_310_105_683_1, 0.478_628_670_499_366_5],
  [0.906_179_845_938_664, 0.236_926_885_056_189_1],
] as const;

/** Edges are cut into pieces of so many degrees of latitude, over which five points are exact to all digits. */
const pieceDegrees = 5;

/** What is between an edge, straight in degrees, and a parallel is integrated numerically; the sign tells the winding. */
function ringKilometers(ring: readonly GeoPosition[]): number {
  const base = surfaceTo(itemAt(itemAt(ring, 0), 1));
  let sum = 0;
  for (let at = 1; at < ring.length; at++) {
    const [fromX, fromY] = itemAt(ring, at - 1);
    const [x, y] = itemAt(ring, at);
    const pieces = Math.max(1, Math.ceil(Math.abs(y - fromY) / pieceDegrees));
    const half = (y - fromY) / pieces / 2;
    for (let piece = 0; piece < pieces; piece++) {
      const middle = fromY + half * (2 * piece + 1);
      const mean = nodes.reduce(
        (total, [node, weight]) => total + (weight / 2) * (surfaceTo(middle + half * node) - base),
        0,
      );
      sum += ((fromX - x) / pieces) * mean;
    }
  }
  return sum;
}

/** The part of an area that a footprint covers, km². */
export function coveredKilometers(area: Area, footprint: Area): number {
  return squareKilometers(area) * shareWithin(area, footprint);
}

/** The corners of a footprint: north-west, south-west, south-east, north-east. */
export function footprintCorners({ rings }: Area): readonly [Position, Position, Position, Position] {
  const ring = itemAt(rings, 0);
  return [itemAt(ring, 0), itemAt(ring, 1), itemAt(ring, 2), itemAt(ring, 3)];
}
