/** Features of reports, prepared for comparison. */
import type { Geometry, Position } from 'geojson';
import { isPosition } from '../geometry/geometryTypes.ts';
import { convexParts, planeArea, type FlatRing, within } from '../geometry/flatRing.ts';
import { signedArea } from '../geometry/ring.ts';
import { degree, metersPerDegree } from '../geometry/sphere.ts';
import { emptyBox, growBox, type Box, type ReportFeature } from './reportFeature.ts';

export interface FeatureShape {
  /** Polygons are compared by their overlap, everything else by its center. */
  kind: 'polygon' | 'other';
  /** West, south, east, north, degrees, in the copy of the world that all shapes use. */
  box: Readonly<Box>;
  /** Longitude and latitude of a point; for anything else, the center of its box. */
  middle: readonly [number, number];
  /** For a polygon: non-overlapping convex rings, counterclockwise, and their total square degrees. */
  parts: readonly FlatRing[];
  size: number;
}

/**
 * @param home longitude to which all shapes are moved as close as possible, degrees
 * @returns `undefined` for a feature without a location
 */
export function featureShape(
  { geometry }: ReportFeature,
  home: number | undefined,
): FeatureShape | undefined {
  const [west, south, east, north] = boxOf(geometry);
  if (!Number.isFinite(west + south + east + north)) return undefined;
  const shift = home === undefined ? 0 : Math.round((home - (west + east) / 2) / 360) * 360;
  const box = [west + shift, south, east + shift, north] as const;
  const coordinates = polygonsOf(geometry);
  const parts = coordinates.length === 0 ? [] : convexParts({ type: 'MultiPolygon', coordinates }, box);
  const size = parts.reduce((sum, part) => sum + planeArea(part), 0);
  return {
    kind: size > 0 ? 'polygon' : 'other',
    box,
    middle: [(box[0] + box[2]) / 2, (south + north) / 2],
    parts,
    size,
  };
}

/** Intersection over union of two polygons, 0 to 1 (the Jaccard index). */
export function overlapShare(one: FeatureShape, other: FeatureShape): number {
  let common = 0;
  for (const part of one.parts) for (const cutter of other.parts) common += commonArea(part, cutter);
  // Rounding must not exceed 1.
  return Math.min(1, common / (one.size + other.size - common));
}

/** Upper bound of the overlap, from the boxes and sizes only. */
export function greatestShare(one: FeatureShape, other: FeatureShape): number {
  const width = Math.min(one.box[2], other.box[2]) - Math.max(one.box[0], other.box[0]);
  const height = Math.min(one.box[3], other.box[3]) - Math.max(one.box[1], other.box[1]);
  const common = Math.min(Math.max(0, width) * Math.max(0, height), one.size, other.size);
  return common / (one.size + other.size - common);
}

/** Between the centers of two features, meters: on a sphere, for places that are close to each other. */
export function distanceBetween(one: FeatureShape, other: FeatureShape): number {
  const latitude = (one.middle[1] + other.middle[1]) / 2;
  const east = (one.middle[0] - other.middle[0]) * Math.cos(latitude * degree);
  return Math.hypot(east, one.middle[1] - other.middle[1]) * metersPerDegree;
}

/** The box around everything within a distance from a center, degrees. */
export function boxAround({ middle: [x, y] }: FeatureShape, meters: number): FeatureShape['box'] {
  const height = (meters / metersPerDegree) * 1.001;
  const farthest = Math.min(90, Math.abs(y) + height);
  const width = Math.min(360, height / Math.max(1e-6, Math.cos(farthest * degree)));
  return [x - width, y - height, x + width, y + height];
}

/** Intersection of two convex rings, square degrees. */
function commonArea(one: FlatRing, other: FlatRing): number {
  return Math.max(0, planeArea(within(one, other)));
}

/** Polygons with a nonzero area. */
function polygonsOf(geometry: Geometry): Position[][][] {
  const all: unknown =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  return Array.isArray(all) ? all.filter(isRings).filter(([outer = []]) => signedArea(outer) !== 0) : [];
}

function isRings(value: unknown): value is Position[][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(ring => Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition))
  );
}

function boxOf(geometry: Geometry): Box {
  const box = emptyBox();
  growBox(box, geometry);
  return box;
}
