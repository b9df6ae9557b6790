/**
 * Plane geometry in degrees, enough to tell which images an area meets. Areas keep the longitudes that
 * they were given; two areas are compared after one is shifted by whole turns, so that 181° meets -179°.
 */
import { area as squareMetres } from '@turf/area';
import type { Polygon } from 'geojson';
import { isRecord } from '../../model/fields.ts';
import { degree, earthRadius } from '../../model/geometry/sphere.ts';
import { itemAt } from '../../model/itemAt.ts';
import { invalid } from '../http/refusal.ts';

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

export function areaAround([longitude, latitude]: Position, radiusMetres: number): Area {
  const angle = radiusMetres / 1000 / earthRadiusKm;
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

/** The edges of a closed ring. */
export function edgesOf(ring: Ring): [from: Position, to: Position][] {
  const edges: [Position, Position][] = [];
  let from: Position | undefined;
  for (const to of ring) {
    if (from) edges.push([from, to]);
    from = to;
  }
  return edges;
}

/** Even-odd rule over all rings, so that a point in a hole is outside. */
export function holds({ rings, box }: Area, [x, y]: Position): boolean {
  if (x < box.west || x > box.east || y < box.south || y > box.north) return false;
  let inside = false;
  for (const ring of rings) {
    let from = ring.at(-1);
    // Most edges are told by their latitudes alone: rings can be long, and are asked about thousands of images.
    for (const to of ring) {
      if (from && from[1] > y !== to[1] > y && x < crossingAt(from, to, y)) inside = !inside;
      from = to;
    }
  }
  return inside;
}

/** Longitude at which an edge crosses a parallel. */
function crossingAt([ax, ay]: Position, [bx, by]: Position, y: number): number {
  return ((bx - ax) * (y - ay)) / (by - ay) + ax;
}

/** Positive if `c` lies to the left of the way from `a` to `b`. */
function side([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** True if two edges cross at a point inside both; a touch is no crossing. */
export function edgesCross(a: Position, b: Position, c: Position, d: Position): boolean {
  const c1 = side(a, b, c);
  const c2 = side(a, b, d);
  if (!((c1 > 0 && c2 < 0) || (c1 < 0 && c2 > 0))) return false;
  const c3 = side(c, d, a);
  const c4 = side(c, d, b);
  return (c3 > 0 && c4 < 0) || (c3 < 0 && c4 > 0);
}

function outlinesCross(a: Area, b: Area): boolean {
  const edgesOfA = a.rings.flatMap(edgesOf);
  const { west, east, south, north } = a.box;
  for (const ring of b.rings) {
    let from = ring.at(-1);
    for (const to of ring) {
      // Areas can have tens of thousands of edges, and few of them near an image.
      const far =
        !from ||
        (from[0] < west && to[0] < west) ||
        (from[0] > east && to[0] > east) ||
        (from[1] < south && to[1] < south) ||
        (from[1] > north && to[1] > north);
      if (!far && from && edgesOfA.some(([c, d]) => edgesCross(c, d, from as Position, to))) return true;
      from = to;
    }
  }
  return false;
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
  return turns(outer, inner).some(turn => {
    const other = shifted(inner, turn);
    if (other.box.south < outer.box.south || other.box.north > outer.box.north) return false;
    if (other.box.west < outer.box.west || other.box.east > outer.box.east) return false;
    if (!itemAt(other.rings, 0).every(position => holds(outer, position))) return false;
    // A hole that lies whole within the inner one crosses nothing.
    const isHollow = outer.rings.slice(1).some(([corner]) => corner && holds(other, corner));
    return !isHollow && !outlinesCross(outer, other);
  });
}

/**
 * The part of `area` inside a convex ring that runs counter-clockwise, as rings whose area is right
 * (Sutherland–Hodgman; seams of no area can remain). Empty where they do not meet.
 */
export function clip(area: Area, convex: Ring): Ring[] {
  const [turn] = turns(areaOfRings([convex]), area);
  if (turn === undefined) return [];
  return shifted(area, turn).rings.flatMap(ring => {
    const open = edgesOf(convex).reduce<Ring>((rest, [from, to]) => cut(rest, from, to), ring.slice(0, -1));
    const [first] = open;
    return first && open.length >= 3 ? [[...open, first]] : [];
  });
}

/** What of an open ring lies to the left of the line from `a` to `b`. */
function cut(open: Ring, a: Position, b: Position): Position[] {
  const kept: Position[] = [];
  open.forEach((point, index) => {
    const next = open[(index + 1) % open.length] ?? point;
    const here = side(a, b, point);
    const there = side(a, b, next);
    if (here >= 0) kept.push(point);
    if ((here > 0 && there < 0) || (here < 0 && there > 0)) {
      const share = here / (here - there);
      kept.push([point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share]);
    }
  });
  return kept;
}

/** Longitudes may run on beyond the antimeridian, as footprints do, but not around the Earth twice. */
const furthestLongitude = 360;

/**
 * Reads a GeoJSON polygon as strictly as the order tables ask: type `Polygon`, closed rings of [longitude, latitude].
 * `where` names the field in the refusal.
 */
export function readPolygon(value: unknown, where: string): Area {
  if (!isRecord(value)) throw invalid(`${where} must be a GeoJSON geometry`);
  if (value['type'] !== 'Polygon')
    throw invalid(`${where} must be of type Polygon, not ${JSON.stringify(value['type'])}`);
  return readRings(value['coordinates'], where);
}

export function readRings(coordinates: unknown, where: string): Area {
  if (!Array.isArray(coordinates) || coordinates.length === 0) {
    throw invalid(`${where}.coordinates must be an array of linear rings`);
  }
  return areaOfRings(coordinates.map((ring, index) => readRing(ring, `${where}.coordinates[${index}]`)));
}

function readRing(value: unknown, where: string): Ring {
  if (!Array.isArray(value)) throw invalid(`${where} must be an array of positions`);
  const ring = value.map((position, index) => readPosition(position, `${where}[${index}]`));
  const first = ring[0];
  const last = ring.at(-1);
  if (!first || !last || ring.length < 4) throw invalid(`${where} must have at least four positions`);
  if (first[0] !== last[0] || first[1] !== last[1]) {
    throw invalid(`${where} is not closed`, 'Repeat the first position as the last.');
  }
  if (crossesItself(ring)) throw invalid(`${where} crosses itself`);
  return ring;
}

function readPosition(value: unknown, where: string): Position {
  const numbers: unknown[] = Array.isArray(value) ? value : [];
  const [longitude, latitude] = numbers;
  if (numbers.length < 2 || numbers.length > 3 || !isFiniteNumber(longitude) || !isFiniteNumber(latitude)) {
    throw invalid(`${where} must be [longitude, latitude]`);
  }
  if (Math.abs(latitude) > 90) throw invalid(`${where}: latitude ${latitude} is not within ±90`);
  if (Math.abs(longitude) > furthestLongitude)
    throw invalid(`${where}: longitude ${longitude} is out of range`);
  return [longitude, latitude];
}

function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether two edges of a ring that are not neighbours cross. Edges are swept by longitude, so long rings stay cheap. */
function crossesItself(ring: Ring): boolean {
  const edges = edgesOf(ring).map(([from, to]) => ({
    from,
    to,
    start: Math.min(from[0], to[0]),
    end: Math.max(from[0], to[0]),
  }));
  edges.sort((a, b) => a.start - b.start);
  let open: typeof edges = [];
  return edges.some(edge => {
    open = open.filter(({ end }) => end >= edge.start);
    const crossed = open.some(other => edgesCross(edge.from, edge.to, other.from, other.to));
    open.push(edge);
    return crossed;
  });
}

export function polygonOf(area: Area): Polygon {
  return { type: 'Polygon', coordinates: area.rings.map(ring => ring.map(position => [...position])) };
}

/** Area in km², holes taken out, on the sphere of WGS 84's radius. */
export function squareKilometres(area: Area): number {
  return squareMetres(polygonOf(area)) / 1e6;
}

/** The part of an area that a footprint covers, km². */
export function coveredKilometres(area: Area, footprint: Area): number {
  const rings = clip(area, itemAt(footprint.rings, 0));
  return rings.length === 0 ? 0 : squareKilometres(areaOfRings(rings));
}

/** The corners of a footprint: north-west, south-west, south-east, north-east. */
export function cornersOf({ rings }: Area): readonly [Position, Position, Position, Position] {
  const ring = itemAt(rings, 0);
  return [itemAt(ring, 0), itemAt(ring, 1), itemAt(ring, 2), itemAt(ring, 3)];
}
