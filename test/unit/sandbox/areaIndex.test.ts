import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boxesTouch,
  coversIndexed,
  indexOf,
  meetsIndexed,
} from '../../../src/sandbox/catalogue/areaIndex.ts';
import { areaSetOf, someNear } from '../../../src/sandbox/catalogue/areaSet.ts';
import { areaOfBox, areaOfRings, covers, meets, type Area } from '../../../src/sandbox/catalogue/shapes.ts';
import { runs } from '../../randomRuns.ts';
import { star, uniform } from './areas.ts';
import { sure } from './harness.ts';

const stars = fc
  .record({
    x: uniform(-200, 200),
    y: uniform(-40, 40),
    size: uniform(0.2, 60),
    points: fc.constantFrom(4, 10, 60, 1000),
    hole: fc.boolean(),
  })
  .map(({ x, y, size, points, hole }) =>
    areaOfRings([star(x, y, size, size, points), ...(hole ? [star(x, y, size / 3, size / 3, 8)] : [])]),
  );

/** An image near an area, in any turn: a slanted strip. */
function imageBy({ box }: Area, right: number, up: number, size: number, turn: number): Area {
  const x = box.west + right * (box.east - box.west) + 360 * turn;
  const y = box.south + up * (box.north - box.south);
  const corners: [number, number][] = [
    [0, 0],
    [1, 0.2],
    [0.8, 1.2],
    [-0.2, 1],
    [0, 0],
  ];
  return areaOfRings([corners.map(([east, north]) => [x + size * east, y + size * north])]);
}

const cases = fc
  .tuple(stars, uniform(-0.2, 1.2), uniform(-0.2, 1.2), uniform(0.01, 8), fc.integer({ min: -1, max: 1 }))
  .map(([area, right, up, size, turn]) => ({ area, image: imageBy(area, right, up, size, turn) }));

describe('an indexed area', () => {
  test('meets what the area itself meets', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(cases, ({ area, image }) => {
        const expected = meets(image, area);
        seen.add(expected);
        expect(meetsIndexed(image, indexOf(area))).toBe(expected);
      }),
      runs({ quick: 150, full: 1_500 }),
    );
    expect(seen.size).toBe(2);
  });

  test('covers what the area itself covers', () => {
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(cases, ({ area, image }) => {
        const expected = covers(area, image);
        seen.add(expected);
        expect(coversIndexed(indexOf(area), image)).toBe(expected);
      }),
      runs({ quick: 150, full: 1_500 }),
    );
    expect(seen.size).toBe(2);
  });

  test('may have no extent', () => {
    const point = indexOf(areaOfBox({ west: 5, east: 5, south: 43, north: 43 }));
    expect(meetsIndexed(areaOfBox({ west: 4, east: 6, south: 42, north: 44 }), point)).toBe(true);
    expect(meetsIndexed(areaOfBox({ west: 6, east: 7, south: 42, north: 44 }), point)).toBe(false);
  });
});

test('boxes touch over whole turns', () => {
  const box = { west: 179, east: 181, south: -1, north: 1 };
  expect(boxesTouch(box, { west: -181, east: -180, south: 0, north: 5 })).toBe(true);
  expect(boxesTouch(box, { west: -179, east: -178, south: 0, north: 5 })).toBe(true);
  expect(boxesTouch(box, { west: -178, east: -170, south: 0, north: 5 })).toBe(false);
  expect(boxesTouch(box, { west: 180, east: 181, south: 2, north: 5 })).toBe(false);
});

test('of thousands of areas, those near a box are looked at, and no others', () => {
  const areas = Array.from({ length: 2_000 }, (_, at) =>
    areaOfBox({
      west: -190 + (at % 90) * 4,
      east: -189 + (at % 90) * 4,
      south: -80 + at / 13,
      north: -79.5 + at / 13,
    }),
  );
  const set = areaSetOf([...areas, areaOfBox({ west: 20, east: 60, south: 10, north: 20 })]);
  fc.assert(
    fc.property(
      uniform(-190, 190),
      uniform(-85, 80),
      uniform(0, 9),
      uniform(0, 5),
      (west, south, width, height) => {
        const box = { west, east: west + width, south, north: south + height };
        const looked = new Set<Area>();
        someNear(set, box, ({ area }) => {
          looked.add(area);
          return false;
        });
        const near = set.all.map(({ area }) => area).filter(area => boxesTouch(box, area.box));
        expect(looked).toEqual(new Set(near));
        expect(someNear(set, box, ({ area }) => area === sure(near[0] ?? areas[0]))).toBe(near.length > 0);
      },
    ),
    runs({ quick: 100, full: 1_000 }),
  );
});
