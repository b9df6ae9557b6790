// The page that test/bench/footprints.ts measures in: a map with footprints, drawn by Leaflet or by Swath.
import 'leaflet/dist/leaflet.css';
import '../../webview/shell/map.css';
import { signal } from '@preact/signals-core';
import {
  canvas,
  DomUtil,
  GridLayer,
  type LatLng,
  latLng,
  type LatLngTuple,
  Map as LeafletMap,
  polygon,
} from 'leaflet';
import type { ImageRow } from '../../src/protocol/protocol.ts';
import { addFootprints, type Footprints } from '../../webview/features/footprints/footprintLayer.ts';
import type { MapColors } from '../../webview/ground/mapColors.ts';
import { dragFrames, frames, presented, timed } from './pageTiming.ts';
import { randomFootprints } from './randomFootprints.ts';
import { expectSamePixels } from './samePixels.ts';

export interface FootprintsPage {
  /** Opens a map and draws footprints on it. @returns ms until all footprints in view are on screen */
  paint: (how: 'leaflet' | 'swath', count: number, zoom: number) => Promise<number>;
  /** Opens an empty map. */
  openEmpty: (zoom: number) => Promise<void>;
  /**
   * Checks that the first view shows exactly what the tiles show: nothing may be skipped for speed. Throws otherwise.
   */
  compareWithTiles: () => void;
  /** Drags the map back and forth. @returns ms between frames */
  panFrames: () => Promise<number[]>;
  /** Zooms in and out, a level at a time. @returns ms between frames */
  zoomFrames: () => Promise<number[]>;
  /** @returns ms per pick */
  picks: (times: number) => number[];
}

declare global {
  interface Window {
    footprintsPage: FootprintsPage;
  }
}

const middle: LatLngTuple = [47, 8];
const colors: MapColors = {
  sea: '#1b2128',
  land: '#2d2d2d',
  coast: '#4a4a4a',
  border: '#474747',
  casing: '#1f1f1f',
  aoi: '#cca700',
  report: '#f14c4c',
  selected: '#cccccc',
  pneo: '#b180d7',
  phr: '#3794ff',
  spot: '#89d185',
  other: '#cccccc',
};

let map: LeafletMap | undefined;
let footprints: Footprints | undefined;
let images: ImageRow[] = [];
/** The view that was shown before the tiles were ready. */
let firstView: HTMLCanvasElement | undefined;

function openMap(zoom: number): LeafletMap {
  map?.remove();
  const container = document.createElement('div');
  container.style.cssText = 'position: absolute; inset: 0';
  container.style.background = colors.sea;
  document.body.replaceChildren(container);
  map = new LeafletMap(container, { fadeAnimation: false, inertia: false, zoomControl: false });
  map.createPane('footprints').style.zIndex = '410';
  return map.setView(middle, zoom, { animate: false });
}

async function openEmpty(zoom: number): Promise<void> {
  openMap(zoom);
  await presented();
}

async function paint(how: 'leaflet' | 'swath', count: number, zoom: number): Promise<number> {
  images = randomFootprints(count, 1);
  firstView = undefined;
  const opened = openMap(zoom);
  await presented();
  const began = performance.now();
  const sincePresented = async () => {
    await presented();
    return performance.now() - began;
  };
  switch (how) {
    case 'leaflet': {
      drawWithLeaflet(opened);
      return sincePresented();
    }
    case 'swath': {
      const rows = signal<readonly ImageRow[]>([]);
      const hovered = signal(undefined);
      footprints = addFootprints(opened, 'footprints', {
        rows,
        hovered,
        home: signal(0),
        colors: signal(colors),
        selected: signal([]),
        hidden: signal(new Set()),
        hasPicture: signal(false),
        isPutAway: signal(false),
      });
      rows.value = images;
      const view = viewSeen(opened);
      const tiles = tilesDrawn(opened);
      void view.then(seen => (firstView = seen));
      const all = await Promise.race([view, tiles]).then(sincePresented);
      // What lies around the view is drawn after it.
      await tiles;
      await presented();
      return all;
    }
  }
}

/** The canvas that shows the whole view. */
function viewSeen(opened: LeafletMap): Promise<HTMLCanvasElement> {
  const pane = opened.getPane('footprints');
  const view = () => pane?.querySelector<HTMLCanvasElement>('.canvas-view');
  return new Promise(resolve => {
    const observer = new MutationObserver(() => check());
    const check = () => {
      const seen = view();
      if (!seen) return;
      observer.disconnect();
      resolve(seen);
    };
    if (pane) observer.observe(pane, { childList: true, subtree: true });
    check();
  });
}

function compareWithTiles(): void {
  if (!firstView) throw new Error('The view was not seen before the tiles.');
  const tiles = here().getPane('footprints')?.querySelectorAll<HTMLCanvasElement>('.leaflet-tile') ?? [];
  const { left, top } = here().getContainer().getBoundingClientRect();
  const { x, y } = here().layerPointToContainerPoint(DomUtil.getPosition(firstView));
  expectSamePixels(firstView, [...tiles], { left: left + x, top: top + y });
}

/** Each footprint as a polygon of Leaflet's own canvas renderer, in the style for this many. */
function drawWithLeaflet(opened: LeafletMap): void {
  const renderer = canvas({ pane: 'footprints', padding: 0.3 });
  for (const { footprint, constellation } of images) {
    if (footprint.type !== 'Polygon') continue;
    const rings = footprint.coordinates.map(ring => ring.map(([x, y]) => latLng(y, x)));
    const stroke =
      constellation === 'PNEO' ? colors.pneo : constellation === 'PHR' ? colors.phr : colors.spot;
    const style = {
      color: stroke,
      weight: 1,
      opacity: 0.28,
      fillColor: stroke,
      fillOpacity: 0.25 / images.length,
    };
    polygon(rings, { renderer, interactive: false, ...style }).addTo(opened);
  }
}

async function tilesDrawn(opened: LeafletMap): Promise<void> {
  const tiles = tilesOf(opened);
  if (tiles.isLoading()) await new Promise(resolve => tiles.once('load', resolve));
}

function tilesOf(opened: LeafletMap): GridLayer {
  const grids: GridLayer[] = [];
  opened.eachLayer(layer => {
    if (layer instanceof GridLayer) grids.push(layer);
  });
  if (!grids[0]) throw new Error('The map has no tiles.');
  return grids[0];
}

/** With the animation of a level, and the frames in which its tiles are drawn. */
async function zoomFrames(): Promise<number[]> {
  const opened = here();
  const deltas: number[] = [];
  for (const by of [1, 1, -1, -1]) {
    opened.setZoom(opened.getZoom() + by, { animate: true });
    deltas.push(...(await frames(45, () => undefined)));
  }
  return deltas;
}

/** The center of a footprint that overlaps others. */
function placeOn(number: number): LatLng {
  const footprint = images[(number * 7919) % images.length]?.footprint;
  const ring = footprint?.type === 'Polygon' ? (footprint.coordinates[0] ?? []) : [];
  const from = ring[0] ?? [];
  const across = ring[2] ?? [];
  return latLng(((from[1] ?? 0) + (across[1] ?? 0)) / 2, ((from[0] ?? 0) + (across[0] ?? 0)) / 2);
}

function picks(times: number): number[] {
  let found = 0;
  const taken = timed(times, number => (found += drawnHere().at(placeOn(number)).length));
  if (found < times) throw new Error(`${times} picks found only ${found} footprints.`);
  return taken;
}

function here(): LeafletMap {
  if (!map) throw new Error('No map is open.');
  return map;
}

function drawnHere(): Footprints {
  if (!footprints) throw new Error('No footprints are drawn.');
  return footprints;
}

window.footprintsPage = {
  paint,
  openEmpty,
  compareWithTiles,
  panFrames: () => dragFrames(here().getContainer()),
  zoomFrames,
  picks,
};
