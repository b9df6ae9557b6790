import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { Map as LeafletMap, type LatLng, type LatLngBounds } from 'leaflet';
import type { MapTarget, PageAssets } from '../../../src/shared/protocol.ts';
import { element, icon, setText } from '../../ui/element.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { createAreaHits } from '../areas/areaHits.ts';
import { areasShown } from '../areas/areaEditing.ts';
import { addAreaLayer } from '../areas/areaLayer.ts';
import { attachAreaTools } from '../areas/areaTools.ts';
import { addAreaTooltip } from '../areas/areaTooltip.ts';
import { addBaseMap } from './baseMap.ts';
import { createEditTools } from '../areas/editTools.ts';
import { addFootprints } from '../footprints/footprintLayer.ts';
import { addGapLayer } from '../footprints/gapLayer.ts';
import { addMapControls } from './mapControls.ts';
import { watchMapColours } from './mapColours.ts';
import { createMeasureTool } from '../measure/measureTool.ts';
import { attachPicking } from './picking.ts';
import { addPictureLayers } from '../pictures/pictureLayers.ts';
import { createPictureModel, type PictureModel } from '../pictures/pictureModel.ts';
import { addReportLayer } from '../../report/reportLayer.ts';
import { addSwipeDivider } from '../pictures/swipeDivider.ts';
import { keepView } from './viewKeeper.ts';
import { boundsOf as ringBounds, middleLongitude, ringsNear } from './worldCopy.ts';
import type { TileLayer } from './tileLayer.ts';
import { focusOf } from './focusOf.ts';

/** Which way an arrow key moves the map. */
const arrowSteps: Readonly<Record<string, readonly [right: number, down: number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** CSS pixels, as far as the map moves by its own keys. */
const shortStep = 80;
/** With Shift. */
const longStep = 240;

/**
 * The arrow keys move the map at once where nothing is to glide, and while places are put at the cross: the next key puts
 * one where the cross is seen.
 */
function attachArrowPan(map: LeafletMap, isAtOnce: () => boolean): void {
  const container = map.getContainer();
  container.addEventListener(
    'keydown',
    event => {
      const step = arrowSteps[event.key];
      if (!step || !isAtOnce() || event.target !== container) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      container.classList.add('by-keyboard');
      const length = event.shiftKey ? longStep : shortStep;
      map.panBy([step[0] * length, step[1] * length], { animate: false });
    },
    { capture: true },
  );
}

/** From the bottom up. */
const panes = { footprints: 410, gap: 415, aoi: 420, report: 430, edit: 440 } as const;

export interface MapViewOptions {
  assets: PageAssets;
  /** Whether nothing is to move by itself. */
  reducedMotion: ReadonlySignal<boolean>;
  onFault: (fault: unknown) => void;
}

export interface MapView {
  element: HTMLElement;
  /** The same text for the same size, CSS pixels. */
  size: () => string;
  start: (options: MapViewOptions) => void;
}

/** The map with its layers. It must stand in the document before it is started: Leaflet measures its place. */
export function createMapView(model: PageModel): MapView {
  const container = element('div', { class: 'map', 'aria-label': l10n.t('Map'), role: 'region' });
  return {
    element: container,
    size: () => `${container.clientWidth} × ${container.clientHeight}`,
    start: options => startMap(container, model, options),
  };
}

function startMap(container: HTMLElement, model: PageModel, options: MapViewOptions): void {
  const { reducedMotion } = options;
  const { post, savedView, saveView } = model;
  const map = new LeafletMap(container, {
    preferCanvas: true,
    zoomControl: false,
    attributionControl: false,
    minZoom: 1,
    maxZoom: 19,
    fadeAnimation: false,
    // A double click picks twice, or reshapes an area; the wheel, the keys and the buttons zoom.
    doubleClickZoom: false,
  });
  const { zoomAnimationThreshold } = map.options;
  effect(() => {
    map.options.inertia = !reducedMotion.value;
    // Whether there are animations at all is settled with the map; a step beyond this many levels has none.
    map.options.zoomAnimationThreshold = reducedMotion.value ? -1 : zoomAnimationThreshold;
  });
  for (const [name, order] of Object.entries(panes)) map.createPane(name).style.zIndex = String(order);

  const { areas } = model;
  const colours = watchMapColours();
  /** Everything is drawn in the copy of the world that this longitude lies in. */
  const home = computed(() => {
    const area = model.state.value?.aoi?.polygon ?? areas.rows.value[0]?.polygon;
    return area ? middleLongitude(area) : 0;
  });

  const tiles = addBaseMap(map, options.assets, colours, options.onFault);
  const pictures = createPictureModel(model, post, savedView.pictures, kept => saveView({ pictures: kept }));
  addPictureLayers(map, model, pictures, home);
  const footprints = addFootprints(map, 'footprints', {
    ...{ home, colours, hidden: model.hidden, selected: model.selected, hovered: model.hovered },
    rows: computed(() => model.images.value.rows),
    pictured: pictures.visible,
  });
  addGapLayer(map, 'gap', model, colours, home);
  const areaLayer = addAreaLayer(map, 'aoi');
  const hits = computed(() => createAreaHits(areas.rows.value, home.value));
  const report = addReportLayer(map, 'report', model.findings, colours, home);

  effect(() => {
    map.getPane('footprints')?.classList.toggle('stale', model.stale.value);
  });
  effect(() => areaLayer.setColours(colours.value));
  effect(() => {
    const aoi = model.state.value?.aoi?.polygon;
    const { rows, lit, inHand, editing } = areas;
    areaLayer.set(areasShown(rows.value, lit.value, inHand.value, aoi, editing.value), home.value);
  });

  /** `undefined` while it has not arrived. */
  function boundsOf(target: MapTarget): LatLngBounds | undefined {
    switch (target.kind) {
      case 'aoi': {
        const area = model.state.value?.aoi?.polygon;
        return area && ringBounds(ringsNear(area, home.value));
      }
      case 'area': {
        const row = areas.rows.value.find(({ key }) => key === target.key);
        return row && areas.upToDate.value ? ringBounds(ringsNear(row.polygon, home.value)) : undefined;
      }
      case 'image': {
        const image = model.images.value.rows.find(({ id }) => id === target.id);
        return image && ringBounds(ringsNear(image.footprint, home.value));
      }
      case 'report':
        return model.findings.isWhole.value ? report.bounds() : undefined;
    }
  }

  /** Where the map looks first. */
  function firstBounds(): LatLngBounds | undefined {
    if (model.state.value?.aoi) return boundsOf({ kind: 'aoi' });
    const rings = areas.rows.value.flatMap(({ polygon }) => ringsNear(polygon, home.value));
    return rings.length > 0 ? ringBounds(rings) : undefined;
  }

  const measure = createMeasureTool(map, 'edit', areas, colours);
  const tileNote = createTileNote(tiles, options.assets.tileProblem);
  addMapControls(map, model, footprints, pictures, measure, tileNote.strip);
  container.append(tileNote.spoken);
  addSwipeDivider(map, pictures);
  attachPictureKey(map, model, pictures);
  const isPlacing = () => measure.isOn.peek() || areas.editing.peek().tool.kind === 'drawing';
  attachArrowPan(map, () => reducedMotion.peek() || isPlacing());
  const areaAt = (place: LatLng) => hits.value.at(place, map.getZoom());
  attachPicking(map, model, footprints, areaAt, addAreaTooltip(map), report, () => measure.isOn.peek());
  attachAreaTools(createEditTools(map, 'edit', colours), areas, home);
  keepView(
    map,
    model,
    boundsOf,
    firstBounds,
    () => home.peek(),
    savedView,
    saveView,
    bounds => {
      model.bounds.value = bounds;
      post({ kind: 'view', bounds });
    },
  );
}

interface TileNote {
  strip: HTMLElement;
  /** The same for a screen reader, which hears only of changes in what is there all the time. */
  spoken: HTMLElement;
}

/**
 * Says once which hosts of tiles do not answer, or why the setting is not used. Closed, it stays so until there is
 * something else to say.
 *
 * @param problem of the setting
 */
function createTileNote(tiles: TileLayer | undefined, problem: string | undefined): TileNote {
  const closed = signal('');
  const text = element('span', { class: 'tile-note-text' });
  const retry = element('button', { type: 'button', class: 'link' }, l10n.t('Try again'));
  retry.addEventListener('click', () => tiles?.retry());
  const label = l10n.t('Close the message');
  const close = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  let words: string | undefined;
  close.addEventListener('click', () => (closed.value = words ?? ''));
  retry.hidden = tiles === undefined;
  const strip = element('div', { class: 'map-strip tile-note' }, text, retry, close);
  const spoken = element('div', { class: 'visually-hidden', role: 'status' });
  effect(() => {
    words = problem ?? silenceText(tiles?.silent.value ?? []);
    if (words === undefined) closed.value = '';
    strip.hidden = words === undefined || words === closed.value;
    setText(text, words ?? '');
    setText(spoken, strip.hidden ? '' : (words ?? ''));
  });
  return { strip, spoken };
}

function silenceText(hosts: readonly string[]): string | undefined {
  if (hosts.length === 0) return undefined;
  return l10n.t('No map tiles come from {0}. The land is shown in their place.', hosts.join(', '));
}

/** Q puts the quicklook of the image in hand on the map, or takes it off. */
function attachPictureKey(map: LeafletMap, model: PageModel, pictures: PictureModel): void {
  map.getContainer().addEventListener('keydown', event => {
    if (event.key.toLowerCase() !== 'q' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || focusOf(event) === 'field') return;
    const id = pictures.card.peek() ?? model.hovered.peek();
    if (id === undefined) return;
    event.preventDefault();
    if (pictures.card.peek() === undefined) pictures.card.value = id;
    pictures.toggleQuicklook(id);
  });
}
