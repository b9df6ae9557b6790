import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../src/base/itemAt.ts';
import { checkRings } from '../../../src/geo/aoiRings.ts';
import * as model from '../../../src/geo/overlap.ts';
import { sideOfRing, signedArea } from '../../../src/geo/ring.ts';
import { runs } from '../../randomRuns.ts';
import { stopwatch } from '../growth.ts';
import { anyPolygon, box, positions } from './polygons.ts';

type Rings = Position[][];

const square = [box(0, 0, 4, 4)];
const withHole = [box(0, 0, 4, 4), box(1, 1, 2, 2).toReversed()];
const hoof: Rings = [positions('0 0, 3 0, 3 3, 2 3, 2 1, 1 1, 1 3, 0 3, 0 0')];

const areaOf = (rings: Rings) => rings.reduce((sum, ring) => sum + signedArea(ring), 0);
const areaOfParts = (parts: readonly Rings[]) => parts.reduce((sum, part) => sum + areaOf(part), 0);

/** Outer rings and holes wound as the standard requires. */
const wound = (rings: Rings) =>
  rings.map((ring, index) => (signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed()));

/** @param b the polygons of a footprint */
function overlapOf(a: Rings, b: readonly Rings[]): model.Overlap {
  return model.footprintOverlap(
    { type: 'Polygon', coordinates: a },
    { type: 'MultiPolygon', coordinates: [...b] },
  );
}

/** The parts of an overlap, also if it is none or all of the polygon. */
function partsOf(a: Rings, b: readonly Rings[]): Rings[] {
  const overlap = overlapOf(a, b);
  switch (overlap.kind) {
    case 'parts':
      return overlap.parts;
    case 'whole':
      return [wound(a)];
    case 'none':
      return [];
    case 'unclear':
      throw new Error('unclear');
  }
}

const isIn = ([x, y]: Position, rings: Rings) =>
  rings.filter(ring => sideOfRing([x, y], ring) === 'inside').length % 2 === 1;

describe('the intersection of a polygon and an area', () => {
  it.each<[string, Rings, Rings[], string, number[]]>([
    ['corners that overlap', square, [[box(3, 3, 6, 6)]], 'parts', [1]],
    ['the same', square, [square], 'whole', []],
    ['one inside the other', square, [[box(-1, -1, 5, 5)]], 'whole', []],
    ['one around the other', square, [[box(1, 1, 2, 2)]], 'parts', [1]],
    ['neighbours along an edge', square, [[box(4, 0, 6, 4)]], 'none', []],
    ['far away', square, [[box(10, 10, 11, 11)]], 'none', []],
    ['half, along three edges', square, [[box(0, 0, 2, 4)]], 'parts', [8]],
    ['a hole that stays', withHole, [[box(-1, -1, 3, 3)]], 'parts', [8]],
    ['a hole that is cut open', withHole, [[box(-1, -1, 3, 1.5)]], 'parts', [4]],
    ['nothing but the hole', withHole, [[box(1, 1, 2, 2)]], 'none', []],
    ['two arms', hoof, [[box(-1, 2, 4, 4)]], 'parts', [1, 1]],
    ['an area with a hole', square, [[box(-1, -1, 5, 5), box(1, 1, 2, 2)]], 'parts', [15]],
    ['neighbours that cover it together', square, [[box(-1, -1, 2, 5)], [box(2, -1, 5, 5)]], 'whole', []],
    ['parts that touch at a corner', square, [[box(0, 0, 2, 2)], [box(2, 2, 4, 4)]], 'parts', [4, 4]],
  ])('%s', (_what, a, b, kind, areas) => {
    const overlap = overlapOf(a, b);
    expect(overlap.kind).toBe(kind);
    const parts = overlap.kind === 'parts' ? overlap.parts : [];
    expect(parts.map(areaOf)).toEqual(areas);
  });

  it('has no vertices where an edge was only crossed', () => {
    const parts = partsOf(square, [[box(0, -1, 2, 2)], [box(2, -1, 5, 2)]]);
    expect(parts.map(([ring = []]) => ring.length)).toEqual([5]);
  });

  it('keeps positions exactly, and rounds new ones to a centimeter', () => {
    const third = 1 / 3;
    const a: Position[] = [[third, third], ...positions('3 0, 0 3'), [third, third]];
    const overlap = overlapOf([a], [[box(0, 0, 2, 1)]]);
    expect(overlap).toMatchObject({ kind: 'parts' });
    const [[ring = []] = []] = overlap.kind === 'parts' ? overlap.parts : [];
    expect(ring).toContainEqual([third, third]);
    for (const [x = 0, y = 0] of ring.filter(([x]) => x !== third)) {
      expect([Number(x.toFixed(7)), Number(y.toFixed(7))]).toEqual([x, y]);
    }
  });

  const relative = (value: number, scale: number) => Math.abs(value) / scale;

  it('is the result of clipping along each edge of a convex footprint, inside both', () => {
    fc.assert(
      fc.property(
        anyPolygon,
        convex,
        fc.array(fc.tuple(unit, unit), { minLength: 20 }),
        (any, offsets, samples) => {
          const a = wound(any.coordinates);
          const [west, south, east, north] = extentOf(a);
          const size = Math.max(east - west, north - south);
          fc.pre(size > 1e-3);
          const footprint = closed(
            offsets.map(([x, y]) => [(west + east) / 2 + x * size, (south + north) / 2 + y * size]),
          );
          const parts = partsOf(a, [[footprint]]);
          const area = areaOfParts(parts);
          const scale = size * size;
          // Rounding moves new positions by at most 0.05 µ°.
          const slack = 1e-5 + 4e-7 / size;
          const expected = a.reduce((sum, ring) => sum + signedArea(closed(cutByEach(ring, footprint))), 0);
          expect(relative(area - expected, scale)).toBeLessThan(slack);
          expect(area).toBeLessThanOrEqual(Math.min(areaOf(a), signedArea(footprint)) + slack * scale);
          for (const part of parts) {
            expect(checkRings(part, []).filter(({ severity }) => severity === 'error')).toEqual([]);
            part.forEach((ring, index) => expect(signedArea(ring) > 0).toBe(index === 0));
          }
          for (const [u, v] of samples) {
            const point: Position = [west + u * (east - west), south + v * (north - south)];
            if ([...a, footprint].some(ring => distanceTo(point, ring) < 1e-6)) continue;
            expect(parts.some(part => isIn(point, part))).toBe(isIn(point, a) && isIn(point, [footprint]));
          }
        },
      ),
      runs({ quick: 100, full: 300 }),
    );
  });

  it('handles a long coast and a jagged footprint in reasonable time', () => {
    const coast = closed(
      Array.from({ length: 20_000 }, (_value, index) => {
        const angle = (index * 2 * Math.PI) / 20_000;
        const reach = 1 + 0.01 * Math.sin(index);
        return [reach * Math.cos(angle), reach * Math.sin(angle)];
      }),
    );
    const took = stopwatch();
    // Along the coast, so that they intersect thousands of times.
    const jagged = closed(
      Array.from({ length: 40 }, (_value, index) => [
        Math.cos((index * Math.PI) / 20) * 1.003,
        Math.sin((index * Math.PI) / 20) * 1.003,
      ]),
    );
    expect(partsOf([coast], [[jagged]]).length).toBeGreaterThan(0);
    expect(took()).toBeLessThan(10_000);
  });
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });

/** Vertices of a convex shape around the origin, counterclockwise. */
const convex = fc
  .record({
    turns: fc.array(unit, { minLength: 3, maxLength: 7 }),
    reach: fc.double({ min: 0.2, max: 1, noNaN: true }),
    right: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
    up: fc.double({ min: -0.6, max: 0.6, noNaN: true }),
  })
  .map(({ turns, reach, right, up }) =>
    turns
      .map((turn, index) => (2 * Math.PI * (index + turn * 0.8)) / turns.length)
      .map((angle): Position => [right + reach * Math.cos(angle), up + reach * Math.sin(angle)]),
  );

function closed(open: readonly Position[]): Position[] {
  return [...open, ...open.slice(0, 1)];
}

/** By Sutherland and Hodgman (1974): the parts of a ring are joined along the cuts, which adds no area. */
function cutByEach(ring: readonly Position[], footprint: readonly Position[]): Position[] {
  let open = ring.slice(0, -1);
  for (let index = 1; index < footprint.length; index++) {
    const [ax, ay] = itemAt(footprint, index - 1);
    const [bx, by] = itemAt(footprint, index);
    const side = ([x, y]: Position) => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    open = open.flatMap((to, at) => {
      const from = open.at(at - 1) ?? to;
      const before = side(from);
      const after = side(to);
      const share = before / (before - after);
      const cut: Position = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      if (after >= 0) return before >= 0 ? [to] : [cut, to];
      return before >= 0 ? [cut] : [];
    });
  }
  return open;
}

function extentOf(rings: Rings): [number, number, number, number] {
  const [xs, ys] = [0, 1].map(axis => rings.flat().map(position => position[axis] ?? 0)) as [
    number[],
    number[],
  ];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function distanceTo([x, y]: Position, ring: readonly Position[]): number {
  return Math.min(
    ...ring.slice(1).map(([bx, by], index) => {
      const [ax, ay] = itemAt(ring, index);
      const ux = bx - ax;
      const uy = by - ay;
      const length = ux * ux + uy * uy;
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * ux + (y - ay) * uy) / length));
      return Math.hypot(x - ax - share * ux, y - ay - share * uy);
    }),
  );
}
