import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import type {
  AskHost,
  HostEvent,
  MapState,
  MapTarget,
  PinShown,
  PlaceAnswer,
  PlaceShown,
  ReportImages,
  ReportSeries,
} from '../../src/shared/protocol.ts';
import { AreaModel } from '../map/areas/areaModel.ts';
import { createPictureLoader, problemOf } from '../map/base/loadPicture.ts';
import { createPictureStore } from '../map/pictures/pictureStore.ts';
import { createProductModel } from '../map/products/productModel.ts';
import { createColors } from '../report/reportClasses.ts';
import { createReportModel } from '../report/reportModel.ts';
import { createReviewModel } from '../report/reviewModel.ts';
import { createClearHere, type Judge } from '../results/clearHere.ts';
import {
  afterState,
  isStale,
  noImages,
  withChunk,
  withDuplicates,
  withOwned,
  withPins,
} from '../results/imageCollection.ts';
import type { ContextMenu } from '../ui/MenuButton.tsx';
import { noSelection, received, sameIds, sent } from '../ui/selectionEcho.ts';
import type { HostLink } from './hostLink.ts';

/** A quicklook to show or hide, or images to compare, the oldest first. */
export type PictureWish = { kind: 'quicklook'; id: string } | { kind: 'compare'; ids: readonly string[] };

/** The parts of the side column: all but the images belong to the report on the map. */
export type SideTab = 'images' | 'report' | 'table' | 'charts' | 'review';

export type PageModel = ReturnType<typeof createPageModel>;

/**
 * What the host sent, what the pointer and the keyboard are on, and how to post to the host. Everything on screen
 * derives from this.
 */
export function createPageModel({
  post,
  ask,
  savedView,
  saveView,
  assess,
  startImageThread = () => Promise.reject(new Error('There are no threads.')),
  loadDecoder = () => Promise.reject(new Error('There is no decoder.')),
  reducedMotion = signal(false),
}: Omit<HostLink, 'listen'> & {
  assess?: Judge;
  startImageThread?: () => Promise<Worker>;
  loadDecoder?: () => Promise<ArrayBuffer>;
  /** Whether motion is reduced, by the system or by the editor's own setting. */
  reducedMotion?: ReadonlySignal<boolean>;
}) {
  /** `undefined` until the host's first message. */
  const state = signal<MapState | undefined>(undefined);
  const arrived = signal(noImages);
  const pinList = stable(() => state.value?.shortlist?.pins ?? []);
  const area = stable(() => state.value?.aoi?.polygon);
  const pins = computed<ReadonlyMap<string, PinShown>>(
    () => new Map(pinList.value.map(pin => [pin.id, pin])),
  );
  const isShortlist = computed(() => state.value?.shortlist?.isShown ?? false);
  const ownedList = stable(() => state.value?.owned ?? []);
  const owned = computed(() => new Map(ownedList.value));
  const images = computed(() =>
    withPins(withOwned(arrived.value, owned.value), pins.value, isShortlist.value),
  );
  const selection = signal(noSelection);
  const hovered = signal<string | undefined>(undefined);
  /** What the map should bring into view but hasn't yet. */
  const target = signal<MapTarget | undefined>(undefined);
  const areas = new AreaModel(post, ask, state);
  const colorOf = createColors(savedView.classColors ?? {}, classColors => saveView({ classColors }));
  const report = createReportModel(post, savedView.report, look => saveView({ report: look }), colorOf);
  const review = createReviewModel(ask, state, report);
  const pictures = createPictureStore();
  const loadPicture = createPictureLoader(ask);
  const clear = createClearHere(loadPicture, state, area, assess);
  const bounds = signal<readonly [number, number, number, number] | undefined>(undefined);
  const products = createProductModel(
    { post, ask, state, view: bounds, startThread: startImageThread, loadDecoder },
    savedView.product,
    product => saveView({ product }),
  );
  const places = createPlaceModel(ask);
  const requestedTab = signal<SideTab | undefined>(undefined);
  const series = signal<{ unread: number; series?: ReportSeries } | undefined>(undefined);
  const reportImages = signal<ReportImages | undefined>(undefined);

  function receiveState(next: MapState): void {
    // Another connection may have other pictures, or none.
    if (state.peek()?.connection !== next.connection) pictures.forgetAll();
    if (state.peek()?.preview !== next.preview) hovered.value = next.preview;
    const isOther = state.peek()?.report?.id !== next.report?.id;
    // A chart leads from report to report.
    const isLeft = next.report === undefined || requestedTab.peek() === 'images';
    if (isOther && isLeft) requestedTab.value = undefined;
    state.value = next;
    arrived.value = afterState(arrived.value, next);
    areas.receiveState(next);
    selection.value = received(selection.value, next.selected);
    report.receiveState(next);
  }

  const isOnMap = (reportId: string) => reportId === state.peek()?.report?.id;

  /** @param signal aborted when the series is no longer shown */
  async function readSeries(reportId: string, signal: AbortSignal): Promise<void> {
    const answer = await ask('readSeries', { reportId }, signal).catch((error: unknown): ReportSeries => ({
      problem: problemOf(error),
      reports: [],
    }));
    if (answer && !signal.aborted && isOnMap(reportId)) series.value = { unread: 0, series: answer };
  }

  async function findReportImages(reportId: string): Promise<void> {
    const answer = await ask('reportImages', { reportId }).catch((error: unknown): ReportImages => ({
      images: [],
      problem: problemOf(error),
    }));
    if (answer && isOnMap(reportId)) reportImages.value = answer;
  }

  async function showPicture(
    kind: 'thumbnail' | 'quicklook',
    id: string,
    signal?: AbortSignal,
  ): Promise<void> {
    const answer = await loadPicture(kind, { id }, signal);
    if (answer) pictures.put(kind, id, answer);
  }

  const receivers: {
    [Kind in HostEvent['kind']]: (message: Extract<HostEvent, { kind: Kind }>) => unknown;
  } = {
    state: message => receiveState(message.state),
    images: chunk => (arrived.value = withChunk(arrived.value, chunk, state.value?.searchId)),
    duplicates: message => (arrived.value = withDuplicates(arrived.value, message)),
    reportFeatures: report.receiveFeatures,
    reportCursor: report.receiveCursor,
    seriesUnread: ({ reportId, unread }) => {
      // The previous series stays until the new one is read.
      if (isOnMap(reportId)) series.value = { ...series.value, unread };
    },
    areas: message => areas.receive(message),
    show: ({ target: next }) => {
      if (next.kind === 'goToPlace') places.isOpen.value = true;
      else target.value = next;
    },
  };

  return {
    post,
    savedView,
    saveView,
    reducedMotion,
    areas,
    report,
    series,
    readSeries,
    review,
    products,
    places,
    target,
    clear,
    /** What the map was last asked to frame, until it is moved. */
    framed: signal<MapTarget['kind'] | undefined>(undefined),
    state: state as ReadonlySignal<MapState | undefined>,
    /** The active area; another object only if it is another one, although the state arrives often. */
    area,
    images,
    /** The images of the shortlist, by ID. */
    pins,
    stale: computed(() => state.value !== undefined && isStale(images.value, state.value)),
    selected: computed(() => selection.value.displayed),
    /** The exact share that these cover together; `undefined` until the host has computed it. */
    cover: computed(() => {
      const current = state.value;
      return current && sameIds(current.selected, selection.value.displayed) ? current.cover : undefined;
    }),
    /** The image under the pointer or the keyboard's cursor, on the map or in the list. */
    hovered,
    /** The image that was last picked on the map; its row scrolls into view. A new object for every pick. */
    picked: signal<{ id: string } | undefined>(undefined),
    /** The image that was opened in the list: the map follows. A new object each time. */
    opened: signal<{ id: string } | undefined>(undefined),
    /** The image that stepping by date has reached; its row scrolls into view. A new object for every step. */
    stepped: signal<{ id: string } | undefined>(undefined),
    /** A search of the map view, for the form to make. A new object for every one. */
    searchHere: signal<object | undefined>(undefined),
    /** What the list wants to see of pictures on the map. A new object each time. */
    pictureWish: signal<PictureWish | undefined>(undefined),
    /** What the side column shows: a report opens on its own tab. */
    sideTab: computed((): SideTab => (state.value?.report ? (requestedTab.value ?? 'report') : 'images')),
    showTab: (tab: SideTab): void => void (requestedTab.value = tab),
    menu: signal<ContextMenu | undefined>(undefined),
    /** The view of the map: west, south, east, north, degrees; longitudes can be beyond ±180. */
    bounds,
    /** A key that changes with the size of the map. */
    mapSize: signal(''),
    /** How clear the active area is in images, by id, as far as it was estimated: see `clear.want`. */
    clearHere: clear.estimates,
    /** Images that the filters of the results hide, in the list and on the map. */
    hidden: signal<ReadonlySet<string>>(new Set()),
    loadPicture,
    /** Loads a picture, or why there is none, into `pictures`. */
    showPicture,
    /** Pictures that arrived, by `thumbnail/<id>` and `quicklook/<id>`; the least recently used are removed first. */
    pictures: pictures.pictures,
    /** The images that the report on the map was made from, once they are found. A new object each time. */
    reportImages: reportImages as ReadonlySignal<typeof reportImages.value>,
    findReportImages,
    /** Reads a picture and marks it as recently used. */
    usePicture: pictures.use,
    /** Allows another request after a problem. */
    forgetPicture: pictures.forget,
    receive: (message: HostEvent): void => {
      const receiver = receivers[message.kind] as (received: HostEvent) => unknown;
      batch(() => receiver(message));
      if (message.kind === 'images') post({ kind: 'received' });
    },
    select: (ids: readonly string[]): void => {
      if (sameIds(ids, selection.value.displayed)) return;
      // Images of an earlier search are shown until the new ones arrive, but the host no longer has them.
      const current = state.peek();
      if (ids.length > 0 && current && isStale(images.peek(), current)) return;
      selection.value = sent(selection.value, ids);
      post({ kind: 'select', ids });
    },
  };
}

/** The same object as long as its content is the same. */
function stable<Value>(read: () => Value): ReadonlySignal<Value> {
  let last: { value: Value; text: string | undefined } | undefined;
  return computed(() => {
    const value = read();
    const text = JSON.stringify(value) as string | undefined;
    if (last?.text !== text || !last) last = { value, text };
    return last.value;
  });
}

/** The input for a place on the map, what it can mean, and the place that is marked. */
function createPlaceModel(askHost: AskHost) {
  const nothing: PlaceAnswer = { places: [] };
  const isOpen = signal(false);
  const answer = signal(nothing);
  /** Of the last question, which alone counts. */
  let asking = new AbortController();
  let answered = Promise.resolve();

  async function find(text: string, { signal: last }: AbortController): Promise<void> {
    const found = await askHost('findPlace', { text }, last).catch((error: unknown): PlaceAnswer => ({
      places: [],
      problem: problemOf(error),
    }));
    if (!last.aborted) answer.value = found;
  }

  return {
    isOpen,
    answer,
    marked: signal<PlaceShown | undefined>(undefined),
    ask: (text: string): void => {
      asking.abort();
      asking = new AbortController();
      answered = find(text, asking);
    },
    /** Calls the function when the last question is answered; never if another one is asked before. */
    whenAnswered: (run: () => void): void => {
      const { signal: last } = asking;
      void answered.then(() => last.aborted || run());
    },
    close: (): void => {
      asking.abort();
      isOpen.value = false;
      answer.value = nothing;
    },
  };
}
