import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { MapState, MapTarget, ToPage } from '../../src/shared/protocol.ts';
import { AreaModel } from '../map/areas/areaModel.ts';
import type { HostLink } from './hostLink.ts';
import {
  afterState,
  isStale,
  noImages,
  withChunk,
  withDuplicates,
  type ImageCollection,
} from './imageCollection.ts';
import { createPictureStore } from '../map/pictures/pictureStore.ts';
import { createTileRequests } from '../map/base/tileRequests.ts';
import { createColors } from '../report/reportClasses.ts';
import type { ContextMenu } from '../ui/MenuButton.tsx';
import { createReportModel } from '../report/reportModel.ts';
import { received, noSelection, sameIds, sent } from './selectionEcho.ts';

/** A quicklook to show or hide, or two images to compare. */
export type PictureWish =
  { kind: 'quicklook'; id: string } | { kind: 'compare'; left: string; right: string };

type ChipPicture = Extract<ToPage, { kind: 'chip' }>;

export type PageModel = ReturnType<typeof createPageModel>;

/**
 * What the host sent, what the pointer and the keyboard are on, and how to post to the host. Everything on screen
 * derives from this.
 */
export function createPageModel({ post, savedView, saveView }: Omit<HostLink, 'listen'>) {
  /** `undefined` until the host's first message. */
  const state = signal<MapState | undefined>(undefined);
  const images = signal(noImages);
  const selection = signal(noSelection);
  /** What the map should bring into view but hasn't yet. */
  const target = signal<MapTarget | undefined>(undefined);
  const areas = new AreaModel(post, state);
  const colorOf = createColors(savedView.classColors ?? {}, classColors => saveView({ classColors }));
  const findings = createReportModel(post, savedView.report, report => saveView({ report }), colorOf);
  const pictures = createPictureStore();
  const tiles = createTileRequests(post);
  const chipPicture = signal<ChipPicture | undefined>(undefined);

  function receiveState(next: MapState): void {
    // Another connection may have other pictures, or none.
    if (state.peek()?.connection !== next.connection) pictures.forgetAll();
    state.value = next;
    images.value = afterState(images.value, next);
    areas.receiveState(next);
    selection.value = received(selection.value, next.selected);
    findings.receiveState(next);
  }

  function receive(message: ToPage): void {
    switch (message.kind) {
      case 'state':
        receiveState(message.state);
        return;
      case 'images':
        images.value = withChunk(images.value, message, state.value?.searchId);
        return;
      case 'duplicates':
        images.value = withDuplicates(images.value, message);
        return;
      case 'reportFeatures':
      case 'reportCursor':
        findings.receive(message);
        return;
      case 'areas':
      case 'changed':
        areas.receive(message);
        return;
      case 'picture':
        pictures.receive(message);
        return;
      case 'chip':
        chipPicture.value = message;
        return;
      case 'tile':
        tiles.receive(message);
        return;
      case 'show':
        target.value = message.target;
    }
  }

  return {
    ...{ post, savedView, saveView, areas, findings, tiles, target },
    /** What the map was last asked to frame, until it is moved. */
    framed: signal<MapTarget['kind'] | undefined>(undefined),
    state: state as ReadonlySignal<MapState | undefined>,
    images: images as ReadonlySignal<ImageCollection>,
    stale: computed(() => state.value !== undefined && isStale(images.value, state.value)),
    selected: computed(() => selection.value.shown),
    /** The exact share that these cover together; `undefined` until the host has computed it. */
    cover: computed(() => {
      const told = state.value;
      return told && sameIds(told.selected, selection.value.shown) ? told.cover : undefined;
    }),
    /** The image under the pointer or the keyboard's cursor, on the map or in the list. */
    hovered: signal<string | undefined>(undefined),
    /** The image that was last picked on the map; its row scrolls into view. A new object for every pick. */
    picked: signal<{ id: string } | undefined>(undefined),
    /** A search of the map view, for the form to make. A new object for every one. */
    searchHere: signal<object | undefined>(undefined),
    /** What the list wants to see of pictures on the map. A new object each time. */
    pictureWish: signal<PictureWish | undefined>(undefined),
    /** The open context menu. */
    menu: signal<ContextMenu | undefined>(undefined),
    /** The view of the map: west, south, east, north, degrees; longitudes can be beyond ±180. */
    bounds: signal<readonly [number, number, number, number] | undefined>(undefined),
    /** A key that changes with the size of the map. */
    mapSize: signal(''),
    /** Images that the filters of the results hide, in the list and on the map. */
    hidden: signal<ReadonlySet<string>>(new Set()),
    /** Pictures that arrived, by `thumbnail/<id>` and `quicklook/<id>`; the least recently used are removed first. */
    pictures: pictures.shown,
    /** The quicklook that arrived last for a chip. A new object each time. */
    chipPicture: chipPicture as ReadonlySignal<ChipPicture | undefined>,
    /** Reads a picture and marks it as recently used. */
    usePicture: pictures.use,
    /** Allows another request after a problem. */
    forgetPicture: pictures.forget,
    receive: (message: ToPage): void => {
      batch(() => receive(message));
      if (message.kind === 'images') post({ kind: 'received' });
    },
    select: (ids: readonly string[]): void => {
      if (sameIds(ids, selection.value.shown)) return;
      // Images of an earlier search are shown until the new ones arrive, but the host no longer has them.
      const told = state.peek();
      if (ids.length > 0 && told && isStale(images.peek(), told)) return;
      selection.value = sent(selection.value, ids);
      post({ kind: 'select', ids });
    },
  };
}
