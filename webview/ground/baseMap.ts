import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { type Coords, GridLayer, type Map as LeafletMap } from 'leaflet';
import type { Topology } from 'topojson-specification';
import type { PageAssets } from '../../src/protocol/protocol.ts';
import { onlineBackground } from '../../src/features/map/rules/index.ts';
import { Turns } from '../ui/turns.ts';
import { readCoast } from './coastFile.ts';
import { drawLand, type LandShapes, landShapes } from './land.ts';
import type { MapColors } from './mapColors.ts';
import { addTileLayer, type TileLayer } from './tileLayer.ts';
import type { WorldShapes } from './worldShapes.ts';

const tileSize = 512;

/** Order in the tile pane, below the tiles of a server. */
const landOrder = 1;

/** From this zoom level on, the outline of the whole world is too coarse: a pixel is about a kilometer. */
const nearZoom = 7;

/**
 * Land and borders in the colors of the theme, drawn tile by tile from the bundled outlines of the world, a fine one in
 * close-up: no tile server is needed, the world repeats beyond ±180°, and panning draws only what comes into view.
 */
class LandLayer extends GridLayer {
  shapes: LandShapes | undefined;
  nearShapes: LandShapes | undefined;
  readonly #colors: ReadonlySignal<MapColors>;
  readonly #onNear: () => void;

  /** @param onNear called when tiles need the fine outline */
  constructor(colors: ReadonlySignal<MapColors>, onNear: () => void) {
    super({ tileSize, updateWhenZooming: false, keepBuffer: 1, zIndex: landOrder });
    this.#colors = colors;
    this.#onNear = onNear;
  }

  protected override createTile(coords: Coords): HTMLElement {
    const canvas = document.createElement('canvas');
    const density = window.devicePixelRatio;
    canvas.width = canvas.height = Math.round(tileSize * density);
    const context = canvas.getContext('2d', { alpha: false });
    if (!context) return canvas;
    context.scale(canvas.width / tileSize, canvas.width / tileSize);
    const frame = {
      scale: 256 * 2 ** coords.z,
      left: coords.x * tileSize,
      top: coords.y * tileSize,
      width: tileSize,
      height: tileSize,
    };
    const isNear = coords.z >= nearZoom;
    if (isNear) this.#onNear();
    const shapes = (isNear ? this.nearShapes : undefined) ?? this.shapes;
    drawLand(context, frame, shapes, this.#colors.peek());
    return canvas;
  }
}

export type AddBaseMap = (map: LeafletMap) => {
  /** `undefined` if the user has set no server. */
  tiles: TileLayer | undefined;
  /** Call when the map is removed. */
  release: () => void;
};

/** The outlines of the world, coarse and fine, from files or out of the page. Each is read once, when it is first needed. */
export interface Outlines {
  land: () => Promise<Topology>;
  coast: () => Promise<ArrayBuffer>;
}

/**
 * The land, and over it the tiles of the chosen server, if any: where tiles are missing, the land shows.
 *
 * @param onFault called when an outline can't be read; the maps then work without land
 * @returns adds it to any number of maps
 */
export function baseMapOnPage(
  {
    land,
    coast: readFine,
    background,
    tileUrl,
  }: Outlines & Pick<Partial<PageAssets>, 'background' | 'tileUrl'>,
  colors: ReadonlySignal<MapColors>,
  onFault: (fault: unknown) => void,
): AddBaseMap {
  const shapes = signal<LandShapes | undefined>(undefined);
  land().then(read => (shapes.value = landShapes(read)), onFault);
  const coast = signal<WorldShapes | undefined>(undefined);
  const nearShapes = computed(() => {
    const rings = coast.value;
    return rings && shapes.value && { ...shapes.value, land: rings, coasts: rings };
  });
  let isRequested = false;
  function readCoastOnce(): void {
    if (isRequested) return;
    isRequested = true;
    readFine().then(file => {
      // In turns, so that the map keeps moving.
      new Turns<'coast'>().begin(
        'coast',
        readCoast(file, rings => (coast.value = rings)),
      );
    }, onFault);
  }
  const maxNativeZoom = onlineBackground(background)?.maxNativeZoom;
  return map => {
    const layer = new LandLayer(colors, readCoastOnce).addTo(map);
    const release = effect(() => {
      map.getContainer().style.background = colors.value.sea;
      layer.shapes = shapes.value;
      layer.nearShapes = nearShapes.value;
      layer.redraw();
    });
    return { release, tiles: tileUrl === undefined ? undefined : addTileLayer(map, tileUrl, maxNativeZoom) };
  };
}

/** The outlines as files beside the page. */
export function fetchedOutlines({ landUrl, coastUrl }: Pick<PageAssets, 'landUrl' | 'coastUrl'>): Outlines {
  const fetched = async (url: string) => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`The base map answered ${response.status}.`);
    return response;
  };
  return {
    land: async () => (await (await fetched(landUrl)).json()) as Topology,
    coast: async () => (await fetched(coastUrl)).arrayBuffer(),
  };
}
