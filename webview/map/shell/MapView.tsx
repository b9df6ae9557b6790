import { computed, effect, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Map as LeafletMap } from 'leaflet';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wrappedLongitude } from '../../../src/model/geometry/sphere.ts';
import type { PageAssets } from '../../../src/shared/protocol.ts';
import { leaveMode, modeOf } from '../../app/mode.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { addReportLayer } from '../../report/reportLayer.ts';
import { imageSection, placeSection, togglePin } from '../../results/imageMenu.ts';
import { isByPointer } from '../../ui/MenuButton.tsx';
import { arrowSteps, focusOf } from '../areas/areaKeys.ts';
import { addAreaLayer } from '../areas/areaLayer.ts';
import { addAreaNames } from '../areas/areaNames.ts';
import { attachAreaTools } from '../areas/areaTools.ts';
import { fetchedOutlines, readBaseMap } from '../base/baseMap.ts';
import { watchMapColors } from '../base/mapColors.ts';
import { addPlaceNames } from '../base/placeNames.ts';
import { zoomByWheel } from '../base/wheelZoom.ts';
import { middleLongitude } from '../base/worldCopy.ts';
import { addFootprints, type Footprints } from '../footprints/footprintLayer.ts';
import { addHatchLayer } from '../footprints/hatchLayer.ts';
import { addPictureLayers } from '../pictures/pictureLayers.ts';
import type { PictureModel } from '../pictures/pictureModel.ts';
import { addProductLayer } from '../products/productLayer.ts';
import { attachCompareKeys } from './compareKeys.ts';
import { MapControls, type MapParts } from './MapControls.tsx';
import { ModeBar } from './ModeBar.tsx';
import { attachPicking } from './picking.ts';
import { createTimeModel } from './timeModel.ts';
import { attachTimeKeys } from './TimeSteps.tsx';
import { keepView } from './viewKeeper.ts';

interface MapViewProps {
  page: PageModel;
  pictures: PictureModel;
  assets: PageAssets;
  onFault: (fault: unknown) => void;
}

export function MapView({ page, pictures, assets, onFault }: MapViewProps) {
  const container = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<MapParts>();
  // Leaflet measures its container, so that must be in the document.
  useLayoutEffect(() => {
    if (container.current) setParts(startMap(container.current, page, pictures, assets, onFault));
  }, []);
  return (
    <div class="map-part">
      <div ref={container} class="map" role="region" aria-label={l10n.t('Map')}>
        {parts && <MapControls assets={assets} parts={parts} />}
      </div>
      {parts && <ModeBar assets={assets} parts={parts} />}
    </div>
  );
}

/** z-index of each pane, from bottom to top. */
const panes = {
  places: 405,
  footprints: 410,
  gap: 415,
  aoi: 420,
  report: 430,
  names: 435,
  edit: 440,
} as const;

function startMap(
  container: HTMLElement,
  page: PageModel,
  pictures: PictureModel,
  assets: PageAssets,
  onFault: (fault: unknown) => void,
): MapParts {
  const map = new LeafletMap(container, {
    preferCanvas: true,
    zoomControl: false,
    attributionControl: false,
    minZoom: 1,
    maxZoom: 19,
    fadeAnimation: false,
    // A double click picks twice, or reshapes an area; the wheel, the keys and the buttons zoom.
    doubleClickZoom: false,
    // `zoomByWheel` instead.
    scrollWheelZoom: false,
  });
  zoomByWheel(map);
  const { zoomAnimationThreshold } = map.options;
  effect(() => {
    const isReduced = page.reducedMotion.value;
    map.options.inertia = !isReduced;
    // Leaflet decides about animation when the map is created, but zooms beyond this threshold are never animated.
    map.options.zoomAnimationThreshold = isReduced ? -1 : zoomAnimationThreshold;
  });
  for (const [name, order] of Object.entries(panes)) map.createPane(name).style.zIndex = String(order);

  const colors = watchMapColors();
  /** Everything is drawn in the copy of the world that contains this longitude. */
  const home = computed(() => {
    const area = page.area.value ?? page.areas.rows.value[0]?.polygon;
    return area ? middleLongitude(area) : 0;
  });

  const scene = { map, page, colors, home };
  const addBaseMap = readBaseMap({ ...assets, ...fetchedOutlines(assets) }, colors, onFault);
  const { tiles } = addBaseMap(map);
  addPictureLayers(scene, pictures);
  const productBounds = addProductLayer(scene);
  const footprints = addFootprints(map, 'footprints', {
    home,
    colors,
    hidden: page.hidden,
    selected: page.selected,
    hovered: page.hovered,
    rows: computed(() => page.images.value.rows),
    pictured: pictures.visible,
  });
  effect(() => {
    map.getPane('footprints')?.classList.toggle('stale', page.stale.value);
  });
  const pictured = pictures.visible;
  addHatchLayer(scene, {
    part: computed(() => page.cover.value?.gap),
    color: 'aoi',
    isFalling: false,
    pictured,
  });
  addHatchLayer(scene, {
    part: computed(() => {
      const { opened } = page.state.value ?? {};
      const isOpen = opened?.id === pictures.card.value && modeOf(page, pictures) === 'browse';
      return isOpen ? opened?.repeats?.part : undefined;
    }),
    color: 'selected',
    isFalling: true,
    pictured,
  });
  addAreaLayer(scene);
  const areaNames = addAreaNames(scene);
  // The tiles of a server have names of their own.
  if (!tiles) addPlaceNames(map, assets.placesUrl, areaNames, onFault);
  const report = addReportLayer(scene, page.report);

  const measured = signal<string | undefined>(undefined);
  attachKeys(map, page, pictures);
  attachCompareKeys(page, pictures);
  attachMapMenu(map, page, footprints);
  attachPicking(scene, footprints, report);
  attachAreaTools(scene, measured);
  const outOfView = keepView(scene, report.bounds, productBounds);
  const time = createTimeModel(page, pictures);
  attachTimeKeys(time);
  return { ...scene, footprints, pictures, time, measured, tiles, addBaseMap, outOfView };
}

/** How far the arrow keys pan the map, CSS pixels, as with Leaflet's own keys; the longer step with Shift. */
const shortStep = 80;
const longStep = 240;

/**
 * Q shows or hides the quicklook of the current image, P pins or unpins it, / opens the input for a place, and Escape leaves
 * a report or a delivered image. The arrow keys move the map without animation if motion is reduced, and while points are placed at the crosshair: the next key places one where the crosshair is seen.
 */
function attachKeys(map: LeafletMap, page: PageModel, pictures: PictureModel): void {
  const container = map.getContainer();

  function toggleQuicklook(): boolean {
    const id = pictures.card.peek() ?? page.hovered.peek();
    if (id === undefined) return false;
    pictures.card.value = id;
    pictures.toggleQuicklook(id);
    return true;
  }

  function pinImage(): boolean {
    const id = pictures.card.peek() ?? page.hovered.peek();
    const row = page.images.peek().rows.find(image => image.id === id) ?? pictures.rows.peek().get(id ?? '');
    if (row) togglePin(page, row);
    return row !== undefined;
  }

  function openPlaces(): boolean {
    page.places.isOpen.value = true;
    return true;
  }

  function leave(): boolean {
    const mode = modeOf(page, pictures);
    if (mode === 'report' || mode === 'image') leaveMode(page, pictures);
    return mode === 'report' || mode === 'image';
  }

  function pan(event: KeyboardEvent): boolean {
    const step = arrowSteps[event.key];
    const isAtOnce = page.reducedMotion.peek() || container.classList.contains('placing');
    if (!step || !isAtOnce || event.target !== container) return false;
    const length = event.shiftKey ? longStep : shortStep;
    map.panBy([step[0] * length, step[1] * length], { animate: false });
    return true;
  }

  container.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    container.classList.add('by-keyboard');
    const letter = focusOf(event) === 'field' ? '' : event.key.toLowerCase();
    const act =
      { q: toggleQuicklook, p: pinImage, '/': openPlaces, escape: leave }[letter] ?? (() => pan(event));
    if (!act()) return;
    event.preventDefault();
    // Replaces Leaflet's own keys.
    event.stopPropagation();
  });
}

/** The menu of a place on the map, and of the image there: at the pointer, or for the keyboard at the crosshair. */
function attachMapMenu(map: LeafletMap, page: PageModel, footprints: Footprints): void {
  const container = map.getContainer();
  container.addEventListener('contextmenu', event => {
    // Drawing and reshaping use the right button themselves.
    if (page.areas.editing.peek().tool.kind !== 'none') return;
    event.preventDefault();
    const point = isByPointer(event) ? map.mouseEventToContainerPoint(event) : map.getSize().divideBy(2);
    const place = map.containerPointToLatLng(point);
    const ids = footprints.at(place);
    const id = ids.find(candidate => candidate === page.hovered.peek()) ?? ids[0];
    const { left, top } = container.getBoundingClientRect();
    page.menu.value = {
      name: l10n.t('Map'),
      from: container,
      at: new DOMRect(left + point.x, top + point.y),
      sections: [
        ...(id === undefined ? [] : [imageSection(page, id)]),
        placeSection(page, place.lat, wrappedLongitude(place.lng)),
      ],
    };
  });
}
