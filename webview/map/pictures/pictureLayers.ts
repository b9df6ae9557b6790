import { effect, untracked, type ReadonlySignal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Map as LeafletMap } from 'leaflet';
import type { PageModel } from '../../app/pageModel.ts';
import { addPictureLayer, type PictureLayer } from './pictureLayer.ts';
import type { PictureModel } from './pictureModel.ts';

/** Further than anything that is drawn, CSS pixels. */
const far = 1e6;

/** Draws what the model says is on the map. @param home longitude that all is drawn nearest to, degrees */
export function addPictureLayers(
  map: LeafletMap,
  model: PageModel,
  pictures: PictureModel,
  home: ReadonlySignal<number>,
): void {
  const layers = new Map<string, PictureLayer>();
  /** Leaflet never forgets the name of a pane, so they are used again. */
  const panes = new Map<string, string>();
  let drawnHome = home.peek();

  function add(id: string): PictureLayer | undefined {
    const row = pictures.rows.peek().get(id);
    if (!row) return undefined;
    const taken = new Set(panes.values());
    const names = Array.from({ length: taken.size + 1 }, (_, index) => `picture-${index}`);
    const pane = names.find(name => !taken.has(name)) ?? `picture-${taken.size}`;
    panes.set(id, pane);
    const layer = addPictureLayer(map, pane, row, drawnHome, model.tiles, {
      unreadable: () => pictures.tell(id, 'quicklook', l10n.t('The picture cannot be read.')),
      problem: problem => pictures.tell(id, 'tiles', problem),
    });
    layers.set(id, layer);
    return layer;
  }

  function removeBut(ids: ReadonlySet<string>): void {
    for (const [id, layer] of layers) {
      if (ids.has(id)) continue;
      layer.remove();
      layers.delete(id);
      panes.delete(id);
    }
  }

  effect(() => {
    const { value: shown } = pictures.shown;
    const isMoved = home.value !== drawnHome;
    drawnHome = home.value;
    removeBut(new Set(isMoved ? [] : shown.map(({ id }) => id)));
    for (const { id, quicklook, streaming } of shown) {
      if (!pictures.rows.value.has(id)) continue;
      const layer = layers.get(id) ?? untracked(() => add(id));
      const picture = model.pictures.value.get(`quicklook/${id}`);
      layer?.setQuicklook(quicklook && picture && 'url' in picture ? picture.url : undefined);
      layer?.setStreaming(streaming);
    }
    untracked(() => setLooks());
  });
  effect(() => {
    const { value } = pictures.retried;
    if (value) untracked(() => layers.get(value.id)?.retry());
  });
  effect(() => setLooks(pictures.swipe.value));
  map.on('move zoom resize', () => setLooks());

  function setLooks(swipe = pictures.swipe.peek()): void {
    for (const [order, { id, opacity }] of pictures.shown.peek().entries()) {
      const side = swipe?.left === id ? 'left' : swipe?.right === id ? 'right' : undefined;
      const clip = swipe && side ? clipOf(side, swipe.at) : '';
      layers.get(id)?.setLook({ opacity, order, clip, isHidden: swipe !== undefined && side === undefined });
    }
  }

  /** The half of the map, as seen from the corner of a pane. */
  function clipOf(side: 'left' | 'right', at: number): string {
    const { x } = map.containerPointToLayerPoint([at * map.getSize().x, 0]);
    const [from, to] = side === 'left' ? [-far, x] : [x, far];
    return `polygon(${from}px ${-far}px, ${to}px ${-far}px, ${to}px ${far}px, ${from}px ${far}px)`;
  }
}
