import { Grains } from '../../ground/grains.ts';
import { type CanvasFrame, canvasWorldBox } from '../../ground/worldPoint.ts';
import type { Work } from '../../ui/turns.ts';
import { Crowding, crowdReach } from './crowding.ts';
import { classDots, dotFor, minSpacing, squareFor, wholeDot } from './dots.ts';
import type { FeatureIndex } from './featureIndex.ts';

/** How the features of a report look: a color for each class, and the casing that sets them off from the background. */
export interface ReportStyle {
  colors: readonly string[];
  casing: string;
  /** Only the features of this class; `undefined` for all. */
  only?: number | undefined;
}

/** Anything smaller has no visible outline and becomes a square of at most this size, CSS pixels. */
const smallest = 4;
/** Anything larger has its full outline, however crowded the place is, CSS pixels. */
const large = 24;
const lineWidth = { min: 0.5, max: 1.5 };
/** A thin line is less visible than the fill, so the fill gets stronger then. */
const fillOpacity = { min: 0.35, max: 0.65 };
/** Nothing is drawn farther than this from a feature, CSS pixels. */
export const featureMargin = wholeDot.radius + wholeDot.casing;
/** Two marks of one class this close look like one, CSS pixels. */
const samePlace = 2;
/** Size of the grains for marks that are too close to be drawn individually, CSS pixels. */
const grain = 2;
/** Opacity of a grain with one mark, and how much each doubling of the number adds. */
const grainOpacity = { min: 0.8, gain: 0.07 };
/** Features counted per step, and small marks drawn, because that is fast; a larger one takes as long as some of these. */
const countedAtOnce = 500;
const drawnAtOnce = 50;

/**
 * Draws the features that intersect a canvas, in the order of the report, one per step. Where they would hide each
 * other, they get smaller marks and thinner outlines, so that their colors and number stay visible. A mark looks the
 * same on every canvas of a zoom level. Of several marks of one class at the same place, only the first is drawn.
 */
export function* drawFeatures(
  context: CanvasRenderingContext2D,
  frame: CanvasFrame,
  index: FeatureIndex,
  style: ReportStyle,
): Work {
  const margin = featureMargin;
  const places = index.meeting(canvasWorldBox(frame, margin + crowdReach));
  const { shapes } = index;
  const crowding = new Crowding(frame, margin + crowdReach);
  const addToCrowd = (x: number, y: number) => crowding.add(x, y);
  let steps = 0;
  for (const place of places) {
    shapes.eachDot(place, frame, addToCrowd);
    if (!shapes.isDots(place)) crowding.add(...shapes.middle(place, frame));
    if (++steps % countedAtOnce === 0) yield;
  }

  const grains = new Grains(frame, grain);
  const dots = style.colors.map(color => classDots(color, style.casing));
  const columns = Math.ceil((frame.width + 2 * margin) / samePlace);
  /** The class that was last drawn at each place, starting at 1. */
  const taken = new Uint8Array(columns * Math.ceil((frame.height + 2 * margin) / samePlace));
  const isTaken = (x: number, y: number, kind: number): boolean => {
    const place = Math.floor((y + margin) / samePlace) * columns + Math.floor((x + margin) / samePlace);
    const was = taken[place] === kind + 1;
    taken[place] = kind + 1;
    return was;
  };
  const isFar = (x: number, y: number): boolean =>
    x < -margin || y < -margin || x > frame.width + margin || y > frame.height + margin;
  context.lineJoin = 'round';

  function drawDots(place: number, kind: number): void {
    shapes.eachDot(place, frame, (x, y) => {
      if (isFar(x, y)) return;
      const spacing = crowding.spacing(x, y);
      const size = dotFor(spacing);
      const dot = size === undefined ? undefined : dots[kind]?.[size];
      if (!dot) drawSmall(x, y, place, kind, spacing);
      else if (!isTaken(x, y, kind))
        context.drawImage(dot.picture, x - dot.half, y - dot.half, 2 * dot.half, 2 * dot.half);
    });
  }

  function drawSpeck(place: number, kind: number): void {
    const [x, y] = shapes.middle(place, frame);
    if (isFar(x, y)) return;
    drawSmall(x, y, place, kind, crowding.spacing(x, y));
  }

  function drawSmall(x: number, y: number, place: number, kind: number, spacing: number): void {
    if (spacing < minSpacing) grains.add(x, y, x, y, kind, place);
    else if (!isTaken(x, y, kind)) {
      const size = squareFor(spacing);
      context.fillStyle = style.colors[kind] ?? style.casing;
      context.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }

  /** @param size the longer side of its box, CSS pixels */
  function drawShape(place: number, color: string, size: number): void {
    const spacing = size < large ? crowding.spacing(...shapes.middle(place, frame)) : Infinity;
    const room = size < large ? Math.min(1, size / (large / 2), spacing / size) : 1;
    context.fillStyle = context.strokeStyle = color;
    context.lineWidth = lineWidth.min + (lineWidth.max - lineWidth.min) * room;
    context.beginPath();
    if (shapes.trace(context, place, frame)) {
      context.globalAlpha = fillOpacity.max - (fillOpacity.max - fillOpacity.min) * room;
      context.fill('evenodd');
      context.globalAlpha = 1;
    }
    context.stroke();
  }

  for (const place of places) {
    const kind = index.classAt(place);
    if (style.only !== undefined && kind !== style.only) continue;
    const color = style.colors[kind] ?? style.casing;
    const size = shapes.size(place) * frame.scale;
    const isSmall = shapes.isDots(place) || size < smallest;
    if (shapes.isDots(place)) drawDots(place, kind);
    else if (isSmall) drawSpeck(place, kind);
    else {
      drawShape(place, color, size);
      drawDots(place, kind);
    }
    if (!isSmall || ++steps % drawnAtOnce === 0) yield;
  }
  const { min, gain } = grainOpacity;
  grains.draw(context, style.colors, count => Math.min(1, min + gain * Math.log2(count)));
}
