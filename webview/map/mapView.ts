import { computed, effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { Map as LeafletMap, type LatLngBounds } from 'leaflet';
import type { ToHost, MapTarget } from '../../src/shared/protocol.ts';
import { element } from '../element.ts';
import type { PageModel } from '../pageModel.ts';
import type { SavedView } from '../savedView.ts';
import { addAoiLayer } from './aoiLayer.ts';
import { addBaseMap } from './baseMap.ts';
import { addFootprints } from './footprints.ts';
import { addMapControls } from './mapControls.ts';
import { watchMapColours } from './mapColours.ts';
import { attachPicking } from './picking.ts';
import { addReportLayer } from './reportLayer.ts';
import { keepView } from './viewKeeper.ts';
import { boundsOf as ringBounds, middleLongitude, ringsNear } from './worldCopy.ts';

/** From the bottom up. */
const panes = { footprints: 410, aoi: 420, report: 430 } as const;

export interface MapViewOptions {
  landUrl: string;
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
  const calm = prefersCalm();
  const map = new LeafletMap(container, {
    preferCanvas: true,
    zoomControl: false,
    attributionControl: false,
    minZoom: 1,
    maxZoom: 19,
    fadeAnimation: false,
    zoomAnimation: !calm,
    inertia: !calm,
    // A double click picks twice; the wheel, the keys and the buttons zoom.
    doubleClickZoom: false,
  });
  for (const [name, order] of Object.entries(panes)) map.createPane(name).style.zIndex = String(order);

  const colours = watchMapColours();
  /** Everything is drawn in the copy of the world that this longitude lies in. */
  const home = computed(() => {
    const area = model.state.value?.aoi?.polygon;
    return area ? middleLongitude(area) : 0;
  });

  addBaseMap(map, options.landUrl, colours, options.onFault);
  const footprints = addFootprints(map, 'footprints');
  const aoi = addAoiLayer(map, 'aoi');
  const report = addReportLayer(map, 'report', options.onFault);

  effect(() => footprints.setImages(model.images.value.rows, home.value));
  effect(() =>
    footprints.setLook({
      colours: colours.value,
      selected: model.selected.value,
      hovered: model.hovered.value,
    }),
  );
  effect(() => {
    map.getPane('footprints')?.classList.toggle('stale', model.stale.value);
  });
  effect(() => aoi.set(model.state.value?.aoi, home.value, colours.value));
  effect(() => report.setColours(colours.value));
  effect(() => report.setFeatures(model.report.value.features, home.value));

  /** `undefined` while it has not arrived. */
  function boundsOf(target: MapTarget): LatLngBounds | undefined {
    switch (target.kind) {
      case 'aoi': {
        const area = model.state.value?.aoi?.polygon;
        return area && ringBounds(ringsNear(area, home.value));
      }
      case 'image': {
        const image = model.images.value.rows.find(({ id }) => id === target.id);
        return image && ringBounds(ringsNear(image.footprint, home.value));
      }
      case 'report': {
        const expected = model.state.value?.report?.featureCount;
        const arrived = model.report.value.features.length;
        return expected !== undefined && arrived >= expected ? report.bounds() : undefined;
      }
    }
  }

  addMapControls(map, model, footprints, options.post);
  attachPicking(map, model, footprints);
  keepView(
    map,
    model,
    boundsOf,
    () => home.peek(),
    options.saved,
    options.saveView,
    bounds => options.post({ kind: 'view', bounds }),
  );
}

/** Asked of the system, or of the editor by its own setting. */
function prefersCalm(): boolean {
  return (
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.body.classList.contains('vscode-reduce-motion')
  );
}
