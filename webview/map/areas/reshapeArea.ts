import * as l10n from '@vscode/l10n';
import {
  DomEvent,
  latLng,
  Marker,
  type CancelableVertexEvent,
  type LatLng,
  polygon,
  type Layer,
  type LeafletEvent,
  type LeafletMouseEvent,
  type Polygon,
  type VertexEvent,
  type VertexMarker,
} from 'leaflet';
import type { Position } from 'geojson';
import { verticesOf, type AreaRings, type VertexStep } from '../../../src/model/edits/areaChange.ts';
import { itemAt } from '../../../src/model/itemAt.ts';
import { setLabel } from '../../ui/shownVnodes.ts';
import { arrowSteps } from './areaKeys.ts';
import type { AreaModel } from './areaModel.ts';
import { placeOf, type MapPlace } from './areaRings.ts';
import { handlesOf, type EditTools } from './editTools.ts';

export interface Reshape {
  /** What the keyboard does with the vertex that has the focus. @returns whether there is one */
  press: (event: KeyboardEvent) => boolean;
  stop: () => void;
}

/** How far a key moves a vertex, CSS pixels; with Shift by one. */
const keyStep = 8;

/** @param shift how far the area is drawn from where the text has it, a multiple of 360 degrees */
export function reshapeArea(
  { map, outline }: EditTools,
  rings: AreaRings,
  shift: number,
  areas: AreaModel,
): Reshape {
  /** Where each vertex was when it was told last; one that is not in here is new. */
  const told = new WeakMap<LatLng, MapPlace>();
  const note = (place: LatLng) => told.set(place, { lat: place.lat, lng: place.lng });
  const vertex = ([longitude = 0, latitude = 0]: Position) => {
    const place = latLng(latitude, longitude + shift);
    note(place);
    return place;
  };
  const shape: Polygon = polygon(
    rings.map(ring => verticesOf(ring).map(vertex)),
    outline(),
  ).addTo(map);

  const ringsNow = () => shape.getLatLngs() as LatLng[][];

  function tell(): void {
    ringsNow().forEach((vertices, ring) =>
      vertices.forEach((place, vertex) => {
        const before = told.get(place);
        if (before?.lat === place.lat && before.lng === place.lng) return;
        note(place);
        const to = placeOf(place, shift, map.getZoom());
        areas.reshaped({ kind: before ? 'move' : 'insert', ring, vertex, to });
      }),
    );
  }

  function deleteVertex(vertex: VertexMarker): void {
    const ring = ringOf(vertex);
    const all = ringsNow();
    const index = vertex.getIndex();
    const isTold = told.has(itemAt(ring, index));
    const step: VertexStep = { kind: 'delete', ring: all.indexOf(ring), vertex: index };
    const holdsFocus = vertex.getElement() === document.activeElement;
    if (ring.length <= 3 && ring === all[0]) {
      areas.say(l10n.t('An area needs at least three vertices.'));
      return;
    }
    const neighbour = vertex.getPrevious();
    if (ring.length > 3) vertex.delete();
    else {
      // A hole of two vertices is none.
      all.splice(all.indexOf(ring), 1);
      handlesOf(shape).reset();
      handlesOf(shape).refresh();
    }
    // The key that deletes a vertex deletes the area when no vertex has the focus.
    if (holdsFocus) (neighbour.getElement() ?? map.getContainer()).focus();
    // A press on a midpoint with Alt puts a vertex in and takes it away.
    if (isTold) areas.reshaped(step);
  }

  function click(event: CancelableVertexEvent): void {
    // The plugin would delete the vertex.
    event.cancel();
    const { originalEvent } = event as unknown as LeafletMouseEvent;
    if (originalEvent.altKey) deleteVertex(event.vertex);
    // A press on a midpoint has put a vertex in.
    else tell();
  }

  function contextMenu(event: VertexEvent): void {
    DomEvent.stop((event as unknown as LeafletMouseEvent).originalEvent);
    deleteVertex(event.vertex);
  }

  function vertexAt(element: EventTarget | null): VertexMarker | undefined {
    if (!(element instanceof Element) || !element.classList.contains('leaflet-vertex-icon')) return undefined;
    return ringsNow()
      .flat()
      .map(handleOf)
      .find(vertex => vertex?.getElement() === element);
  }

  // Vertices go by keys; a midpoint is for the pointer alone.
  function nameHandle(event: LeafletEvent): void {
    // The types of the event call another property of this name deprecated.
    const { layer } = event as unknown as { layer: Layer };
    const handle = layer instanceof Marker ? layer.getElement() : undefined;
    if (handle?.classList.contains('leaflet-vertex-icon')) setLabel(handle, l10n.t('Vertex'));
    if (!handle?.classList.contains('leaflet-middle-icon')) return;
    handle.removeAttribute('tabindex');
    handle.setAttribute('aria-hidden', 'true');
  }

  // The number of a vertex changes with every one that comes or goes before it.
  function nameVertex({ target }: FocusEvent): void {
    const vertex = vertexAt(target);
    const handle = vertex?.getElement();
    if (!vertex || !handle) return;
    // One that was put in is still marked as the midpoint that it was.
    handle.removeAttribute('aria-hidden');
    const label = l10n.t('Vertex {0} of {1}', vertex.getIndex() + 1, vertex.getLastIndex() + 1);
    setLabel(handle, label);
  }

  function moveVertex(vertex: VertexMarker, right: number, down: number): void {
    const place = ringOf(vertex)[vertex.getIndex()];
    if (!place) return;
    const point = map.latLngToContainerPoint(place).add([right, down]);
    const next = map.containerPointToLatLng(point);
    place.lat = next.lat;
    place.lng = next.lng;
    // The handles of its sides stand in the middle of them.
    handlesOf(shape).reset();
    handlesOf(shape).refresh();
    handleOf(place)?.getElement()?.focus();
    tell();
  }

  const container = map.getContainer();
  const handlers = {
    layeradd: nameHandle,
    'editable:vertex:click': click,
    'editable:vertex:dragend': tell,
    'editable:vertex:contextmenu': contextMenu,
  };
  map.on(handlers);
  container.addEventListener('focusin', nameVertex);
  shape.enableEdit(map);

  return {
    press: event => {
      const vertex = vertexAt(event.target);
      if (!vertex || event.ctrlKey || event.metaKey || event.altKey) return false;
      const arrow = arrowSteps[event.key];
      if (event.key === 'Delete' || event.key === 'Backspace') deleteVertex(vertex);
      else if (arrow) {
        const step = event.shiftKey ? 1 : keyStep;
        moveVertex(vertex, arrow[0] * step, arrow[1] * step);
      } else return false;
      return true;
    },
    stop: () => {
      map.off(handlers);
      container.removeEventListener('focusin', nameVertex);
      shape.disableEdit();
      shape.remove();
    },
  };
}

/** The handle on a vertex, while it is on screen: the plugin's own mark. */
function handleOf(vertex: LatLng): VertexMarker | undefined {
  return (vertex as LatLng & { __vertex?: VertexMarker }).__vertex;
}

/** The ring that a vertex belongs to: the plugin's own list. */
function ringOf(vertex: VertexMarker): LatLng[] {
  return (vertex as unknown as { latlngs: LatLng[] }).latlngs;
}
