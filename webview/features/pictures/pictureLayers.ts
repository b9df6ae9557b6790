import { computed, effect, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { DomUtil, type Map as LeafletMap } from 'leaflet';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import { addMapOverlay } from '../../ground/mapOverlay.ts';
import type { Scene } from '../../ground/scene.ts';
import { ringsBounds, ringsNear } from '../../ground/worldCopy.ts';
import { worldX, worldY } from '../../ground/worldPoint.ts';
import type { PictureLook } from './comparison.ts';
import { drawPicture } from './drawPicture.ts';
import type { PictureModel, PictureOnMap } from './pictureModel.ts';
import { convexHull, type Point, uprightQuad, widestQuad } from './quadrilateral.ts';
import { StreamTiles } from './streamTiles.ts';

/** z-index range below the footprints, which are at 410, and above Leaflet's own panes. */
const lowest = 401;
const highest = 409;
/** Beyond anything that is drawn, CSS pixels. */
const far = 1e6;

/** Draws the pictures of the model, unless each has a map of its own. */
export function addPictureLayers(scene: Scene, pictures: PictureModel): void {
  const { home } = scene;
  const layers = new Map<string, () => void>();
  let drawnHome = home.peek();
  let count = 0;
  effect(() => {
    const isMoved = home.value !== drawnHome;
    drawnHome = home.value;
    const isApart = pictures.comparison.mode.value === 'sideBySide';
    const ids = new Set(isApart ? [] : pictures.drawn.value.map(({ id }) => id));
    for (const [id, remove] of layers) {
      if (!isMoved && ids.has(id)) continue;
      remove();
      layers.delete(id);
    }
    for (const id of ids) {
      const row = pictures.rows.value.get(id);
      if (!row || layers.has(id)) continue;
      const name = `picture-${++count}`;
      const pictureStyle = ({ opacity }: PictureOnMap) =>
        pictures.previewed.value === id ? { opacity } : pictures.comparison.pictureLook(id, opacity);
      layers.set(
        id,
        untracked(() => addPictureLayer(scene, name, row, pictures, pictureStyle)),
      );
    }
  });
}

/**
 * One image on the map: its quicklook, and the tiles above it.
 *
 * @param name of the layer's own pane
 * @param pictureLook `undefined` hides it
 * @returns removes it from the map
 */
export function addPictureLayer(
  { map, home }: Scene,
  name: string,
  row: ImageRow,
  pictures: PictureModel,
  pictureLook: (picture: PictureOnMap) => PictureLook | undefined,
): () => void {
  const { id } = row;
  const pane = map.createPane(name);
  pane.classList.add('picture-pane');
  pane.dataset['imageId'] = id;
  const overlay = addMapOverlay(map, name, 0);
  const rings = ringsNear(row.footprint, home.peek());
  const outline = rings.flatMap(([outer = []]) =>
    outer.map(({ lat, lng }): Point => [worldX(lng), worldY(lat)]),
  );
  const quad = widestQuad(outline);
  const current = computed(() => pictures.drawn.value.find(picture => picture.id === id));
  const quicklook = computed(() =>
    current.value?.quicklook === true ? pictures.quicklookUrl(id) : undefined,
  );
  const isStreaming = computed(() => current.value?.streaming === true);
  let tiles: StreamTiles | undefined;

  async function show(url: string): Promise<void> {
    const { decoded } = pictures;
    const image = decoded?.src === url ? decoded : new Image();
    try {
      if (image !== decoded) {
        image.src = url;
        await image.decode();
      }
    } catch {
      if (url === quicklook.peek()) pictures.tell(id, 'quicklook', l10n.t("Can't read the picture."));
      return;
    }
    if (!quad || url !== quicklook.peek()) return;
    const { naturalWidth: width, naturalHeight: height } = image;
    const corners = uprightQuad(quad, width / height);
    overlay.draw((context, frame) => drawPicture(context, frame, { image, width, height }, corners));
  }

  function setLook(): void {
    const style = current.value && pictureLook(current.value);
    const order = pictures.drawn.value.findIndex(picture => picture.id === id);
    const divider = pictures.comparison.saved.value.divider;
    pane.style.opacity = String(style?.opacity ?? 1);
    pane.style.zIndex = String(Math.min(lowest + order, highest));
    pane.style.clipPath = style?.side ? sideClip(map, style.side, divider) : '';
    pane.hidden = style === undefined;
  }

  const disposers = [
    effect(() => {
      if (quicklook.value === undefined) overlay.draw(undefined);
      else void show(quicklook.value);
    }),
    effect(() => {
      tiles?.remove();
      const bounds = ringsBounds(rings);
      const hull = convexHull(outline);
      tiles = isStreaming.value
        ? new StreamTiles(id, name, bounds, hull, pictures.loadPicture, problem =>
            pictures.tell(id, 'tiles', problem),
          )
        : undefined;
      tiles?.addTo(map);
    }),
    pictures.onRetry(retried => {
      if (retried === id) tiles?.retry();
    }),
    effect(setLook),
  ];
  map.on('move zoom resize', setLook);
  return () => {
    for (const dispose of disposers) dispose();
    map.off('move zoom resize', setLook);
    tiles?.remove();
    overlay.remove();
    DomUtil.remove(pane);
  };
}

/** The clip path of one side of the map, relative to the corner of a pane. */
export function sideClip(map: LeafletMap, side: 'left' | 'right', at: number): string {
  const { x } = map.containerPointToLayerPoint([at * map.getSize().x, 0]);
  const [from, to] = side === 'left' ? [-far, x] : [x, far];
  return `polygon(${from}px ${-far}px, ${to}px ${-far}px, ${to}px ${far}px, ${from}px ${far}px)`;
}
