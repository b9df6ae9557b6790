import { describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { createCoverage } from '../../../../../webview/features/images/imageShares.ts';
import { resultRow } from './resultRow.ts';

/** A page whose clock advances by some ms each time it is read, and whose pending work is run by hand. */
function page(msPerLook: number) {
  let time = 0;
  const waiting: (() => void)[] = [];
  const coverage = createCoverage({
    schedule: run => waiting.push(run),
    now: () => (time += msPerLook),
  });
  return { coverage, waiting, finish: () => waiting.splice(0).forEach(run => run()) };
}

const aoi = polygon(box(0, 0, 1, 1));
const half = (id: string) => resultRow(id, { footprint: polygon(box(0, 0, 0.5, 1)) });

describe('createCoverage', () => {
  it('yields to the page after 8 ms, and publishes the result at the end', () => {
    const { coverage, waiting, finish } = page(3);
    const rows = Array.from({ length: 100 }, (_, index) => half(`${index}`));
    coverage.follow(aoi, rows);
    expect(waiting).toHaveLength(1);
    const known = () => rows.filter(row => coverage.aoiShare(row) !== undefined).length;
    expect(known()).toBeGreaterThan(0);
    expect(known()).toBeLessThan(100);
    for (let turn = 0; turn < 20; turn++) finish();
    expect(known()).toBe(100);
    const { value } = coverage.version;
    coverage.follow(aoi, rows);
    expect(coverage.version.value).toBe(value);
  });

  it('measures what arrives later, and everything again for another area', () => {
    const { coverage } = page(0);
    const first = half('a');
    const second = half('b');
    coverage.follow(aoi, [first]);
    coverage.follow(aoi, [first, second]);
    expect(coverage.aoiShare(second)).toBeCloseTo(0.5, 6);
    coverage.follow(polygon(box(0, 0, 0.5, 1)), [first, second]);
    expect(coverage.aoiShare(first)).toBe(1);
    coverage.follow(undefined, [first, second]);
    expect(coverage.aoiShare(first)).toBeUndefined();
  });
});
