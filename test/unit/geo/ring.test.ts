import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../src/base/itemAt.ts';
import { polygonAreaKm2 } from '../../../src/geo/polygonArea.ts';
import { findMeetings, type Meeting, orientation, sideOfRing, signedArea } from '../../../src/geo/ring.ts';
import { sameCoordinates } from '../../../src/geo/sameCoordinates.ts';
import { runs } from '../../randomRuns.ts';
import { anyPolygon, box, polygon, positions } from './polygons.ts';

describe('the side of a ring', () => {
  const arrow: Position[] = positions('0 0, 4 0, 4 4, 2 2, 0 4, 0 0');

  it.each<[string, Position, string]>([
    ['in the middle', [2, 1], 'inside'],
    ['level with a corner inside', [1, 2], 'inside'],
    ['in the notch', [2, 3], 'outside'],
    ['level with a corner, to the west', [-1, 2], 'outside'],
    ['level with the base, to the west', [-1, 0], 'outside'],
    ['level with the tips, between them', [2, 4], 'outside'],
    ['on an edge', [3, 3], 'on'],
    ['on the base', [1, 0], 'on'],
    ['on the west edge', [0, 1], 'on'],
    ['on a corner', [2, 2], 'on'],
  ])('is %s, with either winding', (_what, position, side) => {
    expect(sideOfRing(position, arrow)).toBe(side);
    expect(sideOfRing(position, arrow.toReversed())).toBe(side);
  });
});

describe('the area of a ring', () => {
  it('is positive if counterclockwise, wherever it is', () => {
    expect(signedArea(box(5, 43, 7, 46))).toBe(6);
    expect(signedArea(box(5, 43, 7, 46).toReversed())).toBe(-6);
    fc.assert(
      fc.property(anyPolygon, ({ coordinates: [ring = []] }) => {
        expect(signedArea(ring)).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the area of a polygon', () => {
  it('excludes the holes', () => {
    const whole = polygonAreaKm2(polygon(box(0, 0, 2, 2)));
    const holes = [box(0.1, 0.1, 0.5, 0.5), box(1, 1, 1.5, 1.5)];
    const without = holes.reduce((sum, hole) => sum + polygonAreaKm2(polygon(hole)), 0);
    expect(polygonAreaKm2(polygon(box(0, 0, 2, 2), ...holes))).toBeCloseTo(whole - without, 6);
  });
});

describe('coordinates', () => {
  it.each<[string, number[][][], number[][][]]>([
    ['a ring more', [box(0, 0, 1, 1)], [box(0, 0, 1, 1), box(0, 0, 1, 1)]],
    ['a position more', [[[1, 2]]], [positions('1 2, 1 2')]],
    ['an altitude', [[[1, 2]]], [[[1, 2, 0]]]],
    ['nothing', [], [box(0, 0, 1, 1)]],
  ])('differ by %s', (_what, a, b) => {
    expect(sameCoordinates(a, b)).toBe(false);
    expect(sameCoordinates(b, a)).toBe(false);
  });

  it('are the same with a zero of either sign, which look the same as text', () => {
    expect(sameCoordinates([[0, 1]], [[-0, 1]])).toBe(true);
  });
});

type Pair = [number, number];

/** The indexes of the edges of every intersection, in order. */
const pairsOf = (meetings: readonly Meeting[]) =>
  meetings
    .map(({ first, second }): Pair => [first.index, second.index])
    .toSorted(([a, b], [c, d]) => a - c || b - d);

describe('the side of a line', () => {
  it('is exact even if the products of differences are not', () => {
    // Kettner and others, "Classroom examples of robustness problems in geometric computations", 2008.
    const unit = 2 ** -53;
    for (let x = 0; x < 16; x++) {
      for (let y = 0; y < 16; y++) {
        const side = orientation(12, 12, 24, 24, 0.5 + x * unit, 0.5 + y * unit);
        expect(side).toBe(Math.sign(0.5 + y * unit - (0.5 + x * unit)));
      }
    }
  });
});

describe('the intersections of edges', () => {
  it.each<[string, Position[], Meeting['kind'], [number, number], Pair]>([
    ['two edges cross', positions('0 0, 2 2, 2 0, 0 2, 0 0'), 'cross', [1, 1], [0, 2]],
    ['an edge runs back', positions('0 0, 2 0, 1 0, 1 1, 0 0'), 'overlap', [2, 0], [0, 1]],
    [
      'the last edge runs back over the first',
      positions('0 0, 2 0, 2 1, 1 0, 0 0'),
      'overlap',
      [0, 0],
      [0, 3],
    ],
    ['a corner touches an edge', positions('0 0, 4 0, 4 2, 2 0, 0 2, 0 0'), 'touch', [2, 0], [0, 2]],
  ])('are found where %s', (_what, ring, kind, at, pair) => {
    const meeting = findMeetings([ring]).find(
      ({ first, second }) => first.index === pair[0] && second.index === pair[1],
    );
    expect(meeting).toMatchObject({ kind, at });
  });

  it.each<[string, Position[]]>([
    ['a box', box(0, 0, 1, 1)],
    ['positions on a straight edge', positions('0 0, 1 0, 2 0, 2 2, 0 2, 0 1, 0 0')],
    ['a repeated position', positions('0 0, 1 0, 1 0, 1 1, 0 0, 0 0')],
    [
      'a straight edge whose numbers are rounded',
      positions('0 0, 0.1 0.1, 0.2 0.2, 0.30000000000000004 0.3, 0 1, 0 0'),
    ],
  ])('do not exist in %s', (_what, ring) => {
    expect(findMeetings([ring])).toEqual([]);
  });

  it('are the same as when comparing every edge with every other', () => {
    const position = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(fc.array(position, { minLength: 3, maxLength: 6 }), corners => {
        const distinct = corners.filter(([x, y], index) => {
          const [beforeX, beforeY] = corners.at(index - 1) ?? [];
          return x !== beforeX || y !== beforeY;
        });
        fc.pre(distinct.length >= 3);
        const ring = [...distinct, ...distinct.slice(0, 1)];
        expect(pairsOf(findMeetings([ring]))).toEqual(comparedPairs(ring));
      }),
      runs({ quick: 100, full: 500 }),
    );
  });

  it('are found quickly among many edges', () => {
    const count = 40_000;
    const ring = Array.from({ length: count + 1 }, (_value, index): Position => {
      const angle = ((index % count) * 2 * Math.PI) / count;
      return [5 + Math.cos(angle), 43 + Math.sin(angle)];
    });
    expect(findMeetings([ring])).toEqual([]);
    const crossed = ring.with(10_000, itemAt(ring, 10_001)).with(10_001, itemAt(ring, 10_000));
    expect(pairsOf(findMeetings([crossed]))).toEqual([[9999, 10_001]]);
    // A comb: every tooth is as long as the whole, so that a sweep along it would compare it with every other.
    const comb = Array.from({ length: 20_000 }, (_value, index): Position => [
      index % 4 === 1 || index % 4 === 2 ? 100 : 0,
      Math.floor(index / 2) / 1000,
    ]);
    const back: Position[] = positions('-1 10, -1 0, 0 0');
    expect(findMeetings([[...comb, ...back]])).toEqual([]);
    // A search that gave up would not get this far.
    expect(findMeetings([[...comb, [50, 9.5], ...back]])).toHaveLength(20);
  });
});

/** Pairs that have a point in common other than the vertex of neighbors, by integers. */
function comparedPairs(ring: readonly Position[]): Pair[] {
  const edges = ring.slice(1).map((end, index) => [itemAt(ring, index), end] as const);
  const pairs: Pair[] = [];
  for (let i = 0; i < edges.length; i++) {
    for (let j = i + 1; j < edges.length; j++) {
      const [a, b] = itemAt(edges, i);
      const [c, d] = itemAt(edges, j);
      const isNext = j === i + 1;
      const isLast = i === 0 && j === edges.length - 1;
      const meets = isNext ? runsBack(a, b, d) : isLast ? runsBack(c, d, b) : shares(a, b, c, d);
      if (meets || (isNext && isLast && runsBack(c, d, b))) pairs.push([i, j]);
    }
  }
  return pairs;
}

function turnOf([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function runsBack(a: Position, b: Position, c: Position): boolean {
  const [ax, ay] = a;
  const [bx, by] = b;
  const [cx, cy] = c;
  return turnOf(a, b, c) === 0 && (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0;
}

function shares(a: Position, b: Position, c: Position, d: Position): boolean {
  if (turnOf(a, b, c) !== turnOf(a, b, d) && turnOf(c, d, a) !== turnOf(c, d, b)) return true;
  const triples = [
    [a, b, c],
    [a, b, d],
    [c, d, a],
    [c, d, b],
  ] as const;
  return triples.some(([from, to, point]) => turnOf(from, to, point) === 0 && isBetween(from, to, point));
}

function isBetween([ax, ay]: Position, [bx, by]: Position, [x, y]: Position): boolean {
  return x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by);
}
