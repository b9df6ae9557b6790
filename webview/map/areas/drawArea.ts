import * as l10n from '@vscode/l10n';
import {
  DomUtil,
  LatLngBounds,
  rectangle,
  type CancelableVertexEvent,
  type LatLng,
  type LeafletMouseEvent,
  type Map as LeafletMap,
  type Point,
} from 'leaflet';
import { itemAt } from '../../../src/model/itemAt.ts';
import type { AreaModel } from './areaModel.ts';
import { drawnRing } from './areaRings.ts';
import { pointsText } from './areaTexts.ts';
import { handlesOf, type EditTools } from './editTools.ts';

/** What is put on the map place by place, by pointer or by keyboard. */
export interface Drawing {
  points: () => number;
  /** Puts a point, or the last one, without the pointer. */
  place: (point: LatLng) => void;
  takeBack: () => void;
  follow: (place: LatLng) => void;
  /** Hands over what is drawn, when it is enough. */
  finish: () => void;
  stop: () => void;
}

/** @param begun points to go on with */
export function drawPolygon(
  { map, tools, outline }: EditTools,
  begun: readonly LatLng[],
  areas: AreaModel,
): Drawing {
  const shape = tools.startPolygon(undefined, outline());
  const handles = handlesOf(shape);
  // The plugin adds to this very list.
  const ring = () => itemAt(shape.getLatLngs() as LatLng[][], 0);

  function push(point: LatLng): void {
    if (!handles.isConnected()) handles.connect();
    handles.push(point);
  }

  function finish(): void {
    const { length } = ring();
    if (length < 3) areas.say(l10n.t('An area needs at least three vertices.'));
    else submit(map, ring(), areas);
  }

  // A press on the first point closes the ring, one on the last is the second of a double click. The plugin would end
  // the drawing here, and with it what cannot be taken yet.
  function press(event: CancelableVertexEvent): void {
    event.cancel();
    const index = event.vertex.getIndex();
    if ((index === 0 || index === ring().length - 1) && ring().length >= 3) finish();
  }
  const sayPoints = () => areas.say(pointsText(ring().length));

  for (const point of begun) push(point);
  const handlers = { 'editable:vertex:click': press, 'editable:drawing:clicked': sayPoints };
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
        // The plugin leaves the first point where it is.
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
    },
    finish,
    stop: () => {
      map.off(handlers);
      tools.stopDrawing();
      shape.disableEdit();
      shape.remove();
    },
  };
}

/** A pointer that moves less than this was pressed and not dragged, CSS pixels. */
const leastDrag = 5;

/**
 * A rectangle by dragging, by two clicks, or by two points at the cross. The plugin's own begins only with a drag of
 * the pointer, so a keyboard could not draw with it.
 */
export function drawRectangle({ map, outline }: EditTools, areas: AreaModel): Drawing {
  const shape = rectangle(new LatLngBounds([0, 0], [0, 0]), outline());
  let anchor: LatLng | undefined;
  let pressed: { at: Point; isSecond: boolean } | undefined;

  function begin(point: LatLng): void {
    anchor = point;
    shape.setBounds(new LatLngBounds(point, point)).addTo(map);
    areas.say(pointsText(1));
  }

  function follow(place: LatLng): void {
    if (anchor) shape.setBounds(new LatLngBounds(anchor, place));
  }

  /** With the opposite point where it is seen. */
  const finish = () => submit(map, itemAt(shape.getLatLngs() as LatLng[][], 0), areas);

  function finishAt(place: LatLng): void {
    follow(place);
    finish();
  }

  // The pointer can be let go anywhere.
  function release(event: MouseEvent): void {
    if (!pressed) return;
    const { at, isSecond } = pressed;
    pressed = undefined;
    const isDrag = map.mouseEventToContainerPoint(event).distanceTo(at) >= leastDrag;
    if (isDrag || isSecond) finishAt(map.mouseEventToLatLng(event));
  }

  const handlers = {
    mousedown: ({ originalEvent, containerPoint, latlng }: LeafletMouseEvent) => {
      // Shift and a drag zooms, as always.
      if (originalEvent.button !== 0 || originalEvent.shiftKey) return;
      pressed = { at: containerPoint, isSecond: anchor !== undefined };
      if (!anchor) begin(latlng);
    },
    mousemove: ({ latlng }: LeafletMouseEvent) => follow(latlng),
  };
  map.dragging.disable();
  // A drag would select the words on the page.
  DomUtil.disableTextSelection();
  map.on(handlers);
  document.addEventListener('mouseup', release);

  return {
    points: () => (anchor ? 1 : 0),
    place: point => {
      if (anchor) finishAt(point);
      else begin(point);
    },
    takeBack: () => {
      if (!anchor) return;
      anchor = undefined;
      shape.remove();
      areas.say(pointsText(0));
    },
    follow,
    finish,
    stop: () => {
      map.off(handlers);
      document.removeEventListener('mouseup', release);
      map.dragging.enable();
      DomUtil.enableTextSelection();
      shape.remove();
    },
  };
}

/** @param points of the outer ring, not closed */
function submit(map: LeafletMap, points: readonly LatLng[], areas: AreaModel): void {
  const ring = drawnRing(points, map.getZoom());
  if (ring) areas.finishDrawing(ring);
  else areas.say(l10n.t('The vertices enclose no area.'));
}
