import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { Scene } from '../../app/scene.ts';
import type { Work } from '../../ui/turns.ts';
import type { MapColors } from '../base/mapColors.ts';
import { addMapOverlay } from '../base/mapOverlay.ts';
import type { CanvasFrame } from '../base/worldPoint.ts';
import { WorldShapes } from '../base/worldShapes.ts';

/** Distance between two hatch lines, CSS pixels. */
const spacing = 9;

/**
 * Hatches the part of the area that the selected images don't cover: a pattern, so that it doesn't depend on color. While
 * pictures are on the map, only its outline is drawn, because the hatching would cover them.
 */
export function addGapLayer(
  { map, page, colors, home }: Scene,
  pictured: ReadonlySignal<ReadonlySet<string>>,
): void {
  const overlay = addMapOverlay(map, 'gap', 0);
  effect(() => {
    const gap = page.cover.value?.gap;
    const palette = colors.value;
    const near = home.value;
    const isHatched = pictured.value.size === 0;
    const shapes = new WorldShapes();
    if (gap) shapes.add(gap, near);
    const isSomewhere = shapes.isSomewhere(0);
    overlay.draw(
      isSomewhere ? (context, frame) => drawGap(context, frame, shapes, palette, isHatched) : undefined,
    );
  });
}

/** A single step, because a gap has few vertices. */
function* drawGap(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  gap: WorldShapes,
  { aoi, casing }: MapColors,
  isHatched: boolean,
): Work {
  const outline = new Path2D();
  gap.trace(outline, 0, frame);
  if (isHatched) {
    context.save();
    context.clip(outline, 'evenodd');
    const lines = hatching(frame);
    stroke(context, lines, casing, 3.5, 0.7);
    stroke(context, lines, aoi, 1.5, 1);
    context.restore();
  }
  stroke(context, outline, casing, 3.5, 0.7);
  stroke(context, outline, aoi, 1.5, 1);
  yield;
}

function hatching({ left, top, width, height }: CanvasFrame): Path2D {
  // The lines are fixed to the ground, so that they don't drift when the map moves.
  const lines = new Path2D();
  const start = -((left + top) % spacing) - spacing;
  for (let at = start; at < width + height + spacing; at += spacing) {
    lines.moveTo(at, 0);
    lines.lineTo(at - height, height);
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
