import { describe, expect, it } from 'vitest';
import {
  distanceText,
  measureText,
  pathKm,
  ringKm2,
} from '../../../../../webview/map/measure/measureFigures.ts';

describe('measuring', () => {
  it('follows great circles', () => {
    // Marseille to New York, and half around the Earth by way of the pole.
    expect(
      pathKm([
        [5.37, 43.296],
        [-74.006, 40.713],
      ]),
    ).toBeCloseTo(6304.82, 1);
    expect(
      pathKm([
        [0, 60],
        [180, 60],
      ]),
    ).toBeCloseTo((60 / 180) * Math.PI * 6371.0088, 3);
    expect(
      pathKm([
        [0, 0],
        [0, 1],
        [1, 1],
      ]),
    ).toBeCloseTo(111.195 + 111.178, 2);
    expect(pathKm([[5, 5]])).toBe(0);
  });

  it('measures across the antimeridian, however the longitudes are written', () => {
    expect(
      pathKm([
        [179.9, 0],
        [180.1, 0],
      ]),
    ).toBeCloseTo(
      pathKm([
        [179.9, 0],
        [-179.9, 0],
      ]),
      9,
    );
  });

  it('measures an area from the third place on, whichever way it runs', () => {
    const places = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    expect(ringKm2(places.slice(0, 2))).toBe(0);
    expect(ringKm2(places)).toBeCloseTo(12_363.7, 0);
    expect(ringKm2(places.toReversed())).toBeCloseTo(ringKm2(places), 6);
  });

  it('says distances in metres and kilometres', () => {
    expect(distanceText(0.0456)).toBe('46 m');
    expect(distanceText(3.4249)).toBe('3.42 km');
    expect(distanceText(1204.4)).toBe('1,204 km');
  });

  it('says the distance from two places on, the area from three', () => {
    expect(measureText([[0, 0]])).toBeUndefined();
    expect(
      measureText([
        [0, 0],
        [0, 1],
      ]),
    ).toBe('111 km');
    expect(
      measureText([
        [0, 0],
        [0, 1],
        [1, 1],
      ]),
    ).toBe('222 km · 6,182 km²');
  });
});
