import type { ReadonlySignal } from '@preact/signals-core';
import type { Map as LeafletMap } from 'leaflet';
import type { MapColors } from './mapColors.ts';

/** A map, and what everything on it is drawn by. */
export interface Scene {
  map: LeafletMap;
  colors: ReadonlySignal<MapColors>;
  /** Longitude that everything is drawn nearest to, degrees. */
  home: ReadonlySignal<number>;
}
