import type { FootprintIndex } from './footprintIndex.ts';
import type { CanvasFrame, PathSink, WorldBox } from './footprintShapes.ts';
import type { EmphasisStyle, FaintStyle } from './footprintStyle.ts';
import { constellationColour } from '../base/mapColours.ts';
import { PixelCounts, type RectangleSink } from './pixelCounts.ts';
import { noItem } from '../../../src/model/itemAt.ts';

/** What is used of a canvas context. */
export interface DrawingContext extends PathSink, RectangleSink {
  strokeStyle: string | CanvasGradient | CanvasPattern;
  lineWidth: number;
  lineJoin: CanvasLineJoin;
  lineCap: CanvasLineCap;
  beginPath: () => void;
  stroke: () => void;
  fill: (rule: CanvasFillRule) => void;
}

/** A footprint that is not larger than this has no outline that could be seen, CSS pixels. */
const smallest = 4;
/** How many footprints are drawn in a step, which takes about half a millisecond. */
const step = 128;
/**
 * So many neighbours in the list are drawn colour by colour. Where colours cross, that says which one lies above: it
 * goes by places in the list, so that it is the same on every canvas and no edge between two shows.
 */
const block = 1024;

/** The part of the world that a canvas shows, and a little more. @param margin CSS pixels */
export function worldBoxOf({ scale, left, top, width, height }: CanvasFrame, margin: number): WorldBox {
  return [
    (left - margin) / scale,
    (top - margin) / scale,
    (left + width + margin) / scale,
    (top + height + margin) / scale,
  ];
}

/** Half the width of a line, and what antialiasing adds, CSS pixels. */
export const lineMargin = 2;

/**
 * Draws the footprints that meet a canvas, in the order of the list, a few a step.
 *
 * @param from the first place in the list that is not drawn yet
 */
export function* drawFootprints(
  context: DrawingContext,
  frame: CanvasFrame,
  index: FootprintIndex,
  from: number,
  style: FaintStyle,
): Generator<undefined, void> {
  const { shapes, kinds } = index;
  const colourOf = index.constellations.map(name => constellationColour(style.colours, name));
  const colours = [...new Set(colourOf)];
  const numberOf = colourOf.map(colour => colours.indexOf(colour));
  let small: PixelCounts | undefined;
  const largestSmall = smallest / frame.scale;
  for (const places of index.meeting(worldBoxOf(frame, lineMargin), from)) {
    for (const [begin, end] of blocksOf(places)) {
      const outlined = colours.map((): number[] => []);
      for (const place of places.slice(begin, end)) {
        const kind = kinds[place] ?? noItem(kinds, place);
        const colour = numberOf[kind] ?? noItem(numberOf, kind);
        const width = shapes.east(place) - shapes.west(place);
        const height = shapes.south(place) - shapes.north(place);
        if (Math.max(width, height) > largestSmall) outlined[colour]?.push(place);
        else (small ??= new PixelCounts(frame, colours)).add(shapes, place, colour);
      }
      for (const [colour, run] of outlined.entries())
        for (let first = 0; first < run.length; first += step) {
          const some = run.slice(first, first + step);
          strokeOutlines(context, frame, index, some, colours[colour] ?? style.colours.other, style);
          yield;
        }
      yield;
    }
  }
  if (small) yield* small.fill(context, style.line);
}

/** Where the places of each block begin and end among some that are in order. */
function* blocksOf(places: readonly number[]): Generator<[begin: number, end: number], void> {
  const blockAt = (at: number) => Math.floor((places[at] ?? noItem(places, at)) / block);
  let begin = 0;
  for (let at = 1; at <= places.length; at += 1) {
    if (at < places.length && blockAt(at) === blockAt(begin)) continue;
    yield [begin, at];
    begin = at;
  }
}

function strokeOutlines(
  context: DrawingContext,
  frame: CanvasFrame,
  index: FootprintIndex,
  places: readonly number[],
  colour: string,
  style: FaintStyle,
): void {
  context.lineWidth = 1;
  context.lineJoin = 'bevel';
  context.strokeStyle = context.fillStyle = colour;
  const together = strokedTogether(index.count);
  for (let begin = 0; begin < places.length; begin += together) {
    const run = places.slice(begin, begin + together);
    if (style.fill > 0) {
      context.globalAlpha = style.fill;
      context.beginPath();
      for (const place of run) index.shapes.traceRings(context, place, frame);
      context.fill('evenodd');
    }
    context.globalAlpha = style.line;
    context.beginPath();
    for (const place of run) index.shapes.traceEdges(context, place, frame, lineMargin);
    context.stroke();
  }
}

/**
 * How many neighbours in the list are stroked as one line, which costs a third; one line does not add up where
 * it crosses itself.
 * It depends on the length of the list, not on the tile: otherwise the edges of tiles would show.
 */
function strokedTogether(count: number): number {
  return Math.max(1, Math.min(16, Math.floor(count / 600)));
}

/** How much wider the casing is than its line, CSS pixels. */
const casingWidth = 3;

/** Draws footprints that stand out: first all the fills, then the casings, then the lines, which stay in one piece. */
export function* drawEmphasis(
  context: DrawingContext,
  frame: CanvasFrame,
  index: FootprintIndex,
  places: readonly number[],
  style: EmphasisStyle,
): Generator<undefined, void> {
  const { shapes } = index;
  const margin = style.width + casingWidth;
  const box = worldBoxOf(frame, margin);
  const seen = places.filter(place => shapes.meets(place, box));
  context.lineJoin = context.lineCap = 'round';
  if (style.fillOpacity > 0) {
    context.globalAlpha = style.fillOpacity;
    for (const place of seen) {
      if (style.bare?.has(place)) continue;
      context.fillStyle = style.fillColour(index.constellationOf(place));
      context.beginPath();
      shapes.traceRings(context, place, frame);
      context.fill('evenodd');
      yield;
    }
  }
  const strokes = [
    { colour: style.casing, width: style.width + casingWidth, opacity: 0.8 },
    { colour: style.line, width: style.width, opacity: 1 },
  ];
  for (const { colour, width, opacity } of strokes) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.globalAlpha = opacity;
    for (const place of seen) {
      context.beginPath();
      shapes.traceEdges(context, place, frame, margin);
      context.stroke();
      yield;
    }
  }
}
