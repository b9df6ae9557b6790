import { noItem } from '../../../src/base/itemAt.ts';
import type { EmphasisStyle } from '../../ground/drawEmphasis.ts';
import { Grains } from '../../ground/grains.ts';
import { constellationKeys, type MapColors } from '../../ground/mapColors.ts';
import { type CanvasFrame, canvasWorldBox } from '../../ground/worldPoint.ts';
import type { Work } from '../../ui/turns.ts';
import type { FootprintIndex } from './footprintIndex.ts';

/** Smaller footprints have no visible outline, CSS pixels. */
const smallest = 4;
/** Number of footprints drawn per step, which takes about half a millisecond. */
const step = 128;
/** Half the width of a line plus antialiasing, CSS pixels. */
export const lineMargin = 2;

/**
 * Draws the footprints that intersect a canvas, in list order, a few per step. A batch of consecutive footprints is
 * drawn color by color: where colors cross, the position in the list decides which one is on top, so it is the same on
 * every canvas and tile edges stay invisible.
 *
 * @param from the first index in the list that isn't drawn yet
 */
export function* drawFootprints(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  index: FootprintIndex,
  from: number,
  style: FaintStyle,
): Work {
  const { shapes, kinds } = index;
  const colors = constellationKeys.map(key => style.colors[key]);
  const { scale, left, top } = frame;
  let grains: Grains | undefined;
  for (const places of index.meeting(canvasWorldBox(frame, lineMargin), from)) {
    const outlined = colors.map((): number[] => []);
    const around = colors.map((): number[] => []);
    for (const place of places) {
      const kind = kinds[place] ?? noItem(kinds, place);
      const size = shapes.size(place) * scale;
      if (size > smallest) (size > style.viewSize ? around : outlined)[kind]?.push(place);
      else {
        const [west, north, east, south] = shapes.boxAt(place);
        grains ??= new Grains(frame, 1);
        grains.add(
          west * scale - left,
          north * scale - top,
          east * scale - left,
          south * scale - top,
          kind,
          place,
        );
      }
    }
    for (const [runs, opacity] of [
      [around, style.lineAround],
      [outlined, style.line],
    ] as const)
      for (const [kind, color] of colors.entries()) {
        const run = runs[kind] ?? noItem(runs, kind);
        for (let first = 0; first < run.length; first += step) {
          strokeOutlines(context, frame, index, run.slice(first, first + step), color, opacity);
          yield;
        }
      }
    yield;
  }
  grains?.draw(context, colors, count => 1 - (1 - style.line) ** count);
}

function strokeOutlines(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  index: FootprintIndex,
  places: readonly number[],
  color: string,
  opacity: number,
): void {
  context.lineWidth = 1;
  context.lineJoin = 'bevel';
  context.strokeStyle = color;
  context.globalAlpha = opacity;
  const together = strokedTogether(index.count);
  for (let begin = 0; begin < places.length; begin += together) {
    context.beginPath();
    for (const place of places.slice(begin, begin + together))
      index.shapes.traceEdges(context, place, frame, lineMargin);
    context.stroke();
  }
}

/**
 * How many consecutive footprints are stroked as one path, which takes a third of the time, but opacity doesn't add up
 * where one path crosses itself. It depends on the length of the list, not on the tile: otherwise the edges of tiles
 * would be visible.
 */
function strokedTogether(count: number): number {
  return Math.max(1, Math.min(16, Math.floor(count / 600)));
}

export interface FaintStyle {
  colors: MapColors;
  line: number;
  /** The same for footprints that are larger than the view: their lines only cross it. */
  lineAround: number;
  /** The shorter side of the view, CSS pixels. */
  viewSize: number;
}

/**
 * Lines hide the map: the more there are, the lighter each is.
 *
 * @param count how many footprints are shown
 * @param viewSize the shorter side of the view, CSS pixels
 */
export function faintStyle(
  colors: MapColors,
  count: number,
  isHighContrast: boolean,
  viewSize: number,
): FaintStyle {
  const faintest = isHighContrast ? 0.6 : 0.28;
  const line = Math.max(faintest, Math.min(isHighContrast ? 1 : 0.8, 40 / count));
  return { colors, line, lineAround: isHighContrast ? line : line / 3, viewSize };
}

/** Whether footprints drawn in one style can stay next to some in the other. */
export function looksTheSame(a: FaintStyle, b: FaintStyle): boolean {
  const isSameView = Math.abs(a.viewSize - b.viewSize) <= b.viewSize / 5;
  return a.colors === b.colors && Math.abs(a.line - b.line) < 0.02 && isSameView;
}

/** @param count how many are selected */
export function selectedStyle({ selected, casing }: MapColors, count: number): EmphasisStyle {
  return { line: selected, width: 2.5, casing, fillOpacity: Math.min(0.3, 1 / count) };
}

/** @param color of its constellation; `undefined` if it is selected, and so already has its fill */
export function hoveredStyle({ selected, casing }: MapColors, color: string | undefined): EmphasisStyle {
  return color === undefined
    ? { line: selected, width: 4, casing, fillOpacity: 0 }
    : { line: color, width: 3.5, casing, fillOpacity: 0.25 };
}
