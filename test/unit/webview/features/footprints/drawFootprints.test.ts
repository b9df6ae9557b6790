import type { Position } from 'geojson';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ImageRow } from '../../../../../src/protocol/protocol.ts';
import {
  drawFootprints,
  faintStyle,
  looksTheSame,
  selectedStyle,
} from '../../../../../webview/features/footprints/drawFootprints.ts';
import { FootprintIndex } from '../../../../../webview/features/footprints/footprintIndex.ts';
import { drawEmphasis } from '../../../../../webview/ground/drawEmphasis.ts';
import { constellationColor, type MapColors } from '../../../../../webview/ground/mapColors.ts';
import type { CanvasFrame } from '../../../../../webview/ground/worldPoint.ts';
import { recordedCanvas, stubCanvases } from '../../shell/recordedCanvas.ts';

const colors: MapColors = {
  sea: 'sea',
  land: 'land',
  coast: 'coast',
  border: 'border',
  casing: 'casing',
  aoi: 'aoi',
  report: 'report',
  selected: 'selected',
  pneo: 'pneo',
  phr: 'phr',
  spot: 'spot',
  other: 'other',
};

/** A world of 3600 pixels: ten pixels per degree of longitude, and at the equator per degree of latitude. */
const frame: CanvasFrame = { scale: 3600, left: 1800, top: 1700, width: 100, height: 100 };

/** The view is larger than every footprint, unless a test says otherwise. */
const viewSize = 5000;

beforeEach(stubCanvases);
afterEach(() => vi.unstubAllGlobals());

function finish(work: Generator<undefined, void>): void {
  while (work.next().done !== true);
}

function square(id: string, west: number, north: number, size: number, constellation: string): ImageRow {
  const east = west + size;
  const south = north - size;
  const ring: Position[] = [
    [west, north],
    [east, north],
    [east, south],
    [west, south],
    [west, north],
  ];
  return { id, footprint: { type: 'Polygon', coordinates: [ring] }, constellation, whyNo: {} };
}

function indexOf(images: readonly ImageRow[]): FootprintIndex {
  const index = new FootprintIndex();
  index.setImages(images, 0);
  return index;
}

function drawn(
  images: readonly ImageRow[],
  from = 0,
  style = faintStyle(colors, 1000, false, viewSize),
): ReturnType<typeof recordedCanvas> {
  const record = recordedCanvas();
  finish(drawFootprints(record.context, frame, indexOf(images), from, style));
  return record;
}

describe('drawFootprints', () => {
  it('outlines what intersects the tile, in the color of its constellation', () => {
    const { paths, grains } = drawn([
      square('in', 1, 9, 2, 'PNEO'),
      square('out', 30, 9, 2, 'PNEO'),
      square('other', 5, 5, 1, 'XYZ'),
    ]);
    expect(paths.map(({ kind, color, alpha, width }) => [kind, color, alpha, width])).toEqual([
      ['stroke', 'pneo', 0.28, 1],
      ['stroke', 'other', 0.28, 1],
    ]);
    expect(paths[0]?.points.slice(0, 4)).toEqual([
      [10, 10],
      [30, 10],
      [30, 30],
      [10, 30],
    ]);
    expect(grains).toEqual([]);
  });

  it('draws only the visible edges', () => {
    const { paths } = drawn([square('around', -50, 60, 120, 'SPOT'), square('corner', 5, 5, 50, 'SPOT')]);
    expect(paths.map(({ points }) => points.length)).toEqual([0, 4]);
    // The east edge and the edge from the south meet in the vertex that the tile shows.
    expect(paths[1]?.points).toEqual([
      [50, 50],
      [550, 50],
      [50, expect.any(Number)],
      [50, 50],
    ]);
  });

  it('is fainter for footprints that are larger than the view, and below the others', () => {
    const images = [square('small', 1, 9, 2, 'PHR'), square('large', 5, 5, 50, 'SPOT')];
    const lines = (isHighContrast: boolean) =>
      drawn(images, 0, faintStyle(colors, 1, isHighContrast, 400)).paths.map(({ color, alpha }) => [
        color,
        Math.round(alpha * 100),
      ]);
    expect(lines(false)).toEqual([
      ['spot', 27],
      ['phr', 80],
    ]);
    expect(lines(true)).toEqual([
      ['spot', 100],
      ['phr', 100],
    ]);
  });

  it('adds what comes after an index in the list', () => {
    const images = [square('a', 1, 9, 2, 'PHR'), square('b', 4, 9, 2, 'SPOT')];
    expect(drawn(images, 1).paths.map(({ color }) => color)).toEqual(['spot']);
    expect(drawn(images, 2).paths).toEqual([]);
  });

  it('merges footprints without an outline into grains, at least one grain each', () => {
    const { paths, grains } = drawn([
      square('dot', 1.01, 8.9, 0.01, 'PHR'),
      square('same dot', 1.02, 8.91, 0.01, 'PHR'),
      square('two by two', 5.01, 4.95, 0.2, 'SPOT'),
    ]);
    expect(paths).toEqual([]);
    const [single, double] = [255 * 0.28, 255 * (1 - 0.72 ** 2)].map(Math.floor);
    expect(grains).toEqual([
      { x: 10, y: 10, color: 'phr', alpha: double },
      ...[50, 51].flatMap(y => [50, 51].map(x => ({ x, y, color: 'spot', alpha: single }))),
    ]);
  });

  it('pauses after every hundred or so', () => {
    const images = Array.from({ length: 1000 }, (_, number) => square(String(number), 2, 8, 2, 'PHR'));
    const { context, paths } = recordedCanvas();
    const style = faintStyle(colors, 1000, false, viewSize);
    const drawing = drawFootprints(context, frame, indexOf(images), 0, style);
    drawing.next();
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.length).toBeLessThan(200);
    finish(drawing);
    expect(paths).toHaveLength(1000);
  });

  it('stacks colors in the same order on a canvas that shows less', () => {
    const constellations = ['PHR', 'SPOT', 'PNEO'];
    const images = Array.from({ length: 500 }, (_, number) =>
      square(String(number), (number % 10) - 0.5, 9.5 - (number % 7), 1, constellations[number % 3] ?? ''),
    );
    const colorsOn = (part: CanvasFrame) => {
      const { context, paths } = recordedCanvas();
      finish(drawFootprints(context, part, indexOf(images), 0, faintStyle(colors, 1000, false, viewSize)));
      return paths.map(({ color, points }) => `${String(color)} ${points[0]?.join() ?? ''}`);
    };
    const all = colorsOn(frame);
    const some = colorsOn({ ...frame, left: frame.left, width: 40, height: 40 });
    const within = new Set(some);
    expect(some.length).toBeGreaterThan(50);
    expect(all.filter(path => within.has(path))).toEqual(some.filter(path => new Set(all).has(path)));
    expect(some.filter(path => all.includes(path)).length).toBeGreaterThan(40);
  });
});

describe('drawEmphasis', () => {
  const index = indexOf([
    square('a', 1, 9, 2, 'PHR'),
    square('b', 4, 9, 2, 'SPOT'),
    square('far', 90, 9, 2, 'PHR'),
  ]);
  const shapeFill = (place: number) => constellationColor(colors, index.constellationAt(place));

  it('draws the fills, then the casings, then the lines of what is visible', () => {
    const { context, paths } = recordedCanvas();
    finish(drawEmphasis(context, frame, index.shapes, [1, 0, 2], { ...selectedStyle(colors, 3), shapeFill }));
    expect(
      paths.map(({ kind, color, width }) => (kind === 'fill' ? [kind, color] : [kind, color, width])),
    ).toEqual([
      ['fill', 'spot'],
      ['fill', 'phr'],
      ['stroke', 'casing', 5.5],
      ['stroke', 'casing', 5.5],
      ['stroke', 'selected', 2.5],
      ['stroke', 'selected', 2.5],
    ]);
  });
});

describe('faintStyle', () => {
  it('gets lighter as the number grows, and is the same for long and longer lists', () => {
    const style = (count: number) => faintStyle(colors, count, false, viewSize);
    expect([style(1).line, style(100).line, style(10_000).line]).toEqual([0.8, 0.4, 0.28]);
    expect(looksTheSame(style(10_000), style(100_000))).toBe(true);
    expect(looksTheSame(style(10), style(100))).toBe(false);
    expect(looksTheSame(style(10), { ...style(10), colors: { ...colors } })).toBe(false);
  });

  it('stays readable in high contrast', () => {
    expect(faintStyle(colors, 100_000, true, viewSize).line).toBeGreaterThanOrEqual(0.6);
  });
});
