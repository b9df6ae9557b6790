import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveredShare, coveredShares } from '../../../src/geo/coverage.ts';
import { sizeOfParts } from '../../../src/geo/flatRing.ts';
import { footprintCover } from '../../../src/geo/remainder.ts';
import { runs } from '../../randomRuns.ts';
import { aoiSize, areaWithFootprints } from './areaWithFootprints.ts';
import { box, polygon, positions } from './polygons.ts';
import { measuredShare } from './scanlines.ts';

const counts = runs({ quick: 50, full: 150 });

describe('the coverage of a selection', () => {
  it('agrees with lengths along parallels of an equal-area cylinder', () => {
    fc.assert(
      fc.property(areaWithFootprints, ([area, footprints]) => {
        const measured = measuredShare(area, footprints);
        expect(Math.abs(footprintCover(area, footprints).share - measured)).toBeLessThan(0.004);
      }),
      counts,
    );
  });

  it('and its gap add up to the whole area, and it is at least that of each image', () => {
    fc.assert(
      fc.property(areaWithFootprints, ([area, footprints]) => {
        const { share, gap } = footprintCover(area, footprints);
        const left = sizeOfParts(gap?.coordinates ?? []) / sizeOfParts([area.coordinates]);
        // The vertices of a gap are rounded to a tenth of a millimeter.
        if (aoiSize(area) > 0.01) expect(Math.abs(share + left - 1)).toBeLessThan(1e-6);
        // For an area of a meter, positions in degrees have nine digits left.
        const slack = 1e-9 + 5e-14 / aoiSize(area);
        expect(share).toBeGreaterThanOrEqual(Math.max(...coveredShares(area, footprints)) - slack);
        expect(share).toBeLessThanOrEqual(1);
        for (const part of gap?.coordinates ?? []) {
          for (const footprint of footprints) {
            expect(coveredShare({ type: 'Polygon', coordinates: part }, footprint)).toBeLessThan(1e-3);
          }
        }
      }),
      counts,
    );
  });

  it("leaves what is across the antimeridian, in the area's own longitudes", () => {
    const area = polygon(box(179, 0, 181, 1));
    const { share, gap } = footprintCover(area, [polygon(box(-182, -1, -180, 2))]);
    expect(share).toBeCloseTo(0.5, 9);
    expect(gap?.coordinates).toHaveLength(1);
    const xs = gap?.coordinates.flat(2).map(([x]) => x) ?? [];
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([180, 181]);
  });

  it('leaves the right parts next to a footprint that runs back along its own edge', () => {
    const area = polygon(positions('0 0, 1 0, 1.25 0.5, 1 1, 0.5 0.75, 0 1, 0 0'));
    const spiked = polygon(
      positions(
        '-0.125 0.25, 0 0.25, -0.25 0, -0.125 -0.125, 0 -0.125, 0.125 0, 0.25 0.125, 0.125 0.25, -0.125 0.25',
      ),
    );
    const { share, gap } = footprintCover(area, [spiked]);
    expect(share).toBeCloseTo(measuredShare(area, [spiked]), 3);
    expect(sizeOfParts(gap?.coordinates ?? []) / sizeOfParts([area.coordinates])).toBeCloseTo(1 - share, 7);
  });
});
