/** Footprints as convex parts, in that copy of the world where an area lies. */
import type { MultiPolygon, Polygon } from 'geojson';
import {
  boundsApart,
  flatBounds,
  flatRing,
  planeArea,
  reversedRing,
  type FlatBounds,
  type FlatRing,
} from './flatRing.ts';
import { slabPieces } from './slabs.ts';
import { itemAt, noItem } from '../itemAt.ts';

const turn = 360;

/**
 * Convex rings, counter-clockwise, that do not overlap and together are what of a footprint lies about an area. Outlines
 * can be spelled any number of turns away from the area, and run on beyond ±180°.
 *
 * @param bounds of the area
 */
export function convexParts(footprint: Polygon | MultiPolygon, bounds: FlatBounds): FlatRing[] {
  const polygons = placedPolygons(footprint, bounds);
  const parts: FlatRing[] = [];
  const places: FlatBounds[] = [];
  for (const rings of polygons) {
    const [outer = []] = rings;
    const part = rings.length === 1 ? convexRing(outer) : undefined;
    const place = flatBounds(outer);
    // Parts that overlap each other would count twice.
    if (!part || places.some(other => !boundsApart(place, other))) return allPieces(polygons);
    parts.push(part);
    places.push(place);
  }
  return parts;
}

function allPieces(polygons: readonly (readonly FlatRing[])[]): FlatRing[] {
  return slabPieces(polygons, inside => inside.includes(true));
}

/** Every copy of every polygon that can meet the area: its rings, the outer one first. */
function placedPolygons(footprint: Polygon | MultiPolygon, bounds: FlatBounds): FlatRing[][] {
  const polygons = footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates;
  const placed: FlatRing[][] = [];
  for (const rings of polygons) {
    const [west, south, east, north] = flatBounds(flatRing(itemAt(rings, 0)));
    if (south >= bounds[3] || north <= bounds[1]) continue;
    const last = Math.floor((bounds[2] - west) / turn);
    for (let turns = Math.ceil((bounds[0] - east) / turn); turns <= last; turns++) {
      placed.push(rings.map(ring => flatRing(ring, turns * turn)));
    }
  }
  return placed;
}

/** The ring counter-clockwise; `undefined` where it is not convex, or crosses itself. */
function convexRing(ring: FlatRing): FlatRing | undefined {
  const { length } = ring;
  if (length < 6) return undefined;
  let [isLeft, isRight] = [true, true];
  let [turnsX, turnsY] = [0, 0];
  let dx = (ring[0] ?? noItem(ring, 0)) - (ring[length - 2] ?? noItem(ring, length - 2));
  let dy = (ring[1] ?? noItem(ring, 1)) - (ring[length - 1] ?? noItem(ring, length - 1));
  let [beforeX, beforeY] = [ring[0] ?? noItem(ring, 0), ring[1] ?? noItem(ring, 1)];
  let [lastX, lastY] = [0, 0];
  // Once around and the first two edges again, so that the last turns are seen as well.
  for (let at = 2; at <= length + 2; at += 2) {
    const here = at % length;
    const x = ring[here] ?? noItem(ring, here);
    const y = ring[here + 1] ?? noItem(ring, here + 1);
    const [nextX, nextY] = [x - beforeX, y - beforeY];
    [beforeX, beforeY] = [x, y];
    const cross = dx * nextY - dy * nextX;
    if (cross < 0) isLeft = false;
    else if (cross > 0) isRight = false;
    if (!isLeft && !isRight) return undefined;
    [dx, dy] = [nextX, nextY];
    if (dx !== 0) {
      if (dx * lastX < 0) turnsX++;
      lastX = dx;
    }
    if (dy !== 0) {
      if (dy * lastY < 0) turnsY++;
      lastY = dy;
    }
  }
  // More turns back and forth: a star, that turns left all the time as well.
  if (turnsX > 2 || turnsY > 2) return undefined;
  return planeArea(ring) < 0 ? reversedRing(ring) : ring;
}
