import { signal, type ReadonlySignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { DomEvent, Map as LeafletMap, type LeafletMouseEvent } from 'leaflet';
import { render } from 'preact';
import type { MapState } from '../../src/shared/protocol.ts';
import { arrowSteps } from '../map/areas/areaKeys.ts';
import type { AddBaseMap } from '../map/base/baseMap.ts';
import { MapCard } from '../map/base/MapCard.tsx';
import type { MapColors } from '../map/base/mapColors.ts';
import { zoomByWheel } from '../map/base/wheelZoom.ts';
import { PropertyTable } from '../report/FeatureCard.tsx';
import { addReportLayer } from '../report/reportLayer.ts';
import { createReportModel, type ReportModel } from '../report/reportModel.ts';
import { countText } from '../ui/format.ts';
import { IconButton, iconPaths } from '../ui/icon.tsx';
import { setLabel } from '../ui/shownVnodes.ts';
import type { OutputFeatures } from './outputFeatures.ts';

/** A single place is shown with its surroundings. */
const [placeZoom, closestZoom] = [5, 16];
/** Between the features and the edge of the map, CSS pixels. */
const fitPadding = 28;
/** How far the arrow keys pan the map, CSS pixels. */
const panStep = 80;

export function showProblem(box: HTMLElement, problem: string): void {
  render(<div class="output-problem">{problem}</div>, box);
}

/** What all maps of a notebook share. */
export interface MapSurroundings {
  colors: ReadonlySignal<MapColors>;
  addBaseMap: AddBaseMap;
  isReducedMotion: () => boolean;
}

/**
 * Shows the features of an output on a map.
 *
 * @returns removes the map
 */
export function showOutputMap(
  box: HTMLElement,
  output: OutputFeatures,
  { colors: theme, addBaseMap, isReducedMotion }: MapSurroundings,
): () => void {
  box.className = 'output-map';
  const container = box.appendChild(document.createElement('div'));
  container.className = 'map';
  const model = modelOf(output);
  const map = new LeafletMap(container, {
    ...{ preferCanvas: true, zoomControl: false, attributionControl: false, fadeAnimation: false },
    ...{ minZoom: 1, maxZoom: 19, zoomAnimation: !isReducedMotion(), inertia: !isReducedMotion() },
    // `attachKeys` and `zoomByWheel` instead.
    ...{ keyboard: false, scrollWheelZoom: false },
  });
  map.createPane('report').style.zIndex = '430';

  const base = addBaseMap(map);
  // The shared colors must not keep the layer of a removed map.
  const colors = signal(theme.peek());
  const unfollow = theme.subscribe(next => void (colors.value = next));
  const layer = addReportLayer(map, 'report', model, colors, signal(output.home));

  function fit(): void {
    const bounds = layer.bounds();
    if (!bounds) return;
    const isPlace = bounds.getNorthEast().equals(bounds.getSouthWest());
    const maxZoom = isPlace ? placeZoom : closestZoom;
    map.fitBounds(bounds, { padding: [fitPadding, fitPadding], maxZoom, animate: false });
  }

  map.on('mousemove', ({ latlng }: LeafletMouseEvent) => layer.hover(layer.at(latlng), latlng));
  map.on('mouseout', () => (model.hovered.value = undefined));
  map.on('click', ({ latlng }: LeafletMouseEvent) => model.choose(layer.at(latlng)));
  attachKeys(map, model, isReducedMotion);
  // The wheel scrolls the notebook, unless somebody works with the map.
  zoomByWheel(map, ({ ctrlKey, metaKey, target }) => {
    const isOnCard = target instanceof Element && target.closest('.feature-card') !== null;
    return !isOnCard && (ctrlKey || metaKey || container.matches(':focus'));
  });

  // An output can be rendered while it is hidden.
  let isFit = false;
  const observer = new ResizeObserver(() => {
    if (container.clientWidth === 0) return;
    map.invalidateSize({ pan: false });
    if (!isFit) fit();
    isFit = true;
  });
  observer.observe(container);
  const controls = container.appendChild(document.createElement('div'));
  controls.className = 'map-controls';
  DomEvent.disableClickPropagation(controls);
  render(<Controls map={map} model={model} output={output} onFit={fit} />, controls);

  return () => {
    unfollow();
    base.release();
    observer.disconnect();
    render(null, controls);
    map.remove();
    box.remove();
  };
}

/** A report in a single color. */
function modelOf({ features }: OutputFeatures): ReportModel {
  const model = createReportModel(
    () => undefined,
    undefined,
    () => undefined,
    () => 'report',
  );
  const report = { id: 'output', title: '', featureCount: features.length };
  model.receiveState({ report } as MapState);
  model.colorBy(undefined);
  model.receive({ kind: 'reportFeatures', reportId: report.id, from: 0, features });
  return model;
}

/** Keys of the map. The editor doesn't see them: it would go to another cell. */
function attachKeys(map: LeafletMap, model: ReportModel, isReducedMotion: () => boolean): void {
  const container = map.getContainer();
  container.tabIndex = 0;
  container.setAttribute('role', 'region');
  setLabel(container, l10n.t('Map'));
  container.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest('.map-controls'))
      container.focus({ preventScroll: true });
  });

  function act(key: string): (() => unknown) | undefined {
    const step = arrowSteps[key];
    if (step) return () => map.panBy([step[0] * panStep, step[1] * panStep], { animate: !isReducedMotion() });
    switch (key) {
      case '+':
      case '=':
        return () => map.zoomIn();
      case '-':
        return () => map.zoomOut();
      case 'n':
        return () => model.step(1);
      case 'p':
        return () => model.step(-1);
      case 'Escape':
        return model.chosen.peek() === undefined ? undefined : () => model.choose(undefined);
      default:
        return undefined;
    }
  }

  container.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The properties scroll by the arrow keys.
    const isInCard = event.target instanceof Element && event.target.closest('.feature-card') !== null;
    if (isInCard && event.key in arrowSteps) {
      event.stopPropagation();
      return;
    }
    const does = act(event.key);
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  });
}

interface ControlsProps {
  map: LeafletMap;
  model: ReportModel;
  output: OutputFeatures;
  onFit: () => void;
}

function Controls({ map, model, output, onFit }: ControlsProps) {
  const { length } = output.features;
  const place = model.chosen.value;
  const feature = place === undefined ? undefined : output.features[place];
  const close = () => {
    model.choose(undefined);
    map.getContainer().focus({ preventScroll: true });
  };
  return (
    <>
      <div class="map-corner top-left">
        <div class="tool-bar">
          <IconButton
            class="tool-button"
            name={l10n.t('Zoom in')}
            path="M3 8h10M8 3v10"
            keys="+"
            onClick={() => map.zoomIn()}
          />
          <IconButton
            class="tool-button"
            name={l10n.t('Zoom out')}
            path="M3 8h10"
            keys="-"
            onClick={() => map.zoomOut()}
          />
          <IconButton
            class="tool-button"
            name={l10n.t('Zoom to all features')}
            path="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 6h4v4H6z"
            onClick={onFit}
          />
        </div>
      </div>
      {place !== undefined && feature && (
        <div class="map-corner top-right">
          <MapCard name={l10n.t('Feature')} class="feature-card" onClose={close}>
            <span class="card-name">{model.nameOf(place)}</span>
            <div
              key={place}
              class="feature-properties"
              tabIndex={0}
              role="group"
              aria-label={l10n.t('Properties')}
            >
              <PropertyTable properties={feature.properties} most={60} />
            </div>
          </MapCard>
        </div>
      )}
      <div class="map-corner bottom-left">
        <div class="map-panel output-steps" role="group" aria-label={l10n.t('Features')}>
          <IconButton
            name={l10n.t('Previous feature')}
            path={iconPaths.previous}
            keys="P"
            aria-disabled={place === 0}
            onClick={() => model.step(-1)}
          />
          <span role="status">
            {place === undefined ? countOf(output) : l10n.t('{0} of {1}', countText(place + 1), countText(length))}
          </span>
          <IconButton
            name={l10n.t('Next feature')}
            path={iconPaths.next}
            keys="N"
            aria-disabled={place === length - 1}
            onClick={() => model.step(1)}
          />
        </div>
      </div>
    </>
  );
}

function countOf({ features: { length }, count }: OutputFeatures): string {
  if (length < count) return l10n.t('{0} of {1} features shown', countText(length), countText(count));
  return count === 1 ? l10n.t('1 feature') : l10n.t('{0} features', countText(count));
}
