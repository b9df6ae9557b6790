import { describe, expect, it } from 'vitest';
import { geodesicAreaKm2 } from '../geo/geodesicArea.ts';
import { box, polygon, positions } from '../geo/polygons.ts';
import { areaOfRings, squareKilometers } from '../../../src/sandbox/catalogue/shapes.ts';

describe('the area that the sandbox bills', () => {
  it.each([
    ['a harbor', [box(5.3, 43.27, 5.37, 43.32)]],
    ['a hole', [box(10, 60, 11, 61), box(10.2, 60.2, 10.4, 60.7)]],
    ['long edges, wound clockwise', [positions('0 0, 0 40, 30 80, 40 10, 0 0')]],
  ])('is what GeographicLib measures on the ellipsoid, with %s', (_what, rings) => {
    expect(
      squareKilometers(areaOfRings(rings.map(ring => ring.map(([x, y]) => [x, y])))) /
        geodesicAreaKm2(polygon(...rings)),
    ).toBeCloseTo(1, 5);
  });
});
