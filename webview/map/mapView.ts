import { computed, effect, type ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { Map as LeafletMap, type LatLng, type LatLngBounds } from 'leaflet';
import type { MapTarget, PageAssets, ToHost } from '../../src/shared/protocol.ts';
import { element } from '../element.ts';
import type { PageModel } from '../pageModel.ts';
import type { SavedView } from '../savedView.ts';
import { keepReportLook } from '../report/reportLook.ts';
import { createAreaHits } from '../areas/areaHits.ts';
import { areasShown } from '../areas/areasShown.ts';
import { addAreaLayer } from './areaLayer.ts';
import { attachAreaTools } from './areaTools.ts';
import { addAreaTooltip } from './areaTooltip.ts';
import { attachArrowPan } from './arrowPan.ts';
import { addBaseMap } from './baseMap.ts';
import { createEditTools } from './editTools.ts';
import { addFootprints } from './footprintLayer.ts';
import { addGapLayer } from './gapLayer.ts';
import { addMapControls } from './mapControls.ts';
import { watchMapColours } from './mapColours.ts';
import { createMeasureTool } from './measureTool.ts';
import { attachPicking } from './picking.ts';
import { addPictureLayers } from './pictureLayers.ts';
import { createPictureModel } from './pictureModel.ts';
import { attachPictureKey } from './pictureKey.ts';
import { addReportLayer } from './reportLayer.ts';
import { addSwipeDivider } from './swipeDivider.ts';
import { createTileNote } from './tileNote.ts';
import { keepView } from './viewKeeper.ts';
import { boundsOf as ringBounds, middleLongitude, ringsNear } from './worldCopy.ts';

/** From the bottom up. */
const panes = { footprints: 410, gap: 415, aoi: 420, report: 430, edit: 440 } as const;

export interface MapViewOptions {
  assets: PageAssets;
  /** Whether nothing is to move by itself. */
  calm: ReadonlySignal<boolean>;
  saved: SavedView;
  saveView: (change: Partial<SavedView>) => void;
  post: (message: ToHost) => void;
  onFault: (fault: unknown) => void;
}

/** The map with its layers. It must stand in the document before it is started: Leaflet measures its place. */
export function createMapView(model: PageModel): {
  element: HTMLElement;
  start: (options: MapViewOptions) => void;
} {
  const container = element('div', { class: 'map', 'aria-label': l10n.t('Map'), role: 'region' });
  return { element: container, start: options => startMap(container, model, options) };
}

function startMap(container: HTMLElement, model: PageModel, options: MapViewOptions): void {
  const { calm } = options;
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
    map.options.inertia = !calm.value;
    // Whether there are animations at all is settled with the map; a step beyond this many levels has none.
    map.options.zoomAnimationThreshold = calm.value ? -1 : zoomAnimationThreshold;
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
  const pictures = createPictureModel(model, options.post, options.saved.pictures, kept =>
    options.saveView({ pictures: kept }),
  );
  addPictureLayers(map, model, pictures, home);
  const footprints = addFootprints(map, 'footprints');
  addGapLayer(map, 'gap', model, colours, home);
  const areaLayer = addAreaLayer(map, 'aoi');
  const hits = computed(() => createAreaHits(areas.rows.value, home.value));
  const report = addReportLayer(map, 'report', model.findings, colours, home);
  keepReportLook(model, options.saved.report, options.saveView);

  effect(() => footprints.setImages(model.images.value.rows, home.value));
  effect(() => footprints.setHidden(model.hidden.value));
  effect(() =>
    footprints.setLook({
      colours: colours.value,
      selected: model.selected.value,
      hovered: model.hovered.value,
      pictured: pictures.visible.value,
    }),
  );
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
  addMapControls(map, model, footprints, pictures, measure, tileNote.strip, options.post);
  container.append(tileNote.spoken);
  addSwipeDivider(map, pictures);
  attachPictureKey(map, model, pictures);
  const isPlacing = () => measure.isOn.peek() || areas.editing.peek().tool.kind === 'drawing';
  attachArrowPan(map, () => calm.peek() || isPlacing());
  const areaAt = (place: LatLng) => hits.value.at(place, map.getZoom());
  attachPicking(map, model, footprints, areaAt, addAreaTooltip(map), report, () => measure.isOn.peek());
  attachAreaTools(createEditTools(map, 'edit', colours), areas, home);
  keepView(
    map,
    model,
    boundsOf,
    firstBounds,
    () => home.peek(),
    options.saved,
    options.saveView,
    bounds => {
      model.bounds.value = bounds;
      options.post({ kind: 'view', bounds });
    },
  );
}
