/** Which rings of a shape are areas and which are holes, by how they lie in each other. */
import Flatbush from 'flatbush';
import type { Position } from 'geojson';
import { itemAt } from '../../../../base/itemAt.ts';
import { boundingBox, type Box } from '../../../../geo/box.ts';
import { findMeetings, sideOfRing, signedArea } from '../../../../geo/ring.ts';

export interface NestedRings {
  /** Each with its outer ring first, then the holes. Every ring is in exactly one of them. */
  polygons: Position[][][];
  /** Pairs of rings, counted from 0, of which neither is in the other, but which have a part in common. */
  overlaps: [number, number][];
  /** Holes that run in the same direction as the ring around them, counted from 0, with that ring. */
  doubtful: [number, number][];
}

interface Ring {
  index: number;
  positions: Position[];
  /** Positive if it runs counterclockwise. */
  area: number;
  box: Box;
  /** Rings that this one is in, from the largest to the smallest. */
  around: Ring[];
  /** Larger rings that this one has a part in common with, without being in them. */
  crossed: Ring[];
  holes: Ring[];
}

/**
 * A ring in an odd number of others is a hole of the smallest of them, as areas are drawn. Directions only decide about
 * rings that cross: one that runs in the other direction than the ring that it crosses is a hole of it.
 *
 * @param rings closed
 */
export function nestedRings(rings: readonly Position[][]): NestedRings {
  const known = rings.map((positions, index) => toRing(positions, index));
  const bySize = known.toSorted((a, b) => Math.abs(b.area) - Math.abs(a.area) || a.index - b.index);
  compareAll(bySize.filter(({ area }) => area !== 0 && Number.isFinite(area)));
  const overlaps: [number, number][] = [];
  const doubtful: [number, number][] = [];
  const outer = bySize.filter(ring => {
    const parent = ring.around.length % 2 === 1 ? ring.around.at(-1) : undefined;
    if (parent && isSameDirection(ring, parent)) doubtful.push([ring.index, parent.index]);
    const cut = ring.crossed.findLast(
      crossed => !isSameDirection(ring, crossed) && crossed.around.length % 2 === 0,
    );
    for (const crossed of ring.crossed) {
      if (!parent || crossed === cut) overlaps.push([crossed.index, ring.index]);
    }
    const owner = parent ?? cut;
    owner?.holes.push(ring);
    return owner === undefined;
  });
  const polygons = outer.toSorted(compareRings).map(ring => [ring, ...ring.holes.toSorted(compareRings)]);
  return { polygons: polygons.map(polygon => polygon.map(ring => ring.positions)), overlaps, doubtful };
}

function toRing(positions: Position[], index: number): Ring {
  return {
    index,
    positions,
    area: signedArea(positions),
    box: boundingBox(positions),
    around: [],
    crossed: [],
    holes: [],
  };
}

function compareRings(a: Ring, b: Ring): number {
  return a.index - b.index;
}

function isSameDirection(a: Ring, b: Ring): boolean {
  return a.area > 0 === b.area > 0;
}

/** @param rings from the largest to the smallest */
function compareAll(rings: readonly Ring[]): void {
  if (rings.length < 2) return;
  const boxes = new Flatbush(rings.length);
  for (const { box } of rings) boxes.add(...box);
  boxes.finish();
  for (const [place, ring] of rings.entries()) {
    const larger = boxes.search(...ring.box, index => index < place).sort((a, b) => a - b);
    for (const index of larger) {
      const outer = itemAt(rings, index);
      const relation = ringRelation(ring, outer);
      if (relation === 'inside') ring.around.push(outer);
      if (relation === 'crossing') ring.crossed.push(outer);
    }
  }
}

/** Exact: a ring that only touches another from inside is in it. */
function ringRelation(inner: Ring, outer: Ring): 'inside' | 'outside' | 'crossing' {
  const meetings = findMeetings([inner.positions, ...piecesIn(outer.positions, inner.box)]).filter(
    ({ first, second }) => (first.ring === 0) !== (second.ring === 0),
  );
  if (meetings.some(({ kind }) => kind === 'cross')) return 'crossing';
  let isInside = false;
  let isOutside = false;
  for (const position of inner.positions) {
    const side = sideOfRing(position, outer.positions);
    isInside ||= side === 'inside';
    isOutside ||= side === 'outside';
    if (isInside && isOutside) return 'crossing';
    // Without a common point, one position decides about all.
    if (side !== 'on' && meetings.length === 0) break;
  }
  if (isOutside) return 'outside';
  // One on top of the other.
  if (Math.abs(inner.area) === Math.abs(outer.area)) return 'crossing';
  return isInside || midpoints(inner.positions).some(place => sideOfRing(place, outer.positions) === 'inside')
    ? 'inside'
    : 'outside';
}

/** The parts of a ring that meet a box, as lines: edges that follow each other stay together. */
function piecesIn(ring: readonly Position[], [west, south, east, north]: Box): Position[][] {
  const pieces: Position[][] = [];
  let isOpen = false;
  for (const [index, end] of ring.entries()) {
    const start = ring[index - 1];
    if (!start) continue;
    const [ax, ay] = start;
    const [bx, by] = end;
    const isBeside = Math.max(ax, bx) < west || Math.min(ax, bx) > east;
    if (isBeside || Math.max(ay, by) < south || Math.min(ay, by) > north) {
      isOpen = false;
      continue;
    }
    if (isOpen) pieces.at(-1)?.push(end);
    else pieces.push([start, end]);
    isOpen = true;
  }
  return pieces;
}

function midpoints(ring: readonly Position[]): Position[] {
  return ring.slice(1).map(([bx, by], index): Position => {
    const [ax, ay] = itemAt(ring, index);
    return [(ax + bx) / 2, (ay + by) / 2];
  });
}
