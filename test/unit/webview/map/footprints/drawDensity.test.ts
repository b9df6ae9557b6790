import { expect, it } from 'vitest';
import { densitySteps, shadeOf, shadeOpacity } from '../../../../../webview/map/footprints/drawDensity.ts';

it('shades by the number of images, and what lies below stays visible', () => {
  expect([0, 1, 9, 10, 299, 300, 100_000].map(shadeOf)).toEqual([-1, 0, 0, 1, 3, 4, 6]);
  const opacities = densitySteps.map((_, place) => shadeOpacity(place));
  expect(opacities).toEqual(opacities.toSorted((a, b) => a - b));
  expect(opacities.at(-1)).toBeLessThan(0.7);
});
