/** What several images cover of an AOI together, and what they leave. */
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { convexParts, placedPolygons } from '../geometry/convexParts.ts';
import { areaParts, roundedShare, shareOfParts, type AreaParts } from '../geometry/coverage.ts';
import { partsBeside, sizeOfParts } from '../geometry/clipRings.ts';
import { closedRing, flatRing, planeArea, sphereArea, type FlatRing } from '../geometry/flatRing.ts';
import { sizeOf, without, wholeArea, type Piece } from '../geometry/remainder.ts';
import { slabPieces } from '../geometry/slabs.ts';

export interface Cover {
  /** Of the AOI, on the sphere: 0 to 1, exactly 1 when nothing is left. */
  share: number;
  /** What is left, in the AOI's own copy of the world; `undefined` when nothing is. */
  gap: MultiPolygon | undefined;
}

/** Smaller parts of the gap, as a share of the AOI, are what rounding leaves. */
const smallestPart = 1e-10;
/** How far the size of the gap may be from what the share says, as a share of the AOI. */
const mostDeviation = 1e-7;

/** The union of footprints within an AOI. */
export function coverOf(aoi: Polygon, footprints: readonly (Polygon | MultiPolygon)[]): Cover {
  const area = areaParts(aoi);
  if (!(area.size > 0)) return { share: 0, gap: undefined };
  const { share, needed } = unionOf(area, footprints);
  if (share === 1) return { share, gap: undefined };
  const coordinates = gapOf(area, needed, 1 - share);
  return { share, gap: coordinates.length > 0 ? { type: 'MultiPolygon', coordinates } : undefined };
}

/** The share covered, and the outlines of those footprints alone that cover what no larger one does. */
function unionOf(
  area: AreaParts,
  footprints: readonly (Polygon | MultiPolygon)[],
): { share: number; needed: FlatRing[][] } {
  const sized = footprints.map(footprint => {
    const parts = convexParts(footprint, area.bounds);
    return { footprint, parts, share: shareOfParts(area, parts) };
  });
  const needed: FlatRing[][] = [];
  let left: readonly Piece[] = wholeArea(area);
  for (const { footprint, parts, share } of sized.toSorted((one, other) => other.share - one.share)) {
    if (share === 1) return { share: 1, needed: [] };
    if (share === 0) continue;
    const rest = without(left, parts, area.size);
    if (sizeOf(left) - sizeOf(rest) > smallestPart) needed.push(...outlinesOf(footprint, parts, area));
    left = rest;
  }
  return { share: roundedShare(1 - sizeOf(left)), needed };
}

/** The footprint as it is; where its outline crosses itself, its parts. */
function outlinesOf(
  footprint: Polygon | MultiPolygon,
  parts: readonly FlatRing[],
  { bounds }: AreaParts,
): FlatRing[][] {
  const polygons = placedPolygons(footprint, bounds);
  const enclosed = polygons.reduce((sum, [outer = [], ...holes]) => {
    const inHoles = holes.reduce((inner, hole) => inner + Math.abs(planeArea(hole)), 0);
    return sum + Math.abs(planeArea(outer)) - inHoles;
  }, 0);
  const inParts = parts.reduce((sum, part) => sum + planeArea(part), 0);
  return Math.abs(enclosed - inParts) <= 1e-9 * inParts ? polygons : parts.map(part => [part]);
}

/** @param size of the gap, as a share of the AOI */
function gapOf(area: AreaParts, footprints: readonly (readonly FlatRing[])[], size: number): Position[][][] {
  const outlines = partsBeside(
    area.rings.map(closedRing),
    footprints.map(rings => rings.map(closedRing)),
  );
  const isRight = Math.abs(sizeOfParts(outlines, onSphere) / area.size - size) < mostDeviation;
  const parts = isRight ? outlines : slabs(area, footprints);
  return parts.filter(part => sizeOfParts([part], onSphere) > smallestPart * area.size);
}

/** On the unit sphere. */
function onSphere(ring: readonly Position[]): number {
  return sphereArea(flatRing(ring));
}

/** The same places in pieces that touch each other. */
function slabs({ rings }: AreaParts, footprints: readonly (readonly FlatRing[])[]): Position[][][] {
  const pieces = slabPieces(
    [rings, ...footprints],
    ([isInArea = false, ...inside]) => isInArea && !inside.includes(true),
  );
  return pieces.map(piece => [closedRing(piece)]);
}
