import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { shownAreas } from '../../../src/map/areaMessages.ts';
import type { PolygonInText } from '../../../src/model/geojson/geojsonText.ts';

/** @param positions of its ring */
function area(index: number, positions = 5): PolygonInText {
  const polygon: Polygon = {
    type: 'Polygon',
    coordinates: [Array.from({ length: positions }, () => [1, 2])],
  };
  const place = { offset: 0, length: 0 };
  return { path: ['features', index], ...place, geometry: place, name: undefined, polygon, areaKm2: 1 };
}

describe('the areas that the map shows', () => {
  it('are the first 5,000, or half a million positions, and one however long', () => {
    const many = Array.from({ length: 5001 }, (_none, index) => area(index));
    expect(shownAreas(many)).toHaveLength(5000);
    expect(shownAreas(many.slice(1))).toHaveLength(5000);
    const long = Array.from({ length: 6 }, (_none, index) => area(index, 100_000));
    expect(shownAreas(long)).toHaveLength(5);
    expect(shownAreas([area(0, 500_001), area(1)])).toHaveLength(1);
    expect(shownAreas([])).toEqual([]);
  });
});
