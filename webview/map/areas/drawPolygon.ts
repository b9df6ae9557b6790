import type { CancelableVertexEvent, LatLng } from 'leaflet';
import type { Drawing, DrawingEvents } from './drawing.ts';
import { handlesOf, type EditTools } from './editTools.ts';
import { itemAt } from '../../../src/model/itemAt.ts';

/** @param begun corners to go on with */
export function drawPolygon(
  { map, tools, outline }: EditTools,
  begun: readonly LatLng[],
  events: DrawingEvents,
): Drawing {
  const shape = tools.startPolygon(undefined, outline());
  const handles = handlesOf(shape);
  // The plugin adds to this very list.
  const ring = () => itemAt(shape.getLatLngs() as LatLng[][], 0);

  function push(corner: LatLng): void {
    if (!handles.isConnected()) handles.connect();
    handles.push(corner);
  }

  function finish(): void {
    const corners = ring();
    if (corners.length < 3) events.unfinished(corners.length);
    else events.finished([...corners]);
  }

  // A press on the first corner closes the ring, one on the last is the second of a double click. The plugin would end
  // the drawing here, and with it what cannot be taken yet.
  function press(event: CancelableVertexEvent): void {
    event.cancel();
    const index = event.vertex.getIndex();
    if ((index === 0 || index === ring().length - 1) && ring().length >= 3) finish();
  }
  const placed = () => events.placed(ring().length);

  for (const corner of begun) push(corner);
  const handlers = { 'editable:vertex:click': press, 'editable:drawing:clicked': placed };
  map.on(handlers);

  return {
    corners: () => ring().length,
    place: corner => {
      push(corner);
      placed();
    },
    takeBack: () => {
      const count = ring().length;
      if (count === 0) return;
      if (count > 1) handles.pop();
      else {
        // The plugin leaves the first corner where it is.
        ring().pop();
        handles.reset();
        handles.refresh();
        tools.forwardLineGuide.setLatLngs([]);
        tools.backwardLineGuide.setLatLngs([]);
      }
      events.takenBack(ring().length);
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
