import { effect, type ReadonlySignal } from '@preact/signals-core';
// The plugin adds itself to Leaflet, so it must come before whatever reads Leaflet's names.
import 'leaflet-editable';
import {
  canvas,
  DivIcon,
  Editable,
  type LatLng,
  type Map as LeafletMap,
  type Polygon,
  type PolylineOptions,
} from 'leaflet';
import type { MapColours } from '../base/mapColours.ts';

export type EditTools = ReturnType<typeof createEditTools>;

/** Parts of the plugin that its type declarations leave out. */
interface Tools extends Editable {
  moveForwardLineGuide(place: LatLng): void;
  moveBackwardLineGuide(place: LatLng): void;
  createVertexIcon(options: { className: string }): DivIcon;
  forwardLineGuide: Polygon;
  backwardLineGuide: Polygon;
}

/** What the plugin puts on a polygon while it is drawn or reshaped. */
export interface Handles {
  isConnected(): boolean;
  connect(): void;
  push(point: LatLng): void;
  pop(): LatLng | undefined;
  reset(): void;
  refresh(): void;
}

/** Of what takes the pointer, CSS pixels; what is seen of it is smaller. */
const handleSize = 14;

/**
 * What a drawing or the handles of an area look like and are drawn by.
 *
 * @param pane for outlines; the handles are Leaflet's markers
 */
export function createEditTools(map: LeafletMap, pane: string, colours: ReadonlySignal<MapColours>) {
  const renderer = canvas({ pane, padding: 0.3 });
  const guide = { renderer, weight: 2, dashArray: '5 5', opacity: 1 };
  const tools = new Editable(map, { lineGuideOptions: guide, zIndex: 1000 }) as Tools;
  tools.createVertexIcon = options => new DivIcon({ ...options, iconSize: [handleSize, handleSize] });
  map.editTools = tools;
  effect(() => {
    const color = colours.value.aoi;
    for (const line of [tools.forwardLineGuide, tools.backwardLineGuide]) line.setStyle({ color });
  });
  return {
    map,
    tools,
    outline: (): PolylineOptions => {
      const { aoi } = colours.peek();
      const line = { renderer, interactive: false, color: aoi, weight: 3, opacity: 1 };
      return { ...line, fillColor: aoi, fillOpacity: 0.12 };
    },
  };
}

export function handlesOf(shape: Polygon): Handles {
  // The plugin keeps them in a property of the polygon that its types do not know.
  return (shape as unknown as { editor: Handles }).editor;
}
