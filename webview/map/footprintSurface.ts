import type { CanvasFrame } from './footprintShapes.ts';
import type { FaintStyle } from './footprintStyle.ts';

/** A canvas that footprints are drawn on, and where it lies. */
export interface FootprintSurface {
  canvas: HTMLCanvasElement;
  frame: CanvasFrame;
  /** How many footprints of the list it shows, in which style; `undefined` while that is nothing to go on from. */
  shows: { count: number; style: FaintStyle } | undefined;
}

/** The context of a canvas as it is, which is set up if it was not. It counts CSS pixels. */
export function preparedContext({ canvas, frame }: FootprintSurface): CanvasRenderingContext2D | null {
  const [width, height] = devicePixels(frame);
  return canvas.width === width && canvas.height === height
    ? contextOf(canvas)
    : clearedContext(canvas, frame);
}

/** The context of a canvas that is emptied. It counts CSS pixels. */
export function clearedContext(
  canvas: HTMLCanvasElement,
  frame: CanvasFrame,
): CanvasRenderingContext2D | null {
  [canvas.width, canvas.height] = devicePixels(frame);
  const context = contextOf(canvas);
  context?.scale(canvas.width / frame.width, canvas.height / frame.height);
  return context;
}

function devicePixels({ width, height }: CanvasFrame): [width: number, height: number] {
  const density = window.devicePixelRatio;
  return [Math.round(width * density), Math.round(height * density)];
}

/** A surface is drawn once and seen for long. Drawn by the processor, it needs no memory and no context of the GPU. */
function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  return canvas.getContext('2d', { willReadFrequently: true });
}
