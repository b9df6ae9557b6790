import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { Control, control, DomEvent, type ControlPosition, type Map as LeafletMap } from 'leaflet';
import { element, icon, setText } from '../../ui/element.ts';
import { imageCount, positionText } from '../../ui/format.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { createReportPanels } from '../../report/FeatureCard.tsx';
import type { Footprints } from '../footprints/footprintLayer.ts';
import { createGapLegend } from '../footprints/gapLayer.ts';
import { createImageCard } from '../footprints/imageCard.ts';
import { createMeasureButton, createMeasureStrip, type MeasureTool } from '../measure/measureTool.ts';
import { createPictureBar } from '../pictures/pictureBar.ts';
import type { PictureModel } from '../pictures/pictureModel.ts';
import { createToolBar } from './toolBar.ts';
import type { AreaModel } from '../areas/areaModel.ts';
import { keyboardHint, toolHint } from '../areas/areaTexts.ts';

export function addMapControls(
  map: LeafletMap,
  model: PageModel,
  footprints: Footprints,
  pictures: PictureModel,
  measure: MeasureTool,
  tileNote: HTMLElement,
): void {
  control.zoom({ zoomInTitle: l10n.t('Zoom in'), zoomOutTitle: l10n.t('Zoom out') }).addTo(map);
  addControl(map, 'topleft', fitButton(model));
  addControl(map, 'topleft', createToolBar(model.areas));
  addControl(map, 'topleft', createMeasureButton(measure));
  addControl(map, 'topright', createReportPanels(model));
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

/** What to do with the tool in hand, at the bottom of the map; by keyboard it is something else. */
function createToolHint(areas: AreaModel): HTMLElement {
  const pointer = element('span', { class: 'pointer-hint' });
  const keyboard = element('span', { class: 'keyboard-hint' });
  const hint = element('div', { class: 'tool-hint' }, pointer, keyboard);
  effect(() => {
    const { tool } = areas.editing.value;
    const text = toolHint(tool);
    hint.hidden = text === undefined;
    setText(pointer, text ?? '');
    setText(keyboard, keyboardHint(tool) ?? '');
  });
  return hint;
}

/** Why the last change on the map was not made. */
function createAreaProblem(areas: AreaModel): HTMLElement {
  const text = element('span', { class: 'area-problem-text' });
  const label = l10n.t('Close the message');
  const close = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  close.addEventListener('click', () => (areas.problem.value = undefined));
  const strip = element('div', { class: 'area-problem' }, text, close);
  effect(() => {
    const problem = areas.problem.value;
    strip.hidden = problem === undefined;
    setText(text, problem ?? '');
  });
  return strip;
}
