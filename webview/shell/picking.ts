import { computed } from '@preact/signals-core';
import type { LatLng, LeafletMouseEvent, Point } from 'leaflet';
import { type AreaModel, createAreaHits } from '../features/areas/index.ts';
import { addAreaTooltip } from '../features/areas/view.ts';
import type { Footprints } from '../features/footprints/view.ts';
import { type ImageStore, toggled } from '../features/images/index.ts';
import type { PictureModel } from '../features/pictures/index.ts';
import type { ReportModel, SideTabs } from '../features/reports/index.ts';
import type { ReportLayer } from '../features/reports/view.ts';
import type { Scene } from '../ground/scene.ts';

/** A pointer that moves less than this is still at the same place, CSS pixels. */
const samePlace = 5;

interface Pickable {
  areas: AreaModel;
  found: ImageStore;
  pictures: Pick<PictureModel, 'card'>;
  report: ReportModel;
  tabs: SideTabs;
}

/**
 * Hover and click on the map; clicks at one place cycle through the images there. The outline of an area belongs to the
 * area, and so does its inside, unless there is an image. Report features take precedence over everything.
 */
export function attachPicking(
  { map, home }: Scene,
  { areas, found, pictures, report: features, tabs }: Pickable,
  footprints: Footprints,
  report: Pick<ReportLayer, 'at' | 'hover'>,
): void {
  const hits = computed(() => createAreaHits(areas.rows.value, home.value));
  const showArea = addAreaTooltip(map, areas);
  let lastClick: { point: Point; id: string } | undefined;

  const tool = () => areas.editing.peek().tool;

  const openKey = () => {
    const current = tool();
    return current.kind === 'reshaping' ? current.key : undefined;
  };

  function isSamePlace(point: Point): boolean {
    return lastClick !== undefined && lastClick.point.distanceTo(point) <= samePlace;
  }

  function hover({ containerPoint, latlng }: LeafletMouseEvent): void {
    const { kind } = tool();
    if (kind === 'drawing' || kind === 'measuring') {
      leave();
      showArea(undefined, latlng);
      return;
    }
    const feature = kind === 'none' ? report.at(latlng) : undefined;
    report.hover(feature, latlng);
    if (feature !== undefined) {
      found.hovered.value = undefined;
      // Report features take precedence.
      showArea(undefined, latlng);
      return;
    }
    const ids = kind === 'none' ? footprints.at(latlng) : [];
    const kept =
      isSamePlace(containerPoint) && lastClick && ids.includes(lastClick.id) ? lastClick.id : ids[0];
    found.hovered.value = kept;
    const row = pickedArea(ids.length, latlng);
    showArea(row?.key === openKey() ? undefined : row, latlng);
  }

  function leave(): void {
    found.hovered.value = undefined;
    features.hovered.value = undefined;
  }

  function pickedArea(imageCount: number, place: LatLng) {
    const hit = hits.value(place, map.getZoom());
    return hit && (hit.part === 'outline' || imageCount === 0) ? hit.row : undefined;
  }

  function pick(event: LeafletMouseEvent): void {
    const { latlng, originalEvent } = event;
    switch (tool().kind) {
      case 'drawing':
      case 'measuring':
        return;
      case 'choosing':
      case 'reshaping': {
        const row = pickedArea(0, latlng);
        if (row && row.key !== openKey()) areas.reshape(row);
        return;
      }
      case 'none': {
        const feature = report.at(latlng);
        if (feature !== undefined) {
          pickFeature(feature, originalEvent.detail);
          return;
        }
        const ids = footprints.at(latlng);
        const row = pickedArea(ids.length, latlng);
        // Ignore the second press of a double click, which does something else.
        if (row && originalEvent.detail <= 1) areas.reveal(row, false);
        else if (!row) pickImage(event, ids);
      }
    }
  }

  function pickFeature(index: number, presses: number): void {
    features.choose(index);
    if (tabs.current.peek() === 'images') tabs.show('report');
    // Ignore the second press of a double click.
    if (presses <= 1) features.reveal(index, false);
  }

  function pickImage({ containerPoint, originalEvent }: LeafletMouseEvent, ids: readonly string[]): void {
    if (ids.length === 0) return;
    const before = isSamePlace(containerPoint) && lastClick ? ids.indexOf(lastClick.id) : -1;
    const id = ids[(before + 1) % ids.length];
    if (id === undefined) return;
    lastClick = { point: containerPoint, id };
    const all = found.rows.peek().map(image => image.id);
    const adds = originalEvent.ctrlKey || originalEvent.metaKey;
    found.select(adds ? toggled(all, found.selected.peek(), id) : [id]);
    pictures.card.value = id;
    found.reach(id);
  }

  function reshape({ latlng }: LeafletMouseEvent): void {
    if (tool().kind !== 'none') return;
    const row = pickedArea(footprints.at(latlng).length, latlng);
    if (row) areas.reshape(row);
  }

  map.on('mousemove', hover);
  map.on('mouseout', leave);
  map.on('click', pick);
  map.on('dblclick', reshape);
  map.on('movestart', () => (lastClick = undefined));
}
