import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { SearchPage } from '../api/catalog.ts';
import type { Image } from '../model/imagery.ts';
import type { JsonPath } from '../model/problem.ts';
import { searchLimits, type SearchCriteria } from '../model/searchQuery.ts';
import { signedInOf, type SessionOwner, type SignedIn } from './session.ts';

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
  { kind: 'idle' } | { kind: 'searching' } | { kind: 'done' } | { kind: 'failed'; error: unknown };

export interface CatalogState {
  aoi: AoiSource | undefined;
  filters: Filters;
  phase: SearchPhase;
  /** Grows with every new search. */
  searchId: number;
  images: readonly Image[];
  /** `undefined` when the service does not say. At `searchLimits.reachable` it is a cap and not a count. */
  total: number | undefined;
  hasMore: boolean;
  /** Ids of the chosen images, in the order in which they were chosen. */
  selected: readonly string[];
}

/** What the next window takes up again: the search is sent anew, its results are not kept. */
export interface CatalogMemory {
  read(): Pick<CatalogState, 'aoi' | 'filters' | 'selected'> | undefined;
  write(value: Pick<CatalogState, 'aoi' | 'filters' | 'selected'>): void;
}

export interface Catalog {
  readonly current: ReadonlySignal<CatalogState>;
  readonly selectedImages: ReadonlySignal<readonly Image[]>;
  /** Starts anew for an AOI, or for the present one; a search under way is ended. Failures go to the state. */
  search(change: { aoi?: AoiSource; filters?: Filters }): Promise<void>;
  /** Puts an AOI in hand without searching; results of another area are dropped. */
  lookAt(aoi: AoiSource): void;
  /** The next page of the present search. */
  more(): Promise<void>;
  cancel(): void;
  /** Takes up the search of the last window, now or as soon as somebody is signed in. */
  resume(): Promise<void>;
  select(ids: readonly string[]): void;
}

/** A service may put less on a page than was asked: then the total tells of more. */
function isMoreToCome(page: SearchPage, received: number, itemsPerPage: number): boolean {
  if (page.received === 0 || received >= searchLimits.reachable) return false;
  return page.total === undefined ? page.received >= itemsPerPage : received < page.total;
}

const nothing = { images: [], total: undefined, hasMore: false, selected: [] } as const;

/**
 * Owner of the search in hand, its results and the choice among them.
 *
 * @param pageSize results asked for at once
 */
export function createCatalog(session: SessionOwner, memory: CatalogMemory, pageSize: () => number): Catalog {
  const current = signal<CatalogState>({
    aoi: undefined,
    filters: {},
    phase: { kind: 'idle' },
    searchId: 0,
    ...nothing,
  });
  let running: AbortController | undefined;
  let nextPage = 1;
  let received = 0;
  /** The same for every page of a search: pages of another size would leave gaps. */
  let itemsPerPage: number = searchLimits.defaultPageSize;
  let resuming: { selected: readonly string[] } | undefined;

  const update = (change: Partial<CatalogState>) => {
    current.value = { ...current.peek(), ...change };
  };

  /** Drops the results in hand; answers of a search under way come too late from here on. */
  function forget(change: Partial<CatalogState> = {}) {
    running?.abort();
    running = undefined;
    update({ ...nothing, ...change, phase: { kind: 'idle' }, searchId: current.peek().searchId + 1 });
  }

  async function loadPage(under: SignedIn) {
    running?.abort();
    const abort = (running = new AbortController());
    const { aoi, filters, searchId } = current.peek();
    const isCurrent = () => running === abort && current.peek().searchId === searchId;
    update({ phase: { kind: 'searching' } });
    try {
      const client = await under.client();
      const criteria = { ...filters, ...(aoi ? { aoi: aoi.polygon } : {}) };
      const page = await client.search(criteria, nextPage, itemsPerPage, abort.signal);
      if (!isCurrent()) return;
      nextPage += 1;
      received += page.received;
      // A catalogue that grows between two pages sends an image twice.
      const byId = new Map(current.peek().images.map(image => [image.id, image]));
      for (const image of page.images) if (!byId.has(image.id)) byId.set(image.id, image);
      update({
        phase: { kind: 'done' },
        images: [...byId.values()],
        total: page.total,
        hasMore: isMoreToCome(page, received, itemsPerPage),
      });
    } catch (error) {
      if (isCurrent()) update({ phase: { kind: 'failed', error } });
    }
  }

  function remember() {
    const { aoi, filters, selected } = current.peek();
    memory.write({ aoi, filters, selected });
  }

  function select(ids: readonly string[]) {
    const known = new Set(current.peek().images.map(image => image.id));
    update({ selected: [...new Set(ids)].filter(id => known.has(id)) });
  }

  async function start() {
    nextPage = 1;
    received = 0;
    itemsPerPage = Math.min(pageSize(), searchLimits.maximumPageSize);
    const under = signedInOf(session.current.peek());
    const wanted = resuming;
    // One change: from the last search straight to the new one under way.
    await batch(() => {
      forget();
      return under && loadPage(under);
    });
    if (!under) return;
    // The user may have begun another search meanwhile.
    if (!wanted || resuming !== wanted) return;
    resuming = undefined;
    select(wanted.selected);
  }

  // Another connection is another catalogue.
  let searchedUnder = session.current.peek();
  session.current.subscribe(next => {
    if (next === searchedUnder) return;
    searchedUnder = next;
    if (next.kind === 'signedIn' && resuming) void start();
    else forget();
  });

  return {
    current,
    selectedImages: computed(() => {
      const { images, selected } = current.value;
      return selected.flatMap(id => images.find(image => image.id === id) ?? []);
    }),
    async search({ aoi, filters }) {
      resuming = undefined;
      update({ ...(aoi ? { aoi } : {}), ...(filters ? { filters } : {}) });
      const run = start();
      remember();
      await run;
    },
    lookAt(aoi) {
      const { aoi: former } = current.peek();
      if (former?.uri === aoi.uri && JSON.stringify(former.polygon) === JSON.stringify(aoi.polygon)) {
        update({ aoi });
        remember();
        return;
      }
      resuming = undefined;
      forget({ aoi });
      remember();
    },
    async resume() {
      const last = memory.read();
      if (!last?.aoi || current.peek().searchId > 0) return;
      update({ aoi: last.aoi, filters: last.filters });
      resuming = { selected: last.selected };
      await start();
    },
    async more() {
      const under = signedInOf(session.current.peek());
      if (under && current.peek().hasMore && current.peek().phase.kind !== 'searching') await loadPage(under);
    },
    cancel() {
      if (current.peek().phase.kind !== 'searching') return;
      running?.abort();
      running = undefined;
      update({ phase: { kind: current.peek().images.length > 0 ? 'done' : 'idle' } });
    },
    select(ids) {
      select(ids);
      remember();
    },
  };
}
