import { effect } from '@preact/signals-core';
import type { LatLngBounds, Map as LeafletMap } from 'leaflet';
import type { MapTarget } from '../../../src/shared/protocol.ts';
import type { PageModel } from '../../app/pageModel.ts';
import type { SavedView } from '../../app/savedView.ts';

/** Closer than this the bundled outline of the world says nothing any more. */
const closestFit = 16;

/**
 * Where the map looks: first where it looked before, else at the area of interest or those of the document; then at
 * what it is asked to show, as soon as that has arrived and the map has a size (a hidden page has none).
 */
export function keepView(
  map: LeafletMap,
  model: PageModel,
  boundsOf: (target: MapTarget) => LatLngBounds | undefined,
  firstBounds: () => LatLngBounds | undefined,
  home: () => number,
  saved: SavedView,
  saveView: (change: Partial<SavedView>) => void,
  tellBounds: (bounds: readonly [number, number, number, number]) => void,
): void {
  let settled = saved.centre !== undefined;
  if (saved.centre !== undefined && saved.zoom !== undefined)
    map.setView([saved.centre[0], saved.centre[1]], saved.zoom, { animate: false });
  else map.setView([20, 0], 2, { animate: false });

  function bringIntoView(): void {
    const target = model.target.value;
    const bounds = target ? boundsOf(target) : settled ? undefined : firstBounds();
    const size = map.getSize();
    if (!bounds || size.x === 0 || size.y === 0) return;
    settled = true;
    model.target.value = undefined;
    map.fitBounds(bounds, { padding: [24, 24], maxZoom: closestFit, animate: false });
  }

  effect(bringIntoView);

  // Whoever steps through areas keeps the map as it is while the next one is in view.
  effect(() => {
    const area = model.areas.sought.value;
    const bounds = area && boundsOf({ kind: 'area', key: area.key });
    if (!bounds) return;
    model.areas.sought.value = undefined;
    if (map.getBounds().contains(bounds)) return;
    const [corner, opposite] = [map.project(bounds.getNorthWest()), map.project(bounds.getSouthEast())];
    const size = map.getSize();
    const fits = opposite.x - corner.x < size.x && opposite.y - corner.y < size.y;
    if (fits) map.panTo(bounds.getCenter());
    else map.fitBounds(bounds, { padding: [24, 24], maxZoom: closestFit, animate: false });
  });

  new ResizeObserver(() => {
    map.invalidateSize({ animate: false });
    bringIntoView();
  }).observe(map.getContainer());

  function tell(): void {
    const bounds = map.getBounds();
    tellBounds([bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]);
  }

  // A map that stands where it stood before does not move to get there.
  if (settled) tell();
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter();
    const turns = Math.round((home() - lng) / 360);
    // Everything is drawn in one copy of the world: a map that was panned once around must find it again.
    if (turns !== 0) map.setView([lat, lng + turns * 360], map.getZoom(), { animate: false });
    else if (settled) {
      saveView({ centre: [lat, lng], zoom: map.getZoom() });
      tell();
    }
  });
  map.on('dragstart zoomstart', () => {
    settled ||= model.state.peek() !== undefined;
  });
}
