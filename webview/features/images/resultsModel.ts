import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { ClearHere } from '../../../src/features/images/rules/clearHere.ts';
import {
  applicableLimits,
  hidingLimit,
  isSameFilters,
  limitNames,
  type Limits,
  type ListFilters,
  type Span,
} from '../../../src/features/images/rules/listFilters.ts';
import type { MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { type Echo, isSameSet, receivedValue, sent } from '../../ui/selectionEcho.ts';
import type { AreaModel } from '../areas/index.ts';
import { createAreaView } from './areaViewModel.ts';
import { arrangeRows, sortsByClear, sortsByShare } from './arrangement.ts';
import { measureAvailability } from './availability.ts';
import { imageCalendar } from './calendar.ts';
import { createClearHere, type Judge } from './clear/clearHere.ts';
import { acquiredAt } from './columns.ts';
import type { ImageCollection } from './imageCollection.ts';
import { type Coverage, createCoverage } from './imageShares.ts';
import type { ImageStore } from './imageStore.ts';
import { defaultSettings, type ResultsLook, type ResultsSort, serviceSort } from './resultsLook.ts';

export type ResultsModel = ReturnType<typeof createResultsModel>;

/** Up to this many are rearranged at once. */
const fewImages = 2000;
const arrivalMs = 200;

const noFilters: Echo<ListFilters> = { displayed: { limits: {} }, confirmed: { limits: {} }, pending: [] };
const noEstimates: { value: ReadonlyMap<string, ClearHere> } = { value: new Map() };

/** What is kept of the list while the page is hidden. */
export interface SavedResults {
  /** Scroll position, CSS pixels. */
  scrollTop?: number;
  results?: ResultsLook;
}

interface ResultsSources {
  host: Host;
  found: ImageStore;
  areas: Pick<AreaModel, 'searched'>;
  assess: Judge;
  saved: SavedResults;
  save: (change: SavedResults) => void;
}

/** How the images that were found are listed. */
export function createResultsModel({ host, found, areas, assess, saved, save }: ResultsSources) {
  const { post, state, loadPicture } = host;
  const { searched } = areas;
  const settings = signal<ResultsLook>({ ...defaultSettings, ...saved.results });
  const filters = signal(noFilters);
  const limits = computed(() => filters.value.displayed.limits);
  /** Only images in this time span are shown. */
  const span = computed(() => filters.value.displayed.span);
  /** Images that the filters hide, in the list and on the map. */
  const hidden = signal<ReadonlySet<string>>(new Set());
  const clear = createClearHere(loadPicture, state, searched, assess);
  const coverage = createCoverage();
  const area = createAreaView(host, searched, found.rows, clear.offer);
  /** The images that have arrived, updated a few times per second while there are many. */
  const images = settled(
    found.collection,
    (next, current) =>
      next.rows.length > fewImages && next.searchId === current.searchId && areMoreToCome(next, state.peek()),
    arrivalMs,
  );

  /** Without an active area there are cards instead of its chips. */
  const layout = computed(() =>
    settings.value.layout === 'area' && !area.frame.value ? 'cards' : settings.value.layout,
  );
  const sort = computed(() => settings.value.sort);
  const showsDuplicates = computed(() => settings.value.showsDuplicates);
  const hasArea = computed(() => state.value?.aoi !== undefined);
  const applied = computed(() => applicableLimits(limits.value, hasArea.value));
  const showsClear = computed(() => {
    const isColumn = layout.value === 'table' && settings.value.columns.includes('clear');
    return hasArea.value && (isColumn || sort.value?.by === 'clear' || applied.value.minClear !== undefined);
  });
  /** If estimates affect what is shown, this becomes another function whenever more of them are known. */
  const clearById = computed(() => {
    const decides = applied.value.minClear !== undefined || sortsByClear(sort.value);
    const { value: known } = decides ? clear.estimates : noEstimates;
    return (id: string) => known.get(id);
  });
  /** If coverage affects what is shown, this becomes another function whenever more shares are known. */
  const aoiShare = computed<Coverage['aoiShare']>(() => {
    const { minCoverage, minClear } = applied.value;
    const decides = (minCoverage ?? minClear) !== undefined || sortsByShare(sort.value);
    return decides && coverage.version.value > 0 ? row => coverage.aoiShare(row) : coverage.aoiShare;
  });

  const fitness = computed(() => ({
    limits: applied.value,
    aoiShare: aoiShare.value,
    clearById: clearById.value,
  }));

  const arrangement = computed(() =>
    arrangeRows(images.value.rows, {
      sort: sort.value,
      group: settings.value.group,
      showsDuplicates: showsDuplicates.value,
      span: span.value,
      ...fitness.value,
    }),
  );

  // The selected span doesn't affect it, so that the user can see what other spans contain.
  const counted = computed(() => {
    const duplicates = showsDuplicates.value;
    return images.value.rows.filter(
      row => (row.duplicateOf === undefined || duplicates || row.pin) && !hidingLimit(row, fitness.value),
    );
  });
  const availability = computed(() => measureAvailability(counted.value.map(acquiredAt)));
  const calendar = computed(() => {
    // Only the version signals that more shares are known.
    const isMeasured = coverage.version.value > 0;
    return imageCalendar(counted.value, row => {
      if (!hasArea.value) return 1;
      return isMeasured ? coverage.aoiShare(row) : undefined;
    });
  });

  let timesRead = 0;
  effect(() => {
    const { value: rows } = found.rows;
    // Parse times with each chunk: parsing all of them after the last one would block the page.
    if (rows.length < timesRead) timesRead = 0;
    rows.slice(timesRead).forEach(acquiredAt);
    timesRead = rows.length;
  });
  effect(() => coverage.follow(searched.value, images.value.rows));
  effect(() => {
    const { rows, hiddenByClear } = arrangement.value;
    const estimated = showsClear.value && !found.isStale.value ? [...rows, ...hiddenByClear] : [];
    untracked(() => clear.want(estimated));
  });
  effect(() => {
    const { hidden: next } = arrangement.value;
    if (!isSameSet(next, hidden.peek())) hidden.value = next;
  });
  effect(() => {
    if (!state.value) return;
    const { limits: received = {}, span: spanReceived } = state.value;
    const next = { limits: received, span: spanReceived };
    filters.value = receivedValue(
      untracked(() => filters.value),
      next,
      isSameFilters,
    );
  });
  let wasEstimated = false;
  effect(() => {
    const isEstimated = clear.estimates.value.size > 0;
    if (isEstimated || wasEstimated) post({ kind: 'clearHere', clear: clear.known() });
    wasEstimated = isEstimated;
  });

  /** Whether the page hides images because of a filter, which knows only those that are loaded. */
  const isFiltered = computed(
    () => span.value !== undefined || limitNames.some(name => applied.value[name] !== undefined),
  );

  /** All matches are loaded, or at least in this order: the first ones listed are the first ones there are. */
  const isSortedWhole = computed(() => {
    const { hasMore, filters, earlier } = state.value ?? {};
    const listed = earlier?.filters ?? filters;
    return hasMore !== true || sort.value === undefined || serviceSort(sort.value) === (listed?.sortBy ?? '');
  });

  let requestState: MapState | undefined;
  /** The order that the list last requested of the service, whichever column it is sorted by since. */
  let requestedOrder = serviceSort(sort.peek());
  const change = (changed: Partial<ResultsLook>): void => {
    settings.value = { ...settings.peek(), ...changed };
    save({ results: settings.peek() });
  };
  const setFilters = (next: ListFilters): void => {
    filters.value = sent(filters.peek(), next);
    post({ kind: 'listFilters', ...next });
  };
  return {
    settings,
    hidden: hidden as ReadonlySignal<ReadonlySet<string>>,
    clear,
    savedScrollTop: saved.scrollTop,
    saveScrollTop: (scrollTop: number): void => save({ scrollTop }),
    layout,
    area,
    span,
    images,
    coverage,
    limits,
    setLimits: (next: Limits): void => setFilters({ limits: next, span: span.peek() }),
    setSpan: (next: Span | undefined): void => setFilters({ limits: limits.peek(), span: next }),
    applied,
    isFiltered,
    arrangement,
    availability,
    calendar,
    isSortedWhole,
    change,
    /** Sorts the list. While only some of the matches are loaded, the service sorts all of them first if it can. */
    setSort: (next: ResultsSort | undefined): void => {
      change({ sort: next });
      const { hasMore, phase, filters, imageCount = 0 } = state.peek() ?? {};
      const isStarting = phase?.kind === 'searching' && imageCount === 0;
      if (!isStarting && !(hasMore && phase?.kind === 'done')) return;
      const { sortBy = '', ...others } = filters ?? {};
      const order = serviceSort(next);
      // Without a column, the order that the list had requested goes, and that of a saved search stays.
      if (order === undefined || order === sortBy || (!next && sortBy !== requestedOrder)) return;
      requestedOrder = order;
      post({ kind: 'search', filters: order === '' ? others : { ...others, sortBy: order } });
    },
    clearFilters: (): void => setFilters({ limits: {} }),
    /** Shows all results of a search that listed only some. */
    widen: (): void => post({ kind: 'showAll' }),
    /** Ids of images that were also found at a lower level. */
    haveDuplicates: computed<ReadonlySet<string>>(() => {
      const ids = new Set<string>();
      for (const { duplicateOf } of images.value.rows) if (duplicateOf !== undefined) ids.add(duplicateOf);
      return ids;
    }),
    /** Loads the next page of matches, or all of them, beyond the limit of one search. */
    load: (kind: 'more' | 'all'): void => {
      const current = state.peek();
      // Only once per state from the host, because the state doesn't reflect a request at once.
      if (current === undefined || current === requestState || current.phase.kind === 'searching') return;
      requestState = current;
      post({ kind });
    },
  };
}

/** True also after a whole page, while the host loads the next one. */
function areMoreToCome({ rows }: ImageCollection, state: MapState | undefined): boolean {
  const { phase, imageCount } = state ?? {};
  return phase?.kind === 'searching' || rows.length !== imageCount;
}

/** What follows a value rests this many times as long as it last worked, so that the page stays usable. */
const restPerWork = 5;

/**
 * Follows a value that changes in quick succession, so that expensive work is done only a few times per second. The
 * last value is always reached.
 *
 * @param mayWait whether a change may be delayed
 */
export function settled<T>(
  source: ReadonlySignal<T>,
  mayWait: (next: T, current: T) => boolean,
  delayMs: number,
): ReadonlySignal<T> {
  const current = signal(source.peek());
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let workMs = 0;
  const show = (next: T) => {
    const start = performance.now();
    current.value = next;
    workMs = performance.now() - start;
  };
  effect(() => {
    const next = source.value;
    if (next === current.peek()) return;
    if (mayWait(next, current.peek())) {
      waiting ??= setTimeout(
        () => {
          waiting = undefined;
          show(source.peek());
        },
        Math.max(delayMs, restPerWork * workMs),
      );
      return;
    }
    clearTimeout(waiting);
    waiting = undefined;
    show(next);
  });
  return current;
}
