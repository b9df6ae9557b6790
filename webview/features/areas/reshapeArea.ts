import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import {
  type CancelableVertexEvent,
  DivIcon,
  DomEvent,
  type LatLng,
  latLng,
  LatLngBounds,
  type Layer,
  type LeafletEvent,
  type LeafletMouseEvent,
  Marker,
  type Polygon,
  polygon,
  type VertexEvent,
  type VertexMarker,
} from 'leaflet';
import { itemAt } from '../../../src/base/itemAt.ts';
import {
  type AreaRings,
  ringVertices,
  type VertexStep,
} from '../../../src/features/areas/rules/edits/areaChange.ts';
import { setLabel } from '../../ui/sanitizeTexts.ts';
import { arrowSteps } from './areaKeys.ts';
import type { AreaModel } from './areaModel.ts';
import { type MapPlace, roundedPosition } from './areaRings.ts';
import { type EditTools, shapeHandles } from './editTools.ts';
import { vertexText } from './words.ts';

export type Reshape = ReturnType<typeof reshapeArea>;

/** How far a key moves a vertex, CSS pixels; one pixel with Shift. */
const keyStep = 8;

/** @param shift how far the area is drawn from its position in the text, a multiple of 360 degrees */
export function reshapeArea({ map, outline }: EditTools, rings: AreaRings, shift: number, areas: AreaModel) {
  /** The last reported position of each vertex; a vertex that isn't in here is new. */
  const reported = new WeakMap<LatLng, MapPlace>();
  const note = (place: LatLng) => reported.set(place, { lat: place.lat, lng: place.lng });
  const vertex = ([longitude, latitude]: Position) => {
    const place = latLng(latitude, longitude + shift);
    note(place);
    return place;
  };
  const shape: Polygon = polygon(
    rings.map(ring => ringVertices(ring).map(vertex)),
    outline(),
  ).addTo(map);

  const ringsNow = () => shape.getLatLngs() as LatLng[][];

  function tell(): void {
    ringsNow().forEach((vertices, ring) =>
      vertices.forEach((place, vertex) => {
        const before = reported.get(place);
        if (before?.lat === place.lat && before.lng === place.lng) return;
        note(place);
        const to = roundedPosition(place, shift, map.getZoom());
        areas.reshaped({ kind: before ? 'move' : 'insert', ring, vertex, to });
      }),
    );
    center.setLatLng(middle());
  }

  const middle = () => new LatLngBounds(ringsNow().flat()).getCenter();
  /** The handle in the center, which moves the whole area. */
  const center = new Marker(middle(), {
    icon: new DivIcon({ className: 'area-center-icon', iconSize: [20, 20] }),
    draggable: true,
  });
  let dragged = { from: middle(), at: middle() };

  function shiftBy({ lat, lng }: MapPlace): void {
    for (const place of ringsNow().flat()) {
      place.lat += lat;
      place.lng += lng;
    }
    shape.redraw();
  }

  /** Moves the area by as much as can be set by hand. @param moved how far it has been moved already */
  function moveBy(target: MapPlace, moved: MapPlace): void {
    const [lng, lat] = roundedPosition(target, 0, map.getZoom());
    shiftBy({ lat: lat - moved.lat, lng: lng - moved.lng });
    ringsNow().flat().forEach(note);
    shapeHandles(shape).reset();
    center.setLatLng(middle());
    if (lng !== 0 || lat !== 0) areas.reshaped({ kind: 'shift', by: [lng, lat] });
  }

  center.on({
    dragstart: () => {
      dragged = { from: middle(), at: middle() };
      map.getContainer().classList.add('moving-area');
    },
    drag: () => {
      const to = center.getLatLng();
      shiftBy(difference(to, dragged.at));
      dragged.at = to;
    },
    dragend: () => {
      map.getContainer().classList.remove('moving-area');
      const moved = difference(dragged.at, dragged.from);
      moveBy(moved, moved);
    },
  });

  function deleteVertex(vertex: VertexMarker): void {
    const ring = vertexRing(vertex);
    const all = ringsNow();
    const index = vertex.getIndex();
    const isTold = reported.has(itemAt(ring, index));
    const step: VertexStep = { kind: 'delete', ring: all.indexOf(ring), vertex: index };
    const holdsFocus = vertex.getElement() === document.activeElement;
    areas.vertex.value = undefined;
    if (ring.length <= 3 && ring === all[0]) {
      areas.say(l10n.t('An area needs at least three vertices.'));
      return;
    }
    const neighbour = vertex.getPrevious();
    if (ring.length > 3) vertex.delete();
    else {
      // A hole with two vertices isn't a hole.
      all.splice(all.indexOf(ring), 1);
      shapeHandles(shape).reset();
      shapeHandles(shape).refresh();
    }
    // The key that deletes a vertex deletes the area when no vertex has the focus.
    if (holdsFocus) (neighbour.getElement() ?? map.getContainer()).focus();
    // Alt and a press on a midpoint adds a vertex and deletes it again: neither is reported.
    if (isTold) areas.reshaped(step);
    center.setLatLng(middle());
  }

  function click(event: CancelableVertexEvent): void {
    // Otherwise the plugin deletes the vertex.
    event.cancel();
    const { originalEvent } = event as unknown as LeafletMouseEvent;
    if (originalEvent.altKey) deleteVertex(event.vertex);
    // Pressing a midpoint added a vertex.
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
      .map(vertexHandle)
      .find(vertex => vertex?.getElement() === element);
  }

  // Only vertices can be focused; midpoints are for the pointer.
  function nameHandle(event: LeafletEvent): void {
    // The event's types mark another property of this name as deprecated.
    const { layer } = event as unknown as { layer: Layer };
    const handle = layer instanceof Marker ? layer.getElement() : undefined;
    if (handle?.classList.contains('leaflet-vertex-icon')) {
      setLabel(handle, l10n.t('Vertex'));
      handle.classList.toggle('selected', (layer as Marker).getLatLng() === selectedVertex());
    }
    if (handle?.classList.contains('area-center-icon')) setLabel(handle, l10n.t('Move area'));
    if (!handle?.classList.contains('leaflet-middle-icon')) return;
    handle.removeAttribute('tabindex');
    handle.setAttribute('aria-hidden', 'true');
  }

  // The number of a vertex changes when one before it is added or removed.
  function nameVertex({ target }: FocusEvent): void {
    const vertex = vertexAt(target);
    const handle = vertex?.getElement();
    if (!vertex || !handle) return;
    // A new vertex is still marked as the midpoint that it was.
    handle.removeAttribute('aria-hidden');
    setLabel(handle, vertexText(vertex.getIndex(), vertex.getLastIndex() + 1));
    areas.selectVertex({ ring: ringsNow().indexOf(vertexRing(vertex)), vertex: vertex.getIndex() });
  }

  function selectedVertex(): LatLng | undefined {
    const { ring = -1, vertex = -1 } = areas.vertex.value ?? {};
    return ringsNow()[ring]?.[vertex];
  }

  function markVertex(): void {
    const selected = selectedVertex();
    for (const place of ringsNow().flat())
      vertexHandle(place)
        ?.getElement()
        ?.classList.toggle('selected', place === selected);
  }

  function moveVertex(vertex: VertexMarker, right: number, down: number): void {
    const place = vertexRing(vertex)[vertex.getIndex()];
    if (!place) return;
    const point = map.latLngToContainerPoint(place).add([right, down]);
    const next = map.containerPointToLatLng(point);
    place.lat = next.lat;
    place.lng = next.lng;
    // The midpoint handles must be centered on the sides again.
    shapeHandles(shape).reset();
    shapeHandles(shape).refresh();
    vertexHandle(place)?.getElement()?.focus();
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
  center.addTo(map);
  shape.enableEdit(map);
  const unmark = effect(markVertex);

  return {
    /** Applies a key to the focused vertex. @returns whether there is one */
    press: (event: KeyboardEvent) => {
      const vertex = vertexAt(event.target);
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const arrow = arrowSteps[event.key];
      if (arrow && event.target === center.getElement()) {
        const step = event.shiftKey ? 1 : keyStep;
        const from = map.latLngToContainerPoint(center.getLatLng());
        const to = map.containerPointToLatLng(from.add([arrow[0] * step, arrow[1] * step]));
        moveBy(difference(to, center.getLatLng()), { lat: 0, lng: 0 });
        return true;
      }
      if (!vertex) return false;
      if (event.key === 'Delete' || event.key === 'Backspace') deleteVertex(vertex);
      else if (arrow) {
        const step = event.shiftKey ? 1 : keyStep;
        moveVertex(vertex, arrow[0] * step, arrow[1] * step);
      } else return false;
      return true;
    },
    stop: () => {
      unmark();
      map.off(handlers);
      container.removeEventListener('focusin', nameVertex);
      container.classList.remove('moving-area');
      center.remove();
      shape.disableEdit();
      shape.remove();
    },
  };
}

function difference(to: MapPlace, from: MapPlace): MapPlace {
  return { lat: to.lat - from.lat, lng: to.lng - from.lng };
}

/** The handle of a vertex while it is on screen: the plugin's own marker. */
function vertexHandle(vertex: LatLng): VertexMarker | undefined {
  return (vertex as LatLng & { __vertex?: VertexMarker }).__vertex;
}

/** The ring that a vertex belongs to: the plugin's own array. */
function vertexRing(vertex: VertexMarker): LatLng[] {
  return (vertex as unknown as { latlngs: LatLng[] }).latlngs;
}
