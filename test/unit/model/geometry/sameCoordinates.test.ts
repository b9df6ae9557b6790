import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameCoordinates } from '../../../../src/model/geometry/sameCoordinates.ts';
import { anyPolygon, box } from './polygons.ts';

describe('coordinates', () => {
  it('are the same as those of a copy, and others where one number is', () => {
    fc.assert(
      fc.property(anyPolygon, fc.nat(), fc.nat(1), ({ coordinates }, at, axis) => {
        const copy = structuredClone(coordinates);
        expect(sameCoordinates(coordinates, copy)).toBe(true);
        const positions = copy.flat();
        const position = positions[at % positions.length] ?? [];
        position[axis] = (position[axis] ?? 0) + 1e-9;
        expect(sameCoordinates(coordinates, copy)).toBe(false);
        expect(sameCoordinates(copy, coordinates)).toBe(false);
      }),
    );
  });

  it.each<[string, number[][][], number[][][]]>([
    ['a ring more', [box(0, 0, 1, 1)], [box(0, 0, 1, 1), box(0, 0, 1, 1)]],
    [
      'a position more',
      [[[1, 2]]],
      [
        [
          [1, 2],
          [1, 2],
        ],
      ],
    ],
    ['an altitude', [[[1, 2]]], [[[1, 2, 0]]]],
    ['nothing', [], [box(0, 0, 1, 1)]],
  ])('differ by %s', (_what, one, other) => {
    expect(sameCoordinates(one, other)).toBe(false);
    expect(sameCoordinates(other, one)).toBe(false);
  });

  it('are the same with a zero of either sign, which no text tells apart', () => {
    expect(sameCoordinates([[0, 1]], [[-0, 1]])).toBe(true);
  });
});
