import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { polygonBounds } from '../../../../src/model/geometry/bounds.ts';
import { box, polygon } from './polygons.ts';

describe('the bounds of a polygon', () => {
  it.each<[string, Polygon, [number, number, number, number]]>([
    ['a box', polygon(box(5, 43, 6, 44)), [5, 43, 6, 44]],
    ['a box over Greenwich and the equator', polygon(box(-5, -43, 6, 44)), [-5, -43, 6, 44]],
    [
      'a triangle',
      polygon([
        [0, 0],
        [-3, 7],
        [9, -2],
        [0, 0],
      ]),
      [-3, -2, 9, 7],
    ],
    ['a box with a hole', polygon(box(0, 0, 9, 9), box(1, 1, 2, 2)), [0, 0, 9, 9]],
    ['a box with altitudes', polygon(box(1, 2, 3, 4).map(at => [...at, 900])), [1, 2, 3, 4]],
  ])('are west, south, east, north of %s', (_what, area, bounds) => {
    expect(polygonBounds(area)).toEqual(bounds);
  });
});
