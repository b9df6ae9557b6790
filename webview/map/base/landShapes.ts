import type { MultiPolygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { worldX, worldY } from './worldPoint.ts';

/**
 * A line or ring in world coordinates of Web Mercator: x from 0 to 1 eastwards, y from 0 to 1 southwards, in turns
 * x, y, x, y. Projected once, so that a tile costs a multiplication per point. What crosses ±180° runs on beyond
 * 0 or 1.
 */
export interface WorldLine {
  points: Float64Array;
  /** West, north, east and south edge. */
  box: readonly [number, number, number, number];
}

export interface LandShapes {
  /** Closed rings; filled together by the even-odd rule. */
  land: readonly WorldLine[];
  coasts: readonly WorldLine[];
  /** Borders between two countries, each once. */
  borders: readonly WorldLine[];
}

/** @param topology of world-atlas, whose polygons are not cut at ±180° */
export function landShapes(topology: Topology): LandShapes {
  const { land, countries } = topology.objects;
  if (!land || !countries) throw new Error('The base map holds no land or no countries.');
  const surface = feature(topology, land as GeometryCollection);
  const rings = surface.features.flatMap(part => (part.geometry as MultiPolygon).coordinates.flat());
  const coasts = mesh(topology, land as GeometryCollection).coordinates;
  const borders = mesh(topology, countries as GeometryCollection, (a, b) => a !== b).coordinates;
  return {
    land: rings.map(ring => worldLine(aroundPole(unwrapped(ring)))),
    coasts: coasts.map(line => worldLine(unwrapped(line))),
    borders: borders.map(line => worldLine(unwrapped(line))),
  };
}

/** Longitudes that run on over ±180° instead of jumping to the other edge of the map. */
export function unwrapped(line: readonly Position[]): Position[] {
  let turns = 0;
  let before: number | undefined;
  return line.map(([longitude = 0, latitude = 0]) => {
    if (before !== undefined) turns -= Math.round((longitude - before) / 360);
    before = longitude;
    return [longitude + turns * 360, latitude];
  });
}

/** A ring around a pole ends one turn away from where it began: on a flat map it is closed along the map's edge. */
function aroundPole(ring: Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last) return ring;
  const [[firstX = 0, firstY = 0], [lastX = 0]] = [first, last];
  if (Math.abs(lastX - firstX) < 180) return ring;
  const pole = firstY < 0 ? -90 : 90;
  return [...ring, [lastX, pole], [firstX, pole]];
}

function worldLine(positions: readonly Position[]): WorldLine {
  const points = new Float64Array(positions.length * 2);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  positions.forEach(([longitude = 0, latitude = 0], index) => {
    const x = worldX(longitude);
    const y = worldY(latitude);
    points[index * 2] = x;
    points[index * 2 + 1] = y;
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  });
  return { points, box: [west, north, east, south] };
}
