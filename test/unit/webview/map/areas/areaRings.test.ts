import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import {
  decimalsAt,
  drawnRings,
  openRing,
  positionCount,
  reshapedRings,
  sameRings,
  type Corner,
  type Exact,
} from '../../../../../webview/map/areas/areaRings.ts';
import { square } from './areaRow.ts';

describe('decimalsAt', () => {
  it.each([
    [1, 3],
    [9, 3],
    [11, 4],
    [12, 4],
    [15, 5],
    [19, 6],
    [30, 7],
  ])('at zoom %d keeps %d decimals', (zoom, decimals) => {
    expect(decimalsAt(zoom)).toBe(decimals);
  });
});

/** Corners of rings as the handles have them, and what each stands for. */
function opened(rings: readonly (readonly Position[])[], shift = 0) {
  const exact = new Map<Corner, Exact>();
  const corners = rings.map(ring =>
    openRing(ring).map(position => {
      const corner = { lng: (position[0] ?? 0) + shift, lat: position[1] ?? 0 };
      exact.set(corner, { ...corner, position });
      return corner;
    }),
  );
  return { corners, exactOf: (corner: Corner) => exact.get(corner) };
}

describe('reshapedRings', () => {
  const ring: Position[] = [
    [4.123456789, 51.1, 12],
    [5, 51.2, 13],
    [5, 52.000000001],
    [4.123456789, 51.1, 12],
  ];

  it('keeps the very positions of corners that were not moved, in any copy of the world', () => {
    for (const shift of [0, 360, -360]) {
      const { corners, exactOf } = opened([ring, square(4.5, 51.5, 0.1)], shift);
      const [outer, hole] = reshapedRings(corners, exactOf, shift, 4);
      expect(outer?.slice(0, 3).every((position, index) => position === ring[index])).toBe(true);
      expect(outer?.[3]).toBe(outer?.[0]);
      expect(hole).toEqual(square(4.5, 51.5, 0.1));
    }
  });

  it('rounds a moved corner, keeps its altitude, and takes the copy of the world back', () => {
    const { corners, exactOf } = opened([ring], 360);
    const moved = corners[0]?.[1];
    if (moved) Object.assign(moved, { lng: 365.123456, lat: 51.987654 });
    expect(reshapedRings(corners, exactOf, 360, 3)[0]?.[1]).toEqual([5.123, 51.988, 13]);
  });

  it('closes the ring on the first corner when that is the one that moved', () => {
    const { corners, exactOf } = opened([ring]);
    const moved = corners[0]?.[0];
    if (moved) moved.lng = 4.20004;
    const [outer] = reshapedRings(corners, exactOf, 0, 4);
    expect(outer?.at(0)).toEqual([4.2, 51.1, 12]);
    expect(outer?.at(-1)).toEqual([4.2, 51.1, 12]);
  });

  it('writes a corner that was put in with two numbers, and never turns a ring', () => {
    const clockwise = [...square(0, 0)].reverse();
    const { corners, exactOf } = opened([clockwise]);
    corners[0]?.splice(1, 0, { lng: -0.00001, lat: 0.54321 });
    expect(reshapedRings(corners, exactOf, 0, 3)[0]).toEqual([
      [0, 0],
      [0, 0.543],
      [0, 1],
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
    expect(Object.is(reshapedRings(corners, exactOf, 0, 3)[0]?.[1]?.[0], 0)).toBe(true);
  });
});

describe('drawnRings', () => {
  const at = (...places: [number, number][]) => places.map(([lng, lat]) => ({ lng, lat }));

  it('closes, rounds and winds counter-clockwise, whichever way it was drawn', () => {
    const clockwise = at([0, 0], [0.00004, 1], [1, 1], [1, 0]);
    const expected = [
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
      [1, 0],
    ];
    expect(drawnRings(clockwise, 3)).toEqual([expected]);
    expect(drawnRings(clockwise.toReversed(), 3)).toEqual([expected]);
  });

  it('leaves out a corner on top of the last one', () => {
    expect(drawnRings(at([0, 0], [1, 0], [1, 0.0001], [1, 1], [0, 0.0002]), 3)?.[0]).toHaveLength(4);
  });

  it.each([
    ['two corners', at([0, 0], [1, 1])],
    ['corners on one line', at([0, 0], [1, 1], [2, 2])],
    ['corners that fall together', at([0, 0], [0.0001, 0], [0, 0.0001])],
    ['nothing', at()],
  ])('is no area of %s', (_, corners) => {
    expect(drawnRings(corners, 3)).toBeUndefined();
  });

  it.each([
    ['in the next copy of the world', 361, 1],
    ['in the former one', -359, 1],
    ['up to the antimeridian', 179, 179],
    ['behind the antimeridian', 180, -180],
    ['across it, most of it in the east', 179.3, 179.3],
    ['across it, most of it in the west', -180.3, -180.3],
    ['across it, a turn away', 539.3, 179.3],
  ])('%s', (_, west, expected) => {
    const ring = drawnRings(at([west, 0], [west + 1, 0], [west + 1, 1]), 3)?.[0];
    expect(Math.min(...(ring ?? []).map(([longitude = NaN]) => longitude))).toBe(expected);
  });
});

describe('sameRings', () => {
  const position = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }));
  const rings = fc.array(fc.array(position, { minLength: 3, maxLength: 8 }), { minLength: 1, maxLength: 3 });

  it('takes no notice of where a ring begins, of its closing and of altitudes', () => {
    fc.assert(
      fc.property(rings, fc.nat(), (some, turn) => {
        const other = some.map(ring => {
          const open = openRing(ring);
          const start = turn % open.length;
          const turned = [...open.slice(start), ...open.slice(0, start)].map(place => [...place, 7]);
          return [...turned, turned[0] ?? []];
        });
        return sameRings(some, other) && sameRings(other, some);
      }),
    );
  });

  it('sees a corner that moved, came or went, and a hole', () => {
    const [ring] = [square(0, 0)];
    expect(sameRings([ring], [square(0, 0, 1.001)])).toBe(false);
    expect(sameRings([ring], [ring.toSpliced(1, 1)])).toBe(false);
    expect(sameRings([ring], [ring.toReversed()])).toBe(false);
    expect(sameRings([ring], [ring, square(0.2, 0.2, 0.1)])).toBe(false);
  });
});

it('counts corners once', () => {
  expect(positionCount([square(0, 0), square(0, 0).slice(0, 3)])).toBe(7);
});
