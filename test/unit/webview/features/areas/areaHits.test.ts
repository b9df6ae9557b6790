import { describe, expect, it } from 'vitest';
import { createAreaHits } from '../../../../../webview/features/areas/areaHits.ts';
import { areaRow, square } from './areaRow.ts';

const zoom = 8;
/** Degrees of longitude per pixel. */
const pixel = 360 / (256 * 2 ** zoom);

const withHole = areaRow(0, square(0, 0, 3), square(1, 1, 1));
const small = areaRow(1, square(0.2, 0.2, 0.5));
const far = areaRow(2, square(179.5, 0, 1));
const hits = createAreaHits([withHole, small, far], 0);

function at(lng: number, lat: number, all = hits) {
  const hit = all({ lng, lat }, zoom);
  return hit && `${hit.row.name} ${hit.part}`;
}

describe('the area under the pointer', () => {
  it.each([
    ['inside', 2.5, 0.5, 'Area 1 inside'],
    ['the smallest of those around it', 0.5, 0.5, 'Area 2 inside'],
    ['in a hole', 1.5, 1.5, undefined],
    ['within six pixels outside', 3 + 5.5 * pixel, 0.5, 'Area 1 outline'],
    ['more than six pixels away', 3 + 6.5 * pixel, 0.5, undefined],
    ['at the edge of the hole', 1 + 5.5 * pixel, 1.5, 'Area 1 outline'],
    ['at a corner', -4 * pixel, -4 * pixel, 'Area 1 outline'],
    ['near a corner, but not within six pixels', -5 * pixel, -5 * pixel, undefined],
    ['nowhere', -50, 40, undefined],
  ])('%s', (_, lng, lat, expected) => {
    expect(at(lng, lat)).toBe(expected);
  });

  it('finds the nearest of two outlines before the inside of any area', () => {
    const pair = createAreaHits([areaRow(0, square(0, 0)), areaRow(1, square(1 + 4 * pixel, 0))], 0);
    expect(at(1 + pixel, 0.5, pair)).toBe('Area 1 outline');
    expect(at(1 + 3 * pixel, 0.5, pair)).toBe('Area 2 outline');
  });

  it('uses the same pixel length to the north as to the east, even far from the equator', () => {
    const north = createAreaHits([areaRow(0, square(10, 70, 1))], 0);
    const pixelNorth = pixel * Math.cos((71 * Math.PI) / 180);
    expect(at(10.5, 71 + 5.5 * pixelNorth, north)).toBe('Area 1 outline');
    expect(at(10.5, 71 + 6.5 * pixelNorth, north)).toBeUndefined();
  });

  it('looks in the copy of the world that is drawn', () => {
    const fiji = createAreaHits([far, areaRow(0, square(-179, 0, 1))], 180);
    expect(at(180, 0.5, fiji)).toBe('Area 3 inside');
    expect(at(181.5, 0.5, fiji)).toBe('Area 1 inside');
    expect(at(-178.5, 0.5, fiji)).toBeUndefined();
  });
});
