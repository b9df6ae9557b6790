/** How much of an AOI an image's footprint covers. */
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { noItem } from '../base/itemAt.ts';
import { continuousPolygon } from './antimeridian.ts';
import {
  convexParts,
  type FlatBounds,
  flatBounds,
  type FlatRing,
  flatRing,
  leftPart,
  ringAreaKm2,
  wound,
} from './flatRing.ts';

/** An AOI prepared for comparison with many footprints. */
export interface AreaParts {
  /** The outer ring counterclockwise, holes clockwise: their signed areas add up to the area's. */
  rings: readonly FlatRing[];
  bounds: FlatBounds;
  /** km² */
  size: number;
}

/** Fractions closer to 0 or 1 than this are rounding errors. */
const rounding = 1e-9;

export function areaParts(aoi: Polygon): AreaParts {
  return partsOfRings(continuousPolygon(aoi).coordinates);
}

/** The same for rings whose longitudes mean what they say, also where an edge is long. */
export function partsOfRings(coordinates: readonly (readonly Position[])[]): AreaParts {
  const rings = wound(coordinates.map(ring => flatRing(ring)));
  return {
    rings,
    bounds: flatBounds(rings[0] ?? []),
    size: rings.reduce((sum, ring) => sum + ringAreaKm2(ring), 0),
  };
}

/** The fraction of an AOI that a footprint covers: 0 to 1, exactly 0 for none and exactly 1 for all. */
export function coveredShare(aoi: Polygon, footprint: Polygon | MultiPolygon): number {
  return prepareAoi(aoi)(footprint);
}

/** {@link coveredShare} for many footprints. */
export function prepareAoi(aoi: Polygon): (footprint: Polygon | MultiPolygon) => number {
  const area = areaParts(aoi);
  return footprint => shareOfParts(area, convexParts(footprint, area.bounds));
}

export function coveredShares(aoi: Polygon, footprints: readonly (Polygon | MultiPolygon)[]): number[] {
  return footprints.map(prepareAoi(aoi));
}

/** @param parts convex rings that do not overlap, see {@link convexParts} */
export function shareOfParts(area: AreaParts, parts: readonly FlatRing[]): number {
  if (!(area.size > 0)) return 0;
  let covered = 0;
  for (const part of parts) covered += coveredBy(area, part);
  return roundedShare(covered / area.size);
}

export function roundedShare(share: number): number {
  if (share < rounding) return 0;
  return share > 1 - rounding ? 1 : share;
}

/** The area within a convex ring, km². */
function coveredBy(area: AreaParts, part: FlatRing): number {
  const cuts = edgesThrough(part, area.bounds);
  if (!cuts) return 0;
  if (cuts.length === 0) return area.size;
  let sum = 0;
  for (const ring of area.rings) {
    let inside = ring;
    for (const [ax, ay, bx, by] of cuts) {
      if (inside.length === 0) break;
      inside = leftPart(inside, ax, ay, bx, by);
    }
    sum += ringAreaKm2(inside);
  }
  return sum;
}

/** Both ends of an edge. */
type Cut = readonly [ax: number, ay: number, bx: number, by: number];

/**
 * The edges of a convex ring whose lines cross the bounds: an edge with the bounds on its left cuts nothing off.
 * `undefined` if an edge has them on its right: then nothing is inside.
 */
function edgesThrough(part: FlatRing, [west, south, east, north]: FlatBounds): Cut[] | undefined {
  const { length } = part;
  const cuts: Cut[] = [];
  let ax = part[length - 2] ?? noItem(part, length - 2);
  let ay = part[length - 1] ?? noItem(part, length - 1);
  for (let at = 0; at < length; at += 2) {
    const bx = part[at] ?? noItem(part, at);
    const by = part[at + 1] ?? noItem(part, at + 1);
    const ux = bx - ax;
    const uy = by - ay;
    // The corners of the bounds farthest to the left and farthest to the right.
    const max = ux * ((ux > 0 ? north : south) - ay) - uy * ((uy > 0 ? west : east) - ax);
    if (max <= 0) return undefined;
    const min = ux * ((ux > 0 ? south : north) - ay) - uy * ((uy > 0 ? east : west) - ax);
    if (min < 0) cuts.push([ax, ay, bx, by]);
    ax = bx;
    ay = by;
  }
  return cuts;
}

/** Whether an image's footprint intersects a valid area; both in degrees, the footprint in any copy of the world. */
export function footprintMeets(footprint: Polygon | MultiPolygon, area: Polygon): boolean {
  return coveredShare(area, footprint) > 0;
}
