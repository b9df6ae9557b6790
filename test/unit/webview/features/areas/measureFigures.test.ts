import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { positions } from '../../../geo/polygons.ts';
import {
  distanceText,
  measureText,
  pathKm,
  polygonText,
  rectangleText,
  ringKm2,
} from '../../../../../webview/features/areas/measureFigures.ts';

/** "0 60, 180 60": longitudes and latitudes, degrees. */
const at: (places: string) => Position[] = positions;

describe('measuring', () => {
  it.each([
    ['from Marseille to New York', '5.37 43.296, -74.006 40.713', 6304.82, 1],
    ['by way of the pole', '0 60, 180 60', (60 / 180) * Math.PI * 6371.0088, 3],
    ['on two legs', '0 0, 0 1, 1 1', 111.195 + 111.178, 2],
    ['at one place', '5 5', 0, 9],
    ['across the antimeridian', '179.9 0, -179.9 0', pathKm(at('179.9 0, 180.1 0')), 9],
  ])('follows great circles %s', (_way, places, km, digits) => {
    expect(pathKm(at(places))).toBeCloseTo(km, digits);
  });

  it('measures an area from the third point on, in either direction', () => {
    const places = at('0 0, 1 0, 1 1, 0 1');
    expect(ringKm2(places.slice(0, 2))).toBe(0);
    expect(ringKm2(places)).toBeCloseTo(12_308.46, 1);
    expect(ringKm2(places.toReversed())).toBeCloseTo(ringKm2(places), 6);
  });

  it('shows distances in meters and kilometers', () => {
    expect([0.0456, 3.4249, 1204.4].map(distanceText)).toEqual(['46 m', '3.42 km', '1,204 km']);
  });

  it('shows the distance from two points on, the area from three', () => {
    const texts = ['0 0', '0 0, 0 1', '0 0, 0 1, 1 1'].map(places => measureText(at(places)));
    expect(texts).toEqual([undefined, '111 km', '222 km · 6,154 km²']);
  });

  it('shows the last edge and the area of a polygon, and both sides of a rectangle', () => {
    const texts = ['0 0', '0 0, 0 1', '0 0, 0 1, 2 1'].map(places => polygonText(at(places)));
    expect(texts).toEqual([undefined, 'Edge 111 km', 'Edge 222 km · 12,308 km²']);
    // From the southwest, clockwise: width, then height.
    expect(rectangleText(at('0 0, 0 1, 2 1, 2 0'))).toBe('222 km × 111 km · 24,617 km²');
  });
});
