import fc from 'fast-check';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { commonParts, partsBeside } from '../../../../src/model/geometry/clipRings.ts';
import {
  coveredShare,
  coveredShares,
  footprintMeets,
  prepareAoi,
} from '../../../../src/model/geometry/coverage.ts';
import { flatRing, sizeOfParts } from '../../../../src/model/geometry/flatRing.ts';
import { polygonAreaKm2 } from '../../../../src/model/geometry/polygonArea.ts';
import { coverOf } from '../../../../src/model/geometry/remainder.ts';
import { signedArea } from '../../../../src/model/geometry/ring.ts';
import { itemAt } from '../../../../src/model/itemAt.ts';
import { runs } from '../../../randomRuns.ts';
import { anyPolygon, box, polygon, positions } from './polygons.ts';
import { measuredShare } from './scanlines.ts';

const counts = runs({ quick: 50, full: 150 });

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** Closed rings around [0, 0] within a circle of radius 1: round ones are convex, others mostly aren't. */
const ring = (isRound: boolean): fc.Arbitrary<Position[]> =>
  fc.array(fc.tuple(unit, unit), { minLength: 4, maxLength: isRound ? 8 : 14 }).map(corners => {
    const open = corners.map(([turn, reach], index): Position => {
      const angle = (2 * Math.PI * (index + turn * 0.8)) / corners.length;
      const distance = isRound ? 1 : 0.3 + 0.7 * reach;
      return [distance * Math.cos(angle), distance * Math.sin(angle)];
    });
    return [...open, ...open.slice(0, 1)];
  });

/** Footprints around an AOI, in any copy of the world. */
const footprintsAbout = (aoi: Polygon, size: number, turns = 0): fc.Arbitrary<Polygon[]> => {
  const [x = 0, y = 0] = aoi.coordinates[0]?.[0] ?? [];
  const footprint = fc
    .record({
      shape: fc.oneof(ring(true), ring(false)),
      x: unit,
      y: unit,
      size: unit,
      isTurned: fc.boolean(),
    })
    .map(({ shape, x: right, y: up, size: part, isTurned }) => {
      const scale = size * (0.2 + 1.5 * part);
      const placed = shape.map(([dx, dy]): Position => [
        x + (right * 2 - 1) * size + dx * scale + turns * 360,
        y + (up * 2 - 1) * size + dy * scale,
      ]);
      return polygon(isTurned ? placed.toReversed() : placed);
    });
  return fc.array(footprint, { minLength: 1, maxLength: 6 });
};

const aoiSize = ({ coordinates: [outer = []] }: Polygon): number => {
  const xs = outer.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
};

const areaWithFootprints = fc
  .tuple(anyPolygon, fc.integer({ min: -2, max: 2 }))
  .chain(([aoi, turns]) => fc.tuple(fc.constant(aoi), footprintsAbout(aoi, aoiSize(aoi), turns)));

describe('the area of a polygon', () => {
  const kilometersSquared = 6371.0088 ** 2;

  it('of a box is that between its parallels', () => {
    const sines = Math.sin((60 * Math.PI) / 180) - Math.sin((40 * Math.PI) / 180);
    expect(polygonAreaKm2(polygon(box(5, 40, 15, 60))) / kilometersSquared).toBeCloseTo(
      (sines * Math.PI) / 18,
      12,
    );
  });

  it('does not change when its edges are divided', () => {
    fc.assert(
      fc.property(anyPolygon, aoi => {
        const divided = aoi.coordinates.map(ring => [
          ...ring.slice(1).flatMap(([x, y], index): Position[] => {
            const [fromX, fromY] = itemAt(ring, index);
            return [
              [fromX, fromY],
              [(fromX + x) / 2, (fromY + y) / 2],
            ];
          }),
          ...ring.slice(0, 1),
        ]);
        const ratio = polygonAreaKm2({ type: 'Polygon', coordinates: divided }) / polygonAreaKm2(aoi);
        expect(Math.abs(ratio - 1)).toBeLessThan(1e-6);
      }),
    );
  });

  it('is the sum of its parts', () => {
    const triangle = polygon(positions('0 0, 40 60, 0 60'));
    const below = polygon(positions('0 0, 20 30, 0 30'));
    const above = polygon(positions('0 30, 20 30, 40 60, 0 60'));
    expect((polygonAreaKm2(below) + polygonAreaKm2(above)) / polygonAreaKm2(triangle)).toBeCloseTo(1, 12);
  });
});

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
    ['an outline without area', aoi, polygon(positions('5 43, 6 44, 5 43')), 0],
  ])('is known for %s', (_what, area, footprint, share) => {
    // A diagonal doesn't exactly halve a square degree on the sphere.
    expect(coveredShare(area, footprint)).toBeCloseTo(share, 3);
    if (share === 0 || share === 1) expect(coveredShare(area, footprint)).toBe(share);
  });

  it('is that of the sphere: the southern half of an area in the north is larger', () => {
    const far = polygon(box(0, 40, 1, 80));
    const south =
      (Math.sin(Math.PI / 3) - Math.sin((40 * Math.PI) / 180)) /
      (Math.sin((80 * Math.PI) / 180) - Math.sin((40 * Math.PI) / 180));
    expect(coveredShare(far, polygon(box(-1, 30, 2, 60)))).toBeCloseTo(south, 10);
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

describe('the coverage of a selection', () => {
  it('agrees with lengths along parallels of an equal-area cylinder', () => {
    fc.assert(
      fc.property(areaWithFootprints, ([area, footprints]) => {
        const measured = measuredShare(area, footprints);
        expect(Math.abs(coverOf(area, footprints).share - measured)).toBeLessThan(0.004);
      }),
      counts,
    );
  });

  it('and its gap add up to the whole area, and it is at least that of each image', () => {
    fc.assert(
      fc.property(areaWithFootprints, ([area, footprints]) => {
        const { share, gap } = coverOf(area, footprints);
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
    const { share, gap } = coverOf(area, [polygon(box(-182, -1, -180, 2))]);
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
    const { share, gap } = coverOf(area, [spiked]);
    expect(share).toBeCloseTo(measuredShare(area, [spiked]), 3);
    expect(sizeOfParts(gap?.coordinates ?? []) / sizeOfParts([area.coordinates])).toBeCloseTo(1 - share, 7);
  });
});

/** Degrees. */
const place = fc.record({
  x: fc.double({ min: -179, max: 179, noNaN: true }),
  y: fc.double({ min: -80, max: 80, noNaN: true }),
});
const size = fc.double({ min: -4, max: 2, noNaN: true }).map(power => 10 ** power);

/** A rhombus, half the size of the box around it. */
function rhombus(x: number, y: number, width: number): Position[] {
  return [
    [x, y - width / 2],
    [x + width / 2, y],
    [x, y + width / 2],
    [x - width / 2, y],
    [x, y - width / 2],
  ];
}

/** For rings wound as RFC 7946 requires. */
const planeSize = (parts: readonly Position[][][]) =>
  parts.flat().reduce((sum, ring) => sum + signedArea(ring), 0);

describe('clipped polygons', () => {
  it('lose at most a millionth, whatever their size and position', () => {
    fc.assert(
      fc.property(place, size, ({ x, y }, width) => {
        const a = [rhombus(x, y, width)];
        const east = flatRing(box(x + width / 4, y - width, x + 2 * width, y + width));
        const square = width * width;
        const common = commonParts(a, [east]);
        const beside = partsBeside(a, [east]);
        expect([common.length, beside.length]).toEqual([1, 1]);
        expect(Math.abs(planeSize(common) / square - 1 / 16)).toBeLessThan(1e-7);
        expect(Math.abs(planeSize(beside) / square - 7 / 16)).toBeLessThan(1e-7);
      }),
      runs({ quick: 100, full: 200 }),
    );
  });

  it('keep their own positions exactly, and get new ones with few decimals as written', () => {
    const first: Position = [5 + 1 / 3, 43];
    const a = [[first, ...positions('6 43.123456789, 5.5 44'), first]];
    const [[ring = []] = []] = commonParts(a, [flatRing(box(5, 42, 5.62, 43.5))]);
    expect(ring[0]).toBe(a[0]?.[0]);
    const corner = ring.find(([x]) => Math.abs(x - 5.62) < 1e-9);
    expect(corner?.[0]).toBe(5.62);
  });

  it('leave nothing of themselves, even if a full turn took the last bits of a position', () => {
    fc.assert(
      fc.property(place, size, ({ x, y }, width) => {
        const written = rhombus(x, y, width).map(([lon, lat]): Position => [
          Number(lon.toFixed(8)),
          Number(lat.toFixed(8)),
        ]);
        fc.pre(signedArea(written) > 0);
        const turned = written.map(([lon, lat]): Position => [lon + 360 - 360, lat]);
        expect(partsBeside([written], [flatRing(turned)])).toEqual([]);
        expect(commonParts([written], [flatRing(turned)])).toEqual([[written]]);
      }),
    );
  });

  it('have a size without their holes, with either winding', () => {
    const holed = [box(0, 0, 4, 4).toReversed(), box(1, 1, 2, 2)];
    const sizes = [...holed, box(10, 10, 11, 11)].map(ring => sizeOfParts([[ring]]));
    const [outer = NaN, hole = NaN, apart = NaN] = sizes;
    expect(sizeOfParts([holed, [box(10, 10, 11, 11)]])).toBeCloseTo(outer - hole + apart, 15);
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
