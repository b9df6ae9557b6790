/** What several images cover of an AOI together, and what they leave. */
import type { MultiPolygon, Polygon } from 'geojson';
import { convexParts, closedRing, sizeOfParts, type FlatRing } from '../geometry/flatRing.ts';
import { areaParts, roundedShare, shareOfParts } from '../geometry/coverage.ts';
import { partsBeside } from '../geometry/clipRings.ts';
import { sizeOf, without, wholeArea, type Piece } from '../geometry/remainder.ts';

export interface Cover {
  /** Fraction of the AOI on the sphere: 0 to 1, exactly 1 if nothing is left. */
  share: number;
  /** What is left, in the AOI's own copy of the world; `undefined` if nothing is. */
  gap: MultiPolygon | undefined;
}

/** Smaller parts of the gap, as a fraction of the AOI, are rounding errors. */
const smallestPart = 1e-10;

/** The union of footprints within an AOI. */
export function coverOf(aoi: Polygon, footprints: readonly (Polygon | MultiPolygon)[]): Cover {
  const area = areaParts(aoi);
  if (!(area.size > 0)) return { share: 0, gap: undefined };
  const sized = footprints.map(footprint => {
    const parts = convexParts(footprint, area.bounds);
    return { parts, share: shareOfParts(area, parts) };
  });
  /** The parts of the footprints that cover what no larger one does. */
  const needed: FlatRing[] = [];
  let left: readonly Piece[] = wholeArea(area);
  for (const { parts, share } of sized.toSorted((one, other) => other.share - one.share)) {
    if (share === 1) return { share, gap: undefined };
    if (share === 0) continue;
    const rest = without(left, parts, area.size);
    if (sizeOf(left) - sizeOf(rest) > smallestPart) needed.push(...parts);
    left = rest;
  }
  const share = roundedShare(1 - sizeOf(left));
  if (share === 1) return { share, gap: undefined };
  const coordinates = partsBeside(area.rings.map(closedRing), needed).filter(
    part => sizeOfParts([part]) > smallestPart * area.size,
  );
  return { share, gap: coordinates.length > 0 ? { type: 'MultiPolygon', coordinates } : undefined };
}
