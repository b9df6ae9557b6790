import { type ReadonlySignal, signal } from '@preact/signals-core';
import { type Map as LeafletMap, TileLayer as LeafletTiles } from 'leaflet';

export type TileLayer = ReturnType<typeof addTileLayer>;

/** Order in the tile pane, above the land. */
const order = 2;

/** A host that sends nothing for this long counts as not responding, ms. */
const patience = 10_000;

/**
 * Tiles of a server, over the land and below everything else.
 *
 * A host is unresponsive if it sent none of the requested tiles: single missing tiles, as at the edge of a server's
 * coverage, aren't reported.
 *
 * @param maxNativeZoom the last zoom level with tiles of its own
 */
export function addTileLayer(map: LeafletMap, template: string, maxNativeZoom?: number) {
  /** Hosts that send no tiles, such as `tiles.example.com:8080`. */
  const silent = signal<readonly string[]>([]);
  /** Hosts that got requests since the view last changed its tiles. */
  const requested = new Set<string>();
  const answered = new Set<string>();
  let late: number | undefined;

  function evaluate(): void {
    const hosts = [...new Set([...silent.peek(), ...requested])].filter(host => !answered.has(host)).sort();
    if (hosts.join() !== silent.peek().join()) silent.value = hosts;
  }

  const options = {
    maxZoom: map.getMaxZoom(),
    updateWhenZooming: false,
    keepBuffer: 1,
    zIndex: order,
    maxNativeZoom,
    // Leaflet replaces placeholders by the options of their name.
    'bbox-epsg-3857': tileExtent,
  };
  const layer = new LeafletTiles(template, options);
  layer.on('loading', () => {
    requested.clear();
    answered.clear();
    window.clearTimeout(late);
    late = window.setTimeout(evaluate, patience);
  });
  layer.on('tileloadstart', ({ tile }) => requested.add(tileHost(tile)));
  layer.on('tileload', ({ tile }) => {
    const host = tileHost(tile);
    answered.add(host);
    if (!silent.peek().includes(host)) return;
    silent.value = silent.peek().filter(silentHost => silentHost !== host);
    // Otherwise its failed tiles would be missing until the map moves.
    layer.redraw();
  });
  layer.on('load', () => {
    window.clearTimeout(late);
    evaluate();
  });
  layer.addTo(map);
  return {
    silent: silent as ReadonlySignal<readonly string[]>,
    retry: () => void layer.redraw(),
  };
}

/** Half the edge of the world's square, meters in EPSG:3857. */
const halfWorld = Math.PI * 6_378_137;

/** The extent of a tile: west, south, east, north, meters in EPSG:3857. */
function tileExtent({ x, y, z }: { x: number; y: number; z: number }): string {
  const edge = (2 * halfWorld) / 2 ** z;
  const west = x * edge - halfWorld;
  const north = halfWorld - y * edge;
  return [west, north - edge, west + edge, north].join(',');
}

function tileHost(tile: HTMLElement): string {
  return tile instanceof HTMLImageElement ? new URL(tile.src).host : '';
}
