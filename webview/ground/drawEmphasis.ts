import type { Work } from '../ui/turns.ts';
import { type CanvasFrame, canvasWorldBox } from './worldPoint.ts';
import type { WorldShapes } from './worldShapes.ts';

/** The style of highlighted shapes: a line with a casing in the background color, above the others. */
export interface EmphasisStyle {
  line: string;
  /** CSS pixels. */
  width: number;
  casing: string;
  fillOpacity: number;
  /** `undefined` for a shape without a fill. */
  shapeFill?: (shape: number) => string | undefined;
  /** Points, and shapes that would be mere specks, are drawn as these marks in a ring. */
  marks?: { radius: number; draw: (shape: number, x: number, y: number) => void };
}

/** How much wider the casing is than its line, CSS pixels. */
const casingWidth = 3;

/** Draws highlighted shapes: first all the fills, then the casings, then the lines, so that no line is interrupted. */
export function* drawEmphasis(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  shapes: WorldShapes,
  places: readonly number[],
  { line, width, casing, fillOpacity, shapeFill, marks }: EmphasisStyle,
): Work {
  const box = canvasWorldBox(frame, width + casingWidth + 2 * (marks?.radius ?? 0));
  const seen = places.filter(place => shapes.meets(place, box));
  context.lineJoin = context.lineCap = 'round';
  for (const place of fillOpacity > 0 ? seen : []) {
    const color = shapeFill?.(place);
    if (color === undefined) continue;
    context.globalAlpha = fillOpacity;
    context.fillStyle = color;
    context.beginPath();
    if (shapes.trace(context, place, frame)) context.fill('evenodd');
    yield;
  }

  function stroke(place: number): [x: number, y: number][] {
    const middles: [x: number, y: number][] = [];
    context.beginPath();
    shapes.trace(context, place, frame);
    if (marks) {
      shapes.eachDot(place, frame, (x, y) => void middles.push([x, y]));
      const isSpeck = !shapes.isDots(place) && shapes.size(place) * frame.scale < 2 * marks.radius;
      if (isSpeck) middles.push(shapes.middle(place, frame));
      const ring = marks.radius + width / 2;
      for (const [x, y] of middles) {
        context.moveTo(x + ring, y);
        context.arc(x, y, ring, 0, 2 * Math.PI);
      }
    }
    context.stroke();
    return middles;
  }

  context.globalAlpha = 0.8;
  context.strokeStyle = casing;
  context.lineWidth = width + casingWidth;
  for (const place of seen) {
    stroke(place);
    yield;
  }
  context.globalAlpha = 1;
  context.strokeStyle = line;
  context.lineWidth = width;
  for (const place of seen) {
    for (const [x, y] of stroke(place)) marks?.draw(place, x, y);
    yield;
  }
}
