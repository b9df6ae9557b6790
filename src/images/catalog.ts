import { isDeepStrictEqual } from 'node:util';
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { SearchAllCriteria, SearchAllProgress } from '../api/searchAll.ts';
import type { Image } from '../model/images/imagery.ts';
import { searchLimits, type SearchCriteria } from '../model/images/searchQuery.ts';
import { onNextSession } from '../account/reader.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../account/session.ts';
import type { JsonPath } from '../model/problem.ts';
import type { SearchPage } from '../api/catalog.ts';
import { sameCoordinates } from '../model/geometry/sameCoordinates.ts';

interface Asked {
  signal: AbortSignal;
  /** Whether the answer is still wanted. */
  isCurrent: () => boolean;
}

export interface Catalog {
  readonly current: ReadonlySignal<CatalogState>;
  readonly selectedImages: ReadonlySignal<readonly Image[]>;
  /**
   * Starts anew for an AOI, for the present one, or for `none`; a search in progress is ended. A circle or a box among the
   * filters is searched in place of the AOI, which stays active. Failures go to the state.
   */
  search(change: { aoi?: AoiSource | 'none'; filters?: Filters }): Promise<void>;
  /** Makes an AOI active without searching; results of another area are dropped. */
  lookAt(aoi: AoiSource): void;
  /** The active AOI as its document has it by now. The results stay, as those of the shape that was searched. */
  follow(aoi: AoiSource): void;
  /** The next page of the present search. */
  more(): Promise<void>;
  /** All its matches, also beyond those that one search reaches. {@link cancel} keeps what has come. */
  all(): Promise<void>;
  cancel(): void;
  /** Takes up the search of the last window, now or as soon as somebody is signed in. */
  resume(): Promise<void>;
  /** `suggestion` says why Swath chose them. */
  select(ids: readonly string[], suggestion?: Suggestion): void;
  /** Looks at only some of the images, or at all of them again. Until the next search. */
  narrow(only: Narrowed | undefined): void;
  /** The images that are looked at. */
  readonly shown: ReadonlySignal<readonly Image[]>;
}

/**
 * Owner of the current search, its results and the choice among them.
 *
 * @param pageSize results asked for at once
 */
export function createCatalog(session: SessionOwner, memory: CatalogMemory, pageSize: () => number): Catalog {
  const current = signal<CatalogState>({
    aoi: undefined,
    aoiChanged: false,
    filters: {},
    phase: { kind: 'idle' },
    searchId: 0,
    ...noResults,
  });
  let running: AbortController | undefined;
  let nextPage = 1;
  /** Of the current search: all its pages are asked for by the same shape. */
  let searched: Polygon | undefined;
  let received = 0;
  /** The same for every page of a search: pages of another size would leave gaps. */
  let itemsPerPage: number = searchLimits.defaultPageSize;
  let resuming: RememberedSearch | undefined;

  const update = (change: Partial<CatalogState>) => {
    current.value = { ...current.peek(), ...change };
  };

  /** Drops the results; answers of a search in progress come too late from here on. */
  function forget(change: Partial<CatalogState> = {}) {
    running?.abort();
    running = undefined;
    const searchId = current.peek().searchId + 1;
    update({ ...noResults, aoiChanged: false, ...change, phase: { kind: 'idle' }, searchId });
  }

  /** Runs what asks the service; when another search takes its place, what it finds is dropped. */
  async function ask(run: (criteria: SearchCriteria, asked: Asked) => Promise<void>) {
    running?.abort();
    const abort = (running = new AbortController());
    const { filters } = current.peek();
    const isCurrent = () => running === abort;
    update({ phase: { kind: 'searching' } });
    try {
      await run({ ...filters, ...(searched ? { aoi: searched } : {}) }, { signal: abort.signal, isCurrent });
    } catch (error) {
      if (isCurrent()) update({ phase: { kind: 'failed', error } });
    }
  }

  const joined = (images: readonly Image[]) => joinedImages(current.peek().images, images);

  const loadPage = (signedIn: SignedIn) =>
    ask(async (criteria, { signal, isCurrent }) => {
      const page = await (await signedIn.client()).search(criteria, nextPage, itemsPerPage, signal);
      if (!isCurrent()) return;
      nextPage += 1;
      received += page.received;
      update({
        phase: { kind: 'done' },
        images: joined(page.images),
        total: page.total,
        unreadable: current.peek().unreadable + page.received - page.images.length,
        hasMore: isMoreToCome(page, received, itemsPerPage),
      });
      remember();
    });

  const loadAll = (signedIn: SignedIn) =>
    ask(async (criteria, { signal, isCurrent }) => {
      const all: SearchAllCriteria = { ...criteria };
      delete (all as SearchCriteria).sortBy;
      let fresh: Image[] = [];
      let covered = 0;
      let unreadable = 0;
      const show = () => {
        if (!isCurrent()) return;
        // The pages before this are read once more: their features are not counted twice.
        const known = Math.max(current.peek().unreadable, unreadable);
        update({ images: joined(fresh), unreadable: known, phase: { kind: 'searching', covered } });
        fresh = [];
      };
      const onProgress = (progress: SearchAllProgress) => {
        ({ covered, unreadable } = progress);
        show();
      };
      for await (const image of (await signedIn.client()).searchAll(all, { signal, onProgress })) {
        if (!isCurrent()) return;
        fresh.push(image);
      }
      show();
      if (!isCurrent()) return;
      const total = current.peek().images.length + unreadable;
      update({ phase: { kind: 'done' }, total, unreadable, hasMore: false });
      remember();
    });

  function remember() {
    // What is being taken up is not complete yet.
    if (!resuming) memory.write(rememberedOf(current.peek()));
  }

  function takeUp(wanted: RememberedSearch) {
    resuming = undefined;
    update(foundAgain(wanted, current.peek()));
  }

  /** What is remembered of the present search, from as many pages as it takes; after a failure it is still wanted. */
  async function takeUpAll(signedIn: SignedIn, searchId: number) {
    // The user may have begun something else meanwhile.
    const wanted = () => (current.peek().searchId === searchId ? resuming : undefined);
    for (let last = wanted(); last; last = wanted()) {
      if (isMissingSome(last, current.peek())) await loadPage(signedIn);
      else if (current.peek().phase.kind === 'done') takeUp(last);
      else return;
    }
  }

  async function start() {
    nextPage = 1;
    const { aoi, filters } = current.peek();
    searched = filters.circle || filters.bounds ? undefined : aoi?.polygon;
    received = 0;
    // What had come by several pages comes again by as few as can be.
    itemsPerPage = Math.min(Math.max(pageSize(), resuming?.loaded ?? 0), searchLimits.maximumPageSize);
    const signedIn = signedInOf(session.current.peek());
    const searchId = current.peek().searchId + 1;
    // One change: from the last search straight to the new one.
    await batch(() => {
      forget();
      return signedIn && loadPage(signedIn);
    });
    if (signedIn) await takeUpAll(signedIn, searchId);
  }

  // Another connection is another catalogue.
  onNextSession(session, next => {
    if (next.kind === 'signedIn' && resuming) void start();
    else forget();
  });

  return {
    current,
    selectedImages: computed(() => selectedImages(current.value.images, current.value.selected)),
    async search({ aoi, filters }) {
      // What failed is tried again with the same.
      if (aoi || !isDeepStrictEqual(filters, current.peek().filters)) resuming = undefined;
      update({
        ...(aoi ? { aoi: aoi === 'none' ? undefined : aoi } : {}),
        ...(filters ? { filters } : {}),
      });
      const run = start();
      remember();
      await run;
    },
    lookAt(aoi) {
      const { aoi: former } = current.peek();
      if (former?.uri === aoi.uri && isSameArea(former.polygon, aoi.polygon)) update({ aoi });
      else {
        resuming = undefined;
        forget({ aoi });
      }
      remember();
    },
    follow(aoi) {
      const { phase } = current.peek();
      const aoiChanged = phase.kind !== 'idle' && !!searched && !isSameArea(searched, aoi.polygon);
      update({ aoi, aoiChanged });
      remember();
    },
    async resume() {
      const last = memory.read();
      const place = last?.aoi ?? last?.filters.circle ?? last?.filters.bounds;
      if (!last || !place || current.peek().searchId > 0) return;
      update({ aoi: last.aoi, filters: last.filters });
      resuming = last;
      await start();
    },
    async more() {
      const signedIn = signedInOf(session.current.peek());
      const { hasMore, phase, searchId } = current.peek();
      if (!signedIn || !hasMore || phase.kind === 'searching') return;
      await loadPage(signedIn);
      await takeUpAll(signedIn, searchId);
    },
    async all() {
      const signedIn = signedInOf(session.current.peek());
      if (signedIn && current.peek().hasMore && current.peek().phase.kind !== 'searching')
        await loadAll(signedIn);
    },
    cancel() {
      if (current.peek().phase.kind !== 'searching') return;
      running?.abort();
      running = undefined;
      update({ phase: { kind: current.peek().images.length > 0 ? 'done' : 'idle' } });
      if (resuming && current.peek().images.length > 0) takeUp(resuming);
    },
    narrow(only) {
      resuming = undefined;
      // Who draws the images takes this for another search.
      const fresh = only?.ids ?? current.peek().fresh;
      update({ only, fresh, searchId: current.peek().searchId + 1 });
      remember();
    },
    shown: computed(() => shownImages(current.value.images, current.value.only)),
    select(ids, suggestion) {
      resuming = undefined;
      const known = new Set(current.peek().images.map(image => image.id));
      update({ selected: [...new Set(ids)].filter(id => known.has(id)), suggestion });
      remember();
    },
  };
}

/** What the next window takes up again: the search is sent anew, its results are not kept. */
export interface RememberedSearch extends Pick<CatalogState, 'aoi' | 'filters' | 'selected'> {
  /** How many images had come. */
  loaded?: number;
  only?: Narrowed;
  fresh?: readonly string[];
}

interface CatalogMemory {
  read(): RememberedSearch | undefined;
  write(value: RememberedSearch): void;
}

function rememberedOf({ aoi, filters, selected, images, only, fresh }: CatalogState): RememberedSearch {
  return {
    aoi,
    filters,
    selected,
    loaded: images.length,
    ...(only ? { only } : {}),
    ...(fresh.length > 0 ? { fresh } : {}),
  };
}

/** Whether further pages may hold images that are remembered: of those that had come, and no others. */
function isMissingSome(
  { selected, fresh = [], loaded = 0 }: RememberedSearch,
  { images, hasMore, phase }: CatalogState,
): boolean {
  if (!hasMore || phase.kind !== 'done' || images.length >= loaded) return false;
  const found = new Set(images.map(({ id }) => id));
  return ![...selected, ...fresh].every(id => found.has(id));
}

/** What of the results is remembered, as far as it was found again. */
function foundAgain(
  { selected, only, fresh = [] }: RememberedSearch,
  { images, searchId }: CatalogState,
): Pick<CatalogState, 'selected' | 'only' | 'fresh' | 'searchId'> {
  const found = new Set(images.map(({ id }) => id));
  const isFound = (id: string) => found.has(id);
  const ids = only?.ids.filter(isFound) ?? [];
  return {
    selected: selected.filter(isFound),
    only: only && ids.length > 0 ? { label: only.label, ids } : undefined,
    fresh: fresh.filter(isFound),
    // Who draws the images takes another part of them for another search.
    searchId: fresh.some(isFound) ? searchId + 1 : searchId,
  };
}

// What comes of a search, and what is made of it.

/** What the user is told of a choice that was made for them. */
export interface Suggestion {
  title: string;
  reasons: readonly string[];
}

/** Some of the images of a search. */
export interface Narrowed {
  /** What they have in common, for the user. */
  label: string;
  ids: readonly string[];
}

/**
 * A service may put less on a page than was asked: then the total tells of more.
 *
 * @param received on all pages up to this one
 */
export function isMoreToCome(page: SearchPage, received: number, itemsPerPage: number): boolean {
  if (page.received === 0 || received >= searchLimits.reachable) return false;
  return page.total === undefined ? page.received >= itemsPerPage : received < page.total;
}

/** Each image once: a catalogue that grows between two pages sends an image twice. */
export function joinedImages(before: readonly Image[], images: readonly Image[]): Image[] {
  const byId = new Map(before.map(image => [image.id, image]));
  for (const image of images) if (!byId.has(image.id)) byId.set(image.id, image);
  return [...byId.values()];
}

/** Those of the ids, in their order. */
export function selectedImages(images: readonly Image[], ids: readonly string[]): Image[] {
  if (ids.length === 0) return [];
  const byId = new Map(images.map(image => [image.id, image]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

export function shownImages(images: readonly Image[], only: Narrowed | undefined): readonly Image[] {
  if (!only) return images;
  const wanted = new Set(only.ids);
  return images.filter(({ id }) => wanted.has(id));
}

export function isSameArea(one: Polygon, other: Polygon): boolean {
  return sameCoordinates(one.coordinates, other.coordinates);
}

/** Before the first answer of a search. */
export const noResults = {
  images: [],
  total: undefined,
  unreadable: 0,
  hasMore: false,
  selected: [],
  suggestion: undefined,
  only: undefined,
  fresh: [],
} as const;

/** An AOI and where it is written. Bound to the document, never to whatever editor is active. */
export interface AoiSource {
  /** Of the document, as text. */
  uri: string;
  /** Of the Polygon inside the document. */
  path: JsonPath;
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

export type Filters = Omit<SearchCriteria, 'aoi'>;

export type SearchPhase =
  | { kind: 'idle' }
  /** `covered`: while all matches are fetched, the part of the acquisition interval that was read, 0 to 1. */
  | { kind: 'searching'; covered?: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown };

export interface CatalogState {
  aoi: AoiSource | undefined;
  /** Whether the AOI has another shape by now than the one that was searched. */
  aoiChanged: boolean;
  filters: Filters;
  phase: SearchPhase;
  /** Grows with every new search. */
  searchId: number;
  images: readonly Image[];
  /** `undefined` when the service does not say. At `searchLimits.reachable` it is a cap and not a count. */
  total: number | undefined;
  /** Features that the service sent and that are no images: counted by `total`, and reported only in the log. */
  unreadable: number;
  hasMore: boolean;
  /** Ids of the chosen images, in the order in which they were chosen. */
  selected: readonly string[];
  /** Why these images were chosen, when Swath chose them. */
  suggestion: Suggestion | undefined;
  /** When set, only these of the images are looked at. */
  only: Narrowed | undefined;
  /** Ids of the only ones that were looked at: among all images again, they can still be told. */
  fresh: readonly string[];
}
