import { effect, signal, type ReadonlySignal } from '@preact/signals-core';
import { GridLayer, type Coords, type Map as LeafletMap } from 'leaflet';
import type { Topology } from 'topojson-specification';
import { onlineBackground } from '../../../src/model/baseMap/backgrounds.ts';
import type { PageAssets } from '../../../src/shared/protocol.ts';
import { drawLand, landShapes, type LandShapes } from './land.ts';
import type { MapColors } from './mapColors.ts';
import { addTileLayer, type TileLayer } from './tileLayer.ts';

const tileSize = 512;

/** Order in the tile pane, below the tiles of a server. */
const landOrder = 1;

/**
 * Land and borders in the colors of the theme, drawn tile by tile from the bundled outline of the world: no tile server
 * is needed, the world repeats beyond ±180°, and panning draws only what comes into view.
 */
class LandLayer extends GridLayer {
  shapes: LandShapes | undefined;
  readonly colors: ReadonlySignal<MapColors>;

  constructor(colors: ReadonlySignal<MapColors>) {
    super({ tileSize, updateWhenZooming: false, keepBuffer: 1, zIndex: landOrder });
    this.colors = colors;
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
    drawLand(context, frame, this.shapes, this.colors.peek());
    return canvas;
  }
}

export type AddBaseMap = (map: LeafletMap) => {
  /** `undefined` if the user has set no server. */
  tiles: TileLayer | undefined;
  /** Call when the map is removed. */
  release: () => void;
};

/**
 * The land, and over it the tiles of the chosen server, if any: where tiles are missing, the land shows.
 *
 * @param onFault called when the outline can't be read; the maps then work without land
 * @returns adds it to any number of maps
 */
export function readBaseMap(
  { landUrl, background, tileUrl }: Pick<PageAssets, 'landUrl' | 'background' | 'tileUrl'>,
  colors: ReadonlySignal<MapColors>,
  onFault: (fault: unknown) => void,
): AddBaseMap {
  const shapes = signal<LandShapes | undefined>(undefined);
  readLand(landUrl).then(read => (shapes.value = read), onFault);
  const maxNativeZoom = onlineBackground(background)?.maxNativeZoom;
  return map => {
    const layer = new LandLayer(colors).addTo(map);
    const release = effect(() => {
      map.getContainer().style.background = colors.value.sea;
      layer.shapes = shapes.value;
      layer.redraw();
    });
    return { release, tiles: tileUrl === undefined ? undefined : addTileLayer(map, tileUrl, maxNativeZoom) };
  };
}

async function readLand(landUrl: string): Promise<LandShapes> {
  const response = await fetch(landUrl);
  if (!response.ok) throw new Error(`The base map answered ${response.status}.`);
  return landShapes((await response.json()) as Topology);
}
