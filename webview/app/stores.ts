import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { HostEvent, MapState } from '../../src/protocol/protocol.ts';
import { AreaModel } from '../features/areas/index.ts';
import { createImageStore, createResultsModel, type Judge } from '../features/images/index.ts';
import { PictureModel } from '../features/pictures/index.ts';
import { createProductModel } from '../features/products/index.ts';
import {
  createColors,
  createReportImages,
  createReportModel,
  createReviewModel,
  createSeriesStore,
  createSideTabs,
} from '../features/reports/index.ts';
import { createSearchModel } from '../features/search/index.ts';
import type { Host } from '../ground/host.ts';
import { createPictureLoader } from '../ground/loadPicture.ts';
import { createViewStore } from '../ground/viewStore.ts';
import { createModeStore } from '../shell/mode.ts';
import { createPlaceStore } from '../shell/placeStore.ts';
import { createTimeModel } from '../shell/timeModel.ts';
import { createAnnouncer } from '../ui/announcer.ts';
import type { HostLink } from './hostLink.ts';

interface Surroundings extends Omit<HostLink, 'listen'> {
  assess: Judge;
  startThread: () => Promise<Worker>;
  /** The WebAssembly module for JPEG 2000. */
  loadDecoder: () => Promise<ArrayBuffer>;
  /** Whether motion is reduced, by the system or by the editor's own setting. */
  reducedMotion: ReadonlySignal<boolean>;
}

/** The stores of the page's features, each with what it needs of others, and who receives what the host sends. */
export function createStores({
  post,
  ask,
  savedView: saved,
  saveView: save,
  assess,
  startThread,
  loadDecoder,
  reducedMotion,
}: Surroundings) {
  const state = signal<MapState | undefined>(undefined);
  const host: Host = { state, post, ask, loadPicture: createPictureLoader(ask) };
  const announcer = createAnnouncer();
  const { say } = announcer;
  const view = createViewStore(saved, save, reducedMotion);
  const areas = new AreaModel(host, say);
  const found = createImageStore(host);
  const tabs = createSideTabs(host);
  const classColor = createColors(saved.classColors ?? {}, classColors => save({ classColors }));
  const report = createReportModel(post, saved.report, look => save({ report: look }), classColor, say);
  const review = createReviewModel(host, report, say);
  const series = createSeriesStore(host);
  const products = createProductModel(
    { ...host, view: view.bounds, startThread, loadDecoder },
    saved.product,
    product => save({ product }),
  );
  const pictures = new PictureModel({
    host,
    view,
    say,
    found,
    areas,
    saved: saved.pictures,
    save: kept => save({ pictures: kept }),
  });
  const reportImages = createReportImages(host, pictures, say, saved.report?.title);
  const results = createResultsModel({ host, found, areas, assess, saved, save });
  const search = createSearchModel(host, view, saved, save);
  const time = createTimeModel({
    host,
    view,
    found,
    results,
    areas,
    pictures,
    say,
    saved: saved.playback,
    save: playback => save({ playback }),
  });

  function receiveState(next: MapState): void {
    const before = state.peek();
    // Another connection may have other pictures, or none.
    if (before?.connection !== next.connection) pictures.store.forgetAll();
    tabs.receiveState(next, before);
    state.value = next;
    for (const store of [found, areas, report]) store.receiveState(next, before);
  }

  const places = createPlaceStore(host, saved.place, place => save({ place }));
  const receivers: {
    [Kind in HostEvent['kind']]: (message: Extract<HostEvent, { kind: Kind }>) => unknown;
  } = {
    state: message => receiveState(message.state),
    images: found.receiveImages,
    duplicates: found.receiveDuplicates,
    reportFeatures: report.receiveFeatures,
    reportCursor: report.receiveCursor,
    seriesUnread: series.receiveUnread,
    areas: message => areas.receive(message),
    show: ({ target }) => {
      if (target.kind === 'goToPlace') places.isOpen.value = true;
      else if (target.kind === 'measure') areas.measure();
      else view.show(target);
      // An area that a text or a search leads to, with its images.
      if (['aoi', 'areas', 'area', 'image'].includes(target.kind)) tabs.show('images');
    },
  };

  return {
    host,
    announcer,
    say,
    view,
    areas,
    found,
    tabs,
    report,
    review,
    series,
    reportImages,
    products,
    pictures,
    results,
    search,
    time,
    places,
    mode: createModeStore({ host, areas, pictures, products, tabs }),
    receive: (message: HostEvent): void => {
      const receiver = receivers[message.kind] as (received: HostEvent) => unknown;
      batch(() => receiver(message));
      if (message.kind === 'images') post({ kind: 'received' });
    },
  };
}

export type Stores = ReturnType<typeof createStores>;
