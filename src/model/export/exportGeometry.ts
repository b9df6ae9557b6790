import type { Geometry, Position } from 'geojson';
import { isRecord } from '../fields.ts';
import { continuousPolygon, halfTurn, longitudesOf, moved, turn } from '../geometry/antimeridian.ts';
import { commonParts } from '../geometry/clipRings.ts';
import { isPosition } from '../geometry/geometryTypes.ts';
import { itemAt } from '../itemAt.ts';

/** How deep the positions of each type are nested. */
const depths = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 };

/**
 * A geometry of any origin as other programs expect it: [longitude, latitude] without heights, polygons within ±180°
 * and cut at the antimeridian (RFC 7946, 3.1.9). `undefined` if no position is valid.
 */
export function exportedGeometry(value: unknown): Geometry | undefined {
  if (!isRecord(value)) return undefined;
  const { type, coordinates, geometries } = value;
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const parts = geometries.flatMap(one => exportedGeometry(one) ?? []);
    return parts.length > 0 ? { type, geometries: parts } : undefined;
  }
  if (typeof type !== 'string' || !Object.hasOwn(depths, type)) return undefined;
  const [valid] = validParts([coordinates], depths[type as keyof typeof depths]);
  if (!valid) return undefined;
  if (type !== 'Polygon' && type !== 'MultiPolygon') return { type, coordinates: valid } as Geometry;
  const polygons = (type === 'Polygon' ? [valid] : valid) as Position[][][];
  const [first, ...others] = polygons.flatMap(partsInWorld);
  if (first && others.length === 0 && type === 'Polygon') return { type, coordinates: first };
  return first && { type: 'MultiPolygon', coordinates: [first, ...others] };
}

/** The parts with positions at this depth. */
function validParts(parts: readonly unknown[], depth: number): unknown[][] {
  if (depth === 0) return parts.filter(isPosition).map(position => position.slice(0, 2));
  return parts
    .map(part => validParts(Array.isArray(part) ? part : [], depth - 1))
    .filter(part => part.length > 0);
}

function partsInWorld(coordinates: Position[][]): Position[][][] {
  const rings = continuousPolygon({ type: 'Polygon', coordinates }).coordinates;
  const [west, east] = longitudesOf(itemAt(rings, 0));
  if (west >= -halfTurn && east <= halfTurn) return [rings];
  return [-turn, 0, turn].flatMap(shift => {
    const [left, right] = [shift - halfTurn, shift + halfTurn];
    const parts = commonParts(rings, [[left, -90, right, -90, right, 90, left, 90]]);
    return parts.map(part => part.map(ring => moved(ring, -shift)));
  });
}
