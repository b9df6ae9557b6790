import { worldBoxOf } from '../map/drawFootprints.ts';
import type { CanvasFrame } from '../map/footprintShapes.ts';
import type { ReportIndex } from './reportIndex.ts';

/** How the features of a report look: for each class its colour, and what sets them off from what lies below. */
export interface ReportStyle {
  colours: readonly string[];
  casing: string;
  /** Only the features of this class; `undefined` for all. */
  only?: number | undefined;
}

/** Of a point, with its casing, CSS pixels. */
const dotRadius = 4.5;
const dotCasing = 1;
/** What is smaller has no outline that could be seen: it is a square of this size, CSS pixels. */
const smallest = 4;
const lineWidth = 1.5;
const fillOpacity = 0.35;
/** Nothing is drawn beyond so many CSS pixels around a feature. */
const margin = dotRadius + dotCasing;
/** Two of one class at the same place are one to the eye, CSS pixels. */
const samePlace = 2;

/**
 * Draws the features that meet a canvas, in the order of the report, one a step. So many may lie there that most of
 * them cannot be told apart: of one class at one place only the first is drawn.
 *
 * @returns whether there was anything to draw
 */
export function* drawFeatures(
  context: CanvasRenderingContext2D | null,
  frame: CanvasFrame,
  index: ReportIndex,
  style: ReportStyle,
): Generator<undefined, boolean> {
  const places = index.meeting(worldBoxOf(frame, margin));
  if (!context || places.length === 0) return false;
  const { shapes } = index;
  const dots = style.colours.map(colour => dotOf(colour, style.casing));
  const columns = Math.ceil((frame.width + 2 * margin) / samePlace);
  /** The class that was drawn last at each place, counted from 1. */
  const taken = new Uint8Array(columns * Math.ceil((frame.height + 2 * margin) / samePlace));
  const isTaken = (x: number, y: number, kind: number): boolean => {
    const place = Math.floor((y + margin) / samePlace) * columns + Math.floor((x + margin) / samePlace);
    const was = taken[place] === kind + 1;
    taken[place] = kind + 1;
    return was;
  };
  context.lineJoin = 'round';
  context.lineWidth = lineWidth;

  function drawDots(place: number, kind: number): void {
    const dot = dots[kind];
    if (!dot) return;
    const half = dotRadius + dotCasing;
    shapes.eachDot(place, frame, (x, y) => {
      const isFar = x < -margin || y < -margin || x > frame.width + margin || y > frame.height + margin;
      if (!isFar && !isTaken(x, y, kind)) context?.drawImage(dot, x - half, y - half, 2 * half, 2 * half);
    });
  }

  for (const place of places) {
    const kind = index.classOf(place);
    if (style.only !== undefined && kind !== style.only) continue;
    const colour = style.colours[kind] ?? style.casing;
    const width = (shapes.east(place) - shapes.west(place)) * frame.scale;
    const height = (shapes.south(place) - shapes.north(place)) * frame.scale;
    if (shapes.isDots(place)) drawDots(place, kind);
    else if (Math.max(width, height) < smallest) {
      const x = ((shapes.west(place) + shapes.east(place)) / 2) * frame.scale - frame.left;
      const y = ((shapes.north(place) + shapes.south(place)) / 2) * frame.scale - frame.top;
      if (isTaken(x, y, kind)) continue;
      context.fillStyle = colour;
      context.fillRect(x - smallest / 2, y - smallest / 2, smallest, smallest);
    } else {
      context.fillStyle = context.strokeStyle = colour;
      context.beginPath();
      if (shapes.trace(context, place, frame)) {
        context.globalAlpha = fillOpacity;
        context.fill('evenodd');
        context.globalAlpha = 1;
      }
      context.stroke();
      drawDots(place, kind);
    }
    yield;
  }
  return true;
}

/** A point, drawn once for all points of its class. */
function dotOf(colour: string, casing: string): HTMLCanvasElement {
  const dot = document.createElement('canvas');
  const half = dotRadius + dotCasing;
  dot.width = dot.height = Math.ceil(2 * half * window.devicePixelRatio);
  const context = dot.getContext('2d');
  if (!context) return dot;
  context.scale(dot.width / (2 * half), dot.height / (2 * half));
  context.fillStyle = casing;
  context.beginPath();
  context.arc(half, half, half, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colour;
  context.beginPath();
  context.arc(half, half, dotRadius, 0, 2 * Math.PI);
  context.fill();
  return dot;
}

/** How features that stand out look. */
export interface OutstandingStyle {
  line: string;
  casing: string;
  width: number;
}

/** Draws the few features that stand out: a line around each, that is seen on any ground. */
export function* drawOutstanding(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  { shapes }: ReportIndex,
  places: readonly number[],
  { line, casing, width }: OutstandingStyle,
): Generator<undefined, void> {
  context.lineJoin = 'round';
  for (const [colour, thickness] of [
    [casing, width + 3],
    [line, width],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    for (const place of places) {
      context.beginPath();
      shapes.trace(context, place, frame);
      context.stroke();
      shapes.eachDot(place, frame, (x, y) => {
        context.beginPath();
        context.arc(x, y, dotRadius + dotCasing + width / 2, 0, 2 * Math.PI);
        context.stroke();
      });
      const size = Math.max(
        shapes.east(place) - shapes.west(place),
        shapes.south(place) - shapes.north(place),
      );
      // What is no more than a speck gets a ring that can be seen.
      if (!shapes.isDots(place) && size * frame.scale < 2 * dotRadius) {
        context.beginPath();
        const x = ((shapes.west(place) + shapes.east(place)) / 2) * frame.scale - frame.left;
        const y = ((shapes.north(place) + shapes.south(place)) / 2) * frame.scale - frame.top;
        context.arc(x, y, dotRadius + dotCasing + width, 0, 2 * Math.PI);
        context.stroke();
      }
      yield;
    }
  }
}
