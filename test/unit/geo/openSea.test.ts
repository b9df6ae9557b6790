import { readFileSync } from 'node:fs';
import type { Topology } from 'topojson-specification';
import { describe, expect, it } from 'vitest';
import { landCells } from '../../../src/geo/landCells.ts';
import { isOnLandIfSwapped } from '../../../src/geo/openSea.ts';
import { landCells as cellsOf } from '../../build/landCells.mjs';
import { repository } from '../../editor/repository.ts';
import { box, polygon } from './polygons.ts';

const around = (longitude: number, latitude: number, size = 0.05) =>
  polygon(box(longitude - size, latitude - size, longitude + size, latitude + size));

describe('an area', () => {
  it.each<[string, number, number, boolean]>([
    ['Beauce', 1.5, 48.2, true],
    ['Mato Grosso', -55.5, -12.5, true],
    ['Punjab', 75.3, 30.9, true],
    ['Gezira', 33.1, 14.4, true],
    ['Anatolia, which is on land in either order,', 33, 39, false],
    ['Iowa, which is beyond the poles then,', -93.5, 42, false],
  ])('of fields in %s is seen to be swapped: %s, %s', (_where, longitude, latitude, isSeen) => {
    expect(isOnLandIfSwapped(around(latitude, longitude))).toBe(isSeen);
    expect(isOnLandIfSwapped(around(longitude, latitude))).toBe(false);
  });

  it('at sea, on an island, or of half an ocean is meant', () => {
    expect(isOnLandIfSwapped(around(-30, -20))).toBe(false);
    expect(isOnLandIfSwapped(around(14.4, 35.9))).toBe(false);
    expect(isOnLandIfSwapped(polygon(box(-40, 20, -20, 50)))).toBe(false);
  });
});

it('is known to be on land by what the source says', () => {
  const land = readFileSync(`${repository}/node_modules/world-atlas/land-10m.json`, 'utf8');
  expect(landCells).toBe(cellsOf(JSON.parse(land) as Topology));
});
