import { effect, type Signal, signal } from '@preact/signals-core';
import type { LatLng, LeafletMouseEvent } from 'leaflet';
import type { MapColors } from '../../ground/mapColors.ts';
import { addMapOverlay } from '../../ground/mapOverlay.ts';
import type { Scene } from '../../ground/scene.ts';
import { type CanvasFrame, worldX, worldY } from '../../ground/worldPoint.ts';
import type { Work } from '../../ui/turns.ts';
import type { AreaModel } from './areaModel.ts';
import type { Drawing } from './drawArea.ts';
import { measureText } from './measureFigures.ts';
import { pointsText } from './words.ts';

/** Order in the pane of drawings, above their outlines. */
const order = 1;

interface Measuring {
  places: readonly LatLng[];
  ahead?: LatLng | undefined;
  /** The last point is placed: the next one starts a new measurement. */
  isDone?: boolean;
}

/**
 * Measures on the map.
 *
 * @param measured the measurement so far, including the pointer position
 */
export function measureOnMap(
  { map, colors }: Scene,
  areas: AreaModel,
  measured: Signal<string | undefined>,
): Drawing {
  const now = signal<Measuring>({ places: [] });
  const overlay = addMapOverlay(map, 'edit', order);
  const isBegun = () => now.peek().places.length > 0;

  const dispose = effect(() => {
    const { places, ahead } = now.value;
    const palette = colors.value;
    measured.value = measuredText(ahead ? [...places, ahead] : places);
    overlay.draw(
      places.length > 0 ? (context, frame) => drawMeasure(context, frame, places, ahead, palette) : undefined,
    );
  });

  function place(at: LatLng): void {
    const { places, isDone } = now.peek();
    const next = isDone === true ? [at] : [...places, at];
    now.value = { places: next };
    areas.say(pointsText(next.length, measuredText(next)));
  }

  function follow(ahead: LatLng): void {
    if (isBegun() && now.peek().isDone !== true) now.value = { ...now.peek(), ahead };
  }

  function finish(): void {
    const { places } = now.peek();
    if (places.length < 2) return;
    now.value = { places, isDone: true };
    areas.say(measuredText(places) ?? '');
  }

  const handlers = {
    click: ({ latlng, originalEvent }: LeafletMouseEvent) => {
      // The second press of a double click is at the same place as the first.
      if (originalEvent.detail > 1) finish();
      else place(latlng);
    },
    mousemove: ({ latlng }: LeafletMouseEvent) => follow(latlng),
  };
  map.on(handlers);

  return {
    points: () => now.peek().places.length,
    place,
    takeBack: () => (now.value = { ...now.peek(), places: now.peek().places.slice(0, -1), isDone: false }),
    follow,
    finish,
    stop: () => {
      map.off(handlers);
      dispose();
      overlay.remove();
      measured.value = undefined;
    },
  };
}

/** The points are in the copy of the world that the map shows. */
function measuredText(places: readonly LatLng[]): string | undefined {
  return measureText(places.map(({ lat, lng }) => [lng, lat]));
}

/** CSS pixels. */
const pointSize = 3.5;

/**
 * The measured path, and a dashed line that closes it to an area.
 *
 * @param ahead the next point, at the pointer
 */
function* drawMeasure(
  context: CanvasRenderingContext2D,
  { scale, left, top }: CanvasFrame,
  places: readonly LatLng[],
  ahead: LatLng | undefined,
  { selected, casing }: MapColors,
): Work {
  const at = ({ lat, lng }: LatLng) => [worldX(lng) * scale - left, worldY(lat) * scale - top] as const;
  const way = new Path2D();
  const points = (ahead ? [...places, ahead] : places).map(at);
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) way.moveTo(x, y);
    else way.lineTo(x, y);
  }
  const closing = new Path2D();
  const first = points[0];
  const last = points.at(-1);
  if (first && last && points.length > 2) {
    closing.moveTo(...last);
    closing.lineTo(...first);
  }
  context.lineJoin = context.lineCap = 'round';
  for (const [color, width] of [
    [casing, 5],
    [selected, 2],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.setLineDash([]);
    context.stroke(way);
    context.setLineDash([2, 6]);
    context.stroke(closing);
  }
  context.setLineDash([]);
  context.fillStyle = casing;
  for (const place of places) {
    const [x, y] = at(place);
    context.beginPath();
    context.arc(x, y, pointSize, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  yield;
}
