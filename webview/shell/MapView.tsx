import { computed, effect, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Map as LeafletMap } from 'leaflet';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wrappedLongitude } from '../../src/geo/sphere.ts';
import type { PageAssets } from '../../src/protocol/protocol.ts';
import { arrowSteps, focusPlace } from '../features/areas/index.ts';
import { addAreaLayer, addAreaNames, attachAreaTools } from '../features/areas/view.ts';
import { addFootprints, addHatchLayer, type Footprints } from '../features/footprints/view.ts';
import {
  type ImageKey,
  imageSection,
  type MenuTargets,
  placeSection,
  togglePin,
} from '../features/images/index.ts';
import { addPictureLayers } from '../features/pictures/view.ts';
import { addProductLayer } from '../features/products/view.ts';
import { featureItems } from '../features/reports/index.ts';
import { addReportLayer, type ReportLayer } from '../features/reports/view.ts';
import { baseMapOnPage, fetchedOutlines } from '../ground/baseMap.ts';
import { watchMapColors } from '../ground/mapColors.ts';
import { addPlaceNames } from '../ground/placeNames.ts';
import { zoomByWheel } from '../ground/wheelZoom.ts';
import { middleLongitude } from '../ground/worldCopy.ts';
import { type ContextMenu, isByPointer } from '../ui/MenuButton.tsx';
import { attachCompareKeys } from './compareKeys.ts';
import { MapControls, type MapParts } from './MapControls.tsx';
import type { MapStores } from './mapStores.ts';
import { ModeBar } from './ModeBar.tsx';
import { attachPicking } from './picking.ts';
import { attachTimeKeys } from './TimeSteps.tsx';
import { keepView } from './viewKeeper.ts';

export interface MapViewProps {
  stores: MapStores;
  openMenu: (menu: ContextMenu) => void;
  assets: PageAssets;
  onFault: (fault: unknown) => void;
}

export function MapView(props: MapViewProps) {
  const { assets } = props;
  const container = useRef<HTMLDivElement>(null);
  const [parts, setParts] = useState<MapParts>();
  // Leaflet measures its container, so that must be in the document.
  useLayoutEffect(() => {
    if (container.current) setParts(startMap(container.current, props));
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

function startMap(container: HTMLElement, { stores, openMenu, assets, onFault }: MapViewProps): MapParts {
  const { host, view, areas, found, results, pictures, mode } = stores;
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
    const isReduced = view.reducedMotion.value;
    map.options.inertia = !isReduced;
    // Leaflet decides about animation when the map is created, but zooms beyond this threshold are never animated.
    map.options.zoomAnimationThreshold = isReduced ? -1 : zoomAnimationThreshold;
  });
  for (const [name, order] of Object.entries(panes)) map.createPane(name).style.zIndex = String(order);

  const colors = watchMapColors();
  /** Everything is drawn in the copy of the world that contains this longitude. */
  const home = computed(() => {
    const area = areas.searched.value ?? areas.rows.value[0]?.polygon;
    return area ? middleLongitude(area) : 0;
  });

  const scene = { map, colors, home };
  const addBaseMap = baseMapOnPage({ ...assets, ...fetchedOutlines(assets) }, colors, onFault);
  const { tiles } = addBaseMap(map);
  addPictureLayers(scene, pictures);
  const productBounds = addProductLayer(scene, stores.products, stores.say);
  const hasPicture = computed(
    () => pictures.visible.value.size > 0 || stores.products.current.value !== undefined,
  );
  const footprints = addFootprints(map, 'footprints', {
    home,
    colors,
    hidden: results.hidden,
    selected: found.selected,
    hovered: found.hovered,
    rows: found.rows,
    hasPicture,
    isPutAway: computed(() => !mode.isOfImages.value),
  });
  effect(() => {
    map.getPane('footprints')?.classList.toggle('stale', found.isStale.value);
  });
  addHatchLayer(scene, {
    part: computed(() => (mode.isOfImages.value ? found.cover.value?.gap : undefined)),
    color: 'aoi',
    isFalling: false,
    hasPicture,
  });
  addHatchLayer(scene, {
    part: computed(() => {
      const { opened } = host.state.value ?? {};
      const isOpen = opened?.id === pictures.card.value && mode.current.value === 'browse';
      return isOpen ? opened?.repeats?.part : undefined;
    }),
    color: 'selected',
    isFalling: true,
    hasPicture,
  });
  addAreaLayer(scene, host, areas);
  const areaNames = addAreaNames(scene, host, areas);
  // The tiles of a server have names of their own.
  if (!tiles) addPlaceNames(map, assets.placesUrl, areaNames, onFault);
  const report = addReportLayer(scene, stores.report);

  const measured = signal<string | undefined>(undefined);
  attachKeys(map, stores);
  attachCompareKeys(areas, found, pictures);
  attachMapMenu(map, stores, footprints, report, openMenu);
  attachPicking(scene, stores, footprints, report);
  attachAreaTools(scene, areas, measured);
  const outOfView = keepView(scene, stores, report.bounds, productBounds);
  attachTimeKeys(stores.time);
  return { ...stores, ...scene, footprints, measured, tiles, addBaseMap, outOfView };
}

/** How far the arrow keys pan the map, CSS pixels, as with Leaflet's own keys; the longer step with Shift. */
const shortStep = 80;
const longStep = 240;

type KeyStores = Pick<MapStores, 'host' | 'view' | 'found' | 'pictures' | 'places' | 'mode'>;

/**
 * Q shows or hides the quicklook of the current image, P pins or unpins it, / opens the input for a place, and Escape leaves
 * a report or a delivered image. The arrow keys move the map without animation if motion is reduced, and while points are placed at the crosshair: the next key places one where the crosshair is seen.
 */
function attachKeys(map: LeafletMap, { host, view, found, pictures, places, mode }: KeyStores): void {
  const container = map.getContainer();

  function toggleQuicklook(): boolean {
    const id = pictures.card.peek() ?? found.hovered.peek();
    if (id === undefined) return false;
    pictures.card.value = id;
    pictures.toggleQuicklook(id);
    return true;
  }

  function pinImage(): boolean {
    const id = pictures.card.peek() ?? found.hovered.peek();
    const row = found.rows.peek().find(image => image.id === id) ?? pictures.rows.peek().get(id ?? '');
    if (row) togglePin(host, found, row.id);
    return row !== undefined;
  }

  function openPlaces(): boolean {
    places.isOpen.value = true;
    return true;
  }

  function leave(): boolean {
    const isShown = mode.current.peek() === 'report' || mode.current.peek() === 'image';
    if (isShown) mode.leave();
    return isShown;
  }

  function pan(event: KeyboardEvent): boolean {
    const step = arrowSteps[event.key];
    const isAtOnce = view.reducedMotion.peek() || container.classList.contains('placing');
    if (!step || !isAtOnce || event.target !== container) return false;
    const length = event.shiftKey ? longStep : shortStep;
    map.panBy([step[0] * length, step[1] * length], { animate: false });
    return true;
  }

  const imageActions: Readonly<Record<ImageKey, () => boolean>> = { q: toggleQuicklook, p: pinImage };

  container.addEventListener('keydown', event => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    container.classList.add('by-keyboard');
    const letter = focusPlace(event) === 'field' ? '' : event.key.toLowerCase();
    const act = { ...imageActions, '/': openPlaces, escape: leave }[letter] ?? (() => pan(event));
    if (!act()) return;
    event.preventDefault();
    // Replaces Leaflet's own keys.
    event.stopPropagation();
  });
}

/** The menu of a place on the map, and of the feature and the image there: at the pointer, or for the keyboard at the crosshair. */
function attachMapMenu(
  map: LeafletMap,
  stores: MenuTargets & Pick<MapStores, 'areas' | 'report'>,
  footprints: Footprints,
  reportLayer: ReportLayer,
  openMenu: (menu: ContextMenu) => void,
): void {
  const { host, areas, found } = stores;
  const container = map.getContainer();
  container.addEventListener('contextmenu', event => {
    // Drawing and reshaping use the right button themselves.
    if (areas.editing.peek().tool.kind !== 'none') return;
    event.preventDefault();
    const point = isByPointer(event) ? map.mouseEventToContainerPoint(event) : map.getSize().divideBy(2);
    const place = map.containerPointToLatLng(point);
    const ids = footprints.at(place);
    const feature = reportLayer.at(place);
    const id = ids.find(candidate => candidate === found.hovered.peek()) ?? ids[0];
    const { left, top } = container.getBoundingClientRect();
    openMenu({
      name: l10n.t('Map'),
      from: container,
      at: new DOMRect(left + point.x, top + point.y),
      sections: [
        ...(feature === undefined ? [] : [{ items: featureItems(stores.report, host.post, feature) }]),
        ...(id === undefined ? [] : [imageSection(stores, id)]),
        placeSection(host, place.lat, wrappedLongitude(place.lng)),
        { items: [{ label: l10n.t('Measure distance and area'), onSelect: () => areas.measure() }] },
      ],
    });
  });
}
