import fc from 'fast-check';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../../../../src/base/itemAt.ts';
import { boundingBox } from '../../../../../src/geo/box.ts';
import { sideOfRing } from '../../../../../src/geo/ring.ts';
import {
  areaAround,
  cellCorners,
  drawn,
  isSampleDesign,
  reportStrata,
  reviewGrid,
} from '../../../../../src/features/reports/rules/sample.ts';
import { runs } from '../../../../randomRuns.ts';
import { expectLinear } from '../../../growth.ts';

/** The boxes of points. */
const pointsAt = (...points: [x: number, y: number][]) =>
  Float64Array.from(points.flatMap(point => [...point, ...point]));
const square = (west: number, south: number, side: number): [number, number][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];

/** Runs from south to north and back. */
const zigzag = (vertices: number): Polygon => ({
  type: 'Polygon',
  coordinates: [Array.from({ length: vertices }, (_none, index) => [(index / vertices) * 0.1, index % 2])],
});

describe('strata', () => {
  it('are classes, and in a class of 20 or more the lower and higher scores', () => {
    const classOf = Array.from({ length: 45 }, (_item, index) => Number(index >= 35));
    const scores = classOf.map((_class, index) => (index === 0 ? Number.MAX_VALUE : (index * 7) % 35));
    const strata = reportStrata(classOf, scores);
    expect(strata.map(({ classIndex, items }) => [classIndex, items.length])).toEqual([
      [0, 12],
      [0, 11],
      [0, 12],
      [1, 10],
    ]);
    const [low, middle, high] = strata.map(({ items }) => items.map(item => scores[item] ?? NaN));
    expect(Math.max(...(low ?? []))).toBeLessThanOrEqual(Math.min(...(middle ?? [])));
    expect(Math.max(...(middle ?? []))).toBeLessThanOrEqual(Math.min(...(high ?? [])));
    expect(strata[2]?.items).toContain(0);
  });
});

describe('a sample', () => {
  it('has all items once, two of each stratum first, then in proportion, the same for the same seed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.nat(2 ** 32 - 1),
        (sizes, seed) => {
          let next = 0;
          const strata = sizes.map(size => Array.from({ length: size }, () => next++));
          const order = drawn(strata, seed);
          expect(order.toSorted((a, b) => a - b)).toEqual(strata.flat());
          expect(drawn(strata, seed)).toEqual(order);
          const first = order.slice(0, strata.flatMap(items => items.slice(0, 2)).length);
          for (const items of strata) {
            expect(first.filter(item => items.includes(item))).toHaveLength(Math.min(2, items.length));
          }
          const half = order.slice(0, Math.ceil(order.length / 2));
          for (const items of strata) {
            const share = half.filter(item => items.includes(item)).length / items.length;
            if (items.length > 10 && sizes.length === 1) expect(share).toBeCloseTo(0.5, 1);
          }
        },
      ),
    );
  });

  it('draws each item equally often', () => {
    const items = Array.from({ length: 20 }, (_item, index) => index);
    const counts = items.map(() => 0);
    const seeds = 4000;
    for (let seed = 0; seed < seeds; seed++) {
      for (const item of drawn([items], seed * 977).slice(0, 5)) counts[item] = (counts[item] ?? 0) + 1;
    }
    // The chi-square of 19 degrees of freedom is above 43.8 in one of a thousand.
    const expected = seeds / 4;
    const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chi).toBeLessThan(43.8);
  });
});

describe('the grid of a sample', () => {
  it('has the cells whose middle is in the outline, whatever its shape', () => {
    const turns = fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 40 });
    fc.assert(
      fc.property(turns, radii => {
        const ring = radii.map((radius, index): Position => {
          const angle = (2 * Math.PI * index) / radii.length;
          return [4 + 0.02 * radius * Math.cos(angle), 52 + 0.02 * radius * Math.sin(angle)];
        });
        ring.push(itemAt(ring, 0));
        const grid = reviewGrid({ type: 'Polygon', coordinates: [ring] }, undefined, new Float64Array());
        for (let index = 0; index < grid.columns * grid.rows; index++) {
          const [[south, west], [north, east]] = cellCorners(grid, index);
          const x = (west + east) / 2;
          const y = (south + north) / 2;
          // Within a tenth of a millimeter of an edge, rounding decides.
          const around = [-1e-9, 1e-9].flatMap(far => [
            sideOfRing([x + far, y], ring),
            sideOfRing([x, y + far], ring),
          ]);
          const [side] = around;
          if (around.every(other => other === side))
            expect(grid.empty.includes(index)).toBe(side === 'inside');
        }
      }),
      runs({ quick: 50, full: 2_000 }),
    );
  });

  it('takes no longer for each vertex of a long outline', () => {
    const circle = (vertices: number): Polygon => {
      const ring = Array.from({ length: vertices }, (_none, index): Position => {
        const angle = (2 * Math.PI * index) / vertices;
        return [4 + Math.cos(angle), 52 + Math.sin(angle)];
      });
      return { type: 'Polygon', coordinates: [ring] };
    };
    const cells = (area: Polygon) => reviewGrid(area, 100, new Float64Array()).empty.length;
    expectLinear(20_000, circle, cells);
    const areaOfCells = cells(circle(1000)) / (20_000 * (Math.PI / 4));
    expect(areaOfCells).toBeCloseTo(1, 1);
  });

  it('has cells whose middle lies in the area, apart by whether a feature has its middle there', () => {
    const hole = square(0.004, 0.004, 0.002).toReversed();
    const area: Polygon = { type: 'Polygon', coordinates: [square(0, 0, 0.01), hole] };
    const grid = reviewGrid(area, 111.3, pointsAt([0.0005, 0.0005], [0.0095, 0.0005], [1, 1]));
    expect([grid.columns, grid.rows]).toEqual([10, 10]);
    expect(grid.occupied).toEqual([0, 9]);
    expect(grid.empty).toHaveLength(100 - 4 - 2);
    expect(grid.empty).not.toContain(44);
    const [[south, west], [north, east]] = cellCorners(grid, 13);
    expect([west, south, east, north].map(degrees => Math.round(degrees * 1e6) / 1e6)).toEqual([
      0.003, 0.001, 0.004, 0.002,
    ]);
  });

  it('is as large as the area where that crosses the antimeridian, however it is written', () => {
    const boxes = pointsAt([179.99, 1], [-179.99, 1.01]);
    const ring: Polygon['coordinates'] = [
      [
        [179.98, 0.99],
        [-179.98, 0.99],
        [-179.98, 1.02],
        [179.98, 1.02],
        [179.98, 0.99],
      ],
    ];
    const runningOn = ring.map(positions => positions.map(([x, y]): Position => [x < 0 ? x + 360 : x, y]));
    for (const coordinates of [ring, runningOn]) {
      const grid = reviewGrid({ type: 'Polygon', coordinates }, undefined, boxes);
      expect(grid.box).toEqual([179.98, 0.99, 180.02, 1.02]);
      expect(grid.occupied).toHaveLength(2);
    }
    expect(boundingBox(areaAround(boxes))).toEqual([179.99, 1, 180.01, 1.01]);
    expect(reviewGrid(areaAround(boxes), undefined, boxes).occupied).toHaveLength(2);
  });

  it('has a cell for each feature in the rectangle around them, wherever that is', () => {
    const place = fc.tuple(
      fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    const middle = fc.constantFrom(0, 5.3, -122, 179.9, -179.9, 180, -180);
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), middle, (places, from) => {
        const points = places.map(([x, y]): [number, number] => {
          const longitude = from + x;
          return [longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude, y];
        });
        for (const point of points) {
          const grid = reviewGrid(areaAround(pointsAt(...points)), undefined, pointsAt(point));
          expect([grid.occupied.length, grid.box[2] - grid.box[0] < 1]).toEqual([1, true]);
          if (Math.abs(from) < 179) expect(grid.box[2]).toBeLessThan(180);
        }
      }),
    );
  });

  it('is as wide as the features, also if that is more than half of the Earth', () => {
    const boxes = pointsAt([-100, 0], [-50, 10], [0, 20], [50, 10], [100, 30]);
    const grid = reviewGrid(areaAround(boxes), undefined, boxes);
    expect([grid.box, grid.occupied.length]).toEqual([[-100, 0, 100, 30], 5]);
  });

  it('has about 500 cells of at least 100 m, and all of the rectangle around features', () => {
    const around = (side: number | undefined, boxes: Float64Array) =>
      reviewGrid(areaAround(boxes), side, boxes);
    const far = around(undefined, pointsAt([4, 52], [4.03, 52.02]));
    expect(far.empty.length + far.occupied.length).toBeGreaterThan(400);
    expect(far.empty.length + far.occupied.length).toBeLessThan(600);
    const near = around(undefined, pointsAt([4, 52], [4.001, 52.001]));
    expect(near.side).toBe(100);
    const alone = around(undefined, pointsAt([4, 52]));
    expect([alone.empty, alone.occupied]).toEqual([[], [0]]);
    const wide = around(undefined, pointsAt([-170, -80], [170, 80]));
    expect(wide.columns * wide.rows).toBeLessThan(25_000);
    // As a file says.
    const fine = around(100, pointsAt([-170, -80], [170, 80]));
    expect(fine.columns * fine.rows).toBeLessThan(25_000);
    const line = around(100, pointsAt([-170, 1], [170, 1.000001]));
    expect(line.columns * line.rows).toBeLessThan(25_000);
  });
});

describe('a design in a review file', () => {
  const area = { type: 'Polygon', coordinates: [square(0, 0, 1)] };
  it.each<[boolean, unknown]>([
    [true, { seed: 4_294_967_295, side: 100, area }],
    [true, { seed: 1, side: 150.5, classBy: 'class', scoreBy: 'score', area }],
    [false, { seed: 0.5, side: 100, area }],
    [false, { seed: 1, side: 0, area }],
    [false, { seed: 1, side: 100, classBy: 1, area }],
    [false, { seed: 1, side: 100 }],
    [false, { seed: 1, side: 100, area: { type: 'Polygon', coordinates: [[[0, 'x']]] } }],
    [true, { seed: 1, side: 100, area: zigzag(1_000) }],
    [false, null],
  ])('%s for %j', (isDesign, value) => expect(isSampleDesign(value)).toBe(isDesign));

  it('names no area that takes long to divide', () => {
    expect(isSampleDesign({ seed: 1, side: 100, area: zigzag(200_000) })).toBe(false);
  });
});
