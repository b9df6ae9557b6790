import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { LatLngBounds } from 'leaflet';
import type { MapTarget } from '../../src/protocol/protocol.ts';
import { freePadding, isInFreeView } from '../ground/freeView.ts';
import type { Scene } from '../ground/scene.ts';
import { ringsBounds, ringsNear } from '../ground/worldCopy.ts';
import { followSubject, type OutOfView, type ViewSources } from './followSubject.ts';

/** Closer than this, the bundled outline of the world shows nothing useful. */
const closestFit = 16;

/**
 * The view of the map: first the saved one, otherwise the area of interest or the areas of the document; then what it
 * is asked to show, once that has arrived and the map has a size (a hidden page has none). What it shows lies beside the
 * controls that are on the map then.
 *
 * @param reportBounds bounds of the drawn report
 * @param productBounds bounds of the delivered image
 * @returns what the list is about, while it is out of view because a person has just moved the map
 */
export function keepView(
  { map, home }: Scene,
  stores: ViewSources,
  reportBounds: () => LatLngBounds | undefined,
  productBounds: () => LatLngBounds | undefined,
): ReadonlySignal<OutOfView | undefined> {
  const { host, view, areas, found, report } = stores;
  const { state } = host;
  const { center, zoom } = view.saved;
  /** Framed and not moved since. */
  let inFrame: LatLngBounds | undefined;
  const settled = signal(center !== undefined);
  map.setView(center ? [center[0], center[1]] : [20, 0], zoom ?? 2, { animate: false });

  /** `undefined` until it has arrived. */
  function boundsOfTarget(target: MapTarget): LatLngBounds | undefined {
    switch (target.kind) {
      case 'aoi': {
        const area = state.value?.aoi?.polygon;
        return area && ringsBounds(ringsNear(area, home.value));
      }
      case 'areas':
        return boundsOfAll();
      case 'area': {
        const row = areas.rows.value.find(({ key }) => key === target.key);
        return row && areas.upToDate.value ? ringsBounds(ringsNear(row.polygon, home.value)) : undefined;
      }
      case 'image': {
        const image = found.rows.value.find(({ id }) => id === target.id);
        return image && ringsBounds(ringsNear(image.footprint, home.value));
      }
      case 'report': {
        if (!report.isWhole.value) return undefined;
        const area = areas.ordered.value;
        const bounds = ringsBounds(area ? ringsNear(area, home.value) : []);
        const features = reportBounds();
        if (features) bounds.extend(features);
        return bounds.isValid() ? bounds : undefined;
      }
      case 'product':
        return productBounds();
    }
  }

  function firstBounds(): LatLngBounds | undefined {
    return state.value?.aoi ? boundsOfTarget({ kind: 'aoi' }) : boundsOfAll();
  }

  function boundsOfAll(): LatLngBounds | undefined {
    const all = [...areas.rows.value, ...(state.value?.aoi ? [state.value.aoi] : [])];
    const rings = all.flatMap(({ polygon }) => ringsNear(polygon, home.value));
    return rings.length > 0 ? ringsBounds(rings) : undefined;
  }

  function fit(bounds: LatLngBounds, maxZoom = closestFit): void {
    map.fitBounds(bounds, { ...freePadding(map), maxZoom, animate: false });
    inFrame = bounds;
  }

  const { outOfView, checkView } = followSubject({ map, home }, stores, settled, fit);

  const targetBounds = computed(() => {
    const target = view.target.value;
    return target ? boundsOfTarget(target) : settled.value ? undefined : firstBounds();
  });

  function bringIntoView(): void {
    const bounds = targetBounds.peek();
    const target = view.target.peek();
    const size = map.getSize();
    if (!bounds || size.x === 0 || size.y === 0) return;
    batch(() => {
      settled.value = true;
      view.target.value = undefined;
    });
    fit(bounds);
    view.framed.value = target?.kind;
  }
  effect(() => {
    // By then, the controls that belong to it are on the map.
    if (targetBounds.value) requestAnimationFrame(bringIntoView);
  });

  // When stepping through areas, the map doesn't move while the next one is in view.
  effect(() => {
    const area = areas.sought.value;
    const bounds = area && boundsOfTarget({ kind: 'area', key: area.key });
    if (!bounds) return;
    areas.sought.value = undefined;
    const { tool } = areas.editing.peek();
    const isReshaped = 'key' in tool && tool.key === area.key;
    // What is about to be reshaped stays where a person sees it.
    if (!isReshaped || !map.getBounds().intersects(bounds)) uncover(bounds);
  });

  function uncover(bounds: LatLngBounds): void {
    if (!isInFreeView(map, bounds)) fit(bounds, map.getZoom());
  }
  let wasDrawing = false;
  new ResizeObserver(() => {
    const framed = inFrame;
    const isDrawing = areas.editing.peek().tool.kind !== 'none';
    // The bar that opens and closes with a tool moves nothing on the map: neither what is drawn nor what is about to be.
    map.invalidateSize({ animate: false, pan: !isDrawing && !wasDrawing });
    wasDrawing = isDrawing;
    bringIntoView();
    if (framed && map.getSize().y > 0) {
      inFrame = framed;
      if (!isDrawing) uncover(framed);
    }
    checkView();
  }).observe(map.getContainer());

  function tell(): void {
    const area = map.getBounds();
    const bounds = [area.getWest(), area.getSouth(), area.getEast(), area.getNorth()] as const;
    view.moved(bounds, map.getSize().toString());
    host.post({ kind: 'view', bounds });
  }

  view.onKeep(() => {
    if (settled.peek()) return;
    settled.value = true;
    tell();
  });
  // A map that is restored to its saved view fires no `moveend`.
  if (settled.peek()) tell();
  map.on('moveend', () => {
    inFrame = view.framed.value = undefined;
    const { lat, lng } = map.getCenter();
    const turns = Math.round((home.peek() - lng) / 360);
    // Everything is drawn in one copy of the world: after panning around the world, return to that copy.
    if (turns !== 0) map.setView([lat, lng + turns * 360], map.getZoom(), { animate: false });
    else if (settled.peek()) {
      view.save({ center: [lat, lng], zoom: map.getZoom() });
      tell();
    }
  });
  map.on('dragstart zoomstart', () => {
    settled.value ||= state.peek() !== undefined;
  });
  return outOfView;
}
