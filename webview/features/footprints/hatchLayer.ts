import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { MultiPolygon } from 'geojson';
import { addMapOverlay } from '../../ground/mapOverlay.ts';
import type { Scene } from '../../ground/scene.ts';
import type { CanvasFrame } from '../../ground/worldPoint.ts';
import { WorldShapes } from '../../ground/worldShapes.ts';
import type { Work } from '../../ui/turns.ts';

/** Distance between two hatch lines, CSS pixels. */
const spacing = 9;

export interface Hatch {
  part: ReadonlySignal<MultiPolygon | undefined>;
  color: 'aoi' | 'selected';
  /** Whether its lines fall from left to right, or else rise. */
  isFalling: boolean;
  /** Whether a picture is on the map. While there is, only the outline is drawn, because the hatching would cover it. */
  hasPicture: ReadonlySignal<boolean>;
}

/** Hatches a part of the area: a pattern, so that it doesn't depend on color. */
export function addHatchLayer(
  { map, colors, home }: Scene,
  { part, color, isFalling, hasPicture }: Hatch,
): void {
  const overlay = addMapOverlay(map, 'gap', 0);
  effect(() => {
    const palette = colors.value;
    const near = home.value;
    const isHatched = !hasPicture.value;
    const shapes = new WorldShapes();
    if (part.value) shapes.add(part.value, near);
    const isSomewhere = shapes.isSomewhere(0);
    overlay.draw(
      isSomewhere
        ? (context, frame) => {
            const lines = isHatched ? hatching(frame, isFalling) : undefined;
            return drawHatch(context, frame, shapes, palette[color], palette.casing, lines);
          }
        : undefined,
    );
  });
}

/** A single step, because a part has few vertices. */
function* drawHatch(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  part: WorldShapes,
  color: string,
  casing: string,
  lines: Path2D | undefined,
): Work {
  const outline = new Path2D();
  part.trace(outline, 0, frame);
  if (lines) {
    context.save();
    context.clip(outline, 'evenodd');
    stroke(context, lines, casing, 3.5, 0.7);
    stroke(context, lines, color, 1.5, 1);
    context.restore();
  }
  stroke(context, outline, casing, 3.5, 0.7);
  stroke(context, outline, color, 1.5, 1);
  yield;
}

function hatching({ left, top, width, height }: CanvasFrame, isFalling: boolean): Path2D {
  const lines = new Path2D();
  const shift = isFalling ? height : -height;
  const start = Math.min(0, -shift);
  // The lines are fixed to the ground, so that they don't drift when the map moves.
  const phase = left + (isFalling ? -top : top);
  for (let at = start - ((start + phase) % spacing) - spacing; at < width + height + spacing; at += spacing) {
    lines.moveTo(at, 0);
    lines.lineTo(at + shift, height);
  }
  return lines;
}

function stroke(
  context: CanvasRenderingContext2D,
  path: Path2D,
  color: string,
  width: number,
  opacity: number,
): void {
  context.globalAlpha = opacity;
  context.strokeStyle = color;
  context.lineWidth = width;
  context.lineJoin = context.lineCap = 'round';
  context.stroke(path);
}
