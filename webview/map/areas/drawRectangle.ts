import { DomUtil, LatLngBounds, rectangle, type LatLng, type LeafletMouseEvent, type Point } from 'leaflet';
import type { Drawing, DrawingEvents } from './drawing.ts';
import type { EditTools } from './editTools.ts';
import { itemAt } from '../../../src/model/itemAt.ts';

/** A pointer that moves less than this was pressed and not dragged, CSS pixels. */
const leastDrag = 5;

/**
 * A rectangle by dragging, by two clicks, or by two corners at the cross. The plugin's own begins only with a drag of
 * the pointer, so a keyboard could not draw with it.
 */
export function drawRectangle({ map, outline }: EditTools, events: DrawingEvents): Drawing {
  const shape = rectangle(new LatLngBounds([0, 0], [0, 0]), outline());
  let anchor: LatLng | undefined;
  let pressed: { at: Point; isSecond: boolean } | undefined;

  function begin(corner: LatLng): void {
    anchor = corner;
    shape.setBounds(new LatLngBounds(corner, corner)).addTo(map);
    events.placed(1);
  }

  function follow(place: LatLng): void {
    if (anchor) shape.setBounds(new LatLngBounds(anchor, place));
  }

  function takeBack(): void {
    if (!anchor) return;
    anchor = undefined;
    shape.remove();
    events.takenBack(0);
  }

  function finishAt(place: LatLng): void {
    follow(place);
    if (anchor?.lat === place.lat || anchor?.lng === place.lng) events.unfinished(1);
    else events.finished(itemAt(shape.getLatLngs() as LatLng[][], 0));
  }

  function press({ originalEvent, containerPoint, latlng }: LeafletMouseEvent): void {
    // Shift and a drag zooms, as always.
    if (originalEvent.button !== 0 || originalEvent.shiftKey) return;
    pressed = { at: containerPoint, isSecond: anchor !== undefined };
    if (!anchor) begin(latlng);
  }

  const move = ({ latlng }: LeafletMouseEvent) => follow(latlng);

  // The pointer can be let go anywhere.
  function release(event: MouseEvent): void {
    if (!pressed) return;
    const { at, isSecond } = pressed;
    pressed = undefined;
    const isDrag = map.mouseEventToContainerPoint(event).distanceTo(at) >= leastDrag;
    if (isDrag || isSecond) finishAt(map.mouseEventToLatLng(event));
  }

  map.dragging.disable();
  // A drag would select the words on the page.
  DomUtil.disableTextSelection();
  map.on('mousedown', press);
  map.on('mousemove', move);
  document.addEventListener('mouseup', release);

  return {
    corners: () => (anchor ? 1 : 0),
    place: corner => {
      if (anchor) finishAt(corner);
      else begin(corner);
    },
    takeBack,
    follow,
    finish: () => events.unfinished(anchor ? 1 : 0),
    stop: () => {
      map.off('mousedown', press);
      map.off('mousemove', move);
      document.removeEventListener('mouseup', release);
      map.dragging.enable();
      DomUtil.enableTextSelection();
      shape.remove();
    },
  };
}
