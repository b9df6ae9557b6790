import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { JsonPath } from '../../base/problem.ts';
import { numberText } from '../../base/words/displayLanguage.ts';
import { sameCoordinates } from '../../geo/sameCoordinates.ts';
import type { Image } from '../../service/rules/imagery.ts';
import type { SearchCriteria } from '../../service/rules/searchCriteria.ts';
import { isCap, searchLimits } from '../../service/rules/searchQuery.ts';
import { NotAllFound } from '../../service/wire/listed.ts';
import type { SearchAllCriteria, SearchAllProgress } from '../../service/wire/searchAll.ts';
import { onNextSession } from '../../session/reader.ts';
import type { ServiceClock } from '../../session/serviceClock.ts';
import { asSignedIn, type SessionOwner, type SignedIn } from '../../session/session.ts';
import type { ClearHere } from './rules/clearHere.ts';
import type { Limits, ListFilters, Span } from './rules/listFilters.ts';

/** Loaded with the first search. */
const loadPacking = () => import('./rules/packedImage.ts');

interface SearchRequest {
  signal: AbortSignal;
  isCurrent: () => boolean;
}

export type Catalog = ReturnType<typeof createCatalog>;

/**
 * Owns the current search, its results, and the selection.
 *
 * @param pageSize results per request
 */
export function createCatalog(
  session: SessionOwner,
  memory: CatalogMemory,
  pageSize: () => number,
  clock: ServiceClock,
) {
  const current = signal<CatalogState>({
    aoi: undefined,
    aoiChanged: false,
    filters: {},
    phase: { kind: 'idle' },
    searchId: 0,
    ...noResults,
  });
  const loaded = computed(() => current.value.images);
  const byId = computed(
    (): ReadonlyMap<string, Image> => new Map(loaded.value.map(image => [image.id, image] as const)),
  );
  let running: AbortController | undefined;
  /** None is used twice, also where a search gave way to the one before: the map tells its lists apart by it. */
  let lastSearchId = 0;
  const newSearchId = () => (lastSearchId += 1);
  let paging = firstPage(undefined, searchLimits.defaultPageSize);
  /** What was found before the search of the same area that is in progress, until its first page arrives. */
  let previous: PreviousResults | undefined;
  let resuming: RememberedSearch | undefined;

  const update = (change: Partial<CatalogState>) => {
    // What was chosen among other images, or for another area, isn't the best of these.
    const isOther = change.images !== undefined || change.aoiChanged === true;
    current.value = { ...current.peek(), ...(isOther && { suggestion: undefined }), ...change };
  };

  /** Drops the results; later answers of a search in progress are ignored. */
  function forget(change: Partial<CatalogState> = {}) {
    running?.abort();
    running = undefined;
    previous = undefined;
    const searchId = newSearchId();
    update({ ...noResults, aoiChanged: false, ...change, phase: { kind: 'idle' }, searchId });
  }

  /** Runs a request to the service; drops its results if another search has replaced it. */
  async function ask(run: (criteria: SearchCriteria, request: SearchRequest) => Promise<void>) {
    running?.abort();
    const abort = (running = new AbortController());
    const { searched } = paging;
    const filters = listedFilters(current.peek());
    const searchedAt = current.peek().images.length === 0 ? clock.now() : current.peek().searchedAt;
    const isCurrent = () => running === abort;
    update({ phase: { kind: 'searching' }, searchedAt });
    try {
      await run({ ...filters, aoi: searched }, { signal: abort.signal, isCurrent });
    } catch (error) {
      if (!isCurrent()) return;
      if (previous && isOfSamePlace(previous.state, current.peek())) goBack(error);
      else update({ phase: { kind: 'failed', error } });
      previous = undefined;
    }
  }

  /** Shows the images from before a search of the same place again. @param error why it failed, unless it was canceled */
  function goBack(error?: unknown) {
    if (!previous) return;
    const { aoi, filters, limits } = current.peek();
    ({ paging } = previous);
    const { state } = previous;
    const failed = { kind: 'failed', error } as const;
    current.value =
      error === undefined
        ? state
        : { ...state, filters, limits, phase: failed, earlier: { filters: listedFilters(state), error } };
    previous = undefined;
    // Another area may have become active in the meantime.
    follow(aoi);
  }

  /** After a page of images has arrived, which may be those from before a search that failed. */
  const donePhase = (): SearchPhase => phaseAfter(current.peek().earlier);

  const joined = (images: readonly Image[]) => joinedImages(current.peek().images, images);

  const loadPage = (signedIn: SignedIn) =>
    ask(async (criteria, { signal, isCurrent }) => {
      const { nextPage, itemsPerPage } = paging;
      const [client, { packImage }] = await Promise.all([signedIn.client(), loadPacking()]);
      const pages = [await client.search(criteria, nextPage, itemsPerPage, signal)];
      const [first] = pages;
      // Without a total, only the next page shows whether a short one is the last.
      const isOpen = first && first.total === undefined && first.hasMore === undefined && first.received > 0;
      if (isOpen && first.received < itemsPerPage && canReach(nextPage + 1, itemsPerPage) && isCurrent())
        pages.push(await client.search(criteria, nextPage + 1, itemsPerPage, signal));
      const page = pages.at(-1);
      if (!page || !isCurrent()) return;
      const before = pages.slice(0, -1).flatMap(({ images }) => images);
      const known = new Set([...byId.peek().keys(), ...before.map(({ id }) => id)]);
      // A service that ignores the number of the page repeats itself.
      const isRepeated = page.images.length > 0 && page.images.every(({ id }) => known.has(id));
      const found = isRepeated ? before : [...before, ...page.images];
      const received = (isRepeated ? pages.slice(0, -1) : pages).reduce(
        (sum, next) => sum + next.received,
        0,
      );
      const isEnd = page.received === 0 || isRepeated;
      const isBeyond = !isEnd && !canReach(nextPage + pages.length, itemsPerPage);
      paging = { ...paging, nextPage: nextPage + pages.length, isStuck: isEnd || isBeyond };
      const { kept, state: earlier } = previous ?? { kept: [] };
      previous = undefined;
      const images = joined(found.map(packImage));
      const unreadable = current.peek().unreadable + received - found.length;
      const count = images.length + unreadable;
      const total = page.hasMore === undefined ? page.total : undefined;
      const isCounted = total !== undefined && !isCap(total) && count >= total;
      const hasMore = page.hasMore ?? (!isBeyond && (total === undefined ? !isEnd : !isCounted && count > 0));
      update({
        phase: donePhase(),
        images: joinedImages(images, kept),
        ...(earlier && kept.length > 0 ? { selected: earlier.selected, suggestion: earlier.suggestion } : {}),
        // An AOI in two parts has a total once all pages are there, and so has a search of which none is reported.
        total: hasMore || isBeyond ? (total ?? (isBeyond ? searchLimits.reachable : undefined)) : count,
        unreadable,
        hasMore,
        incomplete: isBeyond && !isCounted ? beyondText() : undefined,
      });
      remember();
    });

  const loadAll = (signedIn: SignedIn) =>
    ask(async (criteria, { signal, isCurrent }) => {
      const all: SearchAllCriteria = { ...criteria };
      delete (all as SearchCriteria).sortBy;
      const found = new Map(byId.peek());
      let covered = 0;
      let unreadable = 0;
      const onProgress = (progress: SearchAllProgress) => {
        ({ covered, unreadable } = progress);
        if (!isCurrent()) return;
        // Earlier pages are read again: don't count their features twice.
        const known = Math.max(current.peek().unreadable, unreadable);
        update({ images: [...found.values()], unreadable: known, phase: { kind: 'searching', covered } });
      };
      let sinceTurn = 0;
      let missing: NotAllFound | undefined;
      const [client, { packImage }] = await Promise.all([signedIn.client(), loadPacking()]);
      try {
        for await (const image of client.searchAll(all, { signal, onProgress })) {
          // A service that answers at once must not keep the host from what the user does in the meantime.
          if ((sinceTurn += 1) % searchLimits.maximumPageSize === 0) await nextTurn();
          if (!isCurrent()) return;
          if (!found.has(image.id)) found.set(image.id, packImage(image));
        }
      } catch (error) {
        if (!(error instanceof NotAllFound)) throw error;
        missing = error;
      }
      if (!isCurrent()) return;
      const images = [...found.values()];
      const count = images.length + unreadable;
      const incomplete = missing && (missing.total ?? Infinity) > count ? missing.message : undefined;
      update({
        phase: donePhase(),
        images,
        total: incomplete === undefined ? count : missing?.total,
        unreadable,
        hasMore: false,
        incomplete,
        expected: undefined,
      });
      remember();
    });

  function remember() {
    // A restore in progress isn't complete yet.
    if (resuming) return;
    const elsewhere = current.peek().aoiChanged && paging.searched ? { searched: paging.searched } : {};
    memory.write({ ...rememberedSearch(current.peek()), ...elsewhere });
  }

  function takeUp(remembered: RememberedSearch) {
    resuming = undefined;
    update(foundAgain(remembered, current.peek(), newSearchId));
  }

  /** Restores the remembered search, loading as many pages as needed; keeps what is remembered after a failure. */
  async function takeUpAll(signedIn: SignedIn, searchId: number) {
    // The user may have started another search.
    const pending = () => (current.peek().searchId === searchId ? resuming : undefined);
    for (let last = pending(); last; last = pending()) {
      if (isMissingSome(last, current.peek())) await loadPage(signedIn);
      else if (current.peek().phase.kind === 'done') takeUp(last);
      else return;
    }
  }

  /** @param before what {@link Catalog.cancel} returns to */
  async function start(before?: PreviousResults) {
    const { aoi, filters } = current.peek();
    const searchedBefore = resuming?.searched;
    const searched = filters.circle || filters.bounds ? undefined : (searchedBefore ?? aoi?.polygon);
    // Reload the results of several pages in as few requests as possible.
    const count = Math.max(pageSize(), resuming?.loaded ?? 0);
    paging = firstPage(searched, Math.min(count, searchLimits.maximumPageSize));
    const signedIn = asSignedIn(session.current.peek());
    // One change: from the last search straight to the new one.
    const firstLoaded = batch(() => {
      forget({ aoiChanged: searchedBefore !== undefined });
      previous = before;
      return signedIn && loadPage(signedIn);
    });
    const { searchId } = current.peek();
    await firstLoaded;
    if (signedIn) await takeUpAll(signedIn, searchId);
  }

  // A different connection is a different catalog. Another key of the same user isn't.
  onNextSession(session, next => {
    const isSame = next.kind === 'signedIn' && next.isContinued === true;
    const isSearching = current.peek().phase.kind === 'searching';
    if (isSame && !isSearching) return;
    if (next.kind === 'signedIn' && (resuming || isSame)) void start();
    else forget();
  });

  function follow(aoi: AoiSource | undefined) {
    const area = current.peek().phase.kind === 'idle' ? undefined : paging.searched;
    const aoiChanged = area !== undefined && !(aoi && isSameArea(area, aoi.polygon));
    update({ aoi, aoiChanged });
    remember();
  }

  return {
    /** Of the service: what is new, and the days of a search, go by it. */
    clock,
    current: current as ReadonlySignal<CatalogState>,
    selectedImages: computed((): readonly Image[] =>
      selectedImages(selectableImages(current.value), current.value.selected),
    ),
    /**
     * Starts a new search for an AOI, for the active AOI, or for `none`; cancels a search in progress. If the filters
     * contain a circle or a box, that is searched instead of the AOI, which stays active; a search for an AOI without
     * filters drops them. Without limits, those of the list stay. Failures are stored in the state.
     */
    async search({
      aoi,
      filters,
      limits,
    }: {
      aoi?: AoiSource | 'none';
      filters?: Filters;
      limits?: Limits;
    }): Promise<void> {
      // A failed search is retried with the same filters.
      if (aoi || !isDeepStrictEqual(filters, current.peek().filters)) resuming = undefined;
      const { circle: _circle, bounds: _bounds, ...ofAnyPlace } = current.peek().filters;
      const newFilters = filters ?? (aoi && aoi !== 'none' ? ofAnyPlace : undefined);
      const before =
        previousResults(current.peek(), paging, { aoi, filters: newFilters }) ?? (aoi ? undefined : previous);
      update({
        ...(aoi && { aoi: aoi === 'none' ? undefined : aoi }),
        ...(newFilters && { filters: newFilters }),
        ...(limits && { limits }),
      });
      const run = start(before);
      remember();
      await run;
    },
    /** Makes an AOI active without searching. The results stay: they belong to the area that was searched. */
    lookAt(aoi: AoiSource): void {
      const { aoi: active, phase } = current.peek();
      const isSame = active?.uri === aoi.uri && isSameArea(active.polygon, aoi.polygon);
      const goesOn = isSame || phase.kind === 'searching';
      if (!goesOn) resuming = undefined;
      if (goesOn || selectableImages(current.peek()).length > 0) {
        follow(aoi);
        return;
      }
      // That nothing was found, or why, is of no interest for another area.
      forget({ aoi });
      remember();
    },
    /** Updates the active AOI from its document; `undefined` if it is gone. The results stay, as for {@link lookAt}. */
    follow,
    /** Restores the search of the last window, now or after sign-in. */
    async resume(): Promise<void> {
      const last = memory.read();
      const place = last?.aoi ?? last?.searched ?? last?.filters.circle ?? last?.filters.bounds;
      if (!last || !place || current.peek().searchId > 0) return;
      const { aoi, filters, limits } = last;
      update({ aoi, filters, limits });
      resuming = last;
      await start();
    },
    async more(): Promise<void> {
      const signedIn = asSignedIn(session.current.peek());
      const { hasMore, phase, searchId } = current.peek();
      if (!signedIn || !hasMore || phase.kind === 'searching') return;
      // Where pages lead no further, the dates of acquisition do.
      await (paging.isStuck ? loadAll(signedIn) : loadPage(signedIn));
      await takeUpAll(signedIn, searchId);
    },
    /** Loads all matches, including those beyond the limit of one search. {@link cancel} keeps what has arrived. */
    async all(): Promise<void> {
      const signedIn = asSignedIn(session.current.peek());
      const { hasMore, incomplete } = current.peek();
      if (signedIn && (hasMore || incomplete !== undefined) && current.peek().phase.kind !== 'searching')
        await loadAll(signedIn);
    },
    cancel(): void {
      const { phase, images } = current.peek();
      if (phase.kind !== 'searching') return;
      running?.abort();
      running = undefined;
      if (previous) {
        goBack();
        return;
      }
      const expected = phase.covered ? images.length / phase.covered : current.peek().expected;
      update({ phase: images.length > 0 ? donePhase() : { kind: 'idle' }, expected });
      if (resuming && current.peek().images.length > 0) takeUp(resuming);
    },
    /** Narrows the shown images to some of them, or shows all of them again. Lasts until the next search. */
    narrow(only: Narrowed | undefined): void {
      resuming = undefined;
      const before = current.peek();
      const { selected } = before;
      const left = new Set(selectableImages({ ...before, only }).map(({ id }) => id));
      const isPart = isNarrower(only, before.only);
      update({
        only,
        // Of the same images, it is about them.
        span: isPart || !only ? before.span : undefined,
        fresh: only?.images ? before.fresh : (only?.ids ?? before.fresh),
        selected: selected.every(id => left.has(id)) ? selected : selected.filter(id => left.has(id)),
        // The map treats this as a new search, unless it only has to remove rows.
        searchId: isPart ? before.searchId : newSearchId(),
      });
      remember();
    },
    /** The ID of the image with the focus in a list of the editor. An open map shows it until then. */
    previewed: signal<string | undefined>(),
    /** What else limits the list, and all lists of images; what isn't named stays. `readListFilters` has what applies. */
    filterList(filters: Partial<ListFilters>): void {
      update(filters);
      remember();
    },
    /** By id: how clear an area is, where the map page has estimated it. */
    estimates: signal<Estimates | undefined>(undefined),
    /** The loaded images by id. */
    byId,
    visible: computed(() => shownImages(current.value.images, current.value.only)),
    /** `suggestion` gives the reasons when Swath made the selection. */
    select(ids: readonly string[], suggestion?: Suggestion): void {
      resuming = undefined;
      const known = new Set(selectableImages(current.peek()).map(image => image.id));
      update({ selected: [...new Set(ids)].filter(id => known.has(id)), suggestion });
      remember();
    },
  };
}

export interface Estimates {
  area: Polygon | undefined;
  clear: ReadonlyMap<string, ClearHere>;
}

interface Paging {
  nextPage: number;
  /** AOI of the search: every page is requested with the same shape. */
  searched: Polygon | undefined;
  /** Constant for all pages of a search: a different page size would leave gaps. */
  itemsPerPage: number;
  /** The next page can't be requested, or would be the same again. */
  isStuck: boolean;
}

function firstPage(searched: Polygon | undefined, itemsPerPage: number): Paging {
  return { nextPage: 1, searched, itemsPerPage, isStuck: false };
}

interface PreviousResults {
  state: CatalogState;
  paging: Paging;
  /** Selected images, if the next search only sorts the same matches in another order. */
  kept: readonly Image[];
}

/** `undefined` if nothing has been found, or if another area is searched next: its images say nothing about that one. */
function previousResults(
  state: CatalogState,
  paging: Paging,
  { aoi, filters = state.filters }: { aoi: AoiSource | 'none' | undefined; filters: Filters | undefined },
): PreviousResults | undefined {
  if (state.images.length === 0) return undefined;
  const isSamePlace =
    aoi === undefined ||
    (aoi !== 'none' && aoi.uri === state.aoi?.uri && isSameArea(aoi.polygon, state.aoi.polygon));
  if (!isSamePlace) return undefined;
  const isSameSet = isDeepStrictEqual({ ...filters, sortBy: '' }, { ...listedFilters(state), sortBy: '' });
  return {
    state: { ...state, phase: phaseAfter(state.earlier) },
    paging,
    kept: isSameSet && !state.aoiChanged ? selectedImages(state.images, state.selected) : [],
  };
}

/** Whether what was found is of the place that was searched next. */
function isOfSamePlace(found: CatalogState, { filters }: CatalogState): boolean {
  const before = listedFilters(found);
  const isSame = (name: 'circle' | 'bounds') => isDeepStrictEqual(before[name], filters[name]);
  return !found.aoiChanged && isSame('circle') && isSame('bounds');
}

function phaseAfter(earlier: CatalogState['earlier']): SearchPhase {
  return earlier ? { kind: 'failed', error: earlier.error } : { kind: 'done' };
}

/** What the listed images were searched with. */
export function listedFilters({ filters, earlier }: Pick<CatalogState, 'filters' | 'earlier'>): Filters {
  return earlier?.filters ?? filters;
}

/** What the next window restores: the search is run again; its results aren't stored. */
export interface RememberedSearch extends Pick<CatalogState, 'aoi' | 'filters' | 'limits' | 'selected'> {
  loaded?: number;
  /** The area that was searched, if the active one differs. */
  searched?: Polygon;
  only?: Narrowed;
  fresh?: readonly string[];
}

interface CatalogMemory {
  read(): RememberedSearch | undefined;
  write(value: RememberedSearch): void;
}

function rememberedSearch({
  aoi,
  filters,
  limits,
  selected,
  images,
  only,
  fresh,
}: CatalogState): RememberedSearch {
  return {
    aoi,
    filters,
    limits,
    selected,
    loaded: images.length,
    // Other images than those of the search aren't found again by it.
    only: only && !only.images ? only : undefined,
    fresh: fresh.length > 0 ? fresh : undefined,
  };
}

/** Whether remembered images may be on further pages; only images that had been loaded count. */
function isMissingSome(
  { selected, fresh = [], loaded = 0 }: RememberedSearch,
  { images, hasMore, phase }: CatalogState,
): boolean {
  if (!hasMore || phase.kind !== 'done' || images.length >= loaded) return false;
  const found = new Set(images.map(({ id }) => id));
  return ![...selected, ...fresh].every(id => found.has(id));
}

function foundAgain(
  { selected, only, fresh = [] }: RememberedSearch,
  { images, searchId }: CatalogState,
  newSearchId: () => number,
): Pick<CatalogState, 'selected' | 'only' | 'fresh' | 'searchId'> {
  const found = new Set(images.map(({ id }) => id));
  const isFound = (id: string) => found.has(id);
  const ids = only?.ids.filter(isFound) ?? [];
  return {
    selected: selected.filter(isFound),
    only: only && ids.length > 0 ? { label: only.label, ids } : undefined,
    fresh: fresh.filter(isFound),
    // The map treats a different subset of the images as a new search.
    searchId: fresh.some(isFound) ? newSearchId() : searchId,
  };
}

// The state of a search, and how it changes.

/** What is shown to the user about a selection that Swath made. */
export interface Suggestion {
  title: string;
  reasons: readonly string[];
  /** Ids of the user's own selection that it replaced, if there was one. */
  replaced?: readonly string[] | undefined;
}

/** A subset of the images of a search, or images to show instead. */
export interface Narrowed {
  /** What they have in common, for display. */
  label: string;
  ids: readonly string[];
  /** The images themselves, if the search may not contain them: they are shown instead of its images. */
  images?: readonly Image[];
}

/** What can be selected: the images of the search, or those that are shown instead. */
function selectableImages({ images, only }: Pick<CatalogState, 'images' | 'only'>): readonly Image[] {
  return only?.images ?? images;
}

/** Whether images that are shown instead of those of the search are fewer than before, and no others. */
function isNarrower(only: Narrowed | undefined, before: Narrowed | undefined): boolean {
  if (!only?.images || !before?.images || only.ids.length >= before.ids.length) return false;
  return only.ids.every(id => before.ids.includes(id));
}

/** Whether a page is surely within what one search reaches. */
function canReach(page: number, itemsPerPage: number): boolean {
  return page * itemsPerPage <= searchLimits.reachable;
}

function beyondText(): string {
  return l10n.t(
    'The service lists no more than {0} images. Load all for the others.',
    numberText(searchLimits.reachable),
  );
}

/** Without duplicates: if the catalog grows between two pages, an image can be sent twice. */
export function joinedImages(before: readonly Image[], images: readonly Image[]): Image[] {
  const byId = new Map(before.map(image => [image.id, image]));
  for (const image of images) if (!byId.has(image.id)) byId.set(image.id, image);
  return [...byId.values()];
}

export function selectedImages(images: readonly Image[], ids: readonly string[]): Image[] {
  if (ids.length === 0) return [];
  const byId = new Map(images.map(image => [image.id, image]));
  return ids.flatMap(id => byId.get(id) ?? []);
}

export function shownImages(images: readonly Image[], only: Narrowed | undefined): readonly Image[] {
  if (!only) return images;
  if (only.images) return only.images;
  const ids = new Set(only.ids);
  return images.filter(({ id }) => ids.has(id));
}

export function isSameArea(a: Polygon, b: Polygon): boolean {
  return sameCoordinates(a.coordinates, b.coordinates);
}

/** Before the first answer of a search. */
export const noResults = {
  images: [],
  earlier: undefined,
  searchedAt: undefined,
  total: undefined,
  unreadable: 0,
  hasMore: false,
  incomplete: undefined,
  expected: undefined,
  selected: [],
  suggestion: undefined,
  only: undefined,
  span: undefined,
  fresh: [],
} as const;

/** An AOI and where it is written. Tied to its document, whichever editor is active. */
export interface AoiSource {
  uri: string;
  path: JsonPath;
  name: string;
  polygon: Polygon;
  areaKm2: number;
}

export type Filters = Omit<SearchCriteria, 'aoi'>;

export type SearchPhase =
  | { kind: 'idle' }
  /** `covered`: while all matches are loaded, the fraction of the acquisition interval read so far, 0 to 1. */
  | { kind: 'searching'; covered?: number }
  | { kind: 'done' }
  | { kind: 'failed'; error: unknown };

export interface CatalogState {
  aoi: AoiSource | undefined;
  aoiChanged: boolean;
  filters: Filters;
  /** Those that apply are in `readListFilters`. */
  limits?: Limits | undefined;
  phase: SearchPhase;
  /** If the last search failed: what the images were searched with, which are of one before, and why it did. */
  earlier: { filters: Filters; error: unknown } | undefined;
  /** When the images were requested, by the service's clock, ms since 1970; when the first ones were, if more were loaded. */
  searchedAt: number | undefined;
  /** Increases with every new search. */
  searchId: number;
  images: readonly Image[];
  /** `undefined` if the service doesn't report it. At `searchLimits.reachable` it is a cap, not a count. */
  total: number | undefined;
  /** Features from the service that aren't images: included in `total`, and reported only in the log. */
  unreadable: number;
  hasMore: boolean;
  /** For display, if all were loaded and these are possibly not all. */
  incomplete: string | undefined;
  /** About how many matches there are, if loading all of them was canceled. */
  expected?: number | undefined;
  /** Ids of the selected images, in the order of selection. */
  selected: readonly string[];
  suggestion: Suggestion | undefined;
  only: Narrowed | undefined;
  span: Span | undefined;
  /** Ids of the last narrowed subset: still marked when all images are shown again. */
  fresh: readonly string[];
}
