import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { Control, control, DomEvent, type ControlPosition, type Map as LeafletMap } from 'leaflet';
import type { ToHost } from '../../src/shared/protocol.ts';
import { element, icon, setText } from '../element.ts';
import { imageCount, positionText } from '../format.ts';
import type { PageModel } from '../pageModel.ts';
import { createFeatureCard } from '../report/featureCard.ts';
import { createReportLegend } from '../report/reportLegend.ts';
import type { Footprints } from './footprintLayer.ts';
import { createGapLegend } from './gapLayer.ts';
import { createImageCard } from './imageCard.ts';
import { createMeasureButton, createMeasureStrip } from './measureControls.ts';
import type { MeasureTool } from './measureTool.ts';
import { createPictureBar } from './pictureBar.ts';
import type { PictureModel } from './pictureModel.ts';
import { createToolBar } from './toolBar.ts';
import { createAreaProblem, createToolHint } from './toolHint.ts';

export function addMapControls(
  map: LeafletMap,
  model: PageModel,
  footprints: Footprints,
  pictures: PictureModel,
  measure: MeasureTool,
  tileNote: HTMLElement,
  post: (message: ToHost) => void,
): void {
  control.zoom({ zoomInTitle: l10n.t('Zoom in'), zoomOutTitle: l10n.t('Zoom out') }).addTo(map);
  addControl(map, 'topleft', fitButton(model));
  addControl(map, 'topleft', createToolBar(model.areas));
  addControl(map, 'topleft', createMeasureButton(measure));
  addControl(map, 'topright', createReportLegend(model, post));
  addControl(map, 'topright', createFeatureCard(model));
  addControl(map, 'topright', createGapLegend(model));
  addControl(map, 'topright', createImageCard(model, pictures));
  control.scale({ imperial: false, maxWidth: 90 }).addTo(map);
  addControl(map, 'bottomleft', pointerReadout(map, footprints));
  // Above the corners, over the whole width of the map.
  const bottom = element(
    'div',
    { class: 'map-bottom' },
    tileNote,
    createToolHint(model.areas),
    createMeasureStrip(measure),
    createPictureBar(model, pictures),
  );
  for (const strip of bottom.children) if (strip instanceof HTMLElement) keepFromMap(strip);
  const problem = createAreaProblem(model.areas);
  keepFromMap(problem);
  map.getContainer().append(problem, bottom);
  map.getContainer().append(element('div', { class: 'map-cross', 'aria-hidden': 'true' }));
  control.attribution({ prefix: false }).addAttribution(l10n.t('Made with Natural Earth')).addTo(map);
}

function addControl(map: LeafletMap, position: ControlPosition, content: HTMLElement): void {
  const added = new Control({ position });
  added.onAdd = () => {
    keepFromMap(content);
    return content;
  };
  added.addTo(map);
}

/** A press or a turn of the wheel on a control is not one on the map. */
function keepFromMap(content: HTMLElement): void {
  DomEvent.disableClickPropagation(content);
  DomEvent.disableScrollPropagation(content);
}

function fitButton(model: PageModel): HTMLElement {
  const label = l10n.t('Zoom to the area of interest');
  const button = element(
    'button',
    { type: 'button', class: 'map-button', title: label, 'aria-label': label },
    icon('M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 6h4v4H6z'),
  );
  button.addEventListener('click', () => (model.target.value = { kind: 'aoi' }));
  effect(() => {
    button.hidden = model.state.value?.aoi === undefined;
  });
  return button;
}

/** Position of the pointer, and how many images lie under it. */
function pointerReadout(map: LeafletMap, footprints: Footprints): HTMLElement {
  const readout = element('div', { class: 'readout', 'aria-hidden': 'true' });
  readout.hidden = true;
  map.on('mousemove', ({ latlng }) => {
    const overlapping = footprints.at(latlng).length;
    const position = positionText(latlng.lat, latlng.lng);
    readout.hidden = false;
    setText(readout, overlapping > 1 ? `${position} · ${imageCount(overlapping)}` : position);
  });
  map.on('mouseout', () => (readout.hidden = true));
  return readout;
}
