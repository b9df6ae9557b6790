import { describe, expect, it } from 'vitest';
import type { MultiPolygon, Polygon } from 'geojson';
import { footprintMeets } from '../../../../src/model/geometry/footprint.ts';
import { box, polygon } from './polygons.ts';

const strip = polygon(box(5, 43, 6, 44));

describe('a footprint', () => {
  it.each<[string, Polygon, boolean]>([
    ['inside it', polygon(box(5.3, 43.3, 5.4, 43.4)), true],
    ['around it', polygon(box(4, 42, 7, 45)), true],
    ['across its edge', polygon(box(5.9, 43.3, 6.1, 43.4)), true],
    ['across it, with no corner in the other', polygon(box(4, 43.3, 7, 43.4)), true],
    ['beside it', polygon(box(6.1, 43.3, 6.2, 43.4)), false],
    ['far from it', polygon(box(-75, -20, -74, -19)), false],
    ['around it, with a hole that it lies in', polygon(box(4, 42, 7, 45), box(4.5, 42.5, 6.5, 44.5)), false],
  ])('and an area %s', (_where, area, meets) => {
    expect(footprintMeets(strip, area)).toBe(meets);
  });

  it('that runs on beyond the antimeridian meets an area on the other side of it', () => {
    const east = polygon(box(179.5, -18, 180.5, -17));
    const west = polygon(box(-180.5, -18, -179.5, -17));
    for (const footprint of [east, west]) {
      expect(footprintMeets(footprint, polygon(box(179.6, -17.6, 179.7, -17.5)))).toBe(true);
      expect(footprintMeets(footprint, polygon(box(-179.7, -17.6, -179.6, -17.5)))).toBe(true);
      expect(footprintMeets(footprint, polygon(box(-179.4, -17.6, -179.3, -17.5)))).toBe(false);
    }
  });

  it('of several parts meets what one of them meets', () => {
    const parts: MultiPolygon = {
      type: 'MultiPolygon',
      coordinates: [strip.coordinates, polygon(box(179.5, 0, 180.5, 1)).coordinates],
    };
    expect(footprintMeets(parts, polygon(box(5.3, 43.3, 5.4, 43.4)))).toBe(true);
    expect(footprintMeets(parts, polygon(box(-179.7, 0.4, -179.6, 0.5)))).toBe(true);
    expect(footprintMeets(parts, polygon(box(7, 43.3, 7.1, 43.4)))).toBe(false);
  });
});
