import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { CoverShown, MapState, MapTarget, ToPage } from '../../src/shared/protocol.ts';
import { AreaModel } from '../map/areas/areaModel.ts';
import type { HostLink } from './hostLink.ts';
import { afterState, isStale, noImages, withChunk, type ImageCollection } from './imageCollection.ts';
import { createPictureStore, type PictureShown } from '../map/pictures/pictureStore.ts';
import { createTileRequests, type TileRequests } from '../map/base/tileRequests.ts';
import { createReportModel, type ReportModel } from '../report/reportModel.ts';
import { received, noSelection, sameIds, sent } from './selectionEcho.ts';

/**
 * What the host sent, what the pointer and the keyboard are on, and the way back to the host. Everything on screen follows
 * this.
 */
export interface PageModel extends Pick<HostLink, 'post' | 'savedView' | 'saveView'> {
  /** `undefined` until the host has spoken. */
  state: ReadonlySignal<MapState | undefined>;
  images: ReadonlySignal<ImageCollection>;
  /** Whether `images` are those of an earlier search. */
  stale: ReadonlySignal<boolean>;
  /** The report on the map. */
  findings: ReportModel;
  areas: AreaModel;
  selected: ReadonlySignal<readonly string[]>;
  /** What exactly these cover together; `undefined` until the host has measured it. */
  cover: ReadonlySignal<CoverShown | undefined>;
  /** The image under the pointer or the keyboard's cursor, on the map or in the list. */
  hovered: Signal<string | undefined>;
  /** The image that was picked on the map last; its row comes into view. A new object with every pick. */
  picked: Signal<{ id: string } | undefined>;
  /** What the map was asked to bring into view and has not yet. */
  target: Signal<MapTarget | undefined>;
  /** What the map shows: west, south, east, north, degrees; longitudes can lie beyond ±180. */
  bounds: Signal<readonly [number, number, number, number] | undefined>;
  /** The same text for the same size of the map. */
  mapSize: Signal<string>;
  /** Images that the filters of the results leave out, and the map with them. */
  hidden: Signal<ReadonlySet<string>>;
  /** Pictures that arrived, by `thumbnail/<id>` and `quicklook/<id>`; those used longest ago go first. */
  pictures: ReadonlySignal<ReadonlyMap<string, PictureShown>>;
  /** Reads a picture, and keeps it longer for that. */
  usePicture: (key: string) => PictureShown | undefined;
  /** Makes room for another answer, after a problem. */
  forgetPicture: (key: string) => void;
  tiles: TileRequests;
  receive: (message: ToPage) => void;
  select: (ids: readonly string[]) => void;
}

export function createPageModel(host: Pick<HostLink, 'post' | 'savedView' | 'saveView'>): PageModel {
  const { post } = host;
  const state = signal<MapState | undefined>(undefined);
  const images = signal(noImages);
  const selection = signal(noSelection);
  const hovered = signal<string | undefined>(undefined);
  const picked = signal<{ id: string } | undefined>(undefined);
  const target = signal<MapTarget | undefined>(undefined);
  const areas = new AreaModel(post, state);
  const findings = createReportModel(post, host.savedView.report, report => host.saveView({ report }));
  const pictures = createPictureStore();
  const tiles = createTileRequests(post);

  function receiveState(next: MapState): void {
    // Another connection may see other pictures, or none.
    if (state.peek()?.connection !== next.connection) pictures.forgetAll();
    state.value = next;
    images.value = afterState(images.value, next);
    areas.receiveState(next);
    selection.value = received(selection.value, next.selected);
    findings.receiveState(next);
  }

  return {
    post,
    savedView: host.savedView,
    saveView: host.saveView,
    state,
    images,
    stale: computed(() => state.value !== undefined && isStale(images.value, state.value)),
    findings,
    areas,
    selected: computed(() => selection.value.shown),
    cover: computed(() => {
      const told = state.value;
      return told && sameIds(told.selected, selection.value.shown) ? told.cover : undefined;
    }),
    hovered,
    picked,
    target,
    bounds: signal<readonly [number, number, number, number] | undefined>(undefined),
    mapSize: signal(''),
    hidden: signal<ReadonlySet<string>>(new Set()),
    pictures: pictures.shown,
    usePicture: pictures.use,
    forgetPicture: pictures.forget,
    tiles,
    receive: message =>
      batch(() => {
        switch (message.kind) {
          case 'state':
            receiveState(message.state);
            return;
          case 'images':
            images.value = withChunk(images.value, message, state.value?.searchId);
            return;
          case 'reportFeatures':
          case 'reportCursor':
            findings.receive(message);
            return;
          case 'areas':
          case 'cursor':
          case 'changed':
            areas.receive(message);
            return;
          case 'picture':
            pictures.receive(message);
            return;
          case 'tile':
            tiles.receive(message);
            return;
          case 'show':
            target.value = message.target;
        }
      }),
    select: ids => {
      if (sameIds(ids, selection.value.shown)) return;
      // Images of an earlier search are shown until the new ones come: the host knows them no more.
      const told = state.peek();
      if (ids.length > 0 && told && isStale(images.peek(), told)) return;
      selection.value = sent(selection.value, ids);
      post({ kind: 'select', ids });
    },
  };
}
