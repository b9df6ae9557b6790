import type { Work } from '../../ui/turns.ts';
import { worldBoxOf, type CanvasFrame } from '../base/worldPoint.ts';
import type { FootprintIndex } from './footprintIndex.ts';

/** Up to this many footprints in view are outlines, more are shades. Outlines come back at a few less. */
export const mostOutlines = { more: 300, fewer: 260 } as const;

/** Each shade begins with this many images over a place. */
export const densitySteps = [1, 10, 30, 100, 300, 1000, 3000] as const;

/** Side of the squares that are counted, CSS pixels. */
const cell = 4;
/** A channel of the canvas counts up to here. */
const mostCounted = 255;
/** Footprints per step. */
const step = 64;

/** The opacity of a shade, 0 to 1: land and area stay visible through the strongest. */
export function shadeOpacity(place: number): number {
  return 0.1 + (0.5 * place) / (densitySteps.length - 1);
}

/** Index in {@link densitySteps}; -1 for none. */
export function shadeOf(count: number): number {
  return densitySteps.findLastIndex(from => count >= from);
}

/**
 * Shades each place by how many of the footprints cover it, a few footprints per step. They are counted on a small canvas,
 * by drawing each of them one value brighter.
 *
 * @param color of the shades, a CSS color
 */
export function* drawDensity(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  index: FootprintIndex,
  color: string,
): Work {
  const width = Math.ceil(frame.width / cell);
  const height = Math.ceil(frame.height / cell);
  const counting = canvasOf(width, height);
  const small = { scale: frame.scale / cell, left: frame.left / cell, top: frame.top / cell, width, height };
  const counts = new Uint32Array(width * height);
  let drawn = 0;
  const clear = () => {
    counting.globalCompositeOperation = 'source-over';
    counting.fillStyle = '#000';
    counting.fillRect(0, 0, width, height);
    counting.globalCompositeOperation = 'lighter';
    counting.fillStyle = 'rgb(1, 0, 0)';
  };
  const add = () => {
    const { data } = counting.getImageData(0, 0, width, height);
    for (let place = 0; place < counts.length; place += 1)
      counts[place] = (counts[place] ?? 0) + (data[place * 4] ?? 0);
    drawn = 0;
    clear();
  };
  clear();
  for (const places of index.meeting(worldBoxOf(frame, 0)))
    for (const [at, place] of places.entries()) {
      counting.beginPath();
      index.shapes.trace(counting, place, small);
      counting.fill('evenodd');
      drawn += 1;
      if (drawn === mostCounted) add();
      if (at % step === step - 1) yield;
    }
  add();
  yield;
  paint(context, counts, width, height, color);
}

function paint(
  context: CanvasRenderingContext2D,
  counts: Uint32Array,
  width: number,
  height: number,
  color: string,
): void {
  const shades = canvasOf(width, height);
  // The color as the canvas understands it.
  shades.fillStyle = color;
  shades.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = shades.getImageData(0, 0, 1, 1).data;
  const image = shades.createImageData(width, height);
  for (const [place, count] of counts.entries()) {
    const shade = shadeOf(count);
    if (shade < 0) continue;
    image.data.set([red, green, blue, Math.round(shadeOpacity(shade) * 255)], place * 4);
  }
  shades.putImageData(image, 0, 0);
  context.globalAlpha = 1;
  context.imageSmoothingEnabled = false;
  context.drawImage(shades.canvas, 0, 0, width * cell, height * cell);
}

function canvasOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The canvas has no context.');
  return context;
}
