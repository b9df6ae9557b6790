import fc from 'fast-check';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { coveredShare, footprintMeets, prepareAoi } from '../../../src/geo/coverage.ts';
import { runs } from '../../randomRuns.ts';
import { aoiSize, areaWithFootprints } from './areaWithFootprints.ts';
import { geodesicAreaKm2 } from './geodesicArea.ts';
import { box, polygon, positions } from './polygons.ts';

const counts = runs({ quick: 50, full: 150 });

describe('the covered fraction of an AOI', () => {
  const aoi = polygon(box(5, 43, 6, 44));

  it.each<[string, Polygon, Polygon | MultiPolygon, number]>([
    ['its own outline', aoi, aoi, 1],
    ['its western half', aoi, polygon(box(4, 42, 5.5, 45)), 0.5],
    ['its eastern half, wound the other way', aoi, polygon(box(5.5, 42, 7, 45).toReversed()), 0.5],
    ['a neighbour that shares an edge', aoi, polygon(box(6, 43, 7, 44)), 0],
    ['what lies elsewhere', aoi, polygon(box(50, 3, 51, 4)), 0],
    ['the same place one turn to the east', aoi, polygon(box(365, 43, 365.25, 44)), 0.25],
    ['a footprint with a hole over a half', aoi, polygon(box(0, 40, 10, 50), box(5.5, 42, 7, 45)), 0.5],
    [
      'two parts',
      aoi,
      { type: 'MultiPolygon', coordinates: [[box(5, 43, 5.2, 44)], [box(5.7, 43, 6, 44)]] },
      0.5,
    ],
    [
      'two parts that overlap',
      aoi,
      { type: 'MultiPolygon', coordinates: [[box(5, 43, 5.5, 44)], [box(5.3, 43, 5.6, 44)]] },
      0.6,
    ],
    [
      'two parts on both sides of the antimeridian',
      polygon(box(179, 0, 181, 1)),
      { type: 'MultiPolygon', coordinates: [[box(179.5, -1, 180, 2)], [box(-180, -1, -179.5, 2)]] },
      0.5,
    ],
    [
      'a footprint beyond the antimeridian',
      polygon(box(-180, 10, -179, 11)),
      polygon(box(179, 9, 180.5, 12)),
      0.5,
    ],
    ['a footprint at both its ends', polygon(box(-180, 0, 180, 1)), polygon(box(171, -1, 189, 2)), 0.05],
    [
      'a bow tie: half of the area on each side of its crossing',
      aoi,
      polygon(positions('5 43, 6 44, 6 43, 5 44, 5 43')),
      0.5,
    ],
    [
      'nothing of an AOI whose hole it fills',
      polygon(box(0, 0, 4, 4), box(1, 1, 2, 2)),
      polygon(box(1, 1, 2, 2)),
      0,
    ],
    [
      'half of an AOI across the antimeridian that is written within ±180°',
      polygon(positions('179 0, -179 0, -179 1, 179 1, 179 0')),
      polygon(box(-180, -1, -178, 2)),
      0.5,
    ],
    [
      'nothing of a hole on the other side of the antimeridian from where the AOI begins',
      polygon(positions('179 0, -179 0, -179 1, 179 1, 179 0'), box(-179.8, 0.2, -179.4, 0.8)),
      polygon(box(-179.8, 0.2, -179.4, 0.8)),
      0,
    ],
    ['an outline without area', aoi, polygon(positions('5 43, 6 44, 5 43')), 0],
  ])('is known for %s', (_what, area, footprint, share) => {
    // A diagonal doesn't exactly halve a square degree on the Earth.
    expect(coveredShare(area, footprint)).toBeCloseTo(share, 3);
    if (share === 0 || share === 1) expect(coveredShare(area, footprint)).toBe(share);
  });

  it('is that of the ellipsoid: the southern half of an area in the north is larger', () => {
    const far = polygon(box(0, 40, 1, 80));
    const south = geodesicAreaKm2(polygon(box(0, 40, 1, 60))) / geodesicAreaKm2(far);
    expect(coveredShare(far, polygon(box(-1, 30, 2, 60)))).toBeCloseTo(south, 7);
  });

  it('is between 0 and 1, and the same in every copy of the world and with either winding', () => {
    fc.assert(
      fc.property(areaWithFootprints, fc.integer({ min: -2, max: 2 }), ([area, footprints], turns) => {
        const shareOf = prepareAoi(area);
        for (const footprint of footprints) {
          const share = shareOf(footprint);
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1);
          const moved = footprint.coordinates.map(edges =>
            edges.map(([x, y]): Position => [x + turns * 360, y]).toReversed(),
          );
          // Far from the first copy of the world, longitudes have fewer digits.
          if (aoiSize(area) > 0.001) expect(shareOf(polygon(...moved))).toBeCloseTo(share, 6);
        }
      }),
      counts,
    );
  });
});

const strip = polygon(box(5, 43, 6, 44));

describe('a footprint', () => {
  it.each<[string, Polygon, boolean]>([
    ['inside it', polygon(box(5.3, 43.3, 5.4, 43.4)), true],
    ['around it', polygon(box(4, 42, 7, 45)), true],
    ['across its edge', polygon(box(5.9, 43.3, 6.1, 43.4)), true],
    ['across it, with no corner in the other', polygon(box(4, 43.3, 7, 43.4)), true],
    ['beside it', polygon(box(6.1, 43.3, 6.2, 43.4)), false],
    ['far from it', polygon(box(-75, -20, -74, -19)), false],
    ['around it, with a hole that it lies in', polygon(box(4, 42, 7, 45), box(4.5, 42.5, 6.5, 44.5)), false],
  ])('and an area %s', (_where, area, meets) => {
    expect(footprintMeets(strip, area)).toBe(meets);
  });

  it('that extends beyond the antimeridian intersects an area on its other side', () => {
    const east = polygon(box(179.5, -18, 180.5, -17));
    const west = polygon(box(-180.5, -18, -179.5, -17));
    for (const footprint of [east, west]) {
      expect(footprintMeets(footprint, polygon(box(179.6, -17.6, 179.7, -17.5)))).toBe(true);
      expect(footprintMeets(footprint, polygon(box(-179.7, -17.6, -179.6, -17.5)))).toBe(true);
      expect(footprintMeets(footprint, polygon(box(-179.4, -17.6, -179.3, -17.5)))).toBe(false);
    }
  });

  it('of several parts intersects what one of them intersects', () => {
    const parts: MultiPolygon = {
      type: 'MultiPolygon',
      coordinates: [strip.coordinates, polygon(box(179.5, 0, 180.5, 1)).coordinates],
    };
    expect(footprintMeets(parts, polygon(box(5.3, 43.3, 5.4, 43.4)))).toBe(true);
    expect(footprintMeets(parts, polygon(box(-179.7, 0.4, -179.6, 0.5)))).toBe(true);
    expect(footprintMeets(parts, polygon(box(7, 43.3, 7.1, 43.4)))).toBe(false);
  });
});
