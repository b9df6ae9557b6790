import { type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type LatLngBounds, type LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import { render } from 'preact';
import type { MapState } from '../../src/protocol/protocol.ts';
import { arrowSteps } from '../features/areas/index.ts';
import { createReportModel, packedHere, type ReportModel } from '../features/reports/index.ts';
import { addReportLayer, FeatureCard, FeatureSteps } from '../features/reports/view.ts';
import type { AddBaseMap } from '../ground/baseMap.ts';
import { keepClicksFromMap } from '../ground/keepClicksFromMap.ts';
import type { MapColors } from '../ground/mapColors.ts';
import { zoomByWheel } from '../ground/wheelZoom.ts';
import { ZoomButtons } from '../shell/ZoomButtons.tsx';
import { type Announcer, createAnnouncer } from '../ui/announcer.ts';
import { featuresText } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { setLabel } from '../ui/sanitizeTexts.ts';
import type { OutputFeatures } from './outputFeatures.ts';

/** How far the arrow keys pan the map, CSS pixels. */
const panStep = 80;
const ignore = () => undefined;

/** What the maps of a page share. */
export interface FeatureMapBase {
  addBaseMap: AddBaseMap;
  colors: ReadonlySignal<MapColors>;
  animate: boolean;
}

export function isMotionReduced(): boolean {
  return (
    window.matchMedia('(prefers-reduced-motion: reduce)').matches ||
    document.body.classList.contains('vscode-reduce-motion')
  );
}

/**
 * A map of features with their properties, steps and keys, for pages that have nothing else of Swath.
 *
 * @param start what is visible first, instead of all features
 */
export function showFeatureMap(
  container: HTMLElement,
  output: OutputFeatures,
  { addBaseMap, colors: sharedColors, animate }: FeatureMapBase,
  start?: LatLngBounds,
) {
  container.classList.add('map');
  container.tabIndex = 0;
  setLabel(container, l10n.t('Map'));
  const map = new LeafletMap(container, {
    preferCanvas: true,
    zoomControl: false,
    attributionControl: false,
    fadeAnimation: false,
    minZoom: 1,
    maxZoom: 19,
    zoomAnimation: animate,
    inertia: animate,
    // `attachKeys` and `zoomByWheel` instead.
    keyboard: false,
    scrollWheelZoom: false,
  });
  map.createPane('report').style.zIndex = '430';
  const base = addBaseMap(map);
  // The shared colors must not keep the layer of a removed map.
  const colors = signal(sharedColors.peek());
  const unfollow = sharedColors.subscribe(next => void (colors.value = next));
  const announcer = createAnnouncer();
  const report = createReportModel(ignore, undefined, ignore, () => 'report', announcer.say);
  const layer = addReportLayer({ map, colors, home: signal(output.home) }, report);
  const { features } = output;
  report.receiveState({ report: { id: '', title: '', featureCount: features.length } } as MapState);
  report.colorBy(undefined);
  let from = 0;
  for (const part of packedHere(features)) {
    report.receiveFeatures({ kind: 'reportFeatures', reportId: '', from, features: part });
    from += part.count;
  }
  const fit = () => {
    const bounds = layer.bounds();
    // A single place is shown with its surroundings.
    const maxZoom = bounds?.getNorthEast().equals(bounds.getSouthWest()) ? 5 : 16;
    if (bounds) map.fitBounds(bounds, { padding: [28, 28], maxZoom, animate: false });
  };
  map.on('mousemove', ({ latlng }: LeafletMouseEvent) => layer.hover(layer.at(latlng), latlng));
  map.on('mouseout', () => (report.hovered.value = undefined));
  map.on('click', ({ latlng }: LeafletMouseEvent) => report.choose(layer.at(latlng)));
  map.on('mousedown', () => container.focus({ preventScroll: true }));
  attachKeys(map, report, animate);
  const controls = container.appendChild(document.createElement('div'));
  // The wheel scrolls the notebook or the card, unless somebody works with the map.
  zoomByWheel(map, ({ ctrlKey, metaKey, target }) => {
    return (ctrlKey || metaKey || container.matches(':focus')) && !controls.contains(target as Node);
  });

  // An output can be rendered while it is hidden.
  let isFit = false;
  const observer = new ResizeObserver(() => {
    if (container.clientWidth === 0) return;
    map.invalidateSize({ pan: false });
    if (!isFit && start) map.fitBounds(start, { animate: false });
    else if (!isFit) fit();
    isFit = true;
  });
  observer.observe(container);
  controls.className = 'map-controls';
  keepClicksFromMap(controls);
  // The card takes its button with it.
  report.chosen.subscribe(chosen => {
    if (chosen === undefined && controls.matches(':focus-within')) container.focus({ preventScroll: true });
  });
  const fitName = l10n.t('Zoom to all');
  const fitPath = 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4M6 6h4v4H6z';
  const tools = (
    <>
      <div class="map-corner top-left">
        <div class="tool-bar">
          <ZoomButtons map={map} />
          <IconButton class="tool-button" name={fitName} path={fitPath} onClick={fit} />
        </div>
      </div>
      <div class="map-corner top-right">
        <FeatureCard report={report} />
      </div>
      <div class="map-corner bottom-left">
        <div class="map-panel">
          <FeatureSteps report={report} all={featuresText(features.length, output.count)} />
        </div>
      </div>
      <Announcements text={announcer.text} />
    </>
  );
  render(tools, controls);

  return {
    map,
    colors,
    report,
    remove: () => {
      unfollow();
      base.release();
      observer.disconnect();
      render(null, controls);
      map.remove();
    },
  };
}

/** Keys of the map. The editor doesn't see them: it would go to another cell. */
function attachKeys(map: LeafletMap, report: ReportModel, animate: boolean): void {
  const container = map.getContainer();
  const acts: Readonly<Record<string, () => unknown>> = {
    '+': () => map.zoomIn(),
    '-': () => map.zoomOut(),
    n: () => report.step(1),
    p: () => report.step(-1),
  };
  container.addEventListener('keydown', event => {
    const step = arrowSteps[event.key];
    const pan = step && (() => map.panBy([step[0] * panStep, step[1] * panStep], { animate }));
    const act = pan ?? acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    // The properties scroll by the arrow keys.
    if (pan && event.target !== container) return;
    event.preventDefault();
    act();
  });
}

function Announcements({ text }: Pick<Announcer, 'text'>) {
  return (
    <div class="visually-hidden" role="status">
      {text.value}
    </div>
  );
}
