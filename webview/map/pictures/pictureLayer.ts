import { DomUtil, type Map as LeafletMap } from 'leaflet';
import type { ImageRow } from '../../../src/shared/protocol.ts';
import { drawPicture, type Picture } from './drawPicture.ts';
import { addMapOverlay } from '../base/mapOverlay.ts';
import { hullOf, uprightQuad, widestQuad, type Point } from './quadrilateral.ts';
import { StreamTiles } from './streamTiles.ts';
import type { TileRequests } from '../base/tileRequests.ts';
import { boundsOf, ringsNear } from '../base/worldCopy.ts';
import { worldX, worldY } from '../base/worldPoint.ts';

/** One image on the map: its quicklook, and the tiles over it. */
export interface PictureLayer {
  /** @param url of the quicklook, `undefined` for none */
  setQuicklook: (url: string | undefined) => void;
  setStreaming: (on: boolean) => void;
  /** Asks again for the tiles that did not come. */
  retry: () => void;
  /** @param order among the pictures, from the bottom up */
  setLook: (look: { opacity: number; order: number; clip: string; isHidden: boolean }) => void;
  remove: () => void;
}

/** Under the footprints, which are at 410, and over Leaflet's own panes. */
const lowest = 401;

/**
 * @param name of the pane, which is the layer's own
 * @param home longitude that the image is drawn nearest to, degrees
 */
export function addPictureLayer(
  map: LeafletMap,
  name: string,
  row: ImageRow,
  home: number,
  requests: TileRequests,
  events: { unreadable: () => void; problem: (problem: string) => void },
): PictureLayer {
  const pane = map.createPane(name);
  pane.classList.add('picture-pane');
  pane.dataset['imageId'] = row.id;
  const overlay = addMapOverlay(map, name, 0);
  const rings = ringsNear(row.footprint, home);
  const outline = rings.flatMap(([outer = []]) =>
    outer.map(({ lat, lng }): Point => [worldX(lng), worldY(lat)]),
  );
  const quad = widestQuad(outline);
  let shownUrl: string | undefined;
  let tiles: StreamTiles | undefined;

  async function load(url: string): Promise<void> {
    const image = new Image();
    image.src = url;
    try {
      await image.decode();
    } catch {
      if (url === shownUrl) events.unreadable();
      return;
    }
    if (url === shownUrl) show({ image, width: image.naturalWidth, height: image.naturalHeight });
  }

  function show(picture: Picture): void {
    if (!quad) return;
    const corners = uprightQuad(quad, picture.width / picture.height);
    overlay.draw((context, frame) => drawPicture(context, frame, picture, corners));
  }

  return {
    setQuicklook: url => {
      if (url === shownUrl) return;
      shownUrl = url;
      if (url === undefined) overlay.draw(undefined);
      else void load(url);
    },
    setStreaming: on => {
      if (on === (tiles !== undefined)) return;
      tiles?.remove();
      tiles = on
        ? new StreamTiles(row.id, name, boundsOf(rings), hullOf(outline), requests, events.problem).addTo(map)
        : undefined;
    },
    retry: () => tiles?.retry(),
    setLook: ({ opacity, order, clip, isHidden }) => {
      pane.style.opacity = String(opacity);
      pane.style.zIndex = String(Math.min(lowest + order, 409));
      pane.style.clipPath = clip;
      pane.hidden = isHidden;
    },
    remove: () => {
      tiles?.remove();
      overlay.remove();
      DomUtil.remove(pane);
    },
  };
}
