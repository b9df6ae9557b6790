import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { areaFrame } from '../../../../../webview/features/pictures/areaChip.ts';

function box(west: number, south: number, east: number, north: number) {
  const ring: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return areaFrame({ type: 'Polygon', coordinates: [ring] });
}

describe('the frame of an area', () => {
  it.each([
    ['is as wide and high as on the ground, at the equator', box(0, 0, 0.01, 0.01), 1],
    ['is as wide and high as on the ground, at 60 degrees', box(10, 60, 10.02, 60.01), 1],
    ['shows the surroundings of a wide area', box(0, 0, 1, 0.01), 4 / 3],
    ['shows the surroundings of a high area', box(0, 0, 0.01, 1), 3 / 4],
    ['shows the surroundings of a point', box(5, 43, 5, 43), 1],
  ])('%s', (_what, { aspect, box: [west, north, east, south] }, expected) => {
    expect(aspect).toBeCloseTo(expected, 2);
    expect((east - west) / (south - north)).toBeCloseTo(aspect, 6);
  });

  it('leaves a margin around the area, also beyond the antimeridian', () => {
    const { box: frame, rings } = box(179, -1, 181, 1);
    const xs = rings.flat().map(([x]) => x);
    expect(frame[0]).toBeLessThan(Math.min(...xs));
    expect(frame[2]).toBeGreaterThan(Math.max(...xs));
  });
});
