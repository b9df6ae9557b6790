import { expect, it } from 'vitest';
import { sizeOfParts } from '../../../src/geo/flatRing.ts';
import { box } from './polygons.ts';

it('parts have a size without their holes, with either winding', () => {
  const holed = [box(0, 0, 4, 4).toReversed(), box(1, 1, 2, 2)];
  const sizes = [...holed, box(10, 10, 11, 11)].map(ring => sizeOfParts([[ring]]));
  const [outer = NaN, hole = NaN, apart = NaN] = sizes;
  expect(sizeOfParts([holed, [box(10, 10, 11, 11)]])).toBeCloseTo(outer - hole + apart, 15);
});
