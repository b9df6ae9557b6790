/** Areas across the antimeridian: within ±180° as written, beyond it to be measured and drawn. */
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { isRecord } from '../base/fields.ts';
import { boundingBox } from './box.ts';
import { polygonParts } from './geometryTypes.ts';

export const halfTurn = 180;
export const turn = 360;

/** Whether a step of a ring is more than half of the Earth wide: it probably is a short one across the antimeridian. */
export function hasLongStep(ring: readonly Position[]): boolean {
  return ring.some(([x], index) => stepTo(x, ring[index - 1]?.[0]) > halfTurn);
}

/** Whether a polygon is written within ±180° and crosses the antimeridian. A step around the whole Earth doesn't. */
export function crossesAntimeridian({ coordinates }: Polygon): boolean {
  return (
    coordinates.some(ring => ring.some(([x], at) => isShortAcross(stepTo(x, ring[at - 1]?.[0])))) &&
    coordinates.every(ring => ring.every(([x]) => Math.abs(x) <= halfTurn))
  );
}

function isShortAcross(step: number): boolean {
  return step > halfTurn && step < turn;
}

/** Degrees of longitude from the position before; none to the first of a ring. */
function stepTo(x: number, previousX = x): number {
  return Math.abs(x - previousX);
}

/** The ring with longitudes that extend beyond ±180°; `undefined` if it ends a full turn away, around a pole. */
export function unwrapped(ring: readonly Position[]): Position[] | undefined {
  const continuous = runOn(ring);
  return continuous.at(-1)?.[0] === ring.at(-1)?.[0] ? continuous : undefined;
}

/** The longitudes continue where the ring steps across the antimeridian. */
export function runOn(ring: readonly Position[]): Position[] {
  let offset = 0;
  return ring.map(([x, y], index) => {
    const step = x - (ring[index - 1]?.[0] ?? x);
    if (step > halfTurn) offset -= turn;
    else if (step < -halfTurn) offset += turn;
    return [x + offset, y];
  });
}

export function moved(ring: readonly Position[], degrees: number): Position[] {
  return ring.map(([x, y]) => [x + degrees, y]);
}

/** A geometry, or parts of one, with longitudes from 0° to 360°. */
export function eastward(part: unknown): unknown {
  if (isRecord(part))
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, eastward(value)]));
  if (!Array.isArray(part)) return part;
  const [longitude, latitude] = part as readonly unknown[];
  if (typeof longitude !== 'number') return part.map(eastward);
  return [longitude < 0 ? longitude + turn : longitude, latitude];
}

/**
 * Near the antimeridian the same place can be written as 179.9 or −180.1.
 *
 * @returns what to add to a longitude, in full turns, so that it is nearest to another one, degrees
 */
export function shiftToward(longitude: number, home: number): number {
  return Math.round((home - longitude) / turn) * turn;
}

/** By how many degrees, in full turns, to move a hole into its outer ring. */
export function turnsTo(hole: readonly Position[], outer: readonly Position[]): number {
  const [west, , east] = boundingBox(hole);
  const [outerWest, , outerEast] = boundingBox(outer);
  return shiftToward((west + east) / 2, (outerWest + outerEast) / 2);
}

/** The same area with longitudes that run on beyond ±180°. Most polygons, and those around a pole, are returned as is. */
export function continuousPolygon(polygon: Polygon): Polygon {
  if (!crossesAntimeridian(polygon)) return polygon;
  const rings = polygon.coordinates.map(unwrapped);
  const [outer] = rings;
  if (!outer || rings.some(ring => !ring)) return polygon;
  const coordinates = rings.map((ring = [], index) =>
    index === 0 ? ring : moved(ring, turnsTo(ring, outer)),
  );
  return { type: 'Polygon', coordinates };
}

/**
 * The polygons of one geometry side by side. If it was cut at the antimeridian (RFC 7946, 3.1.9), the western
 * hemisphere runs on beyond 180°.
 */
export function continuousParts(geometry: Polygon | MultiPolygon): Polygon[] {
  const parts = polygonParts(geometry).map(coordinates =>
    continuousPolygon({ type: 'Polygon', coordinates }),
  );
  const outers = parts.map(boundingBox);
  const isCut = outers.some(([west]) => west === -halfTurn) && outers.some(([, , east]) => east === halfTurn);
  const onward = outers
    .map(([west, , east]) => (east <= 0 ? [west + turn, east + turn] : [west, east]))
    .flat();
  if (!isCut || Math.max(...onward) - Math.min(...onward) >= halfTurn) return parts;
  return parts.map((part, index) =>
    (outers[index]?.[2] ?? 0) > 0
      ? part
      : { type: 'Polygon', coordinates: part.coordinates.map(ring => moved(ring, turn)) },
  );
}
