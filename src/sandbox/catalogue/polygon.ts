import { area as squareMetres } from '@turf/area';
import type { Polygon } from 'geojson';
import { invalid } from '../http/refusal.ts';
import { areaOfRings, clip, edgesCross, edgesOf, type Area, type Position, type Ring } from './shapes.ts';
import { itemAt } from '../../model/itemAt.ts';

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

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** The part of an area that an image covers, km². The image's corners bound it; its long sides are as good as straight. */
export function coveredKilometres(area: Area, footprint: Area): number {
  const corners = cornersOf(footprint);
  const rings = clip(area, [...corners, corners[0]]);
  return rings.length === 0 ? 0 : squareKilometres(areaOfRings(rings));
}

export type Corners = readonly [
  northWest: Position,
  southWest: Position,
  southEast: Position,
  northEast: Position,
];

/** The corners of a strip: its ring has as many positions on the one long side as on the other. */
export function cornersOf(footprint: Area): Corners {
  const open = itemAt(footprint.rings, 0).slice(0, -1);
  const half = open.length / 2;
  return [itemAt(open, 0), itemAt(open, half - 1), itemAt(open, half), itemAt(open, open.length - 1)];
}
