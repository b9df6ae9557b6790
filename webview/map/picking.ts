import type { LatLng, LeafletMouseEvent, Map as LeafletMap, Point } from 'leaflet';
import type { PageModel } from '../pageModel.ts';
import { toggled } from '../results/listSelection.ts';
import type { Footprints } from './footprints.ts';

/** A pointer that moves less than this is still at the same place, CSS pixels. */
const samePlace = 5;

/** Hover and click on the map; clicks at one place go through the images that overlap there. */
export function attachPicking(map: LeafletMap, model: PageModel, footprints: Footprints): void {
  let lastClick: { point: Point; id: string } | undefined;

  function isSamePlace(point: Point): boolean {
    return lastClick !== undefined && lastClick.point.distanceTo(point) <= samePlace;
  }

  function hover(point: Point, place: LatLng): void {
    const ids = footprints.at(place);
    const kept = isSamePlace(point) && lastClick && ids.includes(lastClick.id) ? lastClick.id : ids[0];
    model.hovered.value = kept;
  }

  function pick({ containerPoint, latlng, originalEvent }: LeafletMouseEvent): void {
    const ids = footprints.at(latlng);
    if (ids.length === 0) return;
    const before = isSamePlace(containerPoint) && lastClick ? ids.indexOf(lastClick.id) : -1;
    const id = ids[(before + 1) % ids.length];
    if (id === undefined) return;
    lastClick = { point: containerPoint, id };
    const all = model.images.peek().rows.map(image => image.id);
    const adds = originalEvent.ctrlKey || originalEvent.metaKey;
    model.select(adds ? toggled(all, model.selected.peek(), id) : [id]);
    model.picked.value = { id };
    model.hovered.value = id;
  }

  map.on('mousemove', event => hover(event.containerPoint, event.latlng));
  map.on('mouseout', () => (model.hovered.value = undefined));
  map.on('click', pick);
  map.on('movestart', () => (lastClick = undefined));
}
