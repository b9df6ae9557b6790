import fc from 'fast-check';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { commonParts, partsBeside } from '../../../src/geo/clipRings.ts';
import { flatRing } from '../../../src/geo/flatRing.ts';
import { signedArea } from '../../../src/geo/ring.ts';
import { runs } from '../../randomRuns.ts';
import { box, positions } from './polygons.ts';

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
});
