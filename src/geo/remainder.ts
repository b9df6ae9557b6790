/** What is left of an area as footprints are subtracted one after another. */
import type { MultiPolygon, Polygon } from 'geojson';
import { noItem } from '../base/itemAt.ts';
import { partsBeside } from './clipRings.ts';
import { type AreaParts, areaParts, roundedShare, shareOfParts } from './coverage.ts';
import {
  boundsApart,
  closedRing,
  convexParts,
  type FlatBounds,
  flatBounds,
  type FlatRing,
  leftPart,
  ringAreaKm2,
  sizeOfParts,
  within,
} from './flatRing.ts';

/** A ring that may touch itself; holes have a negative size, so that sums are right. */
export interface Piece {
  ring: FlatRing;
  bounds: FlatBounds;
  /** Signed, as a fraction of the whole area. */
  size: number;
}

/** Smaller pieces, as a fraction of the area, are rounding errors. */
const smallest = 1e-12;

export function wholeArea({ rings, size }: AreaParts): Piece[] {
  return rings.flatMap(ring => ringPieces(ring, size));
}

function ringPieces(ring: FlatRing, whole: number): Piece[] {
  const size = ringAreaKm2(ring) / whole;
  return Math.abs(size) > smallest ? [{ ring, bounds: flatBounds(ring), size }] : [];
}

export function totalSize(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}

/** Splits pieces into the parts inside and outside convex parts. */
export function divide(
  pieces: readonly Piece[],
  parts: readonly FlatRing[],
  whole: number,
): { inside: Piece[]; outside: Piece[] } {
  const inside: Piece[] = [];
  let outside = pieces;
  for (const part of parts) {
    const bounds = flatBounds(part);
    const left: Piece[] = [];
    for (const piece of outside) {
      if (boundsApart(piece.bounds, bounds)) left.push(piece);
      else dividePiece(piece, part, whole, inside, left);
    }
    outside = left;
  }
  return { inside, outside: outside === pieces ? [...pieces] : (outside as Piece[]) };
}

function dividePiece(piece: Piece, part: FlatRing, whole: number, inside: Piece[], outside: Piece[]): void {
  const cutOff: Piece[] = [];
  let rest = piece.ring;
  for (let at = 0, before = part.length - 2; at < part.length && rest.length > 0; before = at, at += 2) {
    const ax = part[before] ?? noItem(part, before);
    const ay = part[before + 1] ?? noItem(part, before + 1);
    const bx = part[at] ?? noItem(part, at);
    const by = part[at + 1] ?? noItem(part, at + 1);
    const kept = leftPart(rest, ax, ay, bx, by);
    if (kept !== rest) cutOff.push(...ringPieces(leftPart(rest, bx, by, ax, ay), whole));
    rest = kept;
  }
  const kept = rest === piece.ring ? [piece] : ringPieces(rest, whole);
  // A piece that only touches stays whole.
  if (kept.length === 0) outside.push(piece);
  else {
    inside.push(...kept);
    outside.push(...cutOff);
  }
}

export function without(pieces: readonly Piece[], parts: readonly FlatRing[], whole: number): Piece[] {
  return divide(pieces, parts, whole).outside;
}

/** How much of the pieces is inside convex parts, as a fraction of the area. */
export function sizeWithin(pieces: readonly Piece[], parts: readonly FlatRing[], whole: number): number {
  let sum = 0;
  for (const part of parts) {
    const bounds = flatBounds(part);
    for (const piece of pieces) {
      if (boundsApart(piece.bounds, bounds)) continue;
      const rest = within(piece.ring, part);
      sum += rest === piece.ring ? piece.size : ringAreaKm2(rest) / whole;
    }
  }
  return sum;
}

export interface Cover {
  /** Fraction of the AOI: 0 to 1, exactly 1 if nothing is left. */
  share: number;
  /** What is left, in the AOI's own copy of the world; `undefined` if nothing is. */
  gap: MultiPolygon | undefined;
}

/** Smaller parts of the gap, as a fraction of the AOI, are rounding errors. */
const smallestPart = 1e-10;

export function footprintCover(aoi: Polygon, footprints: readonly (Polygon | MultiPolygon)[]): Cover {
  const area = areaParts(aoi);
  if (!(area.size > 0)) return { share: 0, gap: undefined };
  const sized = footprints.map(footprint => {
    const parts = convexParts(footprint, area.bounds);
    return { parts, share: shareOfParts(area, parts) };
  });
  /** The parts of the footprints that cover what no larger one does. */
  const needed: FlatRing[] = [];
  let left: readonly Piece[] = wholeArea(area);
  for (const { parts, share } of sized.toSorted((a, b) => b.share - a.share)) {
    if (share === 1) return { share, gap: undefined };
    if (share === 0) continue;
    const rest = without(left, parts, area.size);
    if (totalSize(left) - totalSize(rest) > smallestPart) needed.push(...parts);
    left = rest;
  }
  const share = roundedShare(1 - totalSize(left));
  if (share === 1) return { share, gap: undefined };
  const coordinates = partsBeside(area.rings.map(closedRing), needed).filter(
    part => sizeOfParts([part]) > smallestPart * area.size,
  );
  return { share, gap: coordinates.length > 0 ? { type: 'MultiPolygon', coordinates } : undefined };
}
