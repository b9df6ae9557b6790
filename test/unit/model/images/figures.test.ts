import { describe, expect, it } from 'vitest';
import type { CoverWish } from '../../../../src/model/images/bestCover.ts';
import { figures } from '../../../../src/model/images/figures.ts';
import { stopwatch } from '../../growth.ts';
import { bareImage } from '../fixtures.ts';
import { box, polygon } from '../geometry/polygons.ts';

/** A round area of a hundred positions. */
const aoi = polygon([
  ...Array.from({ length: 100 }, (_, index) => {
    const angle = (2 * Math.PI * index) / 100;
    return [10 + 0.5 * Math.cos(angle), 45 + (0.4 + 0.1 * (index % 2)) * Math.sin(angle)];
  }),
  [10.5, 45],
]);

const images = Array.from({ length: 10_000 }, (_, index) => {
  const [x, y] = [9.3 + ((index * 0.618_034) % 1.2), 44.3 + ((index * 0.754_878) % 1.2)];
  return bareImage({
    id: `i${index}`,
    footprint: polygon(box(x, y, x + 0.25, y + 0.2)),
    acquisitionDate: new Date(1.6e12 + ((index * 7919) % 10_007) * 1e7).toISOString(),
    cloudCover: (index * 37) % 91,
    platform: 'PHR1A',
    constellation: 'PHR',
    processingLevel: 'SENSOR',
  });
});

/** Several times of what was measured, so that only another order of work is noticed. */
function expectWithin(ms: number, work: () => void): void {
  const took = stopwatch();
  work();
  expect(took()).toBeLessThan(ms);
}

describe('figures of many images', () => {
  it('come as shares of 10,000 footprints before anybody waits', () => {
    const footprints = images.map(({ footprint }) => footprint);
    expectWithin(500, () => {
      const shares = figures.coveredShares(aoi, footprints);
      expect(shares.filter(share => share > 0 && share < 1).length).toBeGreaterThan(5000);
    });
  });

  it.each<CoverWish>(['fewest', 'newest', 'clearest'])(
    'come as the %s of 2,000 before anybody waits',
    wish => {
      expectWithin(2500, () => {
        expect(figures.bestCover(aoi, images.slice(0, 2000), wish).isReached).toBe(true);
      });
    },
  );
});
