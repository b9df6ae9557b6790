/** The map in a conversation: a page of its own in the frame of an MCP client, which gives it a tool's result. */
import { signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { GeoJSON, type LatLng, latLngBounds, polygon as polygonShape } from 'leaflet';
import { render } from 'preact';
import type { Topology } from 'topojson-specification';
import { isRecord } from '../../src/base/fields.ts';
import { type DisplayLanguage, setLocale } from '../../src/base/words/displayLanguage.ts';
import { utcText } from '../../src/base/words/moment.ts';
import { type AnswerMap, mapKey, mapPageParts } from '../../src/protocol/answerMap.ts';
import { baseMapOnPage, type Outlines } from '../ground/baseMap.ts';
import { watchMapColors } from '../ground/mapColors.ts';
import { isMotionReduced, showFeatureMap } from '../notebook/featureMap.tsx';
import notebookCss from '../notebook/notebook.css';
import { outputFeatures } from '../notebook/outputFeatures.ts';
import { sanitizeTexts } from '../ui/sanitizeTexts.ts';
import themeCss from '../ui/theme.css';
import conversationCss from './conversation.css';
import { connectHost, type ConversationHost, type HostContext } from './conversationHost.ts';

const locale = pagePart('locale');
if (locale !== '') setLocale(JSON.parse(locale) as DisplayLanguage);
sanitizeTexts();
for (const css of [notebookCss, themeCss, conversationCss]) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
useTheme({});

const outlines: Outlines = {
  land: async () => (await new Response(unpacked('land')).json()) as Topology,
  coast: () => new Response(unpacked('coast')).arrayBuffer(),
};
const colors = watchMapColors();
const base = {
  addBaseMap: baseMapOnPage(outlines, colors, () => undefined),
  colors,
  animate: !isMotionReduced(),
};
const root = document.body.appendChild(document.createElement('div'));
root.className = 'answer';
const host = signal<ConversationHost | undefined>(undefined);
/** Whether the host refused to open the link. */
const isRefused = signal(false);
let removeMap: (() => void) | undefined;

void connectHost(root, { onContext: useTheme, onResult: ({ _meta }) => show(answerMap(_meta)) }).then(
  connected => void (host.value = connected),
);

/** The host's colors and fonts for the text, and Swath's own for the map. */
function useTheme({ theme, styles }: HostContext): void {
  const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
  if (theme !== undefined || document.body.className === '')
    document.body.className = isDark ? 'vscode-dark' : 'vscode-light';
  const variables = isRecord(styles) && isRecord(styles.variables) ? styles.variables : {};
  for (const [name, value] of Object.entries(variables))
    if (typeof value === 'string') document.documentElement.style.setProperty(name, value);
}

/** The server's own answer. */
function answerMap(meta: unknown): AnswerMap | undefined {
  const map = isRecord(meta) ? meta[mapKey] : undefined;
  return isRecord(map) && Array.isArray(map.features) ? (map as unknown as AnswerMap) : undefined;
}

function show(answer: AnswerMap | undefined): void {
  removeMap?.();
  removeMap = undefined;
  isRefused.value = false;
  if (!answer) {
    render(<p class="quiet">{l10n.t('This answer has no map.')}</p>, root);
    return;
  }
  render(<Answer answer={answer} />, root);
}

function Answer({ answer }: { answer: AnswerMap }) {
  const { title, notes, link, readAt, notRefreshed } = answer;
  const open = async () => {
    if (link !== undefined) isRefused.value = (await host.value?.openLink(link)) !== true;
  };
  return (
    <>
      <header>
        <div>
          <h1>{title}</h1>
          {notes.length > 0 && <p>{notes.join(' · ')}</p>}
        </div>
        {link !== undefined && (
          <button type="button" onClick={() => void open()}>
            {l10n.t('Open in Swath')}
          </button>
        )}
      </header>
      <section
        ref={element => {
          if (element) mountMap(element, answer);
        }}
      />
      <footer>
        <span role="status">
          {isRefused.value && l10n.t("This program doesn't open links of the editor.")}
        </span>
        {readAt !== undefined && <span>{l10n.t('As of {0}', utcText(readAt))}</span>}
        {notRefreshed !== undefined && <span>{l10n.t('Read earlier: {0}', notRefreshed)}</span>}
      </footer>
    </>
  );
}

function mountMap(container: HTMLElement, { area, features }: AnswerMap): void {
  if (container.childElementCount > 0) return;
  const areas = area ? [{ type: 'Feature', geometry: area.polygon, properties: {} }] : [];
  const all = outputFeatures(
    JSON.stringify({ type: 'FeatureCollection', features: [...areas, ...features] }),
  );
  if (typeof all === 'string') {
    render(<div class="quiet">{all}</div>, container);
    return;
  }
  const visible = all.features.slice(areas.length);
  const output = { ...all, features: visible, count: features.length };
  const positions = areas.length > 0 ? polygonRings(all.features[0]?.geometry) : [];
  const rings = GeoJSON.coordsToLatLngs(positions, 1) as LatLng[][];
  const bounds = rings.length > 0 ? latLngBounds(rings.flat()).pad(0.5) : undefined;
  const { map, colors: mapColors, remove } = showFeatureMap(container, output, base, bounds);
  map.createPane('area').style.zIndex = '440';
  const outline = polygonShape(rings, { pane: 'area', fill: false, weight: 2.5, interactive: false }).addTo(
    map,
  );
  const unfollow = mapColors.subscribe(({ aoi }) => void outline.setStyle({ color: aoi }));
  removeMap = () => {
    unfollow();
    remove();
    container.replaceChildren();
  };
}

function polygonRings(geometry: { type: string } | undefined): Position[][] {
  if (geometry?.type !== 'Polygon') return [];
  return (geometry as { coordinates: Position[][] } & typeof geometry).coordinates;
}

function pagePart(name: keyof typeof mapPageParts): string {
  return document.getElementById(mapPageParts[name])?.textContent ?? '';
}

/** The policy of the frame allows no requests, so the outlines are in the page. */
function unpacked(name: 'land' | 'coast'): ReadableStream {
  const bytes = Uint8Array.from(atob(pagePart(name)), character => character.charCodeAt(0));
  return new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
}
