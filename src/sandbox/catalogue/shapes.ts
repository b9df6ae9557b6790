/**
 * Plane geometry in degrees, enough to tell which images an area meets. Areas keep the longitudes that
 * they were given; two areas are compared after one is shifted by whole turns, so that 181° meets -179°.
 */
import { area as squareMeters } from '@turf/area';
import Flatbush from 'flatbush';
import type { Polygon } from 'geojson';
import { isRecord } from '../../model/fields.ts';
import { coveredShare } from '../../model/geometry/coverage.ts';
import { degree, earthRadius } from '../../model/geometry/sphere.ts';
import { itemAt } from '../../model/itemAt.ts';
import { invalid } from '../http/service.ts';

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
}

export function areaOfRings(rings: readonly Ring[]): Area {
  const box: Box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [longitude, latitude] of itemAt(rings, 0)) {
    box.west = Math.min(box.west, longitude);
    box.east = Math.max(box.east, longitude);
    box.south = Math.min(box.south, latitude);
    box.north = Math.max(box.north, latitude);
  }
  return { rings, box };
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

function shifted(area: Area, degrees: number): Area {
  if (degrees === 0) return area;
  return {
    rings: area.rings.map(ring => ring.map(([x, y]): Position => [x + degrees, y])),
    box: { ...area.box, west: area.box.west + degrees, east: area.box.east + degrees },
  };
}

/** The whole turns, in degrees, that bring the box of `b` onto that of `a`. */
function turns({ box: a }: Area, { box: b }: Area): number[] {
  const found: number[] = [];
  if (a.south > b.north || a.north < b.south) return found;
  const last = Math.floor((a.east - b.west) / 360);
  for (let turn = Math.ceil((a.west - b.east) / 360); turn <= last; turn++) found.push(turn * 360);
  return found;
}

type Edge = readonly [from: Position, to: Position];

function edgesOf({ rings }: Area): Edge[] {
  return rings.flatMap(ring => ring.slice(1).map((to, index): Edge => [itemAt(ring, index), to]));
}

/** Of areas with more edges, the edges are found by their place: some have 100,000, and meet thousands of images. */
const mostPlain = 64;
const trees = new WeakMap<Area, { edges: readonly Edge[]; tree: Flatbush }>();

/** The edges that can reach into a box; others can be among them. */
function edgesNear(area: Area, { west, south, east, north }: Box): readonly Edge[] {
  const count = area.rings.reduce((sum, ring) => sum + ring.length, 0);
  if (count <= mostPlain) return edgesOf(area);
  const known = trees.get(area) ?? treeOf(area);
  return known.tree.search(west, south, east, north).map(index => itemAt(known.edges, index));
}

function treeOf(area: Area): { edges: readonly Edge[]; tree: Flatbush } {
  const edges = edgesOf(area);
  const tree = new Flatbush(edges.length);
  for (const edge of edges) {
    const { west, south, east, north } = boxOfEdge(edge);
    tree.add(west, south, east, north);
  }
  tree.finish();
  const made = { edges, tree };
  trees.set(area, made);
  return made;
}

function boxOfEdge([[ax, ay], [bx, by]]: Edge): Box {
  return { west: Math.min(ax, bx), south: Math.min(ay, by), east: Math.max(ax, bx), north: Math.max(ay, by) };
}

/** Even-odd rule over all rings, so that a point in a hole is outside. */
export function holds(area: Area, [x, y]: Position): boolean {
  const { west, south, east, north } = area.box;
  if (x < west || x > east || y < south || y > north) return false;
  const crossed = edgesNear(area, { west: x, south: y, east, north: y }).filter(
    ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax,
  );
  return crossed.length % 2 === 1;
}

/** Positive if `c` lies to the left of the way from `a` to `b`. */
function side([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** True if two edges cross at a point inside both; a touch is no crossing. */
function edgesCross([a, b]: Edge, [c, d]: Edge): boolean {
  const c1 = side(a, b, c);
  const c2 = side(a, b, d);
  if (!((c1 > 0 && c2 < 0) || (c1 < 0 && c2 > 0))) return false;
  const c3 = side(c, d, a);
  const c4 = side(c, d, b);
  return (c3 > 0 && c4 < 0) || (c3 < 0 && c4 > 0);
}

/** @param a best the one with fewer edges */
function outlinesCross(a: Area, b: Area): boolean {
  return edgesOf(a).some(
    edge =>
      !isBeside(edge, b.box) &&
      boxesAlong(edge, b).some(box => edgesNear(b, box).some(other => edgesCross(edge, other))),
  );
}

/** One box around an edge holds most edges of a small area, many boxes along it hold few of them. */
function boxesAlong(edge: Edge, { rings, box: { west, south, east, north } }: Area): Box[] {
  const [[ax, ay], [bx, by]] = edge;
  if (itemAt(rings, 0).length <= mostPlain) return [boxOfEdge(edge)];
  const parts = (10 * Math.hypot(bx - ax, by - ay)) / Math.hypot(east - west, north - south);
  const count = Math.max(1, Math.min(100, Math.ceil(parts)));
  const at = (part: number): Position => [ax + ((bx - ax) * part) / count, ay + ((by - ay) * part) / count];
  return Array.from({ length: count }, (_, part) => boxOfEdge([at(part), at(part + 1)]));
}

/** Whether a box lies on one side of the line through an edge, as it mostly does. */
function isBeside([a, b]: Edge, { west, south, east, north }: Box): boolean {
  const corners: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  const sides = corners.map(corner => Math.sign(side(a, b, corner)));
  return sides.every(one => one > 0) || sides.every(one => one < 0);
}

/** True if the two have a point in common; `a` is best the one with fewer edges. */
export function meets(a: Area, b: Area): boolean {
  return turns(b, a).some(turn => {
    const other = shifted(a, turn);
    const [firstOfA, firstOfB] = [other.rings[0]?.[0], b.rings[0]?.[0]];
    if (!firstOfA || !firstOfB) return false;
    return holds(other, firstOfB) || holds(b, firstOfA) || outlinesCross(other, b);
  });
}

/** True if every point of `inner` lies in `outer`. */
export function covers(outer: Area, inner: Area): boolean {
  const isSmaller = itemAt(inner.rings, 0).length <= itemAt(outer.rings, 0).length;
  return turns(outer, inner).some(turn => {
    // Of the two the one with fewer corners is moved: the other one keeps its tree.
    const around = isSmaller ? outer : shifted(outer, -turn);
    const within = isSmaller ? shifted(inner, turn) : inner;
    const [a, b] = [around.box, within.box];
    if (b.south < a.south || b.north > a.north || b.west < a.west || b.east > a.east) return false;
    // Where the outlines do not cross, one ring lies all inside or all outside of the other.
    const [small, large] = isSmaller ? [within, around] : [around, within];
    const isInside = holds(around, itemAt(itemAt(within.rings, 0), 0));
    if (!isInside || outlinesCross(small, large)) return false;
    // A hole that lies whole within the inner one crosses nothing.
    return !around.rings.slice(1).some(([corner]) => corner && holds(within, corner));
  });
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
  const alone = areaOfRings([ring]);
  if (outlinesCross(alone, alone)) throw invalid(`${where} crosses itself`);
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

/** Area in km², holes taken out, on the sphere of WGS 84's radius. */
export function squareKilometers(area: Area): number {
  return squareMeters(polygonOf(area)) / 1e6;
}

/** The part of an area that a footprint covers, km². */
export function coveredKilometers(area: Area, footprint: Area): number {
  return squareKilometers(area) * coveredShare(polygonOf(area), polygonOf(footprint));
}

/** The corners of a footprint: north-west, south-west, south-east, north-east. */
export function cornersOf({ rings }: Area): readonly [Position, Position, Position, Position] {
  const ring = itemAt(rings, 0);
  return [itemAt(ring, 0), itemAt(ring, 1), itemAt(ring, 2), itemAt(ring, 3)];
}
