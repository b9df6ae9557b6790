import { describe, expect, test } from 'vitest';
import { isLand } from '../../../src/sandbox/catalogue/land.ts';
import {
  areaOfBox,
  areaOfRings,
  covers,
  meets,
  type Position,
} from '../../../src/sandbox/catalogue/shapes.ts';
import { sure } from './harness.ts';

describe('shapes', () => {
  const square = areaOfBox({ west: 0, east: 2, south: 0, north: 2 });
  test('a hole is outside', () => {
    const ring = areaOfRings([
      ...square.rings,
      sure(areaOfBox({ west: 0.5, east: 1.5, south: 0.5, north: 1.5 }).rings[0]),
    ]);
    expect(meets(ring, areaOfBox({ west: 0.9, east: 1.1, south: 0.9, north: 1.1 }))).toBe(false);
    expect(covers(square, areaOfBox({ west: 0.9, east: 1.1, south: 0.9, north: 1.1 }))).toBe(true);
    expect(covers(ring, areaOfBox({ west: 0.9, east: 1.1, south: 0.9, north: 1.1 }))).toBe(false);
  });
  test('an area covers nothing that holds a hole of it', () => {
    const holed = (west: number) =>
      areaOfRings([
        ...square.rings,
        sure(areaOfBox({ west, east: west + 0.1, south: 0.9, north: 1 }).rings[0]),
      ]);
    const middle = areaOfBox({ west: 0.5, east: 1.5, south: 0.5, north: 1.5 });
    for (const turn of [0, 360]) {
      const image = areaOfBox({ ...middle.box, west: middle.box.west + turn, east: middle.box.east + turn });
      expect(covers(holed(0.9), image)).toBe(false);
      expect(covers(holed(0.2), image)).toBe(true);
    }
  });
  test('areas that only cross without a corner in each other meet', () => {
    expect(
      meets(
        areaOfBox({ west: -1, east: 3, south: 0.9, north: 1.1 }),
        areaOfBox({ west: 0.9, east: 1.1, south: -1, north: 3 }),
      ),
    ).toBe(true);
  });
  test('whole turns make no difference', () => {
    expect(meets(square, areaOfBox({ west: 361, east: 363, south: 1, north: 3 }))).toBe(true);
    expect(meets(square, areaOfBox({ west: -359, east: -357, south: 1, north: 3 }))).toBe(true);
    expect(meets(square, areaOfBox({ west: 181, east: 183, south: 1, north: 3 }))).toBe(false);
  });
  test('a point meets what holds it', () => {
    const point = areaOfBox({ west: 365, east: 365, south: 43, north: 43 });
    expect(meets(areaOfBox({ west: 4, east: 6, south: 42, north: 44 }), point)).toBe(true);
    expect(meets(areaOfBox({ west: 6, east: 7, south: 42, north: 44 }), point)).toBe(false);
  });
});

describe('land', () => {
  test.each([
    [[2.35, 48.85], true],
    [[-40, 30], false],
    [[0, -85], true],
    [[179, -85], true],
    [[-179, 68.5], true],
    [[179, 68], true],
    [[170, 75], false],
    [[-169.9, -60], false],
    [[178.4, -18], true],
    [[-150, 0], false],
    [[362.35, 48.85], true],
  ] as [Position, boolean][])('%j is land: %j', (place, expected) => {
    expect(isLand(place)).toBe(expected);
  });
});
