import type { Polygon } from 'geojson';
import { expect, it } from 'vitest';
import {
  CoverCount,
  densityStep,
  densitySteps,
  shadeOpacity,
} from '../../../../../webview/features/footprints/drawDensity.ts';
import { WorldShapes } from '../../../../../webview/ground/worldShapes.ts';

it('shades by the number of images, and what lies below stays visible', () => {
  expect([0, 1, 9, 10, 299, 300, 100_000].map(densityStep)).toEqual([-1, 0, 0, 1, 3, 4, 6]);
  const opacities = densitySteps.map((_, place) => shadeOpacity(place));
  expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
  expect(opacities.at(-1)).toBeLessThan(0.7);
});

/** A box in degrees on a grid of 1 degree, in which row 0 is at the equator. */
const box = (west: number, south: number, east: number, north: number): Polygon['coordinates'] => [
  [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ],
];

it('counts the shapes that cover the center of each square, without their holes', () => {
  const shapes = new WorldShapes();
  const frame = { scale: 360, left: 180, top: 180, width: 4, height: 3 };
  const ring = [...box(0, -3, 4, 0), ...box(1.1, -1.9, 1.9, -1.1)];
  shapes.add({ type: 'Polygon', coordinates: ring }, 0);
  shapes.add({ type: 'Polygon', coordinates: box(-50, -1, 2, 50) }, 0);
  // Smaller than a square: it counts where it is.
  shapes.add({ type: 'Polygon', coordinates: box(3.1, -2.2, 3.2, -2.1) }, 0);
  shapes.add({ type: 'Polygon', coordinates: box(60, 60, 60.1, 60.1) }, 0);
  const cover = new CoverCount(shapes, frame);
  for (let shape = 0; shape < shapes.count; shape += 1) cover.add(shape);
  expect([...cover.counts()]).toEqual([2, 2, 1, 1, 1, 0, 1, 1, 1, 1, 1, 2]);
});
