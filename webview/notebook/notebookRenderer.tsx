import { signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import { render } from 'preact';
import { type DisplayLanguage, setLocale } from '../../src/model/words/displayLanguage.ts';
import type { MapState } from '../../src/shared/protocol.ts';
import themeCss from '../app/theme.css';
import { arrowSteps } from '../map/areas/areaKeys.ts';
import { readBaseMap } from '../map/base/baseMap.ts';
import { keepClicksFromMap } from '../map/base/keepClicksFromMap.ts';
import { watchMapColors } from '../map/base/mapColors.ts';
import { zoomByWheel } from '../map/base/wheelZoom.ts';
import { ZoomButtons } from '../map/shell/ZoomButtons.tsx';
import { FeatureCard } from '../report/FeatureCard.tsx';
import { FeatureSteps } from '../report/FeatureSteps.tsx';
import { addReportLayer } from '../report/reportLayer.ts';
import { createReportModel, type ReportModel } from '../report/reportModel.ts';
import { featuresText } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { setLabel, showOnlyFitTexts } from '../ui/shownVnodes.ts';
import notebookCss from './notebook.css';
import { type OutputFeatures, outputFeatures } from './outputFeatures.ts';

/** How far the arrow keys pan the map, CSS pixels. */
const panStep = 80;
const ignore = () => undefined;

/**
 * Shows outputs with GeoJSON. Runs in the page of the notebook, beside other renderers, without the extension's host.
 *
 * @param locale the manifest names a module for each language, which passes it
 */
export function activate(_context: unknown, locale?: DisplayLanguage) {
  if (locale) setLocale(locale);
  showOnlyFitTexts();
  // Variables for the whole notebook; all rules stay in the trees of the outputs.
  document.adoptedStyleSheets.push(sheetOf(themeCss));
  const style = sheetOf(notebookCss);
  const sharedColors = watchMapColors();
  const animate =
    !window.matchMedia('(prefers-reduced-motion: reduce)').matches &&
    !document.body.classList.contains('vscode-reduce-motion');
  // Without the outline of the land, the features are still on the map.
  const landUrl = new URL('land.json', import.meta.url).href;
  const coastUrl = new URL('coast.bin', import.meta.url).href;
  const addBaseMap = readBaseMap({ landUrl, coastUrl }, sharedColors, ignore);
  /** Outputs on screen, and what removes each. */
  const rendered = new Map<string, () => void>();

  /** @returns removes the map */
  function showMap(container: HTMLElement, output: OutputFeatures): () => void {
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
    const findings = createReportModel(ignore, undefined, ignore, () => 'report');
    const layer = addReportLayer({ map, colors, home: signal(output.home) }, findings);
    const { features } = output;
    findings.receiveState({ report: { id: '', title: '', featureCount: features.length } } as MapState);
    findings.colorBy(undefined);
    findings.receive({ kind: 'reportFeatures', reportId: '', from: 0, features });
    const fit = () => {
      const bounds = layer.bounds();
      // A single place is shown with its surroundings.
      const maxZoom = bounds?.getNorthEast().equals(bounds.getSouthWest()) ? 5 : 16;
      if (bounds) map.fitBounds(bounds, { padding: [28, 28], maxZoom, animate: false });
    };
    map.on('mousemove', ({ latlng }: LeafletMouseEvent) => layer.hover(layer.at(latlng), latlng));
    map.on('mouseout', () => (findings.hovered.value = undefined));
    map.on('click', ({ latlng }: LeafletMouseEvent) => findings.choose(layer.at(latlng)));
    map.on('mousedown', () => container.focus({ preventScroll: true }));
    attachKeys(map, findings, animate);
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
      if (!isFit) fit();
      isFit = true;
    });
    observer.observe(container);
    controls.className = 'map-controls';
    keepClicksFromMap(controls);
    // The card takes its button with it.
    findings.chosen.subscribe(chosen => {
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
          <FeatureCard page={{ findings }} />
        </div>
        <div class="map-corner bottom-left">
          <div class="map-panel">
            <FeatureSteps findings={findings} all={featuresText(features.length, output.count)} />
          </div>
        </div>
        <Announcer findings={findings} />
      </>
    );
    render(tools, controls);

    return () => {
      unfollow();
      base.release();
      observer.disconnect();
      render(null, controls);
      map.remove();
    };
  }

  function remove(id: string): void {
    rendered.get(id)?.();
    rendered.delete(id);
  }

  return {
    /** @param item its next version has the same id */
    renderOutputItem(item: { id: string; text(): string }, element: HTMLElement): void {
      remove(item.id);
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      root.adoptedStyleSheets = [style];
      const box = document.createElement('div');
      root.replaceChildren(box);
      const output = outputFeatures(item.text());
      if (typeof output === 'string') render(<div class="quiet">{output}</div>, box);
      else rendered.set(item.id, showMap(box.appendChild(document.createElement('section')), output));
    },
    /** @param id `undefined` for all outputs */
    disposeOutputItem(id?: string): void {
      for (const outputId of id === undefined ? [...rendered.keys()] : [id]) remove(outputId);
    },
  };
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Keys of the map. The editor doesn't see them: it would go to another cell. */
function attachKeys(map: LeafletMap, findings: ReportModel, animate: boolean): void {
  const container = map.getContainer();
  const acts: Readonly<Record<string, () => unknown>> = {
    '+': () => map.zoomIn(),
    '-': () => map.zoomOut(),
    n: () => findings.step(1),
    p: () => findings.step(-1),
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

function Announcer({ findings }: { findings: ReportModel }) {
  return (
    <div class="visually-hidden" role="status">
      {findings.announcement.value?.text}
    </div>
  );
}
