import { batch, effect, type ReadonlySignal } from '@preact/signals-core';
import type { LatLngBounds, Map as LeafletMap } from 'leaflet';
import type { MapTarget } from '../../../src/shared/protocol.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { boundsOf, ringsNear } from './worldCopy.ts';

/** Closer than this the bundled outline of the world says nothing any more. */
const closestFit = 16;

/**
 * Where the map looks: first where it looked before, else at the area of interest or those of the document; then at
 * what it is asked to show, as soon as that has arrived and the map has a size (a hidden page has none).
 *
 * @param home longitude that everything is drawn nearest to, degrees
 * @param reportBounds of what is drawn of the report
 */
export function keepView(
  map: LeafletMap,
  page: PageModel,
  home: ReadonlySignal<number>,
  reportBounds: () => LatLngBounds | undefined,
): void {
  const { areas, state } = page;
  const { centre, zoom } = page.savedView;
  let settled = centre !== undefined;
  map.setView(centre ? [centre[0], centre[1]] : [20, 0], zoom ?? 2, { animate: false });

  /** `undefined` while it has not arrived. */
  function boundsOfTarget(target: MapTarget): LatLngBounds | undefined {
    switch (target.kind) {
      case 'aoi': {
        const area = state.value?.aoi?.polygon;
        return area && boundsOf(ringsNear(area, home.value));
      }
      case 'area': {
        const row = areas.rows.value.find(({ key }) => key === target.key);
        return row && areas.upToDate.value ? boundsOf(ringsNear(row.polygon, home.value)) : undefined;
      }
      case 'image': {
        const image = page.images.value.rows.find(({ id }) => id === target.id);
        return image && boundsOf(ringsNear(image.footprint, home.value));
      }
      case 'report':
        return page.findings.isWhole.value ? reportBounds() : undefined;
    }
  }

  function firstBounds(): LatLngBounds | undefined {
    if (state.value?.aoi) return boundsOfTarget({ kind: 'aoi' });
    const rings = areas.rows.value.flatMap(({ polygon }) => ringsNear(polygon, home.value));
    return rings.length > 0 ? boundsOf(rings) : undefined;
  }

  const fit = (bounds: LatLngBounds) =>
    map.fitBounds(bounds, { padding: [24, 24], maxZoom: closestFit, animate: false });

  function bringIntoView(): void {
    const target = page.target.value;
    const bounds = target ? boundsOfTarget(target) : settled ? undefined : firstBounds();
    const size = map.getSize();
    if (!bounds || size.x === 0 || size.y === 0) return;
    settled = true;
    page.target.value = undefined;
    fit(bounds);
  }
  effect(bringIntoView);

  // Whoever steps through areas keeps the map as it is while the next one is in view.
  effect(() => {
    const area = areas.sought.value;
    const bounds = area && boundsOfTarget({ kind: 'area', key: area.key });
    if (!bounds) return;
    areas.sought.value = undefined;
    if (map.getBounds().contains(bounds)) return;
    const [corner, opposite] = [map.project(bounds.getNorthWest()), map.project(bounds.getSouthEast())];
    const size = map.getSize();
    if (opposite.x - corner.x < size.x && opposite.y - corner.y < size.y) map.panTo(bounds.getCenter());
    else fit(bounds);
  });

  new ResizeObserver(() => {
    map.invalidateSize({ animate: false });
    bringIntoView();
  }).observe(map.getContainer());

  function tell(): void {
    const area = map.getBounds();
    const bounds = [area.getWest(), area.getSouth(), area.getEast(), area.getNorth()] as const;
    batch(() => {
      page.mapSize.value = map.getSize().toString();
      page.bounds.value = bounds;
    });
    page.post({ kind: 'view', bounds });
  }

  // A map that stands where it stood before does not move to get there.
  if (settled) tell();
  map.on('moveend', () => {
    const { lat, lng } = map.getCenter();
    const turns = Math.round((home.peek() - lng) / 360);
    // Everything is drawn in one copy of the world: a map that was panned once around must find it again.
    if (turns !== 0) map.setView([lat, lng + turns * 360], map.getZoom(), { animate: false });
    else if (settled) {
      page.saveView({ centre: [lat, lng], zoom: map.getZoom() });
      tell();
    }
  });
  map.on('dragstart zoomstart', () => {
    settled ||= state.peek() !== undefined;
  });
}
