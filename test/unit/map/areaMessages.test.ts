import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { areaMessages, shownAreas } from '../../../src/map/areaMessages.ts';
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

const state = (areas: readonly PolygonInText[]) => ({
  document: { uri: 'file:///a.geojson', name: 'a.geojson' },
  revision: 3,
  areas,
  locked: undefined,
});
/** How many areas each message has, and the index of the first. */
const chunks = (areas: readonly PolygonInText[]) =>
  areaMessages(state(areas)).map(message => message.kind === 'areas' && [message.from, message.areas.length]);

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

  it('go in messages of 200 areas or 20,000 positions, one at least', () => {
    expect(chunks([])).toEqual([[0, 0]]);
    expect(chunks(Array.from({ length: 401 }, (_none, index) => area(index)))).toEqual([
      [0, 200],
      [200, 200],
      [400, 1],
    ]);
    expect(chunks([area(0, 12_000), area(1, 12_000), area(2), area(3, 30_000), area(4)])).toEqual([
      [0, 2],
      [2, 2],
      [4, 1],
    ]);
  });
});
