import { effect, type Signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import {
  type CancelableVertexEvent,
  circleMarker,
  DomUtil,
  LatLng,
  LatLngBounds,
  type LeafletMouseEvent,
  type Map as LeafletMap,
  type Point,
  polygon,
} from 'leaflet';
import { itemAt } from '../../../src/base/itemAt.ts';
import { circleRing } from '../../../src/geo/circle.ts';
import type { AreaModel } from './areaModel.ts';
import { drawnRing } from './areaRings.ts';
import { type EditTools, shapeHandles } from './editTools.ts';
import { circleText, polygonText, rectangleText } from './measureFigures.ts';
import { pointsText } from './words.ts';

export interface Drawing {
  points: () => number;
  /** Places a point, or the last one, without the pointer. */
  place: (point: LatLng) => void;
  takeBack: () => void;
  follow: (place: LatLng) => void;
  /** Submits the drawing if it is complete. */
  finish: () => void;
  stop: () => void;
}

/**
 * @param begun points to continue with
 * @param measured the size so far, up to the pointer, as text
 */
export function drawPolygon(
  { map, tools, outline }: EditTools,
  begun: readonly LatLng[],
  areas: AreaModel,
  measured: Signal<string | undefined>,
): Drawing {
  const shape = tools.startPolygon(undefined, outline());
  const handles = shapeHandles(shape);
  // The plugin modifies this same array.
  const ring = () => itemAt(shape.getLatLngs() as LatLng[][], 0);

  function push(point: LatLng): void {
    if (!handles.isConnected()) handles.connect();
    handles.push(point);
  }

  function measure(ahead?: LatLng): void {
    measured.value = polygonText(latLngPositions(ahead ? [...ring(), ahead] : ring()));
  }

  function finish(): void {
    const { length } = ring();
    if (length < 3) areas.say(l10n.t('An area needs at least three vertices.'));
    else submit(map, ring(), areas);
  }

  // Pressing the first point closes the ring; pressing the last one is the second press of a double click. The plugin
  // would end the drawing here, and lose it if it can't be added yet.
  function press(event: CancelableVertexEvent): void {
    event.cancel();
    const index = event.vertex.getIndex();
    if ((index === 0 || index === ring().length - 1) && ring().length >= 3) finish();
  }
  function sayPoints(): void {
    measure();
    areas.say(pointsText(ring().length, measured.peek()));
  }

  for (const point of begun) push(point);
  measure();
  const handlers = {
    'editable:vertex:click': press,
    'editable:drawing:clicked': sayPoints,
    mousemove: ({ latlng }: LeafletMouseEvent) => measure(latlng),
  };
  map.on(handlers);

  return {
    points: () => ring().length,
    place: point => {
      push(point);
      sayPoints();
    },
    takeBack: () => {
      const count = ring().length;
      if (count === 0) return;
      if (count > 1) handles.pop();
      else {
        // The plugin's `pop` doesn't remove the first point.
        ring().pop();
        handles.reset();
        handles.refresh();
        tools.forwardLineGuide.setLatLngs([]);
        tools.backwardLineGuide.setLatLngs([]);
      }
      sayPoints();
    },
    follow: place => {
      tools.moveForwardLineGuide(place);
      tools.moveBackwardLineGuide(place);
      measure(place);
    },
    finish,
    stop: () => {
      map.off(handlers);
      tools.stopDrawing();
      shape.disableEdit();
      shape.remove();
      measured.value = undefined;
    },
  };
}

/** A pointer that moves less than this was clicked, not dragged, CSS pixels. */
const minDrag = 5;

/** Of a shape that two points define. */
interface TwoPointShape {
  /** Not closed; `undefined` if the points define no shape. @param radius meters; the distance of the points by default */
  ring: (from: LatLng, to: LatLng, radius?: number) => LatLng[] | undefined;
  size: (from: Position, ring: readonly Position[]) => string;
  /** Whether the vertices are where the pointer put them, and only as exact as that. */
  isByHand: boolean;
}

const twoPointShapes: Readonly<Record<'rectangle' | 'circle', TwoPointShape>> = {
  rectangle: {
    ring(from, to) {
      const bounds = new LatLngBounds(from, to);
      return [bounds.getSouthWest(), bounds.getNorthWest(), bounds.getNorthEast(), bounds.getSouthEast()];
    },
    size: (_, ring) => rectangleText(ring),
    isByHand: true,
  },
  circle: {
    ring: (from, to, radius = from.distanceTo(to)) =>
      circleRing([from.lng, from.lat], radius)
        ?.slice(1)
        .map(([longitude, latitude]) => new LatLng(latitude, longitude)),
    size: circleText,
    isByHand: false,
  },
};

/**
 * Draws a rectangle between opposite corners, or a circle from its center to its edge: by dragging, with two clicks, or
 * with two points at the crosshair. A circle whose radius was typed needs only its center. The plugin's own shapes need a drag with the pointer, so they can't be drawn by
 * keyboard.
 *
 * @param measured the size so far, as text
 */
export function drawFromTwoPoints(
  { map, outline }: EditTools,
  shape: keyof typeof twoPointShapes,
  areas: AreaModel,
  measured: Signal<string | undefined>,
): Drawing {
  const { ring: ringBetween, size, isByHand } = twoPointShapes[shape];
  const drawn = polygon([], outline());
  const dot = circleMarker([0, 0], { ...outline(), radius: 3 });
  let anchor: LatLng | undefined;
  let pressed: { at: Point; isLast: boolean } | undefined;
  const ring = () => itemAt(drawn.getLatLngs() as LatLng[][], 0);

  function begin(point: LatLng): void {
    anchor = point;
    drawn.setLatLngs([[point]]).addTo(map);
    dot.setLatLng(point).addTo(map);
    areas.say(pointsText(1));
  }

  function follow(place: LatLng): void {
    const radius = areas.radius.peek();
    const center = anchor ?? (radius === undefined ? undefined : place);
    if (!center) return;
    const points = ringBetween(center, place, radius) ?? [];
    drawn.setLatLngs([points]).addTo(map);
    const [from] = latLngPositions([center]);
    measured.value = from && points.length > 0 ? size(from, latLngPositions(points)) : undefined;
  }

  function hide(): void {
    measured.value = undefined;
    drawn.remove();
    dot.remove();
  }

  /** Whether the next point is the last one. */
  const isBegun = () => anchor !== undefined || areas.radius.peek() !== undefined;

  /** Uses the second point as it is shown. */
  const finish = () => submit(map, ring(), areas, isByHand);

  function finishAt(place: LatLng): void {
    follow(place);
    finish();
  }

  // The pointer can be released anywhere.
  function release(event: MouseEvent): void {
    if (!pressed) return;
    const { at, isLast } = pressed;
    pressed = undefined;
    const isDrag = map.mouseEventToContainerPoint(event).distanceTo(at) >= minDrag;
    if (!isDrag && !isLast) return;
    withoutClick();
    finishAt(map.mouseEventToLatLng(event));
  }

  const handlers = {
    mousedown: ({ originalEvent, containerPoint, latlng }: LeafletMouseEvent) => {
      // Shift and a drag zooms, as usual.
      if (originalEvent.button !== 0 || originalEvent.shiftKey) return;
      pressed = { at: containerPoint, isLast: isBegun() };
      if (!anchor) begin(latlng);
    },
    mousemove: ({ latlng }: LeafletMouseEvent) => follow(latlng),
  };
  map.dragging.disable();
  // A drag would select text on the page.
  DomUtil.disableTextSelection();
  map.on(handlers);
  document.addEventListener('mouseup', release);
  const unfollow = effect(() => {
    if (areas.radius.value) follow(anchor ?? map.getCenter());
    else if (!anchor) hide();
  });

  return {
    points: () => (anchor ? 1 : 0),
    place: point => {
      if (isBegun()) finishAt(point);
      else begin(point);
    },
    takeBack: () => {
      if (!anchor) return;
      anchor = undefined;
      hide();
      areas.say(pointsText(0));
    },
    follow,
    finish,
    stop: () => {
      map.off(handlers);
      document.removeEventListener('mouseup', release);
      unfollow();
      map.dragging.enable();
      DomUtil.enableTextSelection();
      hide();
    },
  };
}

/** The click that follows this release in the same turn isn't one on the map, which would select an image. */
function withoutClick(): void {
  const swallow = (event: MouseEvent) => event.stopPropagation();
  document.addEventListener('click', swallow, { capture: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}

function latLngPositions(points: readonly LatLng[]): Position[] {
  return points.map(({ lat, lng }) => [lng, lat]);
}

/**
 * @param points of the outer ring, not closed
 * @param isByHand whether they are only as exact as a pixel of the map
 */
function submit(map: LeafletMap, points: readonly LatLng[], areas: AreaModel, isByHand = true): void {
  const ring = drawnRing(points, isByHand ? map.getZoom() : Infinity);
  if (ring) areas.finishDrawing(ring);
  else areas.tell(l10n.t('The vertices enclose no area.'));
}
