import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { orderedAreas, orderedAreasText } from '../../../../../src/features/orders/rules/orderedAreas.ts';
import { aoi, yard } from './products.ts';

const textOf = (...areas: Polygon[]) =>
  orderedAreasText(orderedAreas({ products: areas.map(area => ({ aoi: area })) }));

describe('the size of what is ordered', () => {
  it('is that of an area, and how often it is ordered', () => {
    expect(textOf(aoi)).toBe('31.6 km²');
    expect(textOf(aoi, aoi)).toBe('2 × 31.6 km²');
    expect(textOf(aoi, yard, { ...aoi, bbox: [0, 0, 0, 0] })).toBe('2 × 31.6 km² + 0.00902 km²');
  });

  it('names areas of the same size apart, and adds up only many', () => {
    const places = [1, 2, 3, 4].map(south => polygon(box(5, south, 5.01, south + 0.01)));
    expect(textOf(...places.slice(0, 3))).toBe('1.23 km² + 1.23 km² + 1.23 km²');
    expect(textOf(...places, ...places)).toBe('9.84 km² in 8 products');
  });

  it("isn't there without an area that can be drawn", () => {
    expect(orderedAreasText(orderedAreas({ products: [{ aoi: { type: 'Polygon' } }, 1] }))).toBeUndefined();
  });
});
