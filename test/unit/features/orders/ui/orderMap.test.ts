import { expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { orderMap } from '../../../../../src/features/orders/ui/page/orderMap.ts';

const footprint = polygon(box(5, 43, 7, 44.5));

/** The corners of a path, in pixels of the drawing. */
function corners(text: string, kind: 'area' | 'footprint'): number[][] {
  const path = new RegExp(`class="${kind}" d="([^"]*)"`).exec(text)?.[1] ?? '';
  return [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

it.each<[string, number, number]>([
  ['of a small area', 0.001, 1],
  ['of an area that is seen', 1, 0],
])('shows the whole footprint %s, and where the area is', (_what, width, circles) => {
  const area = polygon(box(6.8, 43.05, 6.8 + width, 43.05 + width));
  const text = orderMap([area], [footprint])?.text ?? '';
  const all = [...corners(text, 'footprint'), ...corners(text, 'area')];
  expect(all).toHaveLength(10);
  for (const [x = -1, y = -1] of all) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(320);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(200);
  }
  expect(text.split('<circle class="area"')).toHaveLength(1 + circles);
});
