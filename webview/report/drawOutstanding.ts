import type { CanvasFrame } from '../map/footprints/footprintShapes.ts';
import { drawDot, wholeDot } from './dots.ts';
import type { ReportIndex } from './reportIndex.ts';

/** How features that stand out look. */
export interface OutstandingStyle {
  line: string;
  casing: string;
  width: number;
  /** Of the classes. */
  colours: readonly string[];
}

/**
 * Draws the few features that stand out: a line around each, that is seen on any ground. A point, and what is no more
 * than a speck, is a whole dot in a ring, however small it is among others.
 */
export function* drawOutstanding(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  index: ReportIndex,
  places: readonly number[],
  { line, casing, width, colours }: OutstandingStyle,
): Generator<undefined, void> {
  const { shapes } = index;
  context.lineJoin = 'round';
  const strokes = [
    [casing, width + 3],
    [line, width],
  ] as const;

  function stroke(isLast: boolean, path: () => void): void {
    const [colour, thickness] = strokes[isLast ? 1 : 0];
    context.strokeStyle = colour;
    context.lineWidth = thickness;
    context.beginPath();
    path();
    context.stroke();
  }

  for (const isLast of [false, true])
    for (const place of places) {
      const own = colours[index.classOf(place)] ?? casing;
      const ring = (x: number, y: number) => {
        stroke(isLast, () =>
          context.arc(x, y, wholeDot.radius + wholeDot.casing + width / 2, 0, 2 * Math.PI),
        );
        if (isLast) drawDot(context, x, y, own, casing);
      };
      stroke(isLast, () => shapes.trace(context, place, frame));
      shapes.eachDot(place, frame, ring);
      const size = Math.max(
        shapes.east(place) - shapes.west(place),
        shapes.south(place) - shapes.north(place),
      );
      if (!shapes.isDots(place) && size * frame.scale < 2 * wholeDot.radius) {
        const x = ((shapes.west(place) + shapes.east(place)) / 2) * frame.scale - frame.left;
        const y = ((shapes.north(place) + shapes.south(place)) / 2) * frame.scale - frame.top;
        ring(x, y);
      }
      yield;
    }
}
