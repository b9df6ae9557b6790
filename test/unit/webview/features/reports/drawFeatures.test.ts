import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportFeature } from '../../../../../src/features/reports/rules/reportFeature.ts';
import { drawFeatures, featureMargin } from '../../../../../webview/features/reports/drawFeatures.ts';
import { FeatureIndex } from '../../../../../webview/features/reports/featureIndex.ts';
import { type CanvasFrame, canvasWorldBox } from '../../../../../webview/ground/worldPoint.ts';
import { type Mark, recordedCanvas, stubCanvases } from '../../shell/recordedCanvas.ts';
import { packed } from './packed.ts';

const scale = 256 * 2 ** 10;
const tile: CanvasFrame = { scale, left: scale / 2, top: scale / 2, width: 512, height: 512 };

/** Points at positions in the first tile, CSS pixels. */
function pointsAt(places: readonly (readonly [x: number, y: number])[]): FeatureIndex {
  const degree = 360 / scale;
  const features = places.map(([x, y]): ReportFeature => ({
    geometry: { type: 'Point', coordinates: [x * degree, -y * degree] },
    properties: {},
  }));
  const index = new FeatureIndex(packed(features).shapes, 0);
  index.setClasses(new Uint8Array(places.length));
  return index;
}

/** A grid of marks with a spacing, in a square from a position. */
function crowd(from: number, spacing: number, side: number): [number, number][] {
  const count = Math.floor(side / spacing);
  return Array.from({ length: count * count }, (_none, at) => [
    from + (at % count) * spacing,
    from + Math.floor(at / count) * spacing,
  ]);
}

function drawn(
  index: FeatureIndex,
  frame: CanvasFrame,
): Pick<ReturnType<typeof recordedCanvas>, 'marks' | 'grains'> {
  const { context, marks, grains } = recordedCanvas();
  const work = drawFeatures(context, frame, index, { colors: ['red'], casing: 'black' });
  while (work.next().done !== true);
  return { marks, grains };
}

describe('the marks of a report', () => {
  beforeEach(stubCanvases);
  afterEach(() => vi.unstubAllGlobals());

  it('are those of the other features if a position is too large for a number', () => {
    const { marks } = drawn(pointsAt([10, Infinity].map(x => [x, 10])), tile);
    expect(marks).toHaveLength(drawn(pointsAt([[10, 10]]), tile).marks.length);
    expect(marks.length).toBeGreaterThan(0);
  });

  it('are whole dots with an outline where they fit', () => {
    const { marks, grains } = drawn(pointsAt(crowd(100, 24, 120)), tile);
    expect(marks).toHaveLength(25);
    expect(marks.every(({ kind, size }) => kind === 'dot' && size >= 11)).toBe(true);
    expect(grains).toEqual([]);
  });

  it('are smaller the closer they are to each other', () => {
    const sizeAt = (spacing: number) => {
      const { marks } = drawn(pointsAt(crowd(100, spacing, 160)), tile);
      const inner = marks.filter(({ x, y }) => x > 140 && x < 220 && y > 140 && y < 220);
      expect(inner.length).toBeGreaterThan(10);
      return inner.reduce((sum, { size }) => sum + size, 0) / inner.length;
    };
    const sizes = [16, 10, 7, 4].map(sizeAt);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
    expect(sizeAt(4)).toBeLessThan(4);
  });

  it('are grains where not even the smallest dot fits', () => {
    const { marks, grains } = drawn(pointsAt(crowd(100, 1, 100)), tile);
    expect(grains.length).toBeGreaterThan(40 * 40);
    // Only the rim is thin enough for marks.
    expect(marks.length).toBeLessThan(1000);
  });

  it('are whole where many are at the same position', () => {
    const { marks } = drawn(pointsAt(Array.from({ length: 500 }, () => [200, 200] as const)), tile);
    expect(marks).toHaveLength(1);
    expect(marks[0]?.kind).toBe('dot');
  });

  it('look the same on every canvas', () => {
    const index = pointsAt([...crowd(440, 5, 140), ...crowd(480, 24, 100)]);
    const onAll = ({ x }: Mark) => x > 508 && x < 516;
    const round = ({ kind, x, y, size }: Mark) => [kind, x.toFixed(3), y.toFixed(3), size.toFixed(6)].join();
    const [first, second, third] = [0, 512, 333].map(shift => {
      const frame = { ...tile, left: tile.left + shift };
      return drawn(index, frame)
        .marks.map(mark => ({ ...mark, x: mark.x + shift }))
        .filter(onAll)
        .map(round);
    });
    expect(first?.length).toBeGreaterThan(20);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('stay within the margin of a canvas', () => {
    for (const [x, isSeen] of [
      [514, true],
      [517, true],
      [518, false],
    ] as const) {
      const index = pointsAt([[x, 100]]);
      expect(index.meeting(canvasWorldBox(tile, featureMargin))).toHaveLength(isSeen ? 1 : 0);
      expect(drawn(index, tile).marks).toHaveLength(isSeen ? 1 : 0);
    }
  });
});
