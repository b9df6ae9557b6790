import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { polygonAreaKm2 } from '../../../../src/model/geometry/polygonArea.ts';
import { box, polygon } from './polygons.ts';

describe('the area of a polygon', () => {
  it.each<[string, Polygon, number]>([
    ['a square degree at the equator', polygon(box(0, 0, 1, 1)), 12_363.718],
    ['a square degree at 60° north, half as wide', polygon(box(10, 60, 11, 61)), 6_088.418],
    [
      'a square degree in the south-west, the same as in the north-east',
      polygon(box(-11, -61, -10, -60)),
      6_088.418,
    ],
    ['the whole sphere', polygon(box(-180, -90, 180, 90)), 510_065_881],
    ['a hundred metres squared at the equator', polygon(box(0, 0, 0.0008993203, 0.0008993203)), 0.01],
  ])('is known for %s', (_what, area, km2) => {
    expect(polygonAreaKm2(area) / km2).toBeCloseTo(1, 5);
  });

  it('leaves the holes out', () => {
    const whole = polygonAreaKm2(polygon(box(0, 0, 2, 2)));
    const holes = [box(0.1, 0.1, 0.5, 0.5), box(1, 1, 1.5, 1.5)];
    const without = holes.reduce((sum, hole) => sum + polygonAreaKm2(polygon(hole)), 0);
    expect(polygonAreaKm2(polygon(box(0, 0, 2, 2), ...holes))).toBeCloseTo(whole - without, 6);
  });
});
