import { describe, expect, it, vi } from 'vitest';
import { clearPairs, meanError } from '../../../../bench/clearPairs.ts';
import { patient } from '../../../../runSpeed.ts';

// Pictures are painted here, which they aren't in other tests: on a busy machine that takes its time.
vi.setConfig({ testTimeout: patient(60_000) });

describe('the clear share of an area in painted pictures', () => {
  it('is near the truth in the sandbox, much nearer than the cloud cover of the image', () => {
    const pairs = clearPairs(8, ({ snow, cloud: share }) => snow === 0 && share > 5 && share < 95);
    const byFigure = pairs.map(pair => ({ ...pair, estimate: 1 - pair.cloudCover / 100 }));
    expect(pairs.filter(pair => pair.estimate !== undefined).length).toBeGreaterThan(5);
    expect(meanError(pairs)).toBeLessThan(Math.min(5, meanError(byFigure) / 2));
  });

  it("isn't known in the sandbox where clouds are above snow", () => {
    const pairs = clearPairs(2, ({ snow, cloud: share }) => snow === 100 && share >= 10);
    expect(pairs.map(pair => pair.estimate)).toEqual([undefined, undefined]);
  });
});
