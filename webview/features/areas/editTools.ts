// The plugin extends Leaflet, so it must be loaded before anything that uses Leaflet's names.
import 'leaflet-editable';
import { effect } from '@preact/signals-core';
import { canvas, DivIcon, Editable, type LatLng, type Polygon, type PolylineOptions } from 'leaflet';
import type { Scene } from '../../ground/scene.ts';

export type EditTools = ReturnType<typeof createEditTools>;

/** Parts of the plugin that its type declarations omit. */
interface Tools extends Editable {
  moveForwardLineGuide(place: LatLng): void;
  moveBackwardLineGuide(place: LatLng): void;
  createVertexIcon(options: { className: string }): DivIcon;
  forwardLineGuide: Polygon;
  backwardLineGuide: Polygon;
}

/** What the plugin adds to a polygon while it is drawn or reshaped; its types don't have it. */
export interface Handles {
  isConnected(): boolean;
  connect(): void;
  push(point: LatLng): void;
  pop(): LatLng | undefined;
  reset(): void;
  refresh(): void;
}

/** Size of the part that reacts to the pointer, CSS pixels; the visible part is smaller. */
const handleSize = 14;

/** The tools that draw, and the look of drawings and handles, which are Leaflet's markers. */
export function createEditTools({ map, colors }: Scene) {
  const renderer = canvas({ pane: 'edit', padding: 0.3 });
  const guide = { renderer, weight: 2, dashArray: '5 5', opacity: 1 };
  const tools = new Editable(map, { lineGuideOptions: guide, zIndex: 1000 }) as Tools;
  tools.createVertexIcon = options => new DivIcon({ ...options, iconSize: [handleSize, handleSize] });
  map.editTools = tools;
  effect(() => {
    const color = colors.value.aoi;
    for (const line of [tools.forwardLineGuide, tools.backwardLineGuide]) line.setStyle({ color });
  });
  return {
    map,
    tools,
    outline: (): PolylineOptions => {
      const { aoi } = colors.peek();
      const line = { renderer, interactive: false, color: aoi, weight: 3, opacity: 1 };
      return { ...line, fillColor: aoi, fillOpacity: 0.12 };
    },
  };
}

export function shapeHandles(shape: Polygon): Handles {
  // The plugin stores them in a property of the polygon that its types don't have.
  return (shape as unknown as { editor: Handles }).editor;
}
