import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { sideOfRing, signedArea } from '../../../../src/model/geometry/ring.ts';
import { anyPolygon, box, positions } from './polygons.ts';

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
  ])('is told %s, either way round', (_what, position, side) => {
    expect(sideOfRing(position, arrow)).toBe(side);
    expect(sideOfRing(position, arrow.toReversed())).toBe(side);
  });
});

describe('the area of a ring', () => {
  it('is positive counter-clockwise, wherever it lies', () => {
    expect(signedArea(box(5, 43, 7, 46))).toBe(6);
    expect(signedArea(box(5, 43, 7, 46).toReversed())).toBe(-6);
    fc.assert(
      fc.property(anyPolygon, ({ coordinates: [ring = []] }) => {
        expect(signedArea(ring)).toBeGreaterThan(0);
      }),
    );
  });
});
