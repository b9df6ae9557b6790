import { signal, type ReadonlySignal } from '@preact/signals-core';
import { TileLayer as LeafletTiles, type Map as LeafletMap } from 'leaflet';
import { createTileTally } from './tileTally.ts';
import { element } from '../../ui/element.ts';

/** Tiles of the user's own server, over the land and under everything else. */
export interface TileLayer {
  /** Hosts that no tile comes from, such as `tiles.example.com:8080`. */
  silent: ReadonlySignal<readonly string[]>;
  /** Asks for all tiles of the view again. */
  retry: () => void;
}

/** Above the land, in the pane of tiles. */
const order = 2;

/** A host that sent nothing for so long is said not to answer, ms. */
const patience = 10_000;

/** @param attribution plain text */
export function addTileLayer(map: LeafletMap, template: string, attribution: string): TileLayer {
  const silent = signal<readonly string[]>([]);
  const tally = createTileTally();
  const failed = new Set<HTMLImageElement>();
  let late: number | undefined;

  const judge = (isLate: boolean) => {
    const now = tally.silent(isLate);
    if (now.join() !== silent.peek().join()) silent.value = now;
  };

  const layer = new LeafletTiles(template, {
    attribution: asHtml(attribution),
    maxZoom: map.getMaxZoom(),
    updateWhenZooming: false,
    keepBuffer: 1,
    zIndex: order,
  });
  layer.on('loading', () => {
    tally.begin();
    window.clearTimeout(late);
    late = window.setTimeout(() => judge(true), patience);
  });
  layer.on('tileloadstart', ({ tile }) => tally.asked(hostOf(tile)));
  layer.on('tileload', ({ tile }) => {
    const host = hostOf(tile);
    tally.loaded(host);
    // The first tile that comes ends the silence; that there is one is known when all have been tried.
    if (!silent.peek().includes(host)) return;
    judge(false);
    // Those that did not come until then would be missing for as long as the map stays here.
    for (const missing of [...failed].filter(other => hostOf(other) === host)) askAgain(missing);
  });
  layer.on('tileerror', ({ tile }) => {
    tally.failed(hostOf(tile));
    if (tile instanceof HTMLImageElement) failed.add(tile);
  });
  layer.on('tileunload', ({ tile }) => {
    if (tile instanceof HTMLImageElement) failed.delete(tile);
  });
  layer.on('load', () => {
    window.clearTimeout(late);
    judge(false);
  });
  function askAgain(tile: HTMLImageElement): void {
    failed.delete(tile);
    const { src } = tile;
    tile.src = src;
  }

  layer.addTo(map);
  map.getContainer().classList.add('has-tiles');
  return { silent, retry: () => void layer.redraw() };
}

function hostOf(tile: HTMLElement): string {
  return tile instanceof HTMLImageElement ? new URL(tile.src).host : '';
}

/** Leaflet writes attributions into the page as HTML. */
function asHtml(text: string): string {
  return element('span', {}, text).innerHTML;
}
