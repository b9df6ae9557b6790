import { describe, expect, it } from 'vitest';
import { sameCoordinates } from '../../../../src/model/geometry/sameCoordinates.ts';
import { box } from './polygons.ts';

describe('coordinates', () => {
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
