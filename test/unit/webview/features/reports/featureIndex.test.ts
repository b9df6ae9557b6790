import type { Geometry } from 'geojson';
import { describe, expect, it } from 'vitest';
import { square } from '../areas/areaRow.ts';
import { FeatureIndex } from '../../../../../webview/features/reports/featureIndex.ts';
import { worldLatitude, worldX, worldY } from '../../../../../webview/ground/worldPoint.ts';
import { packed } from './packed.ts';

function indexOf(geometries: readonly unknown[], home = 4): FeatureIndex {
  // Foreign data: the type is only assumed.
  const features = geometries.map(geometry => ({ geometry: geometry as Geometry, properties: {} }));
  return new FeatureIndex(packed(features).shapes, home);
}

function at(index: FeatureIndex, longitude: number, latitude: number, reachDegrees = 0.001) {
  return index.at(worldX(longitude), worldY(latitude), reachDegrees / 360);
}

describe('FeatureIndex', () => {
  const index = indexOf([
    { type: 'Polygon', coordinates: [square(4, 52, 1), square(4.4, 52.4, 0.2)] },
    { type: 'Point', coordinates: [4.1, 52.1] },
    {
      type: 'LineString',
      coordinates: [
        [4, 51],
        [5, 51.5],
      ],
    },
    {
      type: 'MultiPoint',
      coordinates: [
        [7, 52],
        [8, 52],
      ],
    },
    { type: 'MultiPolygon', coordinates: [[square(10, 52, 0.1)], [square(11, 52, 0.1)]] },
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [13, 52] },
        { type: 'Polygon', coordinates: [square(14, 52, 0.1)] },
      ],
    },
  ]);

  it.each([
    ['in a polygon', 4.8, 52.8, 0],
    ['in its hole', 4.5, 52.5, undefined],
    ['at the edge of its hole', 4.4, 52.5, 0],
    ['at a point that lies in it', 4.1004, 52.1, 1],
    ['on a line', 4.5, 51.25, 2],
    ['beside it', 4.5, 51.3, undefined],
    ['at one of two points', 8, 52.0003, 3],
    ['between them', 7.5, 52, undefined],
    ['in one of two polygons', 11.05, 52.05, 4],
    ['at the point of a collection', 13, 52, 5],
    ['in the polygon of it', 14.05, 52.05, 5],
  ])('finds the feature: %s', (_where, longitude, latitude, expected) => {
    expect(at(index, longitude, latitude)).toBe(expected);
  });

  it('finds nothing that is hidden', () => {
    index.setClasses(new Uint8Array(6), Uint8Array.of(1, 0, 1, 1, 1, 1));
    expect(at(index, 4.1, 52.1)).toBe(0);
    expect([...index.meeting([0, 0, 1, 1])]).toEqual([0, 2, 3, 4, 5]);
    index.setClasses(new Uint8Array(6));
  });

  it('copes with any data', () => {
    const odd = indexOf([
      { type: 'Point', coordinates: ['4', 52] },
      { type: 'Polygon', coordinates: [[null, [1], [4, 52]]] },
      { type: 'Polygon', coordinates: 'no' },
      { type: 'MultiPolygon', coordinates: [1, [2]] },
      { type: 'Nothing', coordinates: [4, 52] },
      null,
    ]);
    expect([...odd.meeting([0, 0, 1, 1])]).toEqual([1]);
    expect(odd.boxAt(0)).toBeUndefined();
    expect(indexOf([]).box()).toBeUndefined();
    expect(at(indexOf([]), 4, 52)).toBeUndefined();
  });

  it('puts everything into the copy of the world in view', () => {
    const far = indexOf([{ type: 'Polygon', coordinates: [square(-179.9, 0, 0.1)] }], 179);
    expect(at(far, 180.15, 0.05)).toBe(0);
    expect(at(far, -179.85, 0.05)).toBeUndefined();
  });

  it('ignores a feature that it does not have', () => {
    expect(index.isShown(0)).toBe(true);
    for (const place of [6, 63, 1000]) {
      expect(index.isShown(place)).toBe(false);
      expect(index.boxAt(place)).toBeUndefined();
    }
  });
});

describe('worldLatitude', () => {
  it.each([0, 52, -33.3, 85])('is the inverse of worldY: %d', latitude => {
    expect(worldLatitude(worldY(latitude))).toBeCloseTo(latitude, 9);
  });
});
