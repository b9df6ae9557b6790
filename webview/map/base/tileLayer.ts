import { signal, type ReadonlySignal } from '@preact/signals-core';
import { TileLayer as LeafletTiles, type Map as LeafletMap } from 'leaflet';

export type TileLayer = ReturnType<typeof addTileLayer>;

/** Above the land, in the pane of tiles. */
const order = 2;

/** A host that sent nothing for so long is said not to answer, ms. */
const patience = 10_000;

/**
 * Tiles of the user's own server, over the land and under everything else.
 *
 * A host is silent when it was asked and sent no tile: that single ones are missing, as at the edge of what a server
 * has, is nothing to speak of.
 */
export function addTileLayer(map: LeafletMap, template: string) {
  /** Hosts that no tile comes from, such as `tiles.example.com:8080`. */
  const silent = signal<readonly string[]>([]);
  /** Since the view asked for tiles last. */
  const asked = new Set<string>();
  const answered = new Set<string>();
  const failed = new Set<HTMLImageElement>();
  let late: number | undefined;

  function judge(): void {
    const hosts = [...new Set([...silent.peek(), ...asked])].filter(host => !answered.has(host)).sort();
    if (hosts.join() !== silent.peek().join()) silent.value = hosts;
  }

  const layer = new LeafletTiles(template, {
    maxZoom: map.getMaxZoom(),
    updateWhenZooming: false,
    keepBuffer: 1,
    zIndex: order,
  });
  layer.on('loading', () => {
    asked.clear();
    answered.clear();
    window.clearTimeout(late);
    late = window.setTimeout(judge, patience);
  });
  layer.on('tileloadstart', ({ tile }) => asked.add(hostOf(tile)));
  layer.on('tileload', ({ tile }) => {
    const host = hostOf(tile);
    answered.add(host);
    if (!silent.peek().includes(host)) return;
    silent.value = silent.peek().filter(other => other !== host);
    // Those that did not come until then would be missing for as long as the map stays here.
    for (const missing of failed) {
      if (hostOf(missing) !== host) continue;
      failed.delete(missing);
      const { src } = missing;
      missing.src = src;
    }
  });
  layer.on('tileerror', ({ tile }) => {
    if (tile instanceof HTMLImageElement) failed.add(tile);
  });
  layer.on('tileunload', ({ tile }) => {
    if (tile instanceof HTMLImageElement) failed.delete(tile);
  });
  layer.on('load', () => {
    window.clearTimeout(late);
    judge();
  });
  layer.addTo(map);
  return {
    silent: silent as ReadonlySignal<readonly string[]>,
    retry: () => void layer.redraw(),
  };
}

function hostOf(tile: HTMLElement): string {
  return tile instanceof HTMLImageElement ? new URL(tile.src).host : '';
}
